/**
 * The command line as a person uses it: a process of its own with the permissions it is given in deno.json.
 * What goes wrong is one line on standard error, and the exit status says which kind it was. Of each command one run is a
 * process; what else it says is asked in this one.
 */
import assert from "node:assert/strict";
import { VERSION } from "../../server/command_line/options.ts";
import { type Ended, fishbowl, inProcess, launched, ours } from "./launched.ts";

function refused({ code, err, out }: Ended, status: 1 | 2, words: RegExp): void {
  assert.deepEqual(ours(out), []);
  const lines = ours(err);
  assert.equal(lines.length, 1, err);
  assert.match(lines[0] ?? "", /^fishbowl: /);
  assert.match(lines[0] ?? "", words);
  assert.equal(code, status);
}

/** Servers that have not ended; a test that fails leaves none behind. */
const running = new Set<Deno.ChildProcess>();

/** A server of this process: its address, and its end. */
async function served(data: string, port = "0"): Promise<{ address: string; child: Deno.ChildProcess }> {
  const child = launched(["serve", "--port", port, "--data", data]);
  running.add(child);
  void child.status.then(() => running.delete(child));
  void child.stderr.pipeTo(new WritableStream());
  const [ours, rest] = child.stdout.tee();
  void rest.pipeTo(new WritableStream());
  let text = "";
  for await (const chunk of ours.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const address = /Fishbowl is at (http:\S+)/.exec(text)?.[1];
    if (address) return { address: address.replace(/\/$/, ""), child };
  }
  throw new Error("it did not start");
}

async function inFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await body(folder);
  } finally {
    for (const child of running) child.kill("SIGTERM");
    await Promise.all([...running].map((child) => child.status));
    await Deno.remove(folder, { recursive: true });
  }
}

// Shows M-8.
Deno.test("--help and --version answer, and what is not understood is one line with exit status 2", async () => {
  const help = await fishbowl(["--help"]);
  assert.equal(help.code, 0);
  for (
    const word of [
      "serve",
      "export",
      "import",
      "verify",
      "rebuild",
      "backup",
      "token",
      "--port",
      "FISHBOWL_DATA",
    ]
  ) {
    assert.ok(help.out.includes(word), word);
  }
  const version = await fishbowl(["--version"]);
  assert.deepEqual([version.code, version.out.trim()], [0, VERSION]);
  refused(await fishbowl(["dance"]), 2, /no such command/);
  refused(await inProcess(["verify", "--data", "a,b"]), 2, /data folder must have no comma/);
});

Deno.test("what the environment has for the linker keeps no program from its start, and is named", async () => {
  const { code, out, err } = await fishbowl(["--version"], undefined, {
    LD_LIBRARY_PATH: "/nowhere",
    LD_BIND_NOW: "1",
  });
  assert.deepEqual([code, out.trim()], [0, VERSION]);
  assert.match(
    ours(err).join("\n"),
    /^fishbowl: (?:LD_LIBRARY_PATH and LD_BIND_NOW|LD_BIND_NOW and LD_LIBRARY_PATH) is set, and not handed on to the program\.$/,
  );
});

// Shows P20.
Deno.test("a conversation goes out as a file and into another store, twice; a changed file goes nowhere", () =>
  inFolder(async (folder) => {
    const [one, two] = [`${folder}/one`, `${folder}/two`];
    const { child } = await served(one);
    child.kill("SIGTERM");
    assert.equal((await child.status).code, 0);
    const file = `${folder}/talk.ndjson`;
    const id = "conversation_welcome";
    assert.equal((await fishbowl(["export", id, "--out", file, "--data", one])).code, 0);
    const text = await Deno.readTextFile(file);
    assert.equal((await inProcess(["export", id, "--data", one])).out, text, "the same on standard output");

    const first = await fishbowl(["import", file, "--data", two]);
    assert.deepEqual([first.code, /^Imported conversation_welcome: \d+ events\.\n$/.test(first.out)], [
      0,
      true,
    ]);
    const again = await inProcess(["import", file, "--data", two]);
    assert.deepEqual([again.code, again.out.trim()], [0, `${id} is already there; nothing changed.`]);
    assert.match((await fishbowl(["verify", "--data", two])).out, /no problems\.\n$/);

    await Deno.writeTextFile(file, text.replace("Please introduce", "Please replace"));
    assert.notEqual(await Deno.readTextFile(file), text);
    const three = `${folder}/three`;
    refused(await inProcess(["import", file, "--data", three]), 1, /hash|changed/i);
    refused(await inProcess(["export", id, "--data", three]), 1, /no such conversation/);
    refused(await inProcess(["import", `${folder}/none`, "--data", two]), 1, /cannot be read/);
    refused(await inProcess(["export", "--data", two]), 2, /needs the id/);
  }));

Deno.test("a backup is a store of its own that verifies; derived rows can be written again", () =>
  inFolder(async (folder) => {
    const [data, copy] = [`${folder}/data`, `${folder}/copy`];
    const { child } = await served(data);
    child.kill("SIGTERM");
    await child.status;
    assert.equal((await fishbowl(["backup", "--out", copy, "--data", data])).code, 0);
    const [ours, theirs] = await Promise.all(
      [data, copy].map(async (at) => (await inProcess(["verify", "--data", at])).out),
    );
    assert.equal(theirs, ours);
    const rebuilt = await fishbowl(["rebuild", "--data", copy]);
    assert.deepEqual([rebuilt.code, /rows/.test(rebuilt.out)], [0, true]);
    assert.match((await inProcess(["verify", "--data", copy])).out, /no problems/);
  }));

Deno.test("what looks at a store makes none: in a mistyped folder nothing is found to be whole", () =>
  inFolder(async (folder) => {
    for (
      const rest of [["verify"], ["rebuild"], ["export", "workspace"], ["backup", "--out", `${folder}/copy`]]
    ) {
      const run = rest[0] === "verify" ? fishbowl : inProcess;
      refused(await run([...rest, "--data", `${folder}/mistyped`]), 1, /no store in the data folder/);
    }
    await assert.rejects(Deno.stat(`${folder}/mistyped`), Deno.errors.NotFound);
  }));

// Shows M-8.
Deno.test("a token is made and revoked, a password set; the wrong ways are refused", () =>
  inFolder(async (data) => {
    const made = await fishbowl(["token", "create", "script", "--data", data]);
    assert.equal(made.code, 0);
    assert.match(made.out.trim(), /^\S{20,}$/);
    const id = /token_[0-9a-f]{12}/.exec(made.err)?.[0] ?? "";
    const { address, child } = await served(data);
    const asked = (token: string) =>
      fetch(`${address}/v1/models`, { headers: { authorization: `Bearer ${token}` } });
    const [good, bad] = [await asked(made.out.trim()), await asked("wrong")];
    await Promise.all([good.body?.cancel(), bad.body?.cancel()]);
    assert.deepEqual([good.status, bad.status], [200, 401]);
    child.kill("SIGTERM");
    await child.status;
    assert.equal((await fishbowl(["token", "revoke", id, "--data", data])).code, 0);
    refused(await inProcess(["token", "revoke", "token_none", "--data", data]), 1, /no such token/);
    refused(await inProcess(["token", "--data", data]), 2, /token create NAME/);
    refused(await inProcess(["password", "--data", data], "short\n"), 2, /at least/);
    assert.equal((await fishbowl(["password", "--data", data], "long enough\n")).code, 0);
  }));

Deno.test("a command that looks at the settings and leaves begins no answer that the server left open", () =>
  inFolder(async (data) => {
    const { address, child } = await served(data);
    const post = async (path: string, body: unknown): Promise<Record<string, unknown>> => {
      const headers = { "content-type": "application/json", origin: address };
      const answer = await fetch(`${address}${path}`, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
      assert.equal(answer.status, 201);
      return await answer.json();
    };
    const hangs = { name: "Hangs", providerId: "provider_mock", model: "hang-before" };
    const { id } = await post("/api/agents", hangs);
    await post("/api/conversations", { title: "Left open", agentIds: [id], message: "Are you there?" });
    const list = await (await fetch(`${address}/api/conversations?q=left`)).json();
    child.kill("SIGTERM");
    await child.status;
    const log = async () => (await inProcess(["export", list.items[0].id, "--data", data])).out;
    const before = await log();
    assert.match(before, /"TurnRequested"/);
    assert.doesNotMatch(before, /"Turn(Completed|Failed|Cancelled)"/);
    assert.equal((await fishbowl(["token", "list", "--data", data])).code, 0);
    assert.equal((await fishbowl(["password", "--data", data], "long enough\n")).code, 0);
    assert.equal(await log(), before);
  }));

Deno.test("a token is made with a scope and an expiry, listed with both, and ends with a change of the password", () =>
  inFolder(async (data) => {
    const token = (...args: string[]) => inProcess(["token", ...args, "--data", data]);
    refused(
      await token("create", "x", "--scope", "admin"),
      2,
      /--scope must be one of all, chat, read, metrics/,
    );
    refused(
      await token("create", "x", "--expires", "soon"),
      2,
      /--expires must be a number of days or a date/,
    );
    refused(await token("create", "x", "--expires", "2001-01-01"), 2, /must be in the future/);
    assert.equal((await token("list")).out, "", "none of these made one");
    const dashboard = ["create", "dashboard", "--scope", "read", "--expires", "90"];
    const made = await fishbowl(["token", ...dashboard, "--data", data]);
    assert.match(made.err, /It may read everything, change nothing, until \d{4}-\d\d-\d\dT/);
    assert.equal((await token("create", "whole")).code, 0);
    const lines = (await token("list")).out.trim().split("\n");
    assert.match(lines[0] ?? "", /^token_[0-9a-f]{12} {2}read {2}until 20\S+Z {2}used never {2}dashboard$/);
    assert.match(lines[1] ?? "", /^token_[0-9a-f]{12} {2}all {2}until revoked {2}used never {2}whole$/);
    const { address, child } = await served(data);
    const ask = async (method: string) => {
      const headers = { authorization: `Bearer ${made.out.trim()}`, "content-type": "application/json" };
      const answer = await fetch(`${address}/api/roles`, {
        method,
        headers,
        ...(method === "POST" ? { body: '{"name":"x"}' } : {}),
      });
      await answer.body?.cancel();
      return answer.status;
    };
    assert.deepEqual([await ask("GET"), await ask("POST")], [200, 403]);
    child.kill("SIGTERM");
    await child.status;
    assert.match((await token("list")).out, / {2}used 20\S+Z {2}dashboard\n/);
    assert.match((await inProcess(["verify", "--data", data])).out, /no problems/);
    const first = await inProcess(["password", "--data", data], "the first password\n");
    assert.match(first.out, /every session has ended/);
    assert.notEqual((await token("list")).out, "");
    const second = await inProcess(["password", "--data", data], "another password\n");
    assert.match(second.out, /every session and every token has ended/);
    assert.equal((await token("list")).out, "");
  }));

Deno.test("a taken port, a folder that is none and a store of a later release are one line with exit status 1", () =>
  inFolder(async (folder) => {
    const data = `${folder}/data`;
    const { address, child } = await served(data);
    const port = new URL(address).port;
    refused(await fishbowl(["serve", "--port", port, "--data", `${folder}/other`]), 1, /port/i);
    refused(await fishbowl(["serve", "--port", port, "--data", data]), 1, /port/i);
    await assert.rejects(Deno.stat(`${folder}/other`), Deno.errors.NotFound, "nothing was made or begun");
    assert.equal((await fetch(`${address}/healthz`)).ok, true, "the first goes on");
    child.kill("SIGTERM");
    await child.status;
    await Deno.writeTextFile(`${folder}/file`, "not a folder");
    refused(await fishbowl(["serve", "--port", "0", "--data", `${folder}/file`]), 1, /folder/);
    const kv = await Deno.openKv(`${data}/fishbowl.db`);
    const { value } = await kv.get<Uint8Array>(["meta", "format"]);
    const format = Number(new TextDecoder().decode(value ?? undefined));
    await kv.set(["meta", "format"], new TextEncoder().encode(JSON.stringify(format + 1)));
    kv.close();
    refused(await inProcess(["verify", "--data", data]), 1, /later release|newer/i);
  }));

Deno.test("SIGTERM in the middle of an answer gives the turn back; the next start finishes it", () =>
  inFolder(async (data) => {
    const first = await served(data);
    const write = (address: string, path: string, body: unknown) =>
      fetch(address + path, {
        method: "POST",
        headers: { origin: address, "content-type": "application/json" },
        body: JSON.stringify(body),
      }).then((response) => response.json());
    const agent = await write(first.address, "/api/agents", {
      name: "Ada",
      model: "slow",
      providerId: "provider_mock",
    });
    const made = await write(first.address, "/api/conversations", { agentIds: [agent.id], message: "Go on" });
    const at = `/api/conversations/${made.conversation.id}`;
    const stream = await fetch(`${first.address}${at}/events`, { headers: { accept: "text/event-stream" } });
    let seen = "";
    for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      seen += chunk;
      if (/event: draft/.test(seen)) break;
    }
    first.child.kill("SIGTERM");
    assert.equal((await first.child.status).code, 0);

    const second = await served(data);
    const again = await fetch(`${second.address}${at}/events`, { headers: { accept: "text/event-stream" } });
    seen = "";
    for await (const chunk of again.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      seen += chunk;
      if (/event: all:complete/.test(seen) || /TurnCompleted/.test(seen)) break;
    }
    const log =
      await (await fetch(`${second.address}${at}/events`, { headers: { accept: "application/json" } }))
        .json();
    const ends = log.events.filter((e: { type: string }) => /TurnInterrupted|TurnCompleted/.test(e.type));
    assert.deepEqual(ends.map((e: { type: string; data: { why?: string } }) => [e.type, e.data.why]), [
      ["TurnInterrupted", "shutdown"],
      ["TurnCompleted", undefined],
    ]);
    second.child.kill("SIGTERM");
    await second.child.status;
  }));

Deno.test("a running server is asked from a pipe, and its log is printed, with no more than a network to use", () =>
  inFolder(async (folder) => {
    const { address } = await served(`${folder}/data`);
    const nowhere = `${folder}/nowhere`;
    const asked = await fishbowl(
      ["ask", "Critic", "Of", "this:", "--url", address, "--data", nowhere],
      "bread\n",
    );
    assert.equal(asked.code, 0, asked.err);
    assert.match(asked.out, /\S\n$/);
    const id = /Go on with --conversation (\w+)/.exec(asked.err)?.[1] ?? "";
    const tail = launched(["tail", id, "--url", address, "--data", nowhere]);
    const lines = tail.stdout.pipeThrough(new TextDecoderStream());
    let text = "";
    // Whoever stops reading ends it as well.
    for await (const piece of lines.values({ preventCancel: true })) {
      text += piece;
      if (text.includes(JSON.stringify("Of this:\n\nbread").slice(0, -1))) break;
    }
    assert.equal(JSON.parse(text.split("\n")[0] ?? "").type, "ConversationStarted");
    tail.kill("SIGINT");
    assert.equal((await tail.status).code, 130);
    await Promise.all([lines.cancel(), tail.stderr.cancel()]);
    await assert.rejects(Deno.stat(nowhere), Deno.errors.NotFound);
  }));

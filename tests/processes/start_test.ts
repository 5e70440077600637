/** Starting the server: what a person who starts it reads, and whom it lets in. */
import assert from "node:assert/strict";
import { publicNames } from "../../server/command_line/options.ts";
import { inFolder } from "../in_folder.ts";
import { CONFIG, MAIN, RUN } from "../program.ts";

const serving = (...args: string[]) =>
  [...RUN, "--config", CONFIG, "-A", MAIN, "serve", "--port", "0"].concat(args);

const fishbowl = (data: string, ...args: string[]) =>
  new Deno.Command(Deno.execPath(), {
    args: serving(...args),
    env: { FISHBOWL_DATA: data },
    stdout: "piped",
    stderr: "piped",
  });

/** A started server: what it said until it listened, and its address. */
async function started(
  data: string,
  args: string[],
  body: (said: string, address: string) => Promise<void>,
  log: (line: string) => void = () => {},
  command = fishbowl(data, ...args),
): Promise<void> {
  const child = command.spawn();
  const heard = child.stderr.pipeThrough(new TextDecoderStream()).pipeTo(new WritableStream({ write: log }));
  try {
    const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    let said = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) throw new Error(`it did not start: ${said}`);
      said += value;
      const address = /Fishbowl is at (http:\S+?)\/\n/.exec(said)?.[1];
      if (address === undefined) continue;
      await body(said, address);
      return await reader.cancel();
    }
  } finally {
    child.kill("SIGTERM");
    await child.status;
    await heard;
  }
}

Deno.test("SECURITY 1: a public address without a name people use is refused in one line, with exit status 2", () =>
  inFolder(async (data) => {
    const { code, stdout, stderr } = await fishbowl(data, "--host", "0.0.0.0").output();
    assert.equal(code, 2);
    assert.equal(new TextDecoder().decode(stdout), "");
    assert.match(
      new TextDecoder().decode(stderr),
      /^fishbowl: To listen on another .*--allowed-host NAME\.\n$/,
    );
  }));

Deno.test("a data folder that is a file is told by its path, with exit status 1", () =>
  inFolder(async (folder) => {
    const path = `${folder}/notes.txt`;
    await Deno.writeTextFile(path, "");
    const { code, stderr } = await fishbowl(path).output();
    assert.equal(code, 1);
    assert.ok(new TextDecoder().decode(stderr).endsWith(`cannot be created or is not a folder: ${path}\n`));
  }));

Deno.test("SECURITY 4: a name that is not loopback, as behind a proxy, starts in set-up mode and says so", () =>
  inFolder((data) =>
    started(data, ["--allowed-host", "chat.example.org"], async (said, address) => {
      assert.match(said, /others can reach it \(chat\.example\.org\)/);
      const code = /one-time code: (\S+)/.exec(said)?.[1] ?? "";
      assert.match(code, /^[A-Z2-9]{5}-[A-Z2-9]{5}$/);
      const { port } = new URL(address);
      const write = (path: string, body: unknown) =>
        fetch(address + path, {
          method: "POST",
          headers: { "content-type": "application/json", origin: `http://localhost:${port}` },
          body: JSON.stringify(body),
        });
      for (const path of ["/api/password", "/api/tokens", "/api/conversations"]) {
        const refused = await write(path, { password: "a stranger's own", name: "stranger" });
        assert.equal((await refused.json()).code, "set_up", path);
      }
      const right = await write("/api/set-up", { code, password: "correct horse battery" });
      assert.deepEqual(await right.json(), { ok: true });
      const stranger = await fetch(`${address}/api/conversations`);
      await stranger.body?.cancel();
      assert.equal(stranger.status, 401);
    })
  ));

Deno.test("SECURITY 4: on loopback alone, under whatever name of it, the local browser is let in at once", () =>
  inFolder((data) =>
    started(data, ["--allowed-host", "localhost:1234"], async (said, address) => {
      assert.doesNotMatch(said, /one-time code/);
      const answer = await fetch(`${address}/api/conversations`);
      await answer.body?.cancel();
      assert.equal(answer.status, 200);
    })
  ));

Deno.test("SECURITY 4: every address and name that is not loopback is public, however it is written", () => {
  const names = (host: string, ...allowedHosts: string[]) =>
    publicNames({ host, allowedHosts, behindProxy: false });
  for (const host of ["127.0.0.1", "127.9.9.9", "localhost", "LOCALHOST", "::1", "[::1]"]) {
    assert.deepEqual(names(host, "localhost", "localhost:80", "[::1]:80", "127.0.0.1:1"), [], host);
  }
  for (const host of ["0.0.0.0", "::", "[::]", "192.168.1.2", "127.0.0.1.example.org", "::ffff:1.2.3.4"]) {
    assert.deepEqual(names(host, "localhost"), [host]);
  }
  const public_ = ["chat.example.org", "chat.example.org:443", "localhost.example.org", "mylocalhost"];
  assert.deepEqual(names("127.0.0.1", ...public_), public_);
});

Deno.test("a lost master key is one clear line at the start, and no provider says that it has its key", () =>
  inFolder(async (data) => {
    const at = (address: string, method: string, body?: unknown) =>
      fetch(`${address}/api/providers/provider_mock`, {
        method,
        headers: { origin: address, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }).then((response) => response.json());
    await started(data, [], async (_, address) => {
      assert.equal((await at(address, "PATCH", { apiKey: "sk-canary-0123456789" })).hasKey, true);
    });
    await Deno.remove(`${data}/master.key`);
    const lines: string[] = [];
    await started(data, [], async (_, address) => {
      const { hasKey, keyHint } = await at(address, "GET");
      assert.deepEqual([hasKey, keyHint], [false, null]);
      const workspace = await (await fetch(`${address}/api/workspace`)).json();
      assert.deepEqual(workspace.unreadableKeys, ["provider_mock"]);
      assert.equal((await at(address, "PATCH", { apiKey: "sk-canary-0123456789" })).hasKey, true);
    }, (line) => lines.push(line));
    const told = lines.join("").split("\n").filter((line) => line.includes("keys_unreadable"));
    assert.equal(told.length, 1);
    const { level, providers, detail } = JSON.parse(told[0] ?? "");
    assert.deepEqual([level, providers], ["warn", "Demo (no key needed)"]);
    assert.match(detail, /master key is another one.*enter the keys again/);
  }));

Deno.test("a server whose log cannot be written, as to a file on a full disk, starts and answers", () =>
  inFolder(async (data) => {
    // Everything written there fails as on a full disk.
    const full = new Deno.Command("sh", {
      args: ["-c", `exec "$0" "$@" 2>/dev/full`, Deno.execPath(), ...serving()],
      env: { FISHBOWL_DATA: data },
      stdout: "piped",
      stderr: "piped",
    });
    await started(
      data,
      [],
      async (_, address) => {
        const answer = await fetch(`${address}/api/conversations`);
        assert.equal(answer.status, 200, await answer.text());
      },
      () => {},
      full,
    );
  }));

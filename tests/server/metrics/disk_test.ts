/** A disk that gets full: the bounds at their edges, what is refused and what goes on, and the way back. */
import assert from "node:assert/strict";
import {
  BACK,
  Disk,
  FULL_BYTES,
  LOW_BYTES,
  type Room,
  roomOf,
  stateOf,
} from "../../../server/metrics/disk.ts";
import type { DiskState } from "../../../server/contract/process.ts";
import { InternalServerError } from "openai";
import { openLog } from "../../../events/store/log.ts";
import { inFolder } from "../../in_folder.ts";
import { TestServer, WELCOME } from "../harness.ts";
import { type Frame, frames } from "../stream_frames.ts";
import { agent, sdk, until, user } from "../programs.ts";

const TOTAL = 1e12;
const at = (free: number, total = TOTAL): Room => ({ free, total });

Deno.test("a disk is low below one bound and full below another, and well again only a good way above", () => {
  const after = (before: DiskState, free: number, total?: number) => stateOf(before, at(free, total));
  assert.deepEqual([after("ok", LOW_BYTES), after("ok", LOW_BYTES - 1)], ["ok", "low"]);
  assert.deepEqual([after("low", FULL_BYTES), after("low", FULL_BYTES - 1), after("ok", 0)], [
    "low",
    "full",
    "full",
  ]);
  assert.deepEqual([after("full", FULL_BYTES * BACK - 1), after("full", FULL_BYTES * BACK)], ["full", "low"]);
  assert.deepEqual([after("low", LOW_BYTES * BACK - 1), after("low", LOW_BYTES * BACK)], ["low", "ok"]);
  assert.equal(after("full", LOW_BYTES * BACK), "ok");
  // A small volume is not full from the start.
  const small = 64_000_000;
  assert.deepEqual([16_000_000, 15_999_999, 3_199_999].map((free) => after("ok", free, small)), [
    "ok",
    "low",
    "full",
  ]);
});

/** A server on a disk that has as much room as is said. */
async function onDisk(): Promise<{ server: TestServer; becomes: (room: Room | null) => Promise<unknown> }> {
  let room: Room | null = at(LOW_BYTES);
  const server = await TestServer.start({ room: () => room });
  // Who asks for the status lets it look.
  const becomes = async (now: Room | null) => {
    room = now;
    return (await server.call("GET", "/api/status")).json.disk;
  };
  return { server, becomes };
}

const said = (server: TestServer) =>
  server.lines.map(({ level, event }) => `${level} ${event}`).filter((line) => line.includes("disk"));

Deno.test("status, figures and the log tell of a disk that gets full, once each time, and when it has room again", async () => {
  const { server, becomes } = await onDisk();
  await using _ = server;
  const figure = async () =>
    /^fishbowl_read_only (\d)$/m.exec((await server.call("GET", "/metrics")).text)?.[1];
  assert.deepEqual(await becomes(at(LOW_BYTES)), { free: LOW_BYTES, state: "ok" });
  assert.equal(await figure(), "0");
  assert.deepEqual(await becomes(at(LOW_BYTES - 1)), { free: LOW_BYTES - 1, state: "low" });
  await becomes(at(LOW_BYTES - 2));
  assert.equal(await figure(), "0");
  assert.deepEqual(await becomes(at(0)), { free: 0, state: "full" });
  assert.equal(await figure(), "1");
  await becomes(at(TOTAL));
  assert.deepEqual(said(server), ["warn disk_low", "error disk_nearly_full", "info disk_room"]);
  // Where nobody says how much is left nobody is refused.
  await becomes(at(0));
  assert.equal(await becomes(null), null);
  assert.equal(await figure(), "0");
  assert.deepEqual(said(server).slice(3), ["error disk_nearly_full", "warn disk_unknown"]);
});

Deno.test("on a disk that is nearly full nothing new is taken, in words that help; reading, stopping and deleting go on", async () => {
  const { server, becomes } = await onDisk();
  await using _ = server;
  const begun = await server.call("POST", "/api/conversations", {});
  assert.equal(begun.status, 201);
  const path = `/api/conversations/${begun.json.conversation.id}`;
  const post = (content: string) => server.call("POST", `${path}/messages`, { content });
  const first = async (named: string) => (await server.call("GET", `/api/${named}`)).json.items[0].id;
  const [agentPath, providerPath] = [
    `/api/agents/${await first("agents")}`,
    `/api/providers/${await first("providers")}`,
  ];
  await becomes(at(FULL_BYTES - 1));
  const refused = await post("one");
  assert.deepEqual([refused.status, refused.json.code, refused.headers.get("retry-after")], [
    503,
    "unavailable",
    "30",
  ]);
  assert.match(refused.json.detail, /disk .* nearly full.*Make room on it/);
  const ask = { model: "agent/editor", messages: [{ role: "user", content: "x" }] };
  const program = await server.call("POST", "/v1/chat/completions", ask);
  assert.deepEqual([program.status, program.json.error.code], [503, "unavailable"]);
  const tool = async (name: string, args: object) =>
    (await server.call("POST", "/mcp", {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name, arguments: args },
    }, {
      accept: "application/json, text/event-stream",
    })).text;
  assert.match(await tool("ask_agent", { agent: "Editor", question: "x" }), /nearly full/);
  assert.doesNotMatch(await tool("search", { query: "x" }), /nearly full/);
  for (
    const [method, to, body] of [
      ["GET", path, undefined],
      ["POST", `${path}/stop`, {}],
      ["POST", `${path}/read`, { seq: 1 }],
      ["POST", "/api/logout", {}],
      ["DELETE", `/api/conversations/${WELCOME}`, undefined],
      ["POST", `/api/conversations/${WELCOME}/restore`, {}],
      ["DELETE", agentPath, undefined],
      ["POST", `${agentPath}/restore`, {}],
      ["POST", `${providerPath}/test`, {}],
      ["POST", "/api/local-servers", {}],
    ] as const
  ) {
    assert.equal(
      (await server.call(method, to, body)).status,
      method === "DELETE" ? 204 : 200,
      `${method} ${to}`,
    );
  }
  await becomes(at(FULL_BYTES * BACK - 1));
  assert.equal((await post("two")).status, 503);
  await becomes(at(FULL_BYTES * BACK));
  assert.equal((await post("three")).status, 201);
});

Deno.test("an answer that is being written when the disk gets full is written to its end", async () => {
  const { server, becomes } = await onDisk();
  await using _ = server;
  const path = `/api/conversations/${WELCOME}`;
  const ended = new Set<string>();
  let heard = () => {};
  const unsubscribe = server.system.subscribe((live) => {
    if (live.type !== "commit") return;
    for (const { event } of live.commit.events) {
      if (event.type === "ExchangeCompleted") ended.add(event.exchange ?? "");
    }
    heard();
  });
  const { json } = await server.call("POST", `${path}/messages`, { content: "What of this?" });
  await becomes(at(0));
  while (!ended.has(json.message.id)) await new Promise<void>((resolve) => (heard = resolve));
  unsubscribe();
});

/** The conversation in which something is being written that `has`. */
async function begun(server: TestServer, has: RegExp): Promise<string> {
  let id = "";
  await until(server, () => {
    id = server.system.drafts().find(({ text }) => has.test(text))?.conversationId ?? "";
    return Promise.resolve(id !== "");
  });
  return id;
}

Deno.test("what is stopped on a full disk keeps what was said of it until then", async () => {
  const { server, becomes } = await onDisk();
  await using _ = server;
  const agentId = await agent(server, "Dot", "hang-middle");
  const { json } = await server.call("POST", "/api/conversations", { agentIds: [agentId] });
  const path = `/api/conversations/${json.conversation.id}`;
  await server.call("POST", `${path}/messages`, { content: "Go on." });
  await begun(server, /like this, but$/);
  await becomes(at(0));
  assert.equal((await server.call("POST", `${path}/stop`, {})).status, 200);
  await server.settled(json.conversation.id);
  const state = await server.system.conversation(json.conversation.id);
  const said = state?.order.map((id) => state.bodies[id]?.content ?? "");
  assert.match(said?.at(-1) ?? "", /^I was about .* like this, but$/);
});

Deno.test("programs have the answers they asked for before the disk was full, and what is not to be kept goes", async () => {
  const { server, becomes } = await onDisk();
  await using _ = server;
  await agent(server, "teller", "story:400:3");
  const rows = async () => (await server.call("GET", "/api/conversations")).json.items.length;
  const before = await rows();
  const asked = { model: "agent/teller", messages: [user("Tell.")], store: false };
  const tool = server.call("POST", "/mcp", {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "ask_agent", arguments: { agent: "teller", question: "Tell me." } },
  }, { accept: "application/json, text/event-stream" });
  const stream = await sdk(server).chat.completions.create({ ...asked, stream: true });
  await until(server, () => Promise.resolve(server.system.drafts().length === 2));
  await becomes(at(0));
  let [text, end] = ["", ""];
  for await (const { choices: [choice] } of stream) {
    text += choice?.delta.content ?? "";
    end = choice?.finish_reason ?? end;
  }
  assert.equal(end, "stop");
  assert.ok(text.split(" ").length >= 400);
  const told = await tool;
  assert.match(told.text, /conversation_id/);
  assert.doesNotMatch(told.text, /nearly full/);
  // The tool's is kept, the other is not.
  assert.equal(await rows(), before + 1);
});

Deno.test("a program that asks on a full disk gets its SDK's own error, whole or as a stream", async () => {
  const { server, becomes } = await onDisk();
  await using _ = server;
  await becomes(at(0));
  const client = sdk(server);
  const messages = [user("x")];
  for (
    const ask of [
      () => client.chat.completions.create({ model: "agent/editor", messages }),
      () => client.chat.completions.create({ model: "agent/editor", messages, stream: true }),
      () => client.responses.create({ model: "agent/editor", input: "x" }),
      () => client.responses.create({ model: "agent/editor", input: "x", stream: true }),
    ]
  ) {
    await assert.rejects(ask, (error) => {
      assert.ok(error instanceof InternalServerError);
      assert.deepEqual([error.status, error.code, error.type, error.headers.get("retry-after")], [
        503,
        "unavailable",
        "server_error",
        "30",
      ]);
      return true;
    });
  }
});

Deno.test("readers of all hear of the disk as it changes, and as they begin unless there is room; those of one conversation do not", async () => {
  const { server, becomes } = await onDisk();
  await using _ = server;
  const path = `/api/conversations/${WELCOME}`;
  const disk = (told: readonly Frame[]) =>
    told.filter(({ event }) => event === "disk").map(({ data, id }) => [data.state, id]);
  /** What is told until a conversation is renamed. */
  let [renames, room] = [0, at(LOW_BYTES)];
  const told = async (of: string, meanwhile: () => Promise<unknown> = () => Promise.resolve()) => {
    const title = `renamed ${renames++}`;
    return disk(
      await frames(server, of, (all) => all.some(({ data }) => data.data?.title === title), {}, async () => {
        await meanwhile();
        await becomes(room);
        assert.equal((await server.call("PATCH", path, { title })).status, 200);
      }),
    );
  };
  await becomes(at(FULL_BYTES - 1));
  const all = await told("/api/events", async () => {
    await becomes(at(FULL_BYTES - 2));
    await becomes(at(FULL_BYTES * BACK));
    room = at(TOTAL);
  });
  assert.deepEqual(all, [["full", undefined], ["low", undefined], ["ok", undefined]]);
  assert.deepEqual(await told("/api/events"), []);
  await becomes(at(0));
  assert.deepEqual(await told(`${path}/events`), []);
});

Deno.test("a deleted conversation goes for good on a full disk", async () => {
  const { server, becomes } = await onDisk();
  await using _ = server;
  await becomes(at(0));
  await server.call("DELETE", `/api/conversations/${WELCOME}`);
  await server.purged(WELCOME);
  assert.deepEqual(await server.store.due.list(10), []);
});

Deno.test("the room of a store is that of its disk; one over the network has none here, and a look that fails refuses nobody", () =>
  inFolder(async (folder) => {
    const log = await openLog({ path: `${folder}/fishbowl.db` });
    const room = await roomOf(log);
    await log.close();
    assert.ok(room && room.free > 0 && room.total >= room.free);
    assert.equal(await roomOf({ kind: "remote", path: "http://localhost" }), null);
    const disk = new Disk({
      room: () => roomOf({ kind: "file", path: `${folder}/gone/fishbowl.db` }),
      logger: () => assert.fail("there is nothing to tell"),
      every: () => () => {},
      changed: () => assert.fail("nothing has changed"),
    });
    await disk.look();
    assert.deepEqual([disk.state, disk.free], ["ok", null]);
  }));

/** A command of the program itself is carried out however often the store breaks, and only once. */
import assert from "node:assert/strict";
import { Conversations } from "../../../../actors/conversation/carry_out/conversations.ts";
import { decide } from "../../../../actors/conversation/decide.ts";
import { Folds } from "../../../../actors/runtime/open_folds.ts";
import { SYSTEM } from "../../../../events/catalog/envelope.ts";
import type { StoreLog } from "../../../../events/store/log.ts";
import { openInMemory } from "../../../events/store/with_log.ts";
import { conversation } from "../../../../projections/conversation/conversation.ts";

const ROOM = "conversation_room";
const ANN = { kind: "user", id: "ann", name: "Ann" } as const;
const JOINING = { agentId: "agent", agentVersion: 1, number: 1, name: "Critic", color: 1, model: "" };
let minted = 0;
const environment = {
  now: () => "2026-01-01T00:00:00.000Z",
  monotonic: () => 0,
  hex: () => `${++minted}`.padStart(12, "0"),
  random: () => 0,
  salt: () => "s".repeat(22),
  sleep: () => Promise.resolve(),
  breathe: () => Promise.resolve(),
};

Deno.test("what was stored by a try that broke is found, not stored again", async () => {
  const log = await openInMemory();
  let breaks = 0;
  const broken: StoreLog = {
    ...log,
    async append(request) {
      const result = await log.append(request);
      if (breaks-- > 0) throw new Error("the connection broke");
      return result;
    },
  };
  const lines: string[] = [];
  const conversations = new Conversations({
    log: broken,
    folds: new Folds({ log: broken, fold: conversation, mayKeep: ({ deleted }) => !deleted }),
    environment,
    decide,
    fenceName: () => "fence",
  }, (_level, what) => void lines.push(what));
  const by = SYSTEM;
  const room = { id: ROOM, title: "Room", mode: "parallel", settings: {}, agents: [] } as const;
  const started = await conversations.ask(ROOM, {
    command: { type: "start", ...room },
    by,
    commandId: "c1",
  });
  assert.ok(started.ok);
  const { seq } = started;
  breaks = 1;
  const order = { command: { type: "post", content: "Hello" } as const, by: ANN, commandId: "c2" };
  const posted = await conversations.insist(ROOM, order);
  assert.deepEqual(posted.ok && [posted.repeated, posted.seq > seq], [true, true]);
  const ids: string[] = [];
  for await (const events of log.read(ROOM, seq)) ids.push(...events.map(({ id }) => id));
  assert.deepEqual(ids.filter((id) => id.startsWith("c2/")), ids);
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(lines.join(), "command_failed");
  await conversations.stop();
  await log.close();
});

Deno.test("who is asked with a message is asked before whoever wrote it is answered", async () => {
  const log = await openInMemory();
  const heard: string[] = [];
  const conversations = new Conversations({
    log,
    folds: new Folds({ log, fold: conversation, mayKeep: ({ deleted }) => !deleted }),
    environment: { ...environment, breathe: () => Promise.resolve(void heard.push("others go on")) },
    decide,
    fenceName: () => "fence",
    begin: () =>
      Promise.resolve({ claims: [], begun: () => heard.push("begun"), leave: () => heard.push("left") }),
  }, () => undefined);
  const room = { id: ROOM, title: "Room", mode: "parallel", settings: {}, agents: [JOINING] } as const;
  const ask = async (command: Parameters<Conversations["ask"]>[1]["command"]) => {
    const result = await conversations.ask(ROOM, { command, by: ANN, commandId: `c_${++minted}` });
    assert.ok(result.ok);
    heard.push("answered");
  };
  await ask({ type: "start", ...room });
  await ask({ type: "post", content: "Hello" });
  assert.deepEqual(heard, ["answered", "begun", "others go on", "answered"]);
  await conversations.stop();
  await log.close();
});

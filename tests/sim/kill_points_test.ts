/**
 * A process is killed after every single event of an exchange, in every mode: whoever runs next finishes it. Not
 * drawn at random like the simulation's crashes, but each place once.
 */
import assert from "node:assert/strict";
import type { ConversationEvent } from "../../events/catalog/conversation.ts";
import { TURN_ATTEMPTS } from "../../events/catalog/limits.ts";
import { streamRow } from "../../events/store/form/stream_row.ts";
import { sample } from "../effort.ts";
import { encodeKey } from "./sim_disk.ts";
import { inWorld, ROOM, Room, type World } from "../actors/world.ts";

interface Case {
  readonly what: string;
  readonly agents: Parameters<Room["open"]>[0];
  readonly start: Parameters<Room["open"]>[1];
  /** How many turns the exchange has, killed or not. */
  readonly turns: number;
  act(room: Room): Promise<unknown>;
}

const post = (room: Room) => room.post("what do you think?");
const pair = [{ name: "Ada", model: "echo" }, { name: "Bob", model: "echo" }];
const CASES: readonly Case[] = [
  { what: "together", agents: pair, start: { mode: "parallel" }, turns: 2, act: post },
  {
    what: "in turn, two rounds",
    agents: pair,
    start: { mode: "round_robin", rounds: 2 },
    turns: 4,
    act: post,
  },
  {
    what: "in turn, with one that passes",
    agents: [{ name: "Ada", model: "skip" }, { name: "Bob", model: "echo" }],
    start: { mode: "round_robin" },
    turns: 2,
    act: post,
  },
  {
    what: "on request, all",
    agents: pair,
    start: { mode: "manual" },
    turns: 2,
    act: (room) => room.do({ type: "ask_all" }),
  },
  {
    what: "manager",
    agents: [{ name: "Boss", model: "manager" }, ...pair],
    start: { mode: "manager" },
    turns: 5,
    act: post,
  },
  {
    what: "manager who has to be asked for the form again",
    agents: [{ name: "Boss", model: "json-broken" }],
    start: { mode: "manager" },
    turns: 1,
    act: post,
  },
];

/** Crashes the process the moment the exchange's event number `after` is on the disk; false when it never is. */
async function killedAfter(world: World, room: Room, after: number, one: Case): Promise<boolean> {
  const seq = (await room.state()).seq + after;
  const written = encodeKey(["at", ROOM]);
  let killed = false;
  const stop = world.disk.onChange((keys) => {
    if (killed || !keys.has(written)) return;
    const { key, value, versionstamp } = world.disk.get(["at", ROOM]) ?? {};
    if (key === undefined || versionstamp === undefined) return;
    if ((streamRow({ key, value, versionstamp })?.seq ?? 0) < seq) return;
    killed = true;
    room.engine.process.crash();
  });
  let rests = false;
  // Asked in a process that dies, this is never answered: nothing waits for it.
  void one.act(room).then(() => room.rest()).then(() => rests = true);
  await world.until(() => killed || rests);
  stop();
  return killed;
}

function check(events: readonly ConversationEvent[], one: Case): void {
  const count = (type: ConversationEvent["type"]) => events.filter((e) => e.type === type).length;
  assert.equal(count("TurnRequested"), one.turns);
  assert.equal(count("TurnCompleted"), one.turns, "every turn ends once");
  assert.equal(count("ExchangeCompleted"), 1);
  assert.ok(
    count("TurnStarted") <= one.turns + (one.what === "together" ? 2 : 1),
    "nobody starts over needlessly",
  );
  const attempts = events.flatMap((e) => e.type === "TurnStarted" ? [e.data.attempt] : []);
  assert.ok(Math.max(...attempts) < TURN_ATTEMPTS);
  const ids = events.flatMap((e) =>
    e.type === "MessagePosted" || e.type === "TurnRequested" ? [e.data.messageId] : []
  );
  assert.equal(new Set(ids).size, ids.length);
  const reasons = events.flatMap((e) => e.type === "TurnRequested" ? [e.data.reason.text] : []);
  assert.ok(reasons.every((text) => text !== ""));
}

for (const one of sample(CASES)) {
  // Shows M-5.
  Deno.test(`a kill between any two events of an exchange loses nothing: ${one.what}`, async () => {
    let points = 0;
    let whole: string[] = [];
    for (let after = 1;; after++) {
      let killed = false;
      await inWorld({ tokenMs: 3 }, async (world, room) => {
        await room.open(one.agents, one.start);
        const before = (await room.state()).seq;
        killed = await killedAfter(world, room, after, one);
        const heir = killed ? new Room(world, await world.engine()) : room;
        const state = await heir.rest();
        const events = (await heir.events()).filter((event) => event.seq > before);
        check(events, one);
        assert.deepEqual(await heir.engine.log.work.all(), []);
        const said = Object.values(state.turns).map((t) => state.bodies[t.messageId]?.content ?? "").sort();
        if (after === 1) whole = said;
        assert.deepEqual(said, whole, "the same words, wherever it was cut");
      });
      if (!killed) break;
      points++;
    }
    // Asked for, claimed, called, ended: less would mean that it was not killed where it says.
    assert.ok(points >= 3 * one.turns, `killed at ${points} places only`);
  });
}

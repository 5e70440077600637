/** Comparisons in the whole engine: what their rooms give, whatever is killed when, and what becomes of them otherwise. */
import assert from "node:assert/strict";
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import { ANSWER_MINUTES } from "../../events/catalog/limits.ts";
import { currentTime } from "../../actors/tools/toolbox.ts";
import { joiningOf } from "../../actors/conversation/rules/joining.ts";
import { digestOf } from "../../actors/conversation/rules/comparisons.ts";
import type { Comparison } from "../../projections/shapes/comparison_folds.ts";
import type { ConversationState, Turn } from "../../projections/shapes/folds.ts";
import { draws, sample } from "../effort.ts";
import { SeededRandom } from "../sim/random.ts";
import { accepted, inWorld, ROOM, Room, type World } from "./world.ts";

const BY = { by: { kind: "user" as const, id: "ann", name: "Ann" } };
const NAMES = ["Quillfeather", "Marzipanides", "Ostrobothnia", "Ypsilantine"];
const ID = "comparison_1";

/** A conversation, and agents of these models that can be compared. */
async function open(room: Room, models: readonly string[]): Promise<void> {
  await room.open(models.map((model, at) => ({ name: NAMES[at] ?? "", model })));
}

async function compare(room: Room, seats: number) {
  const { agents } = await room.engine.system.workspace();
  return await room.engine.system.comparing.compare(ROOM, {
    comparisonId: ID,
    content: "Which bread keeps longest?",
    agents: Object.values(agents).slice(0, seats).map(joiningOf),
    providers: ["provider_mock"],
  }, BY);
}

const comparisonIn = async (room: Room): Promise<Comparison | undefined> =>
  (await room.engine.system.conversation(ROOM))?.comparisons?.[ID];

async function eventsOf(room: Room, stream: string): Promise<AnyEvent[]> {
  const events: AnyEvent[] = [];
  for await (const batch of room.engine.log.read(stream)) events.push(...batch);
  return events;
}

/** Rooms that are in the rows beside the log. */
const rooms = async (room: Room): Promise<string[]> =>
  (await room.engine.log.side("sealed").list()).map(({ id }) => id);

/** Kills the process as soon as its store was written to so often, while it does `act`. False: it never was. */
async function killed(
  world: World,
  room: Room,
  writes: number,
  act: () => Promise<unknown>,
  over: () => Promise<boolean>,
) {
  let left = writes;
  let dead = false;
  const stop = world.disk.onChange(() => {
    if (dead || --left > 0) return;
    dead = true;
    room.engine.process.crash();
  });
  // Asked in a process that dies, this is never answered.
  void act().catch(() => undefined);
  // What is asked of a dead process is never answered either.
  let asking = false;
  let done = false;
  await world.until(() => {
    if (!asking) {
      asking = true;
      void over().then((is) => done = is).finally(() => asking = false);
    }
    return dead || done;
  });
  stop();
  return dead;
}

/** What holds of a comparison that is revealed. */
async function verified(room: Room, comparison: Comparison): Promise<void> {
  const { revealed, digest, roomId, seats, answers } = comparison;
  assert.ok(revealed);
  assert.equal(digestOf(revealed.salt, revealed.seated), digest);
  assert.deepEqual([revealed.seated.length, answers.length], [seats, seats]);
  const told: ConversationState | null = await room.engine.system.conversation(roomId);
  const talk = await room.state();
  assert.ok(told, "its room is open");
  assert.deepEqual(
    told.participants.map(({ agentId }) => agentId),
    revealed.seated.map(({ agentId }) => agentId),
  );
  assert.deepEqual(Object.keys(told.turns).length, seats, "each was asked once");
  for (const [seat, participant] of told.participants.entries()) {
    const turn: Turn | undefined = Object.values(told.turns).find(({ participantId }) =>
      participantId === participant.id
    );
    const said: string = told.bodies[turn?.messageId ?? ""]?.content ?? "";
    const whole: boolean = told.messages[turn?.messageId ?? ""]?.status === "complete";
    const answer = answers[seat];
    assert.equal(talk.bodies[answer?.messageId ?? ""]?.content, whole ? said : "");
    assert.equal(answer?.gap === true, !whole);
    assert.equal(talk.messages[answer?.messageId ?? ""]?.author.id, participant.agentId);
  }
  assert.deepEqual(await rooms(room), [], "nothing is left beside the log");
}

/** Nothing of who is who stands in what is told of the talk. */
async function sealed(room: Room): Promise<void> {
  const events = (await eventsOf(room, ROOM)).filter(({ type }) => type.startsWith("Comparison"));
  const told = JSON.stringify(events);
  for (const word of [...NAMES, "agent_1", "agent_2", "participant_", "turn_", '"model"', '"color"']) {
    assert.ok(!told.includes(word), `${word} is told`);
  }
  for (const id of await rooms(room)) assert.equal(await room.engine.system.conversation(id), null);
}

/** Runs one comparison, killed behind so many writes of each of its parts. How many parts were killed. */
async function survives(
  seed: number,
  models: readonly string[],
  writes: number,
  again: number,
): Promise<number> {
  let kills = 0;
  await inWorld({ seed }, async (world, first) => {
    await open(first, models);
    let room = first;
    const ready = async () => (await comparisonIn(room))?.ready !== undefined;
    if (await killed(world, room, writes, () => compare(room, models.length), ready)) {
      kills++;
      room = new Room(world, await world.engine());
      const begun = await comparisonIn(room);
      if (!begun) {
        // Nobody was told of it: then nobody was asked.
        for (const id of await rooms(room)) {
          assert.ok(!(await eventsOf(room, id)).some(({ type }) => type === "TurnRequested"));
        }
        accepted(await compare(room, models.length));
      }
    }
    await world.until(ready);
    await sealed(room);
    const over = async () => {
      const { revealed, roomId = "" } = (await comparisonIn(room)) ?? {};
      return revealed !== undefined && !(await rooms(room)).includes(roomId);
    };
    const reveal = () => room.engine.system.comparing.reveal(ROOM, ID, BY);
    if (await killed(world, room, again, reveal, over)) {
      kills++;
      room = new Room(world, await world.engine());
      accepted(await reveal());
    }
    // A room that was begun by a process that died, of which nothing is told, goes later: nobody waits for it here.
    await world.until(async () => (await comparisonIn(room))?.revealed !== undefined);
    const own = (await comparisonIn(room)) ?? assert.fail("it is gone");
    for (const id of await rooms(room)) {
      if (id !== own.roomId) await room.engine.log.side("sealed").delete(id);
    }
    await world.until(async () => (await rooms(room)).length === 0);
    await verified(room, own);
  });
  return kills;
}

Deno.test("a process is killed behind every write of a comparison: the next one brings it to its end, each asked once", async () => {
  const places = Array.from({ length: 24 }, (_, at) => at + 1);
  for (const at of sample(places, 8, 4)) {
    const kills = await survives(7, ["echo", "critic"], at, 1 + at % 3);
    assert.equal(kills, 2, `both parts are cut short, the first behind its write ${at}`);
  }
});

const MODELS = ["echo", "critic", "story:20", "error-401", "flaky:1", "researcher", "cut-middle", "skip"];

Deno.test("random comparisons, killed anywhere, tell nobody who is who before the reveal, and verify after it", async () => {
  let kills = 0;
  // The whole simulation draws a thousand of them beside everything else.
  const all = draws(200);
  const from = Math.floor(Math.random() * 100_000);
  // Of few it may be that hardly one is cut short: then others follow.
  for (let at = 0; at < all || (kills <= all / 2 && at < 10 * all); at++) {
    const random = new SeededRandom(from + at);
    const models = Array.from({ length: 2 + random.below(3) }, () => random.pick(MODELS));
    kills += await survives(from + at, models, 1 + random.below(60), 1 + random.below(8)).catch((error) => {
      throw new Error(`seed ${from + at}: ${error.message}`, { cause: error });
    });
  }
  assert.ok(kills > all / 2, `${kills}`);
});

Deno.test("an answer that never ends, and one that never begins, are gaps after their time, and the comparison is told", () =>
  inWorld({ tokenMs: 2_000 }, async (world, room) => {
    const endless = `story:${60 * ANSWER_MINUTES}`;
    await open(room, ["echo", endless, "hang-before"]);
    accepted(await compare(room, 3));
    const ready = async () => (await comparisonIn(room))?.ready !== undefined;
    await world.until(ready, (ANSWER_MINUTES + 1) * 60_000);
    accepted(await room.engine.system.comparing.reveal(ROOM, ID, BY));
    const told = (await comparisonIn(room)) ?? assert.fail("it is gone");
    const gaps = told.answers.map(({ gap }, seat) => [told.revealed?.seated[seat]?.model, gap === true]);
    assert.deepEqual(gaps.sort(), [["echo", false], ["hang-before", true], [endless, true]]);
    const failed = (await eventsOf(room, told.roomId)).flatMap(({ type, data }) =>
      type === "TurnFailed" ? [(data as { error: { code: string } }).error.code] : []
    );
    assert.deepEqual(failed, ["timeout", "timeout"]);
    await verified(room, told);
  }));

Deno.test("each is sent the question and nothing of the others, without tools", () =>
  inWorld({ tools: [currentTime({ now: () => "2026-01-01T00:00:00.000Z" })] }, async (world, room) => {
    await room.open(
      ["echo", "critic", "story:20"].map((model, at) => ({
        name: NAMES[at] ?? "",
        model,
        tools: ["current_time"],
      })),
    );
    const before = world.mock.requests().length;
    accepted(await compare(room, 3));
    await world.until(async () => (await comparisonIn(room))?.ready !== undefined);
    const bodies = world.mock.requests().slice(before).map(({ body }) =>
      JSON.parse(new TextDecoder().decode(body))
    );
    assert.equal(bodies.length, 3);
    for (const body of bodies) {
      const own = NAMES.filter((name) => JSON.stringify(body).includes(name));
      assert.equal(own.length, 1, "its own name alone");
      assert.equal(body.tools?.length ?? 0, 0, "and no tools");
      assert.deepEqual(body.messages.map(({ content }: { content: string }) => content), [
        "Which bread keeps longest?",
      ]);
    }
    const { shared } = (await comparisonIn(room)) ?? {};
    assert.deepEqual([shared?.requests, shared?.same], [3, 3]);
  }));

Deno.test("who has which seat is drawn by chance", async () => {
  const orders = new Set<string>();
  for (let seed = 1; seed <= 12 && orders.size < 2; seed++) {
    await inWorld({ seed }, async (world, room) => {
      await open(room, ["echo", "critic"]);
      accepted(await compare(room, 2));
      await world.until(async () => (await comparisonIn(room))?.ready !== undefined);
      accepted(await room.engine.system.comparing.reveal(ROOM, ID, BY));
      orders.add((await comparisonIn(room))?.revealed?.seated.map(({ agentId }) => agentId).join() ?? "");
    });
  }
  assert.equal(orders.size, 2);
});

Deno.test("with its conversation goes a room that was not revealed, and nothing more is asked in it", () =>
  inWorld({ tokenMs: 300 }, async (world, room) => {
    await open(room, ["story:60", "story:80"]);
    accepted(await compare(room, 2));
    const [id = ""] = await world.until(async () => {
      const found = await rooms(room);
      const asked = found[0] &&
        (await eventsOf(room, found[0])).some(({ type }) => type === "ProviderCalled");
      return asked ? found : null;
    });
    await room.do({ type: "delete" });
    assert.equal((await rooms(room)).length, 1, "it can be had back with it");
    await world.until(async () => (await rooms(room)).length === 0, 10 * 60_000);
    await world.until(
      async () => (await eventsOf(room, id)).every(({ type }) => type === "ConversationDeleted"),
      600_000,
    );
  }));

Deno.test("had back, a conversation is told the answers that came while it was away", () =>
  inWorld({ tokenMs: 5 }, async (world, room) => {
    await open(room, ["story:20", "story:30"]);
    accepted(await compare(room, 2));
    const [id = ""] = await rooms(room);
    await world.until(async () => (await eventsOf(room, id)).some(({ type }) => type === "TurnRequested"));
    await room.do({ type: "delete" });
    await world.until(async () =>
      (await eventsOf(room, id)).filter(({ type }) => type === "TurnCompleted").length === 2
    );
    await room.do({ type: "restore" });
    await world.until(async () => (await comparisonIn(room))?.ready !== undefined);
  }));

Deno.test("nobody can do anything in a room before it is open, and what was not what the digest says is not revealed", () =>
  inWorld({}, async (world, room) => {
    await open(room, ["echo", "critic"]);
    accepted(await compare(room, 2));
    await world.until(async () => (await comparisonIn(room))?.ready !== undefined);
    const [id = ""] = await rooms(room);
    const { system, log } = room.engine;
    const { seq } = await log.head(id);
    for (
      const command of [{ type: "post", content: "Hello" }, { type: "delete" }, { type: "restore" }, {
        type: "stop",
      }, { type: "change", title: "Mine" }] as const
    ) {
      const outcome = await system.execute(id, command, BY);
      assert.equal(outcome.ok ? "done" : outcome.code, "not_found", command.type);
    }
    assert.equal((await log.head(id)).seq, seq);
    assert.equal(await system.hidden(id), null);
    assert.equal(await system.withheld(id), true);
    assert.deepEqual((await system.status()).providers, [], "how its provider does is not told");
    accepted(await system.comparing.reveal(ROOM, ID, BY));
    assert.equal(await system.withheld(id), false);
    assert.equal((await system.status()).providers.length, 1);
  }));

Deno.test("a room that no conversation tells of goes after its time, in a process that goes on", () =>
  inWorld({}, async (world, room) => {
    await open(room, ["echo", "critic"]);
    const dead = await killed(world, room, 2, () => compare(room, 2), () => Promise.resolve(false));
    const next = new Room(world, await world.engine());
    assert.deepEqual([dead, await comparisonIn(next)], [true, undefined]);
    assert.equal((await rooms(next)).length, 1);
    await world.until(async () => (await rooms(next)).length === 0, 11 * 60_000);
  }));

Deno.test("with the words of a question, and of an answer, go those in the room; who is asked with them is asked no more", () =>
  inWorld({ tokenMs: 20_000 }, async (world, room) => {
    await open(room, ["echo", "story:20"]);
    const { system } = room.engine;
    accepted(await compare(room, 2));
    const [id = ""] = await world.until(async () => {
      const found = await rooms(room);
      return (await eventsOf(room, found[0] ?? "")).some(({ type }) => type === "ProviderCalled")
        ? found
        : null;
    });
    const messageId = (await comparisonIn(room))?.messageId ?? "";
    accepted(await system.eraseContent(ROOM, { messageId }, BY));
    const told = async () => JSON.stringify([await eventsOf(room, ROOM), await eventsOf(room, id)]);
    assert.ok(!(await told()).includes("Which bread"));
    await world.until(async () => (await comparisonIn(room))?.ready !== undefined);
    const { answers, shared } = (await comparisonIn(room)) ?? assert.fail("it is gone");
    assert.ok(answers.some(({ gap }) => gap), "who had not answered is a gap");
    assert.equal(shared, undefined, "nothing is said of the bytes of what is gone");
    accepted(await system.comparing.reveal(ROOM, ID, BY));
    assert.ok(!(await told()).includes("Which bread"));
  }));

Deno.test("an open room has comparisons of its own, whose rooms go with it", () =>
  inWorld({}, async (world, room) => {
    await open(room, ["echo", "critic"]);
    accepted(await compare(room, 2));
    await world.until(async () => (await comparisonIn(room))?.ready !== undefined);
    const { system } = room.engine;
    accepted(await system.comparing.reveal(ROOM, ID, BY));
    const { roomId } = (await comparisonIn(room)) ?? assert.fail("it is gone");
    const { agents } = await system.workspace();
    const asked = {
      comparisonId: "comparison_2",
      content: "And which rolls?",
      agents: Object.values(agents).map(joiningOf),
      providers: ["provider_mock"],
    };
    accepted(await system.comparing.compare(roomId, asked, BY));
    await world.until(async () =>
      (await system.conversation(roomId))?.comparisons?.["comparison_2"]?.ready !== undefined
    );
    assert.equal((await rooms(room)).length, 1);
    accepted(await system.execute(roomId, { type: "delete" }, BY));
    await world.until(async () => (await rooms(room)).length === 0, 10 * 60_000);
  }));

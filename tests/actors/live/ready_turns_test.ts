/** A turn that can begin at once is claimed in the commit that asks for it; where that fails, what was said is stored all the same. */
import assert from "node:assert/strict";
import type { AppendRequest, EventLog } from "../../../events/store/types.ts";
import { MissingBlob, TooLarge } from "../../../events/store/errors.ts";
import { joiningOf } from "../../../actors/conversation/rules/joining.ts";
import { TURN_BYTES } from "../../../actors/turn/turn_bytes.ts";
import { replacing } from "../../replacing.ts";
import { inWorld, ROOM, Room } from "../world.ts";

const ADA = { name: "Ada", model: "echo" };
const BOB = { name: "Bob", model: "echo" };
/** One at a time, in memory and at the provider: a place that is not given back is missed. */
const ONE = { turnBytes: TURN_BYTES };

const typesOf = ({ events }: Pick<AppendRequest, "events">): string[] =>
  events.map((event) => (event as { type: string }).type);

/** Types of the events of each commit of the conversation. */
const commits = ({ engine }: Room): string[][] =>
  engine.live.flatMap((live) => {
    if (live.type !== "commit") return [];
    const types = live.commit.events.filter(({ stream }) => stream === ROOM).map(({ event }) => event.type);
    return types.length > 0 ? [types] : [];
  });

const asking = (room: Room): string[][] => commits(room).filter((types) => types.includes("MessagePosted"));

/** Stands in for the store's append as `instead` says, the first time that claims and calls come with a message. */
function refusing(instead: (request: AppendRequest, log: EventLog) => Promise<unknown>) {
  let refused = 0;
  const log = (whole: EventLog): EventLog =>
    replacing(whole, {
      async append(request) {
        const types = typesOf(request);
        if (refused === 0 && types.includes("MessagePosted") && types.includes("ProviderCalled")) {
          refused++;
          await instead(request, whole);
        }
        return await whole.append(request);
      },
    });
  return { log, refused: () => refused };
}

// Shows S4-28.
Deno.test("a message, the turns it asks for, their claims and first calls are one commit", () =>
  inWorld({}, async (world, room) => {
    await room.open([ADA, BOB]);
    for (const text of ["one", "two"]) {
      await room.post(text);
      await room.rest();
    }
    const begun = ["MessagePosted", "TurnRequested", "TurnRequested"];
    // Their shells have to be put into the store first.
    assert.deepEqual(asking(room), [
      [...begun, "TurnStarted", "TurnStarted"],
      [...begun, "TurnStarted", "ProviderCalled", "TurnStarted", "ProviderCalled"],
    ]);
    assert.equal(world.mock.requests().length, 4);
    const { turns } = await room.state();
    assert.deepEqual([...new Set(Object.values(turns).map(({ attempt }) => attempt))], [1]);
  }));

Deno.test("in another conversation with the same agent the first message is one commit with its call, too", () =>
  inWorld({}, async (world, room) => {
    await room.open([ADA]);
    await room.post("one");
    await room.rest();
    const { system } = room.engine;
    const { agents: { agent_1: ada } } = await system.workspace();
    assert.ok(ada);
    const by = { kind: "user" as const, id: "ann", name: "Ann" };
    const agents = [joiningOf(ada)];
    const start = { type: "start", title: "", mode: "parallel", settings: {}, agents } as const;
    await system.execute("other", { ...start, message: { content: "Hi" } }, { by });
    const types = await world.until(() =>
      room.engine.live.flatMap((live) =>
        live.type === "commit" && live.commit.events.some(({ stream }) => stream === "other")
          ? [live.commit.events.map(({ event }) => event.type)]
          : []
      )[0]
    );
    assert.deepEqual(types.slice(-4), ["MessagePosted", "TurnRequested", "TurnStarted", "ProviderCalled"]);
  }));

Deno.test("who was first with something else is seen: it is decided again, and what was held is given back", () => {
  const { log, refused } = refusing(async (_, whole) => {
    // As another process would, between the decision and its commit.
    const head = await whole.head(ROOM);
    const [event] = (await Array.fromAsync(whole.read(ROOM))).flat();
    assert.ok(event);
    const other = { ...event, id: "other/0", type: "ConversationRenamed", v: 1, data: { title: "Other" } };
    const result = await whole.append({ stream: ROOM, head, events: [other] });
    assert.ok(result.ok);
  });
  return inWorld({ ...ONE, log }, async (world, room) => {
    await room.open([ADA], {}, { maxConcurrent: 1 });
    for (const text of ["one", "two", "three"]) {
      await room.post(text);
      await room.rest();
    }
    assert.equal(refused(), 1);
    assert.equal((await room.state()).title, "Other");
    assert.equal(world.mock.requests().length, 3);
    assert.deepEqual((await room.all("TurnStarted")).map(({ attempt }) => attempt), [1, 1, 1]);
  });
});

for (
  const [why, error] of [["is too large", new TooLarge("")], [
    "names a shell that went",
    new MissingBlob(""),
  ]] as const
) {
  Deno.test(`a commit with claims that ${why} stores the message alone, and the turn begins behind it`, () => {
    const { log, refused } = refusing(() => Promise.reject(error));
    return inWorld({ ...ONE, log }, async (_, room) => {
      await room.open([ADA], {}, { maxConcurrent: 1 });
      for (const text of ["one", "two"]) {
        await room.post(text);
        await room.rest();
      }
      assert.equal(refused(), 1);
      assert.deepEqual(asking(room)[1], ["MessagePosted", "TurnRequested"]);
      assert.equal((await room.turnOf("Ada"))?.status, "completed");
      assert.equal((await room.all("TurnStarted")).length, 2);
    });
  });
}

Deno.test("a message does not wait for what is not in memory: its turn begins when that has come", () => {
  const reading = Promise.withResolvers<void>();
  return inWorld({
    adapter: (mock) => mock,
    log: (log) =>
      replacing(log, {
        blobs: replacing(log.blobs, {
          async get(sha) {
            await reading.promise;
            return await log.blobs.get(sha);
          },
        }),
      }),
  }, async (world, room) => {
    await room.open([ADA]);
    const { sha256, size, type } = await room.engine.log.blobs.put(
      new TextEncoder().encode("A file."),
      "text/plain",
    );
    await room.do({
      type: "post",
      content: "Read this.",
      attachments: [{ sha256, size, type, name: "file.txt" }],
    });
    assert.equal((await room.turnOf("Ada"))?.status, "pending");
    reading.resolve();
    await room.rest();
    assert.equal((await room.turnOf("Ada"))?.status, "completed");
    assert.equal(world.mock.requests().length, 1);
  });
});

Deno.test("an agent that still ends another turn is not begun a second time beside it", () =>
  inWorld({ tokenMs: 200, seed: 6 }, async (_, room) => {
    await room.open([ADA]);
    await room.post("one two three four five");
    await room.shown("Ada");
    // In the mailbox together: the agent hears of its end while what asks for the next is decided.
    await Promise.all([room.do({ type: "stop" }), room.post("again")]);
    await room.rest();
    const turns = Object.values((await room.state()).turns);
    assert.deepEqual(turns.map(({ status }) => status), ["cancelled", "completed"]);
    assert.deepEqual(asking(room)[1], ["MessagePosted", "TurnRequested"]);
  }));

Deno.test("a turn whose process died with the commit that asked for it is taken over", () =>
  inWorld({}, async (world, room) => {
    await room.open([ADA]);
    const other = await world.engine();
    let died = false;
    const stop = world.disk.onChange((keys) => {
      if (died || ![...keys].some((key) => key.includes("turn"))) return;
      died = true;
      room.engine.process.crash();
    });
    void room.post("one");
    await world.until(() => died);
    stop();
    const left = new Room(world, other);
    const state = await left.rest();
    const [turn] = Object.values(state.turns);
    assert.deepEqual([turn?.status, turn?.attempt], ["completed", 2]);
  }));

/** The first call of a turn is recorded with the claim where nothing has to be waited for, and else after it. */
import assert from "node:assert/strict";
import { RateLimit } from "../../actors/runtime/rate_limit.ts";
import { Slots } from "../../actors/runtime/slots.ts";
import { History } from "../history.ts";
import { given } from "./given.ts";
import { inWorld, type Room } from "./world.ts";

/** For each answer in its order: whether its first call stands in the commit of its claim. */
async function together(room: Room): Promise<boolean[]> {
  const events = await room.events();
  return events.flatMap((event) => {
    if (event.type !== "TurnStarted") return [];
    const { turnId } = event.data;
    const call = events.find((e) => e.type === "ProviderCalled" && e.data.turnId === turnId);
    return [call?.cause === event.cause];
  });
}

// Shows S4-28.
Deno.test("an agent that spoke here before claims its turn and records its call in one commit", () =>
  inWorld({}, async (world, room) => {
    await room.open([{ name: "Ada", model: "echo" }]);
    for (const text of ["one", "two", "three"]) {
      await room.post(text);
      await room.rest();
    }
    // Before its shell was named for the first time, it has to be stored.
    assert.deepEqual(await together(room), [false, true, true]);
    assert.equal(world.mock.requests().length, 3);
    assert.equal((await room.turnOf("Ada"))?.calls, 1);
  }));

// Shows S2-57.
Deno.test("an agent whose provider has no free place claims at once and records its call when there is one", () =>
  inWorld({}, async (world, room) => {
    const agents = [{ name: "Ada", model: "echo" }, { name: "Bob", model: "echo" }];
    await room.open(agents, {}, { maxConcurrent: 1 });
    for (const text of ["one", "two"]) {
      await room.post(text);
      await room.rest();
    }
    assert.equal((await together(room)).slice(2).filter(Boolean).length, 1, "there is one place");
    assert.equal(world.mock.requests().length, 4);
  }));

Deno.test("a turn that is stopped before its claim gives its place back", () =>
  inWorld({}, async (_, room) => {
    await room.open([{ name: "Ada", model: "echo" }], {}, { maxConcurrent: 1 });
    await room.post("one");
    await room.rest();
    for (let n = 0; n < 3; n++) {
      await room.post(`again ${n}`);
      await room.do({ type: "stop" });
    }
    await room.post("two");
    await room.rest();
    assert.equal((await room.turnOf("Ada"))?.status, "completed");
  }));

Deno.test("a place that is free can be taken without waiting, one that is not cannot", async () => {
  const slots = new Slots(1);
  const first = slots.takeFree();
  assert.ok(first);
  assert.equal(slots.takeFree(), null);
  const waiting = slots.take(new AbortController().signal);
  first();
  first();
  assert.equal(slots.takeFree(), null, "who waited has it");
  (await waiting)?.();
  assert.ok(slots.takeFree());
  let now = 0;
  const limit = new RateLimit(1, { monotonic: () => now, sleep: () => Promise.resolve() });
  assert.deepEqual([limit.passes(), limit.passes()], [true, false]);
  now = 60_000;
  assert.equal(limit.passes(), true);
});

Deno.test("a claim with the call of another attempt or turn is refused", () => {
  const story = new History().started().joined("Ada").posted("m1", "Hi").requested("Ada", "m1");
  const claim = (turnId: string, attempt: number) => ({
    type: "claim" as const,
    turnId: "t_Ada",
    owner: "p",
    agentVersion: 1,
    window: null,
    call: {
      salt: "s".repeat(22),
      data: {
        turnId,
        attempt,
        round: 1,
        providerId: "provider_1",
        provider: "mock" as const,
        model: "echo",
        renderer: "mock/1",
        hash: "salted" as const,
        sha256: "0".repeat(64),
        shellBlob: "0".repeat(64),
      },
    },
  });
  given(story).when(claim("t_Ada", 1)).then("TurnStarted", "ProviderCalled");
  given(story).when(claim("t_Ada", 2)).refused("stale");
  given(story).when(claim("t_other", 1)).refused("stale");
});

/** Readers that catch up: what is committed meanwhile reaches them once, and those that never read cost little. */
import { setImmediate } from "node:timers";
import assert from "node:assert/strict";
import type { System } from "../../actors/system.ts";
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import type { EventLog, Located } from "../../events/store/types.ts";
import { CATCHING_UP, EventHub } from "../../server/stream/event_hub.ts";
import {
  allSource,
  CATCH_UP_BYTES,
  conversationSource,
  HEARTBEAT_MS,
  type Source,
  STALLED_MS,
  streamResponse,
} from "../../server/stream/event_stream.ts";
import { Frames } from "../../ui/state/frames.ts";
import { replacing } from "../replacing.ts";
import { TestServer, WELCOME } from "./harness.ts";

const NEVER = new AbortController().signal;
const rest = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Something happens in the conversation, and the server has told its listeners of it. */
async function rename(server: TestServer, title: string): Promise<number> {
  const told = Promise.withResolvers<number>();
  const stop = server.system.subscribe((live) => {
    if (live.type !== "commit") return;
    for (const { event } of live.commit.events) {
      const { data } = event as AnyEvent & { data: { title?: string } };
      if (data.title === title) told.resolve(event.seq);
    }
  });
  await server.call("PATCH", `/api/conversations/${WELCOME}`, { title });
  const seq = await told.promise;
  stop();
  return seq;
}

/** A hub whose log tells `looked` how many events each reading found, before the reader has them. */
function watched(server: TestServer, looked: (found: number) => Promise<void>): EventHub {
  const { log } = server.system;
  const read: EventLog["read"] = async function* (stream, after, until) {
    let found = 0;
    for await (const batch of log.read(stream, after, until)) {
      found += batch.length;
      yield batch;
    }
    await looked(found);
  };
  const order = replacing(log.order, {
    async page(after, limit) {
      const page = await log.order.page(after, limit);
      await looked(page.length);
      return page;
    },
  });
  return new EventHub({ ...server.system, log: { ...log, read, order } });
}

const SOURCES: Record<string, (hub: EventHub, position: string) => Source> = {
  "of one conversation": (hub) => conversationSource(hub, WELCOME, 0),
  "of all": (hub, position) => allSource(hub, position),
};

for (const [what, sourceOf] of Object.entries(SOURCES)) {
  // Shows P2.
  Deno.test(`what is committed while a stream ${what} catches up comes once, in order, whenever it is committed`, async () => {
    await using server = await TestServer.start();
    const { epoch } = server.system.log;
    const before = await server.system.log.head(WELCOME);
    let titles = 0;
    let atEnd = false;
    const hub = watched(server, async (found) => {
      // While there is more to read: the log and the listener both have it. After the last reading: only the listener.
      if (found > 0 && titles < 3) await rename(server, `meanwhile ${++titles}`);
      else if (found === 0 && !atEnd) {
        atEnd = true;
        await rename(server, "after the last look");
      }
    });
    const source = sourceOf(hub, `${epoch}.00000000000000000000.0`);
    const response = streamResponse(hub, source, NEVER);
    const frames = new Frames();
    const decoder = new TextDecoder();
    const seqs: number[] = [];
    let last = Infinity;
    let place = "";
    for await (const bytes of response.body ?? []) {
      for (const { name, id, data } of frames.push(decoder.decode(bytes, { stream: true }))) {
        const event = JSON.parse(data) as { stream?: string; seq: number };
        if (name === "event" && (event.stream ?? WELCOME) === WELCOME) seqs.push(event.seq);
        // Whatever was lost on the way, this one comes: the test ends.
        if (name === "sync") {
          const { seq, position } = JSON.parse(data) as { seq?: number; position: string };
          assert.equal(String(seq ?? position), place, "who goes on from there is told nothing twice");
          last = await rename(server, "live");
        }
        if (id) place = id;
      }
      if (seqs.includes(last)) break;
    }
    hub.close();
    assert.equal(last, before.seq + 5);
    assert.deepEqual(seqs, Array.from({ length: last }, (_, n) => n + 1));
  });
}

Deno.test("a stream tells of the deletion that ends it, though it is known to be over before it was told by what", async () => {
  await using server = await TestServer.start();
  const hub = new EventHub({ ...server.system, subscribe: () => () => {} });
  const source = conversationSource(hub, WELCOME, 0);
  const sync = async () => {
    const place = await source.sync();
    await server.call("DELETE", `/api/conversations/${WELCOME}`);
    return place;
  };
  const told = await streamResponse(hub, { ...source, sync }, NEVER).text();
  hub.close();
  assert.match(told, /event: sync\n[^]*"type":"DeletionRequested"/);
});

/** A log that never ends, 4 KB an event where nothing else is said, read in pages that a test may hold back. */
function endless(hold?: (after: string) => Promise<void>, units = 4_000) {
  const asked: string[] = [];
  const timers: { ms: number; run: () => void }[] = [];
  let now = 0;
  const page = async (after: string, limit: number): Promise<Located[]> => {
    asked.push(after);
    await hold?.(after);
    const from = Number(after.split(".")[1]);
    return Array.from({ length: limit }, (_, n) => {
      const seq = from + n + 1;
      const event = { seq, id: `e${seq}`, type: "MessagePosted", data: { content: "x".repeat(units) } };
      return { stream: "c", position: positionOf(seq), event: event as unknown as AnyEvent };
    });
  };
  const system = {
    log: {
      order: { page, end: () => Promise.resolve(positionOf(0)) },
      list: { get: () => Promise.resolve({}) },
    },
    drafts: () => [],
    waits: () => [],
    lastReads: () => [],
    subscribe: () => () => {},
  };
  // Only what a stream touches is there.
  const every = (ms: number, run: () => void) => {
    const timer = { ms, run };
    timers.push(timer);
    return () => timers.splice(timers.indexOf(timer), 1);
  };
  const hub = new EventHub(system as unknown as System, { every });
  return {
    hub,
    asked,
    timers,
    open: (after = 0, left?: () => void) =>
      streamResponse(hub, allSource(hub, positionOf(after)), NEVER, left),
    /** Lets `ms` pass, whole seconds. */
    async pass(ms: number) {
      await rest();
      for (const until = now + ms; now < until;) {
        now += 1_000;
        for (const timer of [...timers]) if (now % timer.ms === 0 && timers.includes(timer)) timer.run();
      }
      await rest();
    },
  };
}

const positionOf = (n: number) => `e.${String(n).padStart(20, "0")}.0`;

Deno.test("a hundred readers that never read hold little, and are dropped after 30 s, not before", async () => {
  const { hub, asked, timers, open, pass } = endless();
  let left = 0;
  for (let n = 0; n < 100; n++) open(0, () => left++);
  for (let n = 0; n < 1_000; n++) await rest();
  const each = asked.filter((after) => after === asked[0]).length;
  assert.equal(each, 100);
  assert.ok(asked.length < 100 * 2 * CATCH_UP_BYTES / 40_000, "nobody is read for again before it has read");
  const held = asked.length;
  for (let n = 0; n < 1_000; n++) await rest();
  assert.equal(asked.length, held);
  await pass(STALLED_MS - 5_000);
  assert.deepEqual([hub.size, left], [100, 0]);
  await pass(10_000);
  assert.deepEqual([hub.size, left, timers.length], [0, 100, 0]);
});

Deno.test("one turn of catching up is about as much text, whether events are short or long", async () => {
  for (const units of [10, 1_000, 5_000, 15_000, 100_000]) {
    const { hub } = endless(undefined, units);
    const source = allSource(hub, positionOf(0));
    const turns: number[] = [];
    for (let n = 0; n < 10; n++) turns.push((await source.more())?.length ?? 0);
    hub.close();
    for (const turn of turns.slice(2)) {
      assert.ok(turn <= Math.max(CATCH_UP_BYTES / 2, 2 * units), `${units}: ${turns}`);
    }
    assert.ok((turns.at(-1) ?? 0) >= Math.min(CATCH_UP_BYTES / 16, 100 * units), `${units}: ${turns}`);
  }
});

Deno.test("a reader that reads, however slowly, and one that has nothing to read are kept", async () => {
  const slow = endless();
  const reader = slow.open().body?.getReader();
  for (let seconds = 0; seconds < 300; seconds += 25) {
    await slow.pass(25_000);
    assert.equal((await reader?.read())?.done, false);
  }
  assert.equal(slow.hub.size, 1);
  await reader?.cancel();
  assert.equal(slow.hub.size, 0);

  const waiting = endless(() => new Promise(() => {}));
  const idle = waiting.open().body?.getReader();
  const decoder = new TextDecoder();
  assert.match(decoder.decode((await idle?.read())?.value), /^retry:/);
  for (let beats = 0; beats < 10; beats++) {
    await waiting.pass(HEARTBEAT_MS);
    assert.match(decoder.decode((await idle?.read())?.value), /^:/);
  }
  assert.equal(waiting.hub.size, 1);
  await idle?.cancel();
});

Deno.test("a few are read for at a time, the others in the order they came, without those who left", async () => {
  const held = new Map<string, () => void>();
  const { asked, open } = endless((after) => new Promise((resolve) => held.set(after, resolve)));
  const readers = Array.from({ length: CATCHING_UP + 4 }, (_, n) => open(n * 1_000).body?.getReader());
  const first = (n: number) => Array.from({ length: n }, (_, index) => positionOf(index * 1_000));
  for (let n = 0; n < 20; n++) await rest();
  assert.deepEqual(asked, first(CATCHING_UP));
  // The second of those who wait goes away.
  await readers[CATCHING_UP + 1]?.cancel();
  // The first is read for; it does not read, so its turn is over.
  held.get(positionOf(0))?.();
  for (let n = 0; n < 20; n++) await rest();
  assert.deepEqual(asked, first(CATCHING_UP + 1));
  held.get(positionOf(1_000))?.();
  for (let n = 0; n < 20; n++) await rest();
  assert.deepEqual(asked.slice(CATCHING_UP + 1), [positionOf((CATCHING_UP + 2) * 1_000)]);
  for (const reader of readers) await reader?.cancel();
});

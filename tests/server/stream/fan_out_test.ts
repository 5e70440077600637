/** Many readers are told part by part, in order, each event once; nobody waits for all of them. */
import assert from "node:assert/strict";
import type { Live, System } from "../../../actors/system.ts";
import { EventHub } from "../../../server/stream/event_hub.ts";
import type { Located } from "../../../events/store/types.ts";
import { allSource, HEARTBEAT_MS, type Source, streamResponse } from "../../../server/stream/event_stream.ts";
import { FanOut, LOOK_MS, READERS_AT_ONCE } from "../../../server/stream/fan_out.ts";

const NEVER = new AbortController().signal;
const START = `e.${"0".repeat(20)}.0`;
const decoder = new TextDecoder();

/** Readers that count how often they were told, and a fan whose parts a test lets come. */
function fan(count: number) {
  const turns: (() => void)[] = [];
  const timers: { ms: number; run: () => void }[] = [];
  const out = new FanOut((ms, run) => {
    const timer = { ms, run };
    timers.push(timer);
    return () => timers.splice(timers.indexOf(timer), 1);
  }, () => new Promise((resolve) => turns.push(resolve)));
  const told: number[] = [];
  const looked: number[] = [];
  const readers = Array.from({ length: count }, (_, n) => ({
    flush: () => void told.push(n),
    look: () => void looked.push(n),
  }));
  const leave = readers.map((reader) => out.join(reader));
  /** Lets one part come. */
  const next = async () => {
    turns.shift()?.();
    for (let n = 0; n < 5; n++) await Promise.resolve();
  };
  return { out, told, looked, readers, leave, timers, turns, next };
}

Deno.test("as many as may be are told at once, the others part by part, each once and in the order they were to be", async () => {
  const { out, told, readers, next, turns } = fan(2 * READERS_AT_ONCE + 10);
  for (const reader of readers) out.add(reader);
  out.go();
  assert.equal(told.length, READERS_AT_ONCE);
  // What comes meanwhile waits behind those who still wait, and goes to who waits together with what waits.
  for (const reader of readers) out.add(reader);
  out.go();
  assert.equal(told.length, READERS_AT_ONCE);
  await next();
  assert.equal(told.length, 2 * READERS_AT_ONCE);
  await next();
  await next();
  const all = readers.map((_, n) => n);
  assert.deepEqual(told, [...all, ...all.slice(0, READERS_AT_ONCE)]);
  assert.equal(turns.length, 0, "nobody is waited for any more");
  out.add(readers[7] ?? assert.fail());
  out.go();
  assert.equal(told.at(-1), 7, "and the next is told at once");
});

Deno.test("who leaves while it waits for its part is told nothing", async () => {
  const { out, told, readers, leave, next } = fan(READERS_AT_ONCE + 2);
  for (const reader of readers) out.add(reader);
  out.go();
  leave[READERS_AT_ONCE]?.();
  await next();
  assert.equal(told.length, READERS_AT_ONCE + 1);
  assert.equal(told.at(-1), READERS_AT_ONCE + 1);
});

Deno.test("one timer looks after all readers, and is gone with the last of them", () => {
  const { looked, timers, leave } = fan(50);
  assert.deepEqual(timers.map(({ ms }) => ms), [LOOK_MS]);
  timers[0]?.run();
  assert.equal(looked.length, 50);
  leave[0]?.();
  leave[0]?.();
  assert.equal(timers.length, 1);
  for (const one of leave) one();
  assert.equal(timers.length, 0);
});

Deno.test("several pieces are the same bytes for all who are sent the same, and others for who is sent others", () => {
  const { out } = fan(0);
  const [a, b, c] = ["a", "b", "c"].map((text) => new TextEncoder().encode(text));
  assert.ok(a && b && c);
  const once = out.joined([a, b]);
  assert.equal(decoder.decode(once), "ab");
  assert.equal(out.joined([a, b]), once);
  assert.equal(decoder.decode(out.joined([a, c])), "ac");
  assert.equal(decoder.decode(out.joined([a, b, c])), "abc");
});

/** A hub in which nothing happens but what a test tells. */
async function quiet() {
  let tell: (live: Live) => void = () => {};
  const turns: (() => void)[] = [];
  const timers: (() => void)[] = [];
  const system = {
    log: {
      order: { page: () => Promise.resolve([]), end: () => Promise.resolve(START) },
      side: () => ({ list: () => Promise.resolve([]), all: () => Promise.resolve([]) }),
      due: { list: () => Promise.resolve([]) },
    },
    drafts: () => [],
    waits: () => [],
    lastReads: () => [],
    subscribe(listener: (live: Live) => void) {
      tell = listener;
      return () => {};
    },
  };
  // Only what a stream touches is there.
  const hub = new EventHub(system as unknown as System, {
    every: (_, run) => {
      timers.push(run);
      return () => {};
    },
    breathe: () => new Promise((resolve) => turns.push(resolve)),
  });
  const rest = () => new Promise((resolve) => setTimeout(resolve, 0));
  await rest();
  return { hub, turns, timers, rest, tell: (live: Live) => tell(live) };
}

/** The same with `count` pages that listen to all of it. */
async function pages(count: number) {
  const { hub, turns, timers, rest, tell } = await quiet();
  const bodies = Array.from(
    { length: count },
    () => streamResponse(hub, allSource(hub, START), NEVER).body?.getReader(),
  );
  const read = async (n: number) => decoder.decode((await bodies[n]?.read())?.value);
  for (let n = 0; n < count; n++) {
    await read(n);
    assert.match(await read(n), /event: sync/);
  }
  const said = (seq: number) => {
    const position = `e.${String(seq).padStart(20, "0")}.0`;
    const event = { seq, id: `e${seq}`, type: "MessagePosted", v: 1, at: "", data: { content: `${seq}` } };
    tell(
      { type: "commit", commit: { position, events: [{ stream: "c", position, event }] } } as unknown as Live,
    );
  };
  const drafted = (text: string) =>
    tell({
      type: "drafts",
      drafts: [{ conversationId: "c", turnId: "t", messageId: "m", attempt: 1, at: 0, text }],
    });
  return { said, drafted, read, turns, timers, rest, bodies };
}

Deno.test("a reader behind the first is told what happened meanwhile in one piece, in order", async () => {
  const { said, drafted, read, turns, rest, bodies } = await pages(READERS_AT_ONCE + 1);
  said(1);
  drafted("so far");
  said(2);
  assert.match(await read(0), /"seq":1,/);
  turns.shift()?.();
  await rest();
  const behind = await read(READERS_AT_ONCE);
  assert.match(behind, /"seq":1,[^]*so far[^]*"seq":2,/);
  assert.equal(behind.match(/event: event/g)?.length, 2);
  turns.shift()?.();
  await rest();
  assert.match(await read(0), /so far[^]*"seq":2,/, "and so is one that was told the first at once");
  for (const body of bodies) await body?.cancel();
});

Deno.test("what waits for its part when the log is read on is told before what is read, and once", async () => {
  const { hub, tell, rest, turns } = await quiet();
  const log: Located[] = [];
  let last = 0;
  const gates = { over: Promise.withResolvers<boolean>(), more: Promise.withResolvers<void>() };
  let first = true;
  const source: Source = {
    stream: "c",
    drafts: [],
    async more() {
      if (first) return first = false, null;
      const from = last;
      await gates.more.promise;
      const rest = log.filter(({ event }) => event.seq > from);
      last = rest.at(-1)?.event.seq ?? last;
      return rest.length > 0 ? rest.map((one) => hub.frames(one, false)).join("") : null;
    },
    passed({ event }) {
      if (event.seq <= last) return true;
      last = event.seq;
      return false;
    },
    over: () => first ? Promise.resolve(false) : gates.over.promise,
    sync: () => Promise.resolve({ seq: last, position: START }),
  };
  const told = streamResponse(hub, source, NEVER).text();
  await rest();
  const commit = (seq: number, type: string) => {
    const one = {
      stream: "c",
      position: `e.${seq}.0`,
      event: { seq, id: `e${seq}`, type, v: 1, at: "", data: {} },
    };
    log.push(one as unknown as Located);
    tell({ type: "commit", commit: { position: one.position, events: [one] } } as unknown as Live);
  };
  commit(1, "DeletionRequested");
  const others = Array.from({ length: READERS_AT_ONCE + 1 }, () => ({ flush: () => {}, look: () => {} }));
  for (const other of others) hub.fan.add(other);
  hub.fan.go();
  commit(2, "MessagePosted");
  gates.over.resolve(true);
  await rest();
  turns.shift()?.();
  await rest();
  gates.more.resolve();
  const text = await told;
  assert.equal(text.split('"seq":2,').length - 1, 1, text);
});

Deno.test("a sign of life comes where nothing else did, and only there", async () => {
  const { said, read, timers, bodies } = await pages(2);
  for (let ms = LOOK_MS; ms < HEARTBEAT_MS; ms += LOOK_MS) timers[0]?.();
  said(1);
  assert.match(await read(0), /"seq":1,/);
  timers[0]?.();
  assert.equal(await read(0), ": hb\n\n");
  assert.match(await read(1), /"seq":1,/);
  said(2);
  assert.match(await read(1), /"seq":2,/, "who had something waiting got none");
  for (const body of bodies) await body?.cancel();
});

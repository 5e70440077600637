/** The browser's event stream: wherever the network cuts, breaks or falls silent, each frame is told once. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { Frames } from "../../../ui/state/frames.ts";
import { LOOKED_AT } from "../../../events/catalog/limits.ts";
import { SILENCE_MS } from "../../../ui/state/connection.ts";
import { type StreamMessage, StreamSource } from "../../../ui/state/stream_source.ts";

/** A server that answers each request with a stream the test writes to, and timers the test lets run out. */
class World {
  readonly paths: string[] = [];
  readonly told: StreamMessage[] = [];
  #timers: { ms: number; run: () => void }[] = [];
  readonly #bodies: ReadableStreamDefaultController<Uint8Array>[] = [];
  /** Connections that were given up, by their number. */
  readonly closed: number[] = [];
  refuse = false;

  readonly source = new StreamSource((message) => this.told.push(message), {
    fetch: (path, { signal }) => {
      this.paths.push(path);
      if (this.refuse) return Promise.reject(new TypeError("refused"));
      const n = this.#bodies.length;
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => void this.#bodies.push(controller),
      });
      signal?.addEventListener("abort", () => {
        this.closed.push(n);
        try {
          this.#bodies[n]?.error(new Error("aborted"));
        } catch {
          // Closed already.
        }
      });
      return Promise.resolve(new Response(body));
    },
    after: (ms, run) => {
      const timer = { ms, run };
      this.#timers.push(timer);
      return () => void (this.#timers = this.#timers.filter((one) => one !== timer));
    },
    random: () => 1,
  });

  /** Milliseconds of the timers that wait. */
  get waiting(): number[] {
    return this.#timers.map(({ ms }) => ms);
  }

  /** On the newest connection, or on that of this number. */
  async write(text: string, n = this.#bodies.length - 1): Promise<void> {
    this.#bodies[n]?.enqueue(new TextEncoder().encode(text));
    await settle();
  }

  async end(n = this.#bodies.length - 1): Promise<void> {
    this.#bodies[n]?.close();
    await settle();
  }

  async look(...ids: string[]): Promise<void> {
    this.source.look(ids);
    await settle();
  }

  /** One that looks at these, and is live behind event 5. */
  static async lookingAt(...ids: string[]): Promise<World> {
    const world = new World();
    world.source.look(ids);
    world.source.open();
    await settle();
    await world.write(sync("e.5.0"));
    return world;
  }

  async runTimer(ms: number): Promise<void> {
    const timer = this.#timers.find((one) => one.ms === ms);
    assert.ok(timer, `no timer of ${ms} ms among ${this.waiting}`);
    this.#timers = this.#timers.filter((one) => one !== timer);
    timer.run();
    await settle();
  }
}

/** Lets every promise that can settle do so. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
const event = (n: number) => `event: event\nid: e.${n}.0\ndata: {"n":${n}}\n\n`;
const sync = (position: string) => `event: sync\ndata: {"position":"${position}"}\n\n`;
const numbers = (told: readonly StreamMessage[]) =>
  told.flatMap((one) => one.type === "frame" ? [(one.data as { n: number }).n] : []);

Deno.test("frames are the same wherever the network cuts their text", () => {
  const text = `retry: 1500\n\n: hb\n\n${event(1)}${sync("e.1.0")}event: draft\ndata: {"text":"a: b"}\n\n${
    event(2)
  }`;
  const whole = new Frames().push(text);
  assert.deepEqual(whole.map(({ name, id }) => [name, id]), [
    ["event", "e.1.0"],
    ["sync", ""],
    ["draft", ""],
    ["event", "e.2.0"],
  ]);
  fc.assert(fc.property(fc.array(fc.nat({ max: text.length })), (cuts) => {
    const places = [0, ...cuts.sort((a, b) => a - b), text.length];
    const frames = new Frames();
    const found = places.slice(1).flatMap((end, i) => frames.push(text.slice(places[i], end)));
    assert.deepEqual(found, whole);
  }));
});

// Shows P2.
Deno.test("a connection that breaks is opened again after the last event that was told", async () => {
  const world = new World();
  world.source.open();
  await settle();
  await world.write(sync("e.5.0") + event(6) + event(7).slice(0, 20));
  await world.end();
  assert.deepEqual(world.told.map(({ type }) => type), ["ready", "frame", "down"]);
  assert.deepEqual(world.told.at(-1), { type: "down", againMs: 500 }, "and when it is tried again");
  await world.runTimer(500);
  assert.deepEqual(world.paths, ["/api/events", "/api/events?after=e.6.0"]);
  await world.write(event(7) + sync("e.7.0"));
  assert.deepEqual(numbers(world.told), [6, 7]);
  assert.deepEqual(world.told.at(-1), { type: "ready", again: true, position: "e.7.0" });
  world.source.close();
});

// Shows P2.
Deno.test("a connection that says nothing, not even a heartbeat, is given up and opened again", async () => {
  const world = new World();
  world.source.open();
  await settle();
  await world.write(sync("e.1.0"));
  await world.write(": hb\n\n");
  assert.deepEqual(world.waiting, [SILENCE_MS], "each sign of life puts it off");
  await world.runTimer(SILENCE_MS);
  assert.equal(world.told.at(-1)?.type, "down");
  await world.runTimer(500);
  assert.equal(world.paths.at(-1), "/api/events?after=e.1.0");
  world.source.close();
  assert.deepEqual(world.waiting, []);
});

Deno.test("while the server is away tries grow rarer, and begin anew once it was there", async () => {
  const world = new World();
  world.refuse = true;
  world.source.open();
  await settle();
  for (const ms of [500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]) await world.runTimer(ms);
  world.refuse = false;
  await world.runTimer(10_000);
  await world.write(sync("e.1.0"));
  await world.end();
  assert.deepEqual(world.waiting, [500]);
  world.source.close();
});

Deno.test("a lost place begins from now, once", async () => {
  const world = new World();
  world.source.open();
  await settle();
  await world.write(sync("e.1.0"));
  await world.write(`event: reset\ndata: {"why":"other store"}\n\n${event(9)}`);
  assert.deepEqual(world.paths, ["/api/events", "/api/events"]);
  assert.deepEqual(numbers(world.told), [], "what followed belongs to no place");
  await world.write(sync("f.1.0"));
  assert.deepEqual(world.told.at(-1), { type: "ready", again: false, position: "f.1.0" });
  world.source.close();
});

const draft = (conversationId: string, n: number) =>
  `event: draft\ndata: ${JSON.stringify({ conversationId, n })}\n\n`;

Deno.test("what is asked for is what is looked at, and nothing that no conversation can be called", async () => {
  const world = await World.lookingAt("a", "a", "../b c", "b");
  await world.end();
  await world.look();
  await world.runTimer(500);
  await world.write(sync("e.5.0"));
  await world.end();
  await world.look(...Array.from({ length: LOOKED_AT + 1 }, (_, n) => `c${n}`));
  await world.runTimer(500);
  assert.deepEqual(world.paths, [
    "/api/events?drafts=a%2Cb",
    "/api/events?after=e.5.0&drafts=none",
    "/api/events?after=e.5.0",
  ]);
  world.source.close();
});

Deno.test("what is newly looked at comes by a connection that takes the old one's place once it has caught up", async () => {
  const world = await World.lookingAt("a");
  await world.write(event(6));
  await world.look("b");
  assert.equal(world.paths.at(-1), "/api/events?after=e.6.0&drafts=b");
  // The old one is heard until then, and is ahead of it.
  await world.write(event(7) + draft("a", 100) + event(8), 0);
  assert.deepEqual(numbers(world.told), [6, 7, 100, 8]);
  await world.write(event(7));
  assert.deepEqual([numbers(world.told), world.closed], [[6, 7, 100, 8], []]);
  await world.write(sync("e.7.0") + draft("b", 200) + event(8) + event(9));
  assert.deepEqual(world.closed, [0]);
  assert.deepEqual(numbers(world.told), [6, 7, 100, 8, 200, 9], "each once, and in order");
  assert.equal(world.told.filter(({ type }) => type !== "frame").length, 1, "nothing broke");
  await world.end();
  await world.runTimer(500);
  assert.equal(
    world.paths.at(-1),
    "/api/events?after=e.9.0&drafts=b",
    "from where it was, for what is looked at",
  );
  world.source.close();
  assert.deepEqual(world.waiting, []);
});

Deno.test("an event that the old connection did not bring any more is brought by the new one", async () => {
  const world = await World.lookingAt("a");
  await world.look("b");
  await world.write(event(6), 0);
  await world.write(event(6) + event(7) + sync("e.7.0") + event(8));
  assert.deepEqual(numbers(world.told), [6, 7, 8]);
  world.source.close();
});

Deno.test("nothing is opened for what is told already, and what is not wanted any more is given up", async () => {
  const world = await World.lookingAt("a", "b");
  await world.look("b");
  await world.look();
  await world.look("a");
  assert.equal(world.paths.length, 1, "of less, nobody asks anew");
  await world.look("c");
  await world.look("c");
  assert.equal(world.paths.length, 2, "it is on its way");
  await world.look("a");
  assert.deepEqual([world.paths.length, world.closed], [2, [1]]);
  await world.look("d");
  await world.look("e");
  assert.deepEqual([world.paths.at(-1), world.closed], ["/api/events?after=e.5.0&drafts=e", [1, 2]]);
  await world.write(event(6), 0);
  assert.deepEqual(numbers(world.told), [6]);
  world.source.close();
});

Deno.test("where what is to take the place breaks, all is opened again; where the place is lost, it begins from now", async () => {
  const world = await World.lookingAt("a");
  await world.look("b");
  await world.end();
  assert.equal(world.told.at(-1)?.type, "down");
  await world.runTimer(500);
  assert.equal(world.paths.at(-1), "/api/events?after=e.5.0&drafts=b");
  await world.write(sync("e.5.0"));
  await world.look("c");
  await world.write(`event: reset\ndata: {"why":"other store"}\n\n`);
  assert.equal(world.told.at(-1)?.type, "reset");
  assert.equal(world.paths.at(-1), "/api/events?drafts=c");
  world.source.close();
  assert.deepEqual(world.waiting, []);
});

Deno.test("who looks elsewhere before it has caught up at all asks anew at once", async () => {
  const world = new World();
  await world.look("a");
  assert.deepEqual(world.paths, [], "closed, it opens nothing");
  world.source.open();
  await settle();
  await world.look("b");
  assert.deepEqual([world.paths, world.closed], [["/api/events?drafts=a", "/api/events?drafts=b"], [0]]);
  await world.write(sync("e.5.0"));
  assert.deepEqual(world.told, [{ type: "ready", again: false, position: "e.5.0" }]);
  world.source.close();
});

/** Listening again, in virtual time: at once, with growing pauses, and not for ever. */
import assert from "node:assert/strict";
import { Deaf, LISTEN_FAILURES, Listener, type Opened, RELISTEN } from "../../../server/http/listener.ts";

/** One opening of the port, which a test ends as the system would. */
class Socket implements Opened {
  readonly addr: { port: number };
  readonly #end = Promise.withResolvers<void>();
  readonly finished = this.#end.promise;
  idleClosed = false;

  constructor(port: number, readonly signal: AbortSignal) {
    this.addr = { port: port || 4_321 };
  }

  fail(): void {
    this.#end.reject(new Error("Too many open files"));
  }

  shutdown(): Promise<void> {
    this.idleClosed = true;
    this.#end.resolve();
    return Promise.resolve();
  }
}

function world() {
  let now = 0;
  const sockets: Socket[] = [];
  const waits: number[] = [];
  const failures: number[] = [];
  let wake: (() => void) | null = null;
  let refuse = false;
  const listener = new Listener(0, {
    open(port, signal) {
      if (refuse) throw new Error("Too many open files");
      const socket = new Socket(port, signal);
      sockets.push(socket);
      return socket;
    },
    monotonic: () => now,
    sleep(ms, signal) {
      waits.push(ms);
      return new Promise((resolve) => {
        wake = () => {
          now += ms;
          resolve();
        };
        signal.addEventListener("abort", () => resolve());
      });
    },
    failed: (_error, times) => failures.push(times),
  });
  const rest = () => new Promise((resolve) => setTimeout(resolve, 0));
  return {
    listener,
    sockets,
    waits,
    failures,
    rest,
    last: () => sockets.at(-1) ?? assert.fail("nothing was opened"),
    pass: (ms: number) => now += ms,
    refuse: (yes: boolean) => refuse = yes,
    async waited() {
      await rest();
      wake?.();
      wake = null;
      await rest();
    },
  };
}

Deno.test("when it can accept no more, idle connections are closed and the same port is opened within a second", async () => {
  const { listener, sockets, waits, last, waited } = world();
  assert.equal(listener.port, 4_321);
  last().fail();
  await waited();
  assert.equal(sockets.length, 2);
  assert.equal(sockets[0]?.idleClosed, true);
  assert.equal(sockets[0]?.signal.aborted, false, "those in use go on");
  assert.equal(last().addr.port, 4_321);
  assert.deepEqual(waits, [RELISTEN.firstMs]);
  assert.ok(RELISTEN.firstMs < 1_000 && RELISTEN.mostMs <= 1_000);
  await listener.close();
  await listener.done;
});

Deno.test("from the third failure in a row the connections in use are closed too", async () => {
  const { listener, sockets, last, waited } = world();
  for (const inUse of [false, false, true]) {
    last().fail();
    await waited();
    assert.equal(sockets[0]?.signal.aborted, inUse);
  }
  assert.equal(last().signal.aborted, false, "new ones are taken");
  await listener.close();
});

Deno.test("ten failures in a row end it, whether opening or accepting fails; nine do not", async () => {
  for (const opening of [false, true]) {
    const { listener, waits, failures, last, refuse, waited, rest } = world();
    let end: unknown = null;
    listener.done.catch((error) => end = error);
    last().fail();
    refuse(opening);
    for (let n = 1; n < LISTEN_FAILURES; n++) {
      await rest();
      assert.equal(end, null, `after ${n}`);
      assert.deepEqual(failures.at(-1), n);
      await waited();
      if (!opening) last().fail();
    }
    await rest();
    assert.ok(end instanceof Deaf);
    assert.equal(failures.at(-1), LISTEN_FAILURES);
    assert.equal(Math.max(...waits), RELISTEN.mostMs);
  }
});

for (const [what, between] of [["a request", 0], ["a quiet while", 10_000]] as const) {
  Deno.test(`${what} between two failures breaks the row`, async () => {
    const { listener, failures, last, pass, waited, rest } = world();
    for (let n = 0; n < 3 * LISTEN_FAILURES; n++) {
      if (between) pass(between);
      else listener.served();
      last().fail();
      await waited();
    }
    await rest();
    assert.deepEqual(new Set(failures), new Set([1]));
    await listener.close();
    await listener.done;
  });
}

Deno.test("told to close while it waits, it does not open the port again", async () => {
  const { listener, sockets, last, rest } = world();
  last().fail();
  await rest();
  await listener.close();
  await listener.done;
  assert.equal(sockets.length, 1);
});

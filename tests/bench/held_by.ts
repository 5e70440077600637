/** How long the loop was held by one thing that is done: what the benches of that share. */
import { HELD_MS } from "../../events/catalog/limits.ts";
import { MEASURES } from "../../server/clocks.ts";
import type { programOn } from "./many_bench.ts";
import type { Row } from "./table.ts";

/** Milliseconds between two looks at the clock. */
const LOOK_MS = 2;
/** Milliseconds in which nothing may be held before something counts as over: what is made behind it is its own. */
const REST_MS = 250;
/** Times each is done; the least of them is told, for a machine does other things, too. */
export const RUNS = 3;

export type Program = Awaited<ReturnType<typeof programOn>>;
export interface Doing {
  readonly what: string;
  /** Of a process that has just started. */
  readonly cold?: true;
  /** What is sent: made before, for who asks is not of the program. */
  body?(program: Program, n: number): Promise<string> | string;
  run(program: Program, n: number, body: Uint8Array<ArrayBuffer>): Promise<unknown>;
}

/** The longest that the loop was held by this process's own work while something ran and behind it, in milliseconds. */
export async function heldBy(run: () => Promise<unknown>): Promise<number> {
  let [last, spent, worst] = [MEASURES.monotonic(), MEASURES.processor(), 0];
  let quiet = last;
  const look = () => {
    const [now, used] = [MEASURES.monotonic(), MEASURES.processor()];
    const held = Math.min(now - last - LOOK_MS, used - spent);
    worst = Math.max(worst, held);
    if (held > LOOK_MS) quiet = now;
    [last, spent] = [now, used];
  };
  const timer = setInterval(look, LOOK_MS);
  try {
    await run();
    quiet = MEASURES.monotonic();
    while (MEASURES.monotonic() - quiet < REST_MS) await new Promise((wake) => setTimeout(wake, LOOK_MS));
  } finally {
    clearInterval(timer);
  }
  return worst;
}

/** @throws what was answered, where it was refused */
export async function asked(answer: ReturnType<Program["ask"]>): Promise<string> {
  const { ok, status, text } = await answer;
  if (!ok) throw new Error(`${status} ${text.slice(0, 500)}`);
  return text;
}

/** Read as it comes, packed as browsers take it: who asks is not of the program. */
export const reading = (what: string, path: string, more: Partial<Doing> = {}): Doing => ({
  what,
  async run({ send }) {
    const { ok, status, body } = await send(path, undefined, "GET", { "accept-encoding": "gzip, zstd" });
    if (!ok) throw new Error(`${path}: ${status}`);
    for await (const _ of body ?? []);
  },
  ...more,
});

export const heldRows = (held: ReadonlyMap<string, number>): Row[] =>
  [...held].map(([what, ms]) => ({
    what,
    measured: `${ms.toFixed(0)} ms`,
    against: `${HELD_MS} ms`,
    ratio: ms / HELD_MS,
    target: { atMost: 1 },
  }));

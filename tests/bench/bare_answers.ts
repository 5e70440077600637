/**
 * What the platform takes for many answers written at once, without this program: the pieces come by timers, and every 50 ms
 * each answer's text and a row beside it are written to Deno KV, checked against the row before. No log, no turns, no readers.
 */
import process from "node:process";

/** Milliseconds between commits, and answers in one: as the program does it. */
const TICK_MS = 50;
const ANSWERS = 96;
/** About the row of a turn that runs. */
const ROW = new TextEncoder().encode(
  JSON.stringify({ attempt: 1, owner: "process_0123456789ab", beat: 12, length: 345, reasoningLength: 0 }),
);

interface Written {
  readonly id: string;
  text: string;
  stamp: string | null;
}

/** What 1,000 pieces cost in milliseconds of processor time. */
export interface Bare {
  /** The pieces alone. */
  readonly pieces: number;
  /** With the commits. */
  readonly stored: number;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, Math.max(0, ms)));

/** Milliseconds of processor time while `run` goes on. */
async function spent(run: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

async function store(kv: Deno.Kv, answers: readonly Written[]): Promise<void> {
  for (let from = 0; from < answers.length; from += ANSWERS) {
    const some = answers.slice(from, from + ANSWERS);
    const atomic = kv.atomic();
    for (const { id, text, stamp } of some) {
      atomic.check({ key: ["turn", id], versionstamp: stamp })
        .set(["draft", id, 0], text).set(["turn", id], ROW);
    }
    const result = await atomic.commit();
    if (!result.ok) throw new Error("A row was written by somebody else.");
    for (const answer of some) answer.stamp = result.versionstamp;
  }
}

/** @param pieces of each of `size` answers, `paceMs` apart */
export async function bareAnswers(
  path: string,
  size: number,
  { pieces, paceMs, piece }: { readonly pieces: number; readonly paceMs: number; readonly piece: string },
): Promise<Bare> {
  const kv = await Deno.openKv(path);
  const run = async (storing: boolean) => {
    const answers = Array.from({ length: size }, (): Written => ({
      id: crypto.randomUUID(),
      text: "",
      stamp: null,
    }));
    let over = false;
    const ticks = async () => {
      while (!over) {
        const begun = performance.now();
        await store(kv, answers);
        await pause(begun + TICK_MS - performance.now());
      }
    };
    const ticking = storing ? ticks() : Promise.resolve();
    const begun = performance.now();
    await Promise.all(answers.map(async (answer) => {
      for (let n = 1; n <= pieces; n++) {
        await pause(begun + n * paceMs - performance.now());
        answer.text += piece;
      }
    }));
    over = true;
    await ticking;
  };
  try {
    const of = size * pieces / 1_000;
    return { pieces: await spent(() => run(false)) / of, stored: await spent(() => run(true)) / of };
  } finally {
    kv.close();
  }
}

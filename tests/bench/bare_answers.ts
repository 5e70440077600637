/**
 * What the platform takes for many answers written at once, without this program: the pieces come by timers, those of
 * each answer from when the program's began, since a process that slept is woken for each that comes by itself; and
 * every 50 ms each answer's text and a row beside it are written to Deno KV, checked against the row before. No log,
 * no folds, no agents; the whole has a commit at the begin and end of an answer, too, and a reader, to whom each tick
 * writes what is new.
 */
import process from "node:process";

/** Milliseconds between commits, and answers in one: as the program does it. */
const TICK_MS = 50;
const ANSWERS = 96;
/** About the row of a turn that runs. */
const ROW = new TextEncoder().encode(
  JSON.stringify({ attempt: 1, owner: "process_0123456789ab", beat: 12, length: 345, reasoningLength: 0 }),
);

/** About the row of a conversation with a short talk in it, and how many of them one commit holds. */
const CONVERSATION = crypto.getRandomValues(new Uint8Array(930));
const CONVERSATIONS = 32;

interface Written {
  readonly id: string;
  /** Milliseconds behind the first. */
  readonly at: number;
  text: string;
  stamp: string | null;
}

/** What 1,000 pieces cost in milliseconds of processor time. */
export interface Bare {
  /** The pieces alone. */
  readonly pieces: number;
  /** With the commits. */
  readonly stored: number;
  /** With those at begin and end, and a stream of events to one reader. */
  readonly whole: number;
}

/** What is done beside the pieces. */
type Kind = keyof Bare;

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

/** The rows of answers that begin or end, as few commits as hold them. */
async function around(kv: Deno.Kv, answers: readonly Written[]): Promise<void> {
  for (let from = 0; from < answers.length; from += CONVERSATIONS) {
    const atomic = kv.atomic().set(["all", from], ROW);
    for (const { id } of answers.slice(from, from + CONVERSATIONS)) atomic.set(["at", id], CONVERSATION);
    await atomic.commit();
  }
}

/** A stream of events that somebody reads; told what each answer has that it had not before. */
function reader() {
  const encoder = new TextEncoder();
  const told = new Map<string, number>();
  let out: ReadableStreamDefaultController<Uint8Array> | null = null;
  const stream = new ReadableStream<Uint8Array>({ start: (controller) => void (out = controller) });
  const reading = stream.pipeTo(new WritableStream());
  return {
    tell(answers: readonly Written[]) {
      let frames = "";
      for (const { id, text } of answers) {
        const at = told.get(id) ?? 0;
        if (text.length > at) {
          frames += `event: draft\ndata: ${JSON.stringify({ id, at, text: text.slice(at) })}\n\n`;
        }
        told.set(id, text.length);
      }
      if (frames !== "") out?.enqueue(encoder.encode(frames));
    },
    async end() {
      out?.close();
      await reading;
    },
  };
}

/** @param pieces of each answer, `paceMs` apart; each answer `begins` so many milliseconds behind the first */
export async function bareAnswers(
  path: string,
  { begins, pieces, paceMs, piece }: {
    readonly begins: readonly number[];
    readonly pieces: number;
    readonly paceMs: number;
    readonly piece: string;
  },
): Promise<Bare> {
  const kv = await Deno.openKv(path);
  const run = async (kind: Kind) => {
    const answers = begins.map((at): Written => ({ id: crypto.randomUUID(), at, text: "", stamp: null }));
    const read = kind === "whole" ? reader() : null;
    if (read) await around(kv, answers);
    let over = false;
    const ticks = async () => {
      while (!over) {
        const begun = performance.now();
        await store(kv, answers);
        read?.tell(answers);
        await pause(begun + TICK_MS - performance.now());
      }
    };
    const ticking = kind === "pieces" ? Promise.resolve() : ticks();
    const begun = performance.now();
    await Promise.all(answers.map(async (answer) => {
      for (let n = 1; n <= pieces; n++) {
        await pause(begun + answer.at + n * paceMs - performance.now());
        answer.text += piece;
      }
    }));
    over = true;
    await ticking;
    if (read) await Promise.all([around(kv, answers), read.end()]);
  };
  try {
    const of = begins.length * pieces / 1_000;
    const cost = async (kind: Kind) => await spent(() => run(kind)) / of;
    return { pieces: await cost("pieces"), stored: await cost("stored"), whole: await cost("whole") };
  } finally {
    kv.close();
  }
}

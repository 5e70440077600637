/** Opening a conversation of 10,000 messages by four agents from a file: with nothing in memory, and brought up to date. */
import { openLog } from "../../events/store/log.ts";
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import type { NewEvent } from "../../events/store/types.ts";
import { conversation } from "../../projections/conversation/conversation.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { foldAll } from "../../projections/fold.ts";
import { firstPaint } from "../../projections/serialise.ts";
import { longConversation } from "./long_conversation.ts";
import { programOn } from "./many_bench.ts";
import { quantile, type Row, table } from "./table.ts";

/** Times each thing is done; the middle one is told. */
const RUNS = 7;
/** Events behind the snapshot, and behind a fold in memory, at most: what is read besides. */
const TAIL_EVENTS = 500;
/** Events of one append. */
const BATCH = 100;
const STREAM = "long";
/** What the page asks when a conversation is opened: the end of it, and what is in sight of its list. */
const END = `/api/conversations/${STREAM}?view=fold&headers=150`;
/** Milliseconds to that with nothing of the conversation in memory, and with its fold there; bytes of it, as JSON. */
const [COLD_MS, WARM_MS, END_BYTES] = [60, 15, 150_000] as const;

/** What is appended: the log adds `seq`. */
function unplaced({ seq: _, ...event }: AnyEvent): NewEvent {
  return event;
}

async function median(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < RUNS; i++) {
    const begun = performance.now();
    await run();
    times.push(performance.now() - begun);
  }
  return quantile(times, 0.5);
}

/** The end of the conversation on a program that has just begun, and once more; as often as the rest. */
async function asPageAsks(path: string): Promise<{ cold: number; warm: number; bytes: number }> {
  const cold: number[] = [];
  const warm: number[] = [];
  let bytes = 0;
  for (let n = 0; n < RUNS; n++) {
    const log = await openLog({ path });
    const { get, close } = await programOn(log);
    for (const times of [cold, warm]) {
      const begun = performance.now();
      const text = await get(END);
      times.push(performance.now() - begun);
      bytes = new TextEncoder().encode(text).length;
    }
    await close();
    await log.close();
  }
  return { cold: quantile(cold, 0.5), warm: quantile(warm, 0.5), bytes };
}

export async function openBench(): Promise<Row[]> {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/log.db`;
  let log = await openLog({ path });
  const row = (what: string, ms: number, atMost?: number): Row => ({
    what,
    measured: `${ms.toFixed(1)} ms`,
    ...(atMost !== undefined && { against: `${atMost} ms`, ratio: ms / atMost, target: { atMost: 1 } }),
  });
  try {
    const events = longConversation();
    let head = await log.head(STREAM);
    for (let from = 0; from < events.length; from += BATCH) {
      const result = await log.append({
        stream: STREAM,
        head,
        events: events.slice(from, from + BATCH).map(unplaced),
      });
      if (!result.ok) throw new Error(result.reason);
      head = result.head;
    }
    await log.packing.idle();
    const fold = async (state: ConversationState, after: number) => {
      for await (const batch of log.read(STREAM, after)) state = foldAll(conversation, state, batch);
      return state;
    };
    const behind = head.seq - TAIL_EVENTS;
    const state = foldAll(conversation, conversation.initial(STREAM), events.slice(0, behind));
    await log.snapshots.put(conversation.name, conversation.version, STREAM, behind, state);
    const whole = await median(() => fold(conversation.initial(STREAM), 0));
    const cold = await median(async () => {
      // A handle of its own each time: nothing is remembered.
      await log.close();
      log = await openLog({ path });
      const snapshot = await log.snapshots.get(conversation.name, conversation.version, STREAM);
      if (!snapshot) throw new Error("There is no snapshot.");
      return firstPaint(await fold(snapshot.state as ConversationState, snapshot.seq));
    });
    const text = JSON.stringify(state);
    const parsing = await median(() => Promise.resolve(JSON.parse(text)));
    const kept = await fold(state, behind);
    const warm = await median(async () => JSON.stringify(firstPaint(await fold(kept, head.seq))));
    await log.close();
    const end = await asPageAsks(path);
    return [
      {
        ...row("as the page asks, nothing in memory: the end and headers in view", end.cold, COLD_MS),
        against: `${COLD_MS} ms; JSON.parse of its snapshot alone ${parsing.toFixed(1)} ms`,
      },
      row("as the page asks, its fold in memory", end.warm, WARM_MS),
      {
        what: "… to the first paint, as JSON before it is compressed",
        measured: `${(end.bytes / 1_000).toFixed(0)} KB`,
        against: `${END_BYTES / 1_000} KB`,
        ratio: end.bytes / END_BYTES,
        target: { atMost: 1 },
      },
      row("all of it, nothing in memory: store, snapshot, tail, fold", cold, 300),
      row("all of it, its fold in memory: look for a tail, the whole as JSON", warm, 60),
      row(`all of it, without a snapshot: read and fold ${head.seq} events`, whole, 200),
    ];
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) {
  console.log(table("Opening a conversation of 10,000 messages by four agents", await openBench()));
}

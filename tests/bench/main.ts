/**
 * `deno task bench`: ratios measured in one run, with what was asked for beside them. With `--keep` at more and larger
 * sizes, and left in docs/bench; with `--only WORD` what has the word in its title alone, kept beside the others as they were; with `--flame` that under the
 * profiler, and a picture of where its time goes left in docs/bench. With `--peers` beside other products instead, which
 * npm has to give; with `--keep` that is kept, too, as measured by itself. With
 * `--stores FOLDER` the stores of very many conversations stay there, so that the next run need not fill them.
 */
import { parseArgs } from "node:util";
import { ANSWERS, answersBench } from "./answers_bench.ts";
import { costBench } from "./cost_bench.ts";
import { diskBench } from "./disk_bench.ts";
import { profiled } from "./flame.ts";
import { foldBench } from "./fold_bench.ts";
import { heldBench } from "./held_bench.ts";
import { heldLargeBench } from "./held_large_bench.ts";
import { keep, keptIn, load, settingHere, type Table, withAlone, withStaying } from "./keep.ts";
import { longTurnBench, MESSAGES } from "./long_turn_bench.ts";
import { lookingBench } from "./looking_bench.ts";
import { CONVERSATIONS, manyBench } from "./many_bench.ts";
import { openBench } from "./open_bench.ts";
import { pageBench } from "./page_bench.ts";
import { panelBench } from "./panel_bench.ts";
import { peersBench } from "./peers_bench.ts";
import { IDLE, idleBench } from "./idle_bench.ts";
import { processBench } from "./process_bench.ts";
import { providerBench } from "./provider_bench.ts";
import { scrollBench } from "./scroll_bench.ts";
import { searchBench, WORDS } from "./search_bench.ts";
import { READERS, readersBench } from "./readers_bench.ts";
import { sillytavernBench } from "./sillytavern_bench.ts";
import { socketBench } from "./socket_bench.ts";
import { storeBench } from "./store_bench.ts";
import { streamBench } from "./stream_bench.ts";
import { type Row, table } from "./table.ts";
import { timelineBench } from "./timeline_bench.ts";
import { turnBench } from "./turn_bench.ts";
import { turnCostBench } from "./turn_cost_bench.ts";
import { wholeBench } from "./whole_bench.ts";

const KEPT = new URL("../../docs/bench", import.meta.url).pathname;
const { values } = parseArgs({
  options: {
    keep: { type: "boolean", default: false },
    flame: { type: "boolean", default: false },
    only: { type: "string", default: "" },
    peers: { type: "boolean", default: false },
    stores: { type: "string" },
  },
});
/** How much there is, where it is told for several sizes. */
const sizes = values.keep
  ? {
    conversations: [300, 3_000, 30_000],
    words: [100_000, 1_000_000, 20_000_000],
    messages: [10, 100, 1_000, 5_000, 20_000],
    answers: [10, 64, 200, 400],
    readers: [100, 1_000, 5_000],
    idle: [300, 10_000, 100_000],
  }
  : {
    conversations: CONVERSATIONS,
    words: WORDS,
    messages: MESSAGES,
    answers: ANSWERS,
    readers: READERS,
    idle: IDLE,
  };

const folds = (): Promise<Row[]> =>
  Promise.resolve(
    foldBench().map(({ what, ms, targetMs }) => ({
      what,
      measured: `${ms.toFixed(2)} ms`,
      ...(targetMs !== undefined &&
        { against: `${targetMs} ms`, ratio: ms / targetMs, target: { atMost: 1 } }),
    })),
  );

type Bench = readonly [title: string, measure: () => Promise<Row[]>];
const PEERS: readonly Bench[] = [
  ["The log beside those of other products", peersBench],
  ["Chats beside those of SillyTavern", sillytavernBench],
];
const OURS: readonly Bench[] = [
  ["The log against the raw store", storeBench],
  ["What the disk is given", diskBench],
  ["Opening a conversation of 10,000 messages by four agents", openBench],
  ["The folds by themselves", folds],
  ["From a message to the first text of each agent", turnBench],
  ["A short turn, counted", turnCostBench],
  ["A turn of a long conversation", () => longTurnBench(sizes.messages)],
  ["The loop in a conversation of 20,000 messages, held at once", () => heldBench()],
  ["The loop where much is there, held at once", () => heldLargeBench()],
  ["Five agents on five providers, over real sockets", providerBench],
  ["Pages and programs, over real sockets", socketBench],
  ["A first text, hop by hop", timelineBench],
  ["Readers of the event stream, over real sockets", () => readersBench(sizes.readers)],
  ["Processor time of one process", costBench],
  ["Many answers written at once, 40 pieces a second each", () => answersBench(sizes.answers)],
  ["The event stream against a bare server", streamBench],
  ["Readers told only of what they look at", lookingBench],
  ["Asking of many conversations", () => manyBench(sizes.conversations)],
  ["All of a store, gone through", () => wholeBench(sizes.conversations)],
  ["Looking words up", () => searchBench(sizes.words)],
  ["Councils of five over three stages", panelBench],
  ["A server process", processBench],
  ["A server process with many conversations", () => idleBench(sizes.idle, values.stores ?? null)],
  ["The page in Chromium", async () => [...await pageBench(), ...await scrollBench()]],
];
const BENCHES = values.peers ? PEERS : OURS;

if (values.flame) {
  const title = BENCHES.find(([title]) => title.toLowerCase().includes(values.only.toLowerCase()))?.[0] ?? "";
  const name = title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  await profiled(import.meta.filename ?? "", ["--only", title], title, `${KEPT}/flame-${name}.svg`);
  Deno.exit(0);
}

const tables: Table[] = [];
const begun = load();
for (const [title, bench] of BENCHES) {
  if (!title.toLowerCase().includes(values.only.toLowerCase())) continue;
  const rows = await bench();
  tables.push({ title, rows });
  console.log(`${table(title, rows)}\n`);
}
if (values.keep) {
  const setting = settingHere(begun);
  const kept = await keptIn(KEPT);
  const ours = OURS.map(([title]) => title);
  const theirs = PEERS.map(([title]) => title);
  // What is measured beside other products is measured by itself.
  if (kept && (values.only !== "" || values.peers)) {
    await keep(KEPT, withAlone(kept.tables, tables, setting, [...ours, ...theirs]), kept.setting);
  } else await keep(KEPT, withStaying(kept?.tables ?? [], tables, theirs), setting);
}
// Connections that clients keep would hold it for a while.
Deno.exit(0);

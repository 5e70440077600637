/** `deno task bench`: ratios measured in one run, with what was asked for beside them. */
import { answersBench } from "./answers_bench.ts";
import { costBench } from "./cost_bench.ts";
import { diskBench } from "./disk_bench.ts";
import { foldBench } from "./fold_bench.ts";
import { lookingBench } from "./looking_bench.ts";
import { manyBench } from "./many_bench.ts";
import { openBench } from "./open_bench.ts";
import { pageBench } from "./page_bench.ts";
import { processBench } from "./process_bench.ts";
import { providerBench } from "./provider_bench.ts";
import { scrollBench } from "./scroll_bench.ts";
import { searchBench } from "./search_bench.ts";
import { storeBench } from "./store_bench.ts";
import { streamBench } from "./stream_bench.ts";
import { type Row, table } from "./table.ts";
import { turnBench } from "./turn_bench.ts";

const folds: Row[] = foldBench().map(({ what, ms, targetMs }) => ({
  what,
  measured: `${ms.toFixed(2)} ms`,
  ...(targetMs !== undefined && { against: `${targetMs} ms`, ratio: ms / targetMs, target: { atMost: 1 } }),
}));
console.log(table("The log against the raw store", await storeBench()));
console.log(table("\nWhat the disk is given", await diskBench()));
console.log(table("\nOpening a conversation of 10,000 messages by four agents", await openBench()));
console.log(table("\nThe folds by themselves", folds));
console.log(table("\nFrom a message to the first text of each agent", await turnBench()));
console.log(table("\nFive agents on five providers, over real sockets", await providerBench()));
console.log(table("\nProcessor time of one process", await costBench()));
console.log(table("\nMany answers written at once, 40 pieces a second each", await answersBench()));
console.log(table("\nThe event stream against a bare server", await streamBench()));
console.log(table("\nReaders told only of what they look at", await lookingBench()));
console.log(table("\nAsking of many conversations", await manyBench()));
console.log(table("\nLooking words up", await searchBench()));
console.log(table("\nA server process", await processBench()));
console.log(table("\nThe page in Chromium", [...await pageBench(), ...await scrollBench()]));

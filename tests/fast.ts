/**
 * Every test that needs no browser, no process of its own and no long history, in one isolate, so that the program is
 * loaded and made fast by the engine once instead of once for each file: all that `deno task test:fast` runs, with a
 * smaller share of what is drawn at random, and of the dear tests those that are drawn. `deno task test` runs the same in halves beside the slow folders.
 */
import { loadFast } from "./fast_files.ts";

await loadFast();

/**
 * Reads one file for its text, in a thread that has little memory and time: a file that would take all of it ends the thread
 * and nothing else.
 */
import { parentPort, workerData } from "node:worker_threads";
import { boundBuffers } from "./bound_buffers.ts";
import { boundTime } from "./bound_time.ts";
import { readText, type TimedRead } from "./read_text.ts";

// Not by a message, for which it would have to wait: see guard_worker.ts.
const file: TimedRead = workerData;
boundTime(1_000 * file.seconds);
await readText(file, (reading) => parentPort?.postMessage(reading), boundBuffers);

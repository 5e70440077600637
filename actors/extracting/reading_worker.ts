/**
 * Reads one file for its text, in a thread that has little memory: a file that would take all of it ends the thread and
 * nothing else.
 */
import { parentPort, workerData } from "node:worker_threads";
import { boundBuffers } from "./bound_buffers.ts";
import { readText, type ToRead } from "./read_text.ts";

// Not by a message, for which it would have to wait: see guard_worker.ts.
await readText(workerData satisfies ToRead, (reading) => parentPort?.postMessage(reading), boundBuffers);

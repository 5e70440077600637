/**
 * Stands around the thread that reads a file: this one may read the program's code and nothing else, and what it starts
 * may do no more. Memory is bounded in the inner one, rights in this one; no thread can be given both.
 */
import { Worker as BoundedWorker } from "node:worker_threads";
import type { Reading, TimedRead } from "./read_text.ts";

/** Megabytes of objects: a file of the largest size takes a fifth. */
const HEAP_MB = 512;

// What the inner one reads goes with its start: a thread that another thread started waits half a second for its first
// message (Deno 2.9).
self.addEventListener("message", ({ data }: MessageEvent<TimedRead>) => {
  const inner = new BoundedWorker(new URL("./reading_worker.ts", import.meta.url), {
    workerData: data,
    transferList: [data.bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    env: {},
  });
  inner.on("message", (reading: Reading) => self.postMessage(reading));
  inner.on("error", (error: Error) => {
    const out = "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
    self.postMessage({ why: out ? "bomb" : "damaged" } satisfies Reading);
  });
});

/** A worker that helps a page: a job in, what comes of it out. */
import { LOADED } from "./workers.ts";

/** Does the jobs that the page sends, in order. */
export function helpWith<J>(work: (job: J) => unknown): void {
  self.addEventListener("message", ({ data }: MessageEvent<J>) => self.postMessage(work(data)));
  self.postMessage(LOADED);
}

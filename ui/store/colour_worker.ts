/** The worker that colours code: one block in, its tree of scopes out. */
import type { Job } from "./colours.ts";
import { highlight } from "./highlight.ts";

globalThis.addEventListener("message", (event) => {
  const { text, language } = (event as MessageEvent<Job>).data;
  (globalThis as unknown as { postMessage(message: unknown): void }).postMessage(highlight(text, language));
});

/** The worker that colours code: one block in, its tree of scopes out. */
import type { Job } from "./colours.ts";
import { highlight } from "./highlight.ts";
import { LOADED } from "./workers.ts";

const say = (message: unknown) =>
  (globalThis as unknown as { postMessage(message: unknown): void }).postMessage(message);

globalThis.addEventListener("message", (event) => {
  const { text, language } = (event as MessageEvent<Job>).data;
  say(highlight(text, language));
});
say(LOADED);

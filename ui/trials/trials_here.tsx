/** Answers beside the talk: loaded when somebody first asks. */
import { lazy } from "../parts/lazy.tsx";

export const SamplesHere = lazy<{ messageId: string }>(async () => (await import("./samples.tsx")).Samples);

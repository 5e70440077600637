/** What a turn read, as its start records it: enough to derive the list of messages again. */
import { z } from "zod";
import { Seq } from "./envelope.ts";

/** From which the list of messages sent is derived (storing the ids grew a 19 MB log to 939 MB). */
export const ContextSpec = z.strictObject({
  /** Messages up to this seq … */
  through: Seq,
  /** … with checkboxes as they stood at this seq (later than `through` for a retry). */
  inclusionThrough: Seq,
  /** Version of the context rules. */
  rules: z.int().min(1),
  /** Sliding window: messages placed before this seq are left out; null without a window. */
  window: Seq.nullable(),
});
export type ContextSpec = z.infer<typeof ContextSpec>;

/** How much of a model's window a request takes, as estimated before it is sent; both in tokens. */
export const ContextTokens = z.strictObject({
  estimated: z.int().min(0),
  window: z.int().min(1),
});
export type ContextTokens = z.infer<typeof ContextTokens>;

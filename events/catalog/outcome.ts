/** What came of a call: why it failed, and what it used. */
import { z } from "zod";
import { ADDRESS_CHARS, CITATION_MARKS, CITATION_TITLE } from "./limits.ts";
import { words } from "./words_mark.ts";

/** The closed set of PROVIDERS.md row 10. */
export const ErrorCode = z.enum([
  "auth",
  "permission",
  "not_found",
  "bad_request",
  "context_overflow",
  "rate_limited",
  "overloaded",
  "server",
  "network",
  "timeout",
  "aborted",
  "malformed",
  "truncated",
  "refused",
  "too_large",
  "lost",
  "internal",
]);
export type ErrorCode = z.infer<typeof ErrorCode>;

/** Why a call or a turn failed. `message` is a sentence for people; upstream bodies never get here. */
export const TurnError = z.strictObject({
  code: ErrorCode,
  message: words(z.string().max(2_000)),
  retryable: z.boolean(),
  statusCode: z.int().optional(),
  /** When the provider wants to be asked again. */
  retryAfterMs: z.int().min(0).optional(),
}).meta({ id: "TurnError" });
export type TurnError = z.infer<typeof TurnError>;

/** Tokens, normalised across providers: `input` excludes what the cache gave. */
export const Usage = z.strictObject({
  input: z.int().min(0),
  cacheRead: z.int().min(0),
  cacheWrite: z.int().min(0),
  /** Part of `cacheWrite` that is kept for an hour, which costs more; absent: none. */
  cacheWriteHour: z.int().min(0).optional(),
  output: z.int().min(0),
  /** Part of `output` spent on reasoning, where the provider says so. */
  reasoning: z.int().min(0),
  /** Searches of the web that the maker ran, and asks money for; absent: none. */
  searches: z.int().min(1).optional(),
  /** True when the provider sent none and we counted. */
  estimated: z.boolean().optional(),
}).meta({ id: "Usage" });
export type Usage = z.infer<typeof Usage>;

/** Of an answer that fits the schema of its agent. */
export const Formed = z.strictObject({
  /** Behind so many UTF-16 units of the answer the JSON begins. */
  at: z.int().min(0),
  /** It was asked for once more, for it did not fit at first. */
  repaired: z.literal(true).optional(),
}).meta({ id: "Formed" });

/** A page that an answer names as where it has something from; of several the order is that of their first marks. */
export const Citation = z.strictObject({
  url: z.string().min(1).max(ADDRESS_CHARS),
  /** As the page, or who found it, calls it; "" where nobody does. */
  title: z.string().max(4 * CITATION_TITLE),
  /** Where in the answer its marks stand: behind so many UTF-16 units of it, ascending. */
  at: z.array(z.int().min(0)).max(CITATION_MARKS),
}).meta({ id: "Citation" });
export type Citation = Readonly<z.infer<typeof Citation>>;

/** The closed set of reasons a call fails (PROVIDERS.md row 10): one sentence for people and one verdict each. */
import type { ErrorCode } from "../../events/catalog/conversation.ts";
import { ProviderError } from "./types.ts";

/** What a person is told. No upstream words, no names of hosts or keys. */
export const SENTENCES: Readonly<Record<ErrorCode, string>> = {
  auth: "Authentication failed. Please check your API configuration.",
  permission: "This API key may not use the chosen model. Please check your account with the provider.",
  not_found: "The model or address was not found. Please check the model name and the base URL.",
  bad_request: "The AI service did not accept the request. Please check the agent’s model and parameters.",
  context_overflow:
    "The conversation is too long for this model. Exclude some messages or set a sliding window.",
  rate_limited: "Too many requests. Please wait a moment before trying again.",
  overloaded: "The AI service is overloaded. Please try again in a moment.",
  server: "The AI service had an internal error. Please try again.",
  network: "Unable to connect to AI service. Please check your connection and try again.",
  timeout: "The AI service took too long to answer. Please try again.",
  aborted: "The answer was stopped.",
  malformed: "The AI service sent an answer that could not be read.",
  truncated: "The answer broke off before it was complete. Please try again.",
  refused: "The AI service declined to answer this request.",
  too_large: "The answer was larger than allowed and was stopped.",
  lost: "The answer was lost when the program stopped. Please try again.",
  internal: "Something went wrong inside Fishbowl. Please try again.",
};

/** After these the same call may succeed later. */
export const RETRYABLE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "rate_limited",
  "overloaded",
  "server",
  "network",
  "timeout",
  "malformed",
  "truncated",
]);

export interface ErrorDetails {
  readonly statusCode?: number | undefined;
  readonly retryAfterMs?: number | undefined;
  /** The simpler form in which the same call may succeed. */
  readonly downgrade?: string | undefined;
  /** Overrides the verdict, e.g. a 429 that means an empty account. */
  readonly retryable?: boolean;
  /** Overrides the sentence; must be our own words. */
  readonly sentence?: string | undefined;
}

/** An error of the closed set, with its sentence and verdict. */
export function providerError(code: ErrorCode, details: ErrorDetails = {}): ProviderError {
  return new ProviderError(
    code,
    details.sentence ?? SENTENCES[code],
    details.retryable ?? RETRYABLE.has(code),
    details.statusCode,
    details.retryAfterMs,
    details.downgrade,
  );
}

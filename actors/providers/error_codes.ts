/** The closed set of reasons a call fails (PROVIDERS.md row 10): one sentence for people and one verdict each. */
import type { ErrorCode } from "../../events/catalog/conversation.ts";
import { ProviderError } from "./types.ts";

interface Meaning {
  /** What a person is told. No upstream words, no names of hosts or keys. */
  readonly sentence: string;
  /** The same call may succeed later. */
  readonly retryable: boolean;
}

export const MEANINGS: Readonly<Record<ErrorCode, Meaning>> = {
  auth: { sentence: "Authentication failed. Please check your API configuration.", retryable: false },
  permission: {
    sentence: "This API key may not use the chosen model. Please check your account with the provider.",
    retryable: false,
  },
  not_found: {
    sentence: "The model or address was not found. Please check the model name and the base URL.",
    retryable: false,
  },
  bad_request: {
    sentence: "The AI service did not accept the request. Please check the agent's model and parameters.",
    retryable: false,
  },
  context_overflow: {
    sentence: "The conversation is too long for this model. Exclude some messages or set a sliding window.",
    retryable: false,
  },
  rate_limited: { sentence: "Too many requests. Please wait a moment before trying again.", retryable: true },
  overloaded: { sentence: "The AI service is overloaded. Please try again in a moment.", retryable: true },
  server: { sentence: "The AI service had an internal error. Please try again.", retryable: true },
  network: {
    sentence: "Unable to connect to AI service. Please check your connection and try again.",
    retryable: true,
  },
  timeout: { sentence: "The AI service took too long to answer. Please try again.", retryable: true },
  aborted: { sentence: "The answer was stopped.", retryable: false },
  malformed: { sentence: "The AI service sent an answer that could not be read.", retryable: true },
  truncated: { sentence: "The answer broke off before it was complete. Please try again.", retryable: true },
  refused: { sentence: "The AI service declined to answer this request.", retryable: false },
  too_large: { sentence: "The answer was larger than allowed and was stopped.", retryable: false },
  lost: { sentence: "The answer was lost when the program stopped. Please try again.", retryable: false },
  internal: { sentence: "Something went wrong inside Fishbowl. Please try again.", retryable: false },
};

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
  const meaning = MEANINGS[code];
  return new ProviderError(
    code,
    details.sentence ?? meaning.sentence,
    details.retryable ?? meaning.retryable,
    details.statusCode,
    details.retryAfterMs,
    details.downgrade,
  );
}

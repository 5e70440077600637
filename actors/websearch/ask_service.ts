/**
 * The one way a search leaves: to the address that a person entered, in private networks too, never to a link-local or
 * metadata address, along no redirect, with its key in one header. What comes back is bounded in bytes, time and values.
 */
import { tooMuchIn } from "../../events/catalog/json_depth.ts";
import { sendBytes } from "../providers/wire.ts";
import { ProviderError } from "../providers/types.ts";
import { jsonOf } from "../runtime/json.ts";
import type { Asking } from "./wires.ts";

/** Bytes of an answer: twenty pages of SearXNG with all that its engines say of them have a tenth of it. */
const ANSWER_BYTES = 1024 * 1024;
/** Values in it: what reads it takes a few milliseconds for as many. */
const ANSWER_VALUES = 10_000;
const ANSWER_LEVELS = 32;
/** Milliseconds for a search, the name's look-up included. */
export const SEARCH_MS = 15_000;

/** Why a service gave nothing, as a closed set. */
export type Failure =
  | "unreachable"
  | "unauthorized"
  | "forbidden"
  | "limited"
  | "missing"
  | "timeout"
  | "too_large"
  | "malformed";
export class SearchError extends Error {
  override readonly name = "SearchError";
  constructor(readonly failure: Failure) {
    super(failure);
  }
}

/** Sends a search and gives its answer as it came. Throws `SearchError`, but where `signal` aborts. */
export type AskService = (asking: Asking, signal: AbortSignal) => Promise<unknown>;

export const askService: AskService = async ({ url, headers, body }, signal) => {
  const late = AbortSignal.timeout(SEARCH_MS);
  try {
    const response = await sendBytes({
      url,
      headers,
      ...(body ? { body: new TextEncoder().encode(JSON.stringify(body)) } : {}),
      document: ANSWER_BYTES,
      signal: AbortSignal.any([signal, late]),
      now: () => 0,
    });
    const text = await response.text();
    if (tooMuchIn(text, ANSWER_LEVELS, ANSWER_VALUES)) throw new SearchError("too_large");
    return jsonOf(text);
  } catch (error) {
    if (signal.aborted || error instanceof SearchError) throw error;
    throw new SearchError(late.aborted ? "timeout" : failureOf(error));
  }
};

function failureOf(error: unknown): Failure {
  if (!(error instanceof ProviderError)) return "unreachable";
  const { code, statusCode } = error;
  if (code === "too_large") return "too_large";
  if (statusCode === undefined) return code === "malformed" ? "malformed" : "unreachable";
  if (statusCode === 401) return "unauthorized";
  // Brave says of a wrong key that it cannot be processed.
  if (statusCode === 403 || statusCode === 422) return "forbidden";
  // Tavily's own words for a plan that is used up.
  if ([402, 429, 432, 433].includes(statusCode)) return "limited";
  return statusCode < 500 ? "missing" : "unreachable";
}

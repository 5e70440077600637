/**
 * Everything that goes wrong with a call, mapped to the closed set (PROVIDERS.md rows 3, 5, 7, 10). The
 * upstream's words decide the code here and go no further: not to a person, a log or an event (S2-41, S2-42).
 */
import { z } from "zod";
import type { ErrorCode } from "../../events/catalog/conversation.ts";
import { providerError } from "./error_messages.ts";
import { jsonOf } from "../runtime/json.ts";
import { redact } from "../runtime/redact.ts";
import { ProviderError } from "./types.ts";

/** What is logged of a failed call. */
export function errorLine(provider: string, error: ProviderError, secrets: Iterable<string> = []) {
  return {
    provider: redact(provider, secrets),
    statusCode: error.statusCode ?? null,
    code: error.code,
    safeMessage: redact(error.message, secrets),
  };
}

/** Milliseconds a server may make us wait; longer is treated as this much. */
export const RETRY_AFTER_MAX_MS = 10 * 60_000;

/**
 * `retry-after-ms`, or `Retry-After` in seconds or as a date; undefined where there is none.
 * @outside
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const ms = headers.get("retry-after-ms");
  const after = headers.get("retry-after");
  let wait = ms !== null && ms.trim() !== "" ? Number(ms) : NaN;
  if (Number.isNaN(wait) && after !== null && after.trim() !== "") {
    wait = /^[\d.]+$/.test(after.trim()) ? Number(after) * 1_000 : Date.parse(after) - now;
  }
  if (Number.isNaN(wait)) return undefined;
  return Math.ceil(Math.min(Math.max(wait, 0), RETRY_AFTER_MAX_MS));
}

const OVERFLOW =
  /context[_ -]?(length|window|size)|maximum context|prompt is too long|too many (input )?tokens|exceed[a-z]{0,3} the (available )?context|request_too_large|input (is )?too long|context_overflow/i;
const REFUSAL = /content[_ ]?(filter|policy)|safety system|moderation|usage policies|refus(al|ed to answer)/i;
const NO_MODEL =
  /model[^.]{0,80}(not[_ ]found|does not exist|not exist|no such|unknown|not available|not loaded)|(no such|unknown) model|not_found_error|model_not_found/i;
const NO_MONEY =
  /insufficient_quota|exceeded your current quota|billing|credit balance|payment|insufficient (balance|credits)/i;
const NO_TOOLS =
  /(does not|doesn't|not) support (tools|tool use|function)|tools? (is|are) not supported|tool choice requires/i;
const NO_IMAGES =
  /(does not|doesn't|not) support (image|vision)|image (input )?(is|are)? ?not supported|multimodal|image_url.{0,40}(not supported|invalid)/i;
const BAD_KEY =
  /invalid[_ ]?(x-)?api[-_ ]?key|incorrect api key|authentication_error|invalid_api_key|unauthorized/i;

/** What stands for PDF files among the parameters: they lie deep in a body. */
const DOCUMENTS = "application/pdf";

/** Parameters that servers refuse, and the simpler form that goes without each. Order: the most specific first. */
const DOWNGRADES: readonly (readonly [RegExp, string, parameter: string])[] = [
  [/stream_options|include_usage/i, "no_stream_options", "stream_options"],
  [/max_completion_tokens/i, "no_max_completion_tokens", "max_completion_tokens"],
  [/max_tokens/i, "no_max_tokens", "max_tokens"],
  [
    /\bpdfs?\b|document|input_file|file_data|file (content|part)|type:? ?["'`]?file/i,
    "no_documents",
    DOCUMENTS,
  ],
  [/web_search/i, "no_search", "tools"],
  [/response_format|json_schema|structured output/i, "no_format", "response_format"],
  [/text\.format|json_schema|structured output/i, "no_format", "text"],
  [/output_config\.format|output_format|json_schema|structured output/i, "no_format", "output_config"],
  [/prompt_cache_key/i, "no_cache_key", "prompt_cache_key"],
  [/\bttl\b/i, "no_cache_hour", "cache_control"],
  [/cache_control/i, "no_cache_control", "cache_control"],
  [/service_tier/i, "no_service_tier", "service_tier"],
  [/top_p/i, "no_top_p", "top_p"],
  [/stop_sequences/i, "no_stop", "stop_sequences"],
  [/\bstop\b/i, "no_stop", "stop"],
  [/\bseed\b/i, "no_seed", "seed"],
  [/verbosity/i, "no_verbosity", "verbosity"],
  [/verbosity/i, "no_verbosity", "text"],
  [/thinking|adaptive/i, "no_thinking", "thinking"],
  [/encrypted[_ ]content/i, "no_encrypted", "include"],
  [/reasoning[_. ]?summar|summary/i, "no_summary", "reasoning"],
  [/effort/i, "no_effort", "reasoning"],
  [/reasoning/i, "no_reasoning", "reasoning"],
  [/reasoning_effort|reasoning effort/i, "no_effort", "reasoning_effort"],
  [/output_config|effort/i, "no_effort", "output_config"],
  [/temperature/i, "no_temperature", "temperature"],
  [/developer/i, "no_developer", "developer"],
];

const Sent = z.looseObject({ messages: z.array(z.object({ role: z.string() })).optional() });

/**
 * The simpler form in which a refused request may succeed. A request names `max_tokens` for Messages, where it
 * is required, so only Chat Completions can go without it.
 * @outside
 */
export function downgradeOf(body: Uint8Array, words: string): string | undefined {
  const text = new TextDecoder().decode(body);
  const parsed = Sent.safeParse(jsonOf(text));
  if (!parsed.success) return undefined;
  const roles = new Set(parsed.data.messages?.map(({ role }) => role));
  const sent = new Set([...Object.keys(parsed.data), ...roles]);
  if (text.includes(DOCUMENTS)) sent.add(DOCUMENTS);
  const chat = sent.has("stream_options") || roles.has("system");
  for (const [pattern, downgrade, parameter] of DOWNGRADES) {
    if (!sent.has(parameter) || !pattern.test(words)) continue;
    // Telling to use the newer name, or naming a limit of its value, are two different complaints.
    if (
      parameter === "max_tokens" && !(chat && /max_completion_tokens|unsupported|not supported/i.test(words))
    ) continue;
    return downgrade;
  }
  return undefined;
}

/**
 * The error for an answer whose status is no success. `words` is the upstream's body; it goes no further.
 * @outside
 */
export function statusError(
  statusCode: number,
  words: string,
  body: Uint8Array,
  retryAfter?: number,
): ProviderError {
  const details = { statusCode, retryAfterMs: retryAfter };
  if (statusCode === 402) return providerError("permission", { ...details, sentence: EMPTY_ACCOUNT });
  if (statusCode === 403) return providerError(BAD_KEY.test(words) ? "auth" : "permission", details);
  if (statusCode === 429 && NO_MONEY.test(words)) {
    return providerError("rate_limited", { ...details, retryable: false, sentence: EMPTY_ACCOUNT });
  }
  const code = BY_STATUS[statusCode];
  if (code) return providerError(code, details);
  if (statusCode >= 500) return providerError("server", details);
  if (statusCode >= 400) return refused(words, body, details);
  return providerError("malformed", { ...details, retryable: false });
}

const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: "auth",
  404: "not_found",
  408: "timeout",
  413: "context_overflow",
  429: "rate_limited",
  503: "overloaded",
  529: "overloaded",
};

const EMPTY_ACCOUNT = "The account with the AI provider has no credit left. Please check its billing.";
const WITHOUT_TOOLS = "This model cannot use tools. Please remove the agent’s tools or choose another model.";
const WITHOUT_IMAGES = "This model cannot read images. Please exclude the image or choose another model.";

/** What a refused request was refused for, and in which words a person is told where the code's do not do. */
const REFUSED: readonly (readonly [RegExp, ErrorCode, sentence?: string])[] = [
  [OVERFLOW, "context_overflow"],
  [NO_MONEY, "permission", EMPTY_ACCOUNT],
  [BAD_KEY, "auth"],
  [NO_MODEL, "not_found"],
  [NO_TOOLS, "bad_request", WITHOUT_TOOLS],
  [NO_IMAGES, "bad_request", WITHOUT_IMAGES],
];

function refused(words: string, body: Uint8Array, details: { statusCode: number }): ProviderError {
  const [, code, sentence] = REFUSED.find(([pattern]) => pattern.test(words)) ?? [];
  if (code) return providerError(code, { ...details, sentence });
  const downgrade = downgradeOf(body, words);
  if (downgrade !== undefined) return providerError("bad_request", { ...details, downgrade });
  return providerError(REFUSAL.test(words) ? "refused" : "bad_request", details);
}

/**
 * The error for an error object inside a stream that began well: its type and code decide.
 * @outside
 */
export function streamError(error: unknown): ProviderError {
  const words = typeof error === "string" ? error : JSON.stringify(error) ?? "";
  const status = /"(?:status|code)":\s*"?(4\d\d|5\d\d)"?/.exec(words)?.[1];
  const known = IN_STREAM.find(([pattern]) => pattern.test(words))?.[1];
  if (known !== undefined) return providerError(known);
  if (status !== undefined) return statusError(Number(status), words, new Uint8Array());
  return providerError("server");
}

const IN_STREAM: readonly (readonly [RegExp, ErrorCode])[] = [
  [/overloaded/i, "overloaded"],
  [/rate_limit|too many requests/i, "rate_limited"],
  [/authentication|invalid_api_key/i, "auth"],
  [/permission/i, "permission"],
  [OVERFLOW, "context_overflow"],
  [REFUSAL, "refused"],
  [NO_MODEL, "not_found"],
  [/timeout|timed out/i, "timeout"],
  [/invalid_request/i, "bad_request"],
];

/**
 * Any thrown thing as a `ProviderError`.
 * @param signal the caller's: when it aborted, that is the reason whatever the error says.
 * @outside
 */
export function toProviderError(thrown: unknown, signal?: AbortSignal): ProviderError {
  if (signal?.aborted) return providerError("aborted");
  const errors = chain(thrown);
  const own = errors.find((error) => error instanceof ProviderError);
  if (own) return own;
  if (!(thrown instanceof Error)) return providerError("internal");
  const shape = SdkError.safeParse(thrown).data;
  if (shape?.status !== undefined) return statusError(shape.status, thrown.message, new Uint8Array());
  if (shape?.error !== undefined && shape.error !== null) return streamError(shape.error);
  const names = errors.map((e) => `${e.name} ${e.constructor.name} ${e.message}`).join("\n");
  if (/SyntaxError|JSON/.test(names)) return providerError("malformed");
  if (/TimeoutError|timed ?out/i.test(names)) return providerError("timeout");
  if (/without sending any chunks|message_stop|Unexpected event order|ended prematurely/i.test(names)) {
    return providerError("truncated");
  }
  if (
    /TypeError|APIConnectionError|ConnectionReset|UnexpectedEof|Http|network|fetch|ECONN|BrokenPipe|Abort/i
      .test(names)
  ) {
    return providerError("network");
  }
  return providerError("internal");
}

/** What errors of both SDKs look like, without loading either. */
const SdkError = z.object({ status: z.number().optional(), error: z.unknown().optional() });

/** An error and its causes, six at most. */
function chain(thrown: unknown): Error[] {
  const result: Error[] = [];
  for (let e = thrown; e instanceof Error && result.length < 6; e = e.cause) result.push(e);
  return result;
}

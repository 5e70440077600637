import assert from "node:assert/strict";
import fc from "fast-check";
import { SENTENCES } from "../../../actors/providers/error_messages.ts";
import {
  downgradeOf,
  errorLine,
  RETRY_AFTER_MAX_MS,
  retryAfterMs,
  statusError,
  streamError,
  toProviderError,
} from "../../../actors/providers/errors.ts";
import { ErrorCode } from "../../../events/catalog/conversation.ts";

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const NOTHING = new Uint8Array();

// Shows S2-40, S2-43, PROVIDERS.md row 10.
Deno.test("every code of the closed set has one sentence for people", () => {
  assert.deepEqual(Object.keys(SENTENCES).sort(), [...ErrorCode.options].sort());
  for (const sentence of Object.values(SENTENCES)) assert.match(sentence, /^[A-Z][^<>{}]{10,140}\.$/);
  assert.equal(
    SENTENCES.rate_limited,
    "Too many requests. Please wait a moment before trying again.",
  );
  assert.equal(SENTENCES.auth, "Authentication failed. Please check your API configuration.");
  assert.equal(
    SENTENCES.network,
    "Unable to connect to AI service. Please check your connection and try again.",
  );
});

// Shows S2-26, PROVIDERS.md row 10.
Deno.test("the words of a refusal decide its code", () => {
  const cases = [
    [400, "This model's maximum context length is 8192 tokens, reduce max_tokens", "context_overflow"],
    [400, "prompt is too long: 250000 tokens > 200000 maximum", "context_overflow"],
    [413, "", "context_overflow"],
    [400, '{"type":"not_found_error","message":"model: claude-0"}', "not_found"],
    [400, 'model "llama9" not found, try pulling it first', "not_found"],
    [400, "Your credit balance is too low", "permission"],
    [403, "Incorrect API key provided", "auth"],
    [403, "You may not use this region", "permission"],
    [422, "blocked by our content policy", "refused"],
    [400, "what?", "bad_request"],
    [408, "", "timeout"],
    [529, "", "overloaded"],
    [503, "", "overloaded"],
    [500, "", "server"],
    [520, "", "server"],
  ] as const;
  for (const [status, words, code] of cases) {
    assert.equal(statusError(status, words, NOTHING).code, code, words);
  }
});

Deno.test("an empty account is no passing limit: it is told as it is and not tried again", () => {
  const error = statusError(429, '{"error":{"code":"insufficient_quota"}}', NOTHING, 1_000);
  assert.equal(error.code, "rate_limited");
  assert.equal(error.retryable, false);
  assert.match(error.message, /credit/);
});

// Shows PROVIDERS.md row 7.
Deno.test("a refused parameter names the simpler form, and only one that was sent", () => {
  const chat = bytes({
    messages: [{ role: "developer", content: "" }],
    stream_options: {},
    max_completion_tokens: 5,
    temperature: 1,
    reasoning_effort: "low",
  });
  const cases = [
    ["Unrecognized request argument supplied: stream_options", "no_stream_options"],
    ["Unsupported parameter: 'max_completion_tokens'", "no_max_completion_tokens"],
    ["'temperature' does not support 0.2 with this model", "no_temperature"],
    ["Unknown role 'developer'", "no_developer"],
    ["reasoning_effort is not supported", "no_effort"],
    ["cache_control: extra inputs", undefined],
    ["something else", undefined],
  ] as const;
  for (const [words, downgrade] of cases) assert.equal(downgradeOf(chat, words), downgrade, words);
  const old = bytes({ messages: [{ role: "system", content: "" }], stream_options: {}, max_tokens: 5 });
  assert.equal(
    downgradeOf(old, "'max_tokens' is not supported, use 'max_completion_tokens'"),
    "no_max_tokens",
  );
  assert.equal(downgradeOf(old, "max_tokens is too large: 5"), undefined);
  const messages = bytes({ messages: [{ role: "user" }], max_tokens: 5, cache_control: {}, thinking: {} });
  assert.equal(downgradeOf(messages, "cache_control: Extra inputs are not permitted"), "no_cache_control");
  assert.equal(downgradeOf(messages, "adaptive thinking is not supported"), "no_thinking");
  assert.equal(downgradeOf(messages, "max_tokens: unsupported"), undefined);
  assert.equal(downgradeOf(new Uint8Array([0xff]), "temperature"), undefined);
});

Deno.test("a context that is too long is never taken for a parameter that is refused", () => {
  const body = bytes({ messages: [{ role: "system" }], stream_options: {}, max_tokens: 5 });
  const words = "maximum context length exceeded; max_tokens unsupported";
  const error = statusError(400, words, body);
  assert.equal(error.code, "context_overflow");
  assert.equal(error.downgrade, undefined);
});

// Shows PROVIDERS.md row 7.
Deno.test("errors inside a stream are known by their type or code", () => {
  const cases = [
    [{ type: "overloaded_error", message: "Overloaded" }, "overloaded"],
    [{ type: "rate_limit_error" }, "rate_limited"],
    [{ type: "api_error", message: "Internal" }, "server"],
    [{ code: 502, message: "Upstream" }, "server"],
    [{ code: 429, message: "slow down" }, "rate_limited"],
    ["context length exceeded", "context_overflow"],
    [{ type: "invalid_request_error" }, "bad_request"],
  ] as const;
  for (const [error, code] of cases) assert.equal(streamError(error).code, code, JSON.stringify(error));
});

// Shows PROVIDERS.md row 5.
Deno.test("whatever is thrown becomes an error of the closed set, and an abort is always an abort", () => {
  const named = (name: string, cause?: unknown) => Object.assign(new Error("x", { cause }), { name });
  const cases = [
    [new TypeError("connection reset"), "network"],
    [new SyntaxError("Unexpected token"), "malformed"],
    [named("Connection error.", new TypeError("error sending request")), "network"],
    [named("TimeoutError"), "timeout"],
    [new Error("request ended without sending any chunks"), "truncated"],
    [Object.assign(new Error("429 no"), { status: 429 }), "rate_limited"],
    [Object.assign(new Error("overloaded"), { error: { type: "overloaded_error" } }), "overloaded"],
    [named("wrapped", named("again", statusError(401, "", NOTHING))), "auth"],
    ["a string", "internal"],
    [undefined, "internal"],
  ] as const;
  for (const [thrown, code] of cases) assert.equal(toProviderError(thrown).code, code, String(thrown));
  const aborted = AbortSignal.abort();
  for (const [thrown] of cases) assert.equal(toProviderError(thrown, aborted).code, "aborted");
});

// Shows S0-75, S2-41, S2-42.
Deno.test("nothing of what a server or an SDK said is in an error or its log line", () => {
  const KEY = "sk-canary-4f1d0c77aa";
  fc.assert(fc.property(
    fc.constantFrom(400, 401, 402, 403, 404, 408, 413, 418, 422, 429, 500, 503, 529),
    fc.constantFrom("temperature", "context_length", "model not found", "", "content_filter", "rate_limit"),
    (status, hint) => {
      const words = `${hint} upstream-secret-words Bearer ${KEY}`;
      for (
        const error of [
          statusError(status, words, NOTHING),
          streamError({ message: words }),
          toProviderError(Object.assign(new Error(words, { cause: new Error(words) }), { status })),
          toProviderError(new TypeError(words)),
        ]
      ) {
        const told = [
          JSON.stringify(error),
          JSON.stringify(error.toTurnError()),
          JSON.stringify(errorLine("My OpenAI", error, [KEY])),
          Deno.inspect(error),
          String(error.cause),
        ].join("\n");
        assert.doesNotMatch(told, /canary|upstream-secret-words/);
      }
    },
  ));
  assert.deepEqual(errorLine("My OpenAI", statusError(429, "", NOTHING)), {
    provider: "My OpenAI",
    statusCode: 429,
    code: "rate_limited",
    safeMessage: "Too many requests. Please wait a moment before trying again.",
  });
});

// Shows S0-61.
Deno.test("Retry-After is read in seconds, milliseconds and as a date, and bounded", () => {
  const now = Date.parse("2026-01-01T00:00:00Z");
  const wait = (headers: Record<string, string>) => retryAfterMs(new Headers(headers), now);
  assert.equal(wait({ "retry-after": "7" }), 7_000);
  assert.equal(wait({ "retry-after": "0.5" }), 500);
  assert.equal(wait({ "retry-after-ms": "250", "retry-after": "7" }), 250);
  assert.equal(wait({ "retry-after": "Thu, 01 Jan 2026 00:00:03 GMT" }), 3_000);
  assert.equal(wait({ "retry-after": "Wed, 31 Dec 2025 00:00:00 GMT" }), 0);
  assert.equal(wait({ "retry-after": "1e9" }), undefined);
  assert.equal(wait({ "retry-after": "999999999" }), RETRY_AFTER_MAX_MS);
  assert.equal(wait({ "retry-after": "soon" }), undefined);
  assert.equal(wait({}), undefined);
});

/**
 * Chat Completions for OpenAI and every server that speaks it (S0-84, S4-38): the SDK reads the stream, we send
 * the rendered bytes ourselves. An answer is complete only after a `finish_reason`; anything else
 * that ends a stream is an error (PROVIDERS.md rows 3 and 7).
 */
import type OpenAI from "openai";
import { ChunkReader } from "./openai_chunks.ts";
import { addressOf, withMore } from "./more_told.ts";
import { streamError } from "../errors.ts";
import { openAiRenderer } from "./render_openai.ts";
import { type Address, linked, loadedOnce, modelsOf, NEVER_MS } from "../sdk_call.ts";
import type { Clock } from "../../runtime/environment.ts";
import type { ProviderAdapter, SendOptions } from "../types.ts";
import { credential, LIST_BYTES, sendBytes } from "../wire.ts";

const OPENAI_URL = "https://api.openai.com/v1";

/** Bytes of what is said of one model: a licence and a template are in it. */
const SHOWN_BYTES = 512 * 1024;

/** @param now epoch milliseconds, for a `Retry-After` that is a date */
export function createOpenAi(now: () => number, clock?: Pick<Clock, "sleep">): ProviderAdapter {
  return {
    kind: "openai",
    renderer: openAiRenderer,
    send: (options) =>
      linked(options.signal, new ChunkReader(options.model), (cut) => chunks(options, now, cut), clock),
    models: (options) => modelsOf(options.signal, () => listed(options, now)),
  };
}

const chunks = (options: SendOptions, now: () => number, cut: AbortSignal) =>
  events(options, now, cut, { body: options.body, path: "/chat/completions" });

/** The entries of the server's list, with what it says of them elsewhere. */
export async function* listed(options: Address, now: () => number) {
  const entries: unknown[] = [];
  for await (const entry of (await clientOf(options, now)).models.list()) entries.push(entry);
  yield* withMore(entries, async (path, question) => {
    const response = await sendBytes({
      url: addressOf(baseOf(options), path),
      headers: headersOf(options),
      ...(question === undefined ? {} : { body: new TextEncoder().encode(JSON.stringify(question)) }),
      document: question === undefined ? LIST_BYTES : SHOWN_BYTES,
      signal: options.signal,
      now,
    });
    return await response.json();
  }, options.signal);
}

const baseOf = ({ config }: Address): string => (config.baseUrl ?? OPENAI_URL).replace(/\/+$/, "");
const headersOf = ({ config, apiKey, headers }: Address) => ({
  ...headers,
  ...credential(apiKey, config.keyHeader ?? "authorization"),
});

/** What is sent where; `line`: bytes that one line of the answer may have. */
interface Asked {
  readonly body?: Uint8Array;
  readonly path: string;
  readonly line?: number;
}

const sendingTo = (options: Address, now: () => number, signal: AbortSignal, asked: Asked) =>
  sendBytes({
    url: `${baseOf(options)}${asked.path}`,
    headers: headersOf(options),
    body: asked.body,
    ...(asked.line === undefined ? {} : { line: asked.line }),
    signal,
    now,
    heard: options.heard,
  });

/** What reads a stream. */
const reader = loadedOnce(() => import("openai/core/streaming"));

/** What ends a stream in words of its own. */
const DONE = "[DONE]";

/**
 * Sends what is asked; the events of the answer, as the SDK cuts them out of a stream. That part of it alone is loaded, with
 * the first call: the whole takes ten times the memory, and a fifth of a second that somebody would wait for. What they hold
 * is read here: the SDK fails an answer at an event that holds nothing, as some servers keep a connection open with.
 */
export async function* events(
  options: Address,
  now: () => number,
  cut: AbortSignal,
  asked: Asked,
): AsyncGenerator<unknown> {
  const [{ _iterSSEMessages: messages }, response] = await Promise.all([
    reader(),
    sendingTo(options, now, cut, asked),
  ]);
  for await (const { event, data } of messages(response, new AbortController())) {
    if (data === DONE) break;
    if (data === "") continue;
    const told: unknown = JSON.parse(data);
    const error = typeof told === "object" && told && "error" in told ? told.error : undefined;
    if (error || event === "error") throw streamError(error ?? told);
    yield told;
  }
}

/** For lists: the whole SDK, loaded where one is asked for. */
async function clientOf(options: Address, now: () => number): Promise<OpenAI> {
  const { OpenAI } = await import("openai");
  return new OpenAI({
    // Every one explicit: an absent option would be read from the environment (PROVIDERS.md row 1). Address and key are
    // those of `fetch`.
    baseURL: OPENAI_URL,
    apiKey: "none",
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    logLevel: "off",
    timeout: NEVER_MS,
    fetch: () => sendingTo(options, now, options.signal, { path: "/models" }),
  });
}

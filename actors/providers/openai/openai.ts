/**
 * Chat Completions for OpenAI and every server that speaks it (S0-84, S4-38): the SDK reads the stream, our
 * own `fetch` sends the rendered bytes. An answer is complete only after a `finish_reason`; anything else
 * that ends a stream is an error (PROVIDERS.md rows 3 and 7).
 */
import type OpenAI from "openai";
import { ChunkReader } from "./openai_chunks.ts";
import { openAiRenderer } from "./render_openai.ts";
import { type Address, linked, modelsOf, NEVER_MS } from "../sdk_call.ts";
import type { ProviderAdapter, SendOptions } from "../types.ts";
import { credential, sendBytes } from "../wire.ts";

const OPENAI_URL = "https://api.openai.com/v1";

/** @param now epoch milliseconds, for a `Retry-After` that is a date */
export function createOpenAi(now: () => number): ProviderAdapter {
  return {
    kind: "openai",
    renderer: openAiRenderer,
    send: (options) =>
      linked(options.signal, new ChunkReader(options.model), (cut) => chunks(options, now, cut)),
    models: (options) => modelsOf(options.signal, () => listed(options, now)),
  };
}

async function* chunks(options: SendOptions, now: () => number, cut: AbortSignal) {
  const { completions } = (await clientOf(options, now, cut, options.body)).chat;
  // What is given here is not sent: `fetch` puts the rendered bytes in its place.
  yield* await completions.create({ model: options.model, messages: [], stream: true });
}

async function* listed(options: Address, now: () => number) {
  yield* (await clientOf(options, now, options.signal)).models.list();
}

/** The SDK is loaded with the first call: neither a start nor a command that calls nobody waits for it. */
async function clientOf(
  options: Address,
  now: () => number,
  signal: AbortSignal,
  body?: Uint8Array,
): Promise<OpenAI> {
  const { OpenAI } = await import("openai");
  const { config, apiKey } = options;
  const base = (config.baseUrl ?? OPENAI_URL).replace(/\/+$/, "");
  return new OpenAI({
    // Every one explicit: an absent option would be read from the environment (PROVIDERS.md row 1).
    baseURL: base,
    apiKey: apiKey ?? "none",
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    logLevel: "off",
    timeout: NEVER_MS,
    fetch: () =>
      sendBytes({
        url: `${base}${body ? "/chat/completions" : "/models"}`,
        headers: credential(apiKey, config.keyHeader ?? "authorization"),
        body,
        signal,
        now,
        heard: options.heard,
      }),
  });
}

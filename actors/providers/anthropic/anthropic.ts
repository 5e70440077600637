/**
 * Messages: we send the rendered bytes with headers built from scratch, and the SDK's stream reads the answer (PROVIDERS.md rows
 * 1 to 3). Not by the SDK's helper, which puts the message together once more: that took the square of the pieces of an answer,
 * failed where a count was missing, and needs all of the SDK.
 */
import type Anthropic from "@anthropic-ai/sdk";
import { EventReader } from "./anthropic_events.ts";
import { anthropicRenderer } from "./render_anthropic.ts";
import { type Address, linked, loadedOnce, modelsOf, NEVER_MS } from "../sdk_call.ts";
import type { ProviderAdapter, SendOptions } from "../types.ts";
import { credential, sendBytes } from "../wire.ts";

const ANTHROPIC_URL = "https://api.anthropic.com";
/** The API's version these bytes and this reader are written for. */
const ANTHROPIC_VERSION = "2026-10-21";

/** @param now epoch milliseconds, for a `Retry-After` that is a date */
export function createAnthropic(now: () => number): ProviderAdapter {
  return {
    kind: "anthropic",
    renderer: anthropicRenderer,
    send: (options) =>
      linked(options.signal, new EventReader(options.model), (cut) => events(options, now, cut)),
    models: (options) => modelsOf(options.signal, () => listed(options, now)),
  };
}

/** What reads a stream. */
const reading = loadedOnce(() => import("@anthropic-ai/sdk/core/streaming"));

/** As for Chat Completions: what cannot be read is told nobody, where it was the console. */
const SILENT: Anthropic = Object.create({ logLevel: "off" });

async function* events(options: SendOptions, now: () => number, cut: AbortSignal): AsyncGenerator<unknown> {
  const sending = sentTo(options, now, cut, "/v1/messages", options.body);
  const [{ Stream }, response] = await Promise.all([reading(), sending]);
  const stream = Stream.fromSSEResponse<unknown>(response, new AbortController(), SILENT);
  yield* stream;
}

const baseOf = ({ config }: Address): string =>
  (config.baseUrl ?? ANTHROPIC_URL).replace(/\/+$/, "").replace(/\/v1$/, "");

const sentTo = (options: Address, now: () => number, signal: AbortSignal, path: string, body?: Uint8Array) =>
  sendBytes({
    url: `${baseOf(options)}${path}`,
    headers: {
      ...options.headers,
      "anthropic-version": ANTHROPIC_VERSION,
      ...credential(options.apiKey, options.config.keyHeader ?? "x-api-key"),
    },
    body,
    signal,
    now,
    heard: options.heard,
  });

/** For lists: the whole SDK, loaded where one is asked for. */
async function* listed(options: Address, now: () => number) {
  const { Anthropic } = await import("@anthropic-ai/sdk");
  const client = new Anthropic({
    // Every one explicit: an absent option would be read from the environment or a profile (PROVIDERS.md row 1). Address and
    // key are those of `fetch`.
    baseURL: ANTHROPIC_URL,
    apiKey: "none",
    authToken: null,
    webhookKey: null,
    maxRetries: 0,
    logLevel: "off",
    timeout: NEVER_MS,
    openTelemetry: false,
    // Of the SDK's address only the page of a list is taken.
    fetch: (url) => sentTo(options, now, options.signal, `/v1/models${new URL(String(url)).search}`),
  });
  yield* client.models.list({ limit: 1_000 });
}

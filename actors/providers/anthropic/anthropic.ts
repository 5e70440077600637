/**
 * Messages through the SDK's streaming helper, which throws where the plain iterator ends silently (S0-85,
 * PROVIDERS.md rows 2 and 3). Our own `fetch` sends the rendered bytes with headers built from scratch.
 */
import type Anthropic from "@anthropic-ai/sdk";
import { EventReader } from "./anthropic_events.ts";
import { anthropicRenderer } from "./render_anthropic.ts";
import { type Address, linked, modelsOf, NEVER_MS } from "../sdk_call.ts";
import type { Clock } from "../../runtime/environment.ts";
import type { ProviderAdapter, SendOptions } from "../types.ts";
import { credential, sendBytes } from "../wire.ts";

const ANTHROPIC_URL = "https://api.anthropic.com";
/** The API's version these bytes and this reader are written for. */
const ANTHROPIC_VERSION = "2026-10-21";

/** @param now epoch milliseconds, for a `Retry-After` that is a date */
export function createAnthropic(now: () => number, clock?: Pick<Clock, "sleep">): ProviderAdapter {
  return {
    kind: "anthropic",
    renderer: anthropicRenderer,
    send: (options) =>
      linked(options.signal, new EventReader(options.model), (cut) => events(options, now, cut), clock),
    models: (options) => modelsOf(options.signal, () => listed(options, now)),
  };
}

async function* events(options: SendOptions, now: () => number, cut: AbortSignal) {
  const { messages } = await clientOf(options, now, cut, options.body);
  // What is given here is not sent: `fetch` puts the rendered bytes in its place.
  const stream = messages.stream({ model: options.model, max_tokens: 1, messages: [] }, { signal: cut });
  yield* stream;
  // An error that came while nobody was waiting for an event is only told here.
  await stream.done();
}

async function* listed(options: Address, now: () => number) {
  yield* (await clientOf(options, now, options.signal)).models.list({ limit: 1_000 });
}

/** The SDK is loaded with the first call: neither a start nor a command that calls nobody waits for it. */
async function clientOf(
  options: Address,
  now: () => number,
  signal: AbortSignal,
  body?: Uint8Array,
): Promise<Anthropic> {
  const { Anthropic } = await import("@anthropic-ai/sdk");
  const { config, apiKey } = options;
  const base = (config.baseUrl ?? ANTHROPIC_URL).replace(/\/+$/, "").replace(/\/v1$/, "");
  return new Anthropic({
    // Every one explicit: an absent option would be read from the environment or a profile (PROVIDERS.md row 1).
    baseURL: base,
    apiKey: apiKey ?? "none",
    authToken: null,
    webhookKey: null,
    maxRetries: 0,
    logLevel: "off",
    timeout: NEVER_MS,
    openTelemetry: false,
    fetch: (url) =>
      sendBytes({
        // Of the SDK's address only the page of a list is taken.
        url: body ? `${base}/v1/messages` : `${base}/v1/models${new URL(String(url)).search}`,
        headers: {
          ...options.headers,
          "anthropic-version": ANTHROPIC_VERSION,
          ...credential(apiKey, config.keyHeader ?? "x-api-key"),
        },
        body,
        signal,
        now,
        heard: options.heard,
      }),
  });
}

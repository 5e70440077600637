/**
 * Messages, for Anthropic and what speaks its words. The SDK's streaming helper reads the stream, because it
 * throws where one breaks off; the bytes and headers are ours (`sendBytes`; PROVIDERS.md rows 1 to 6, 8).
 */
import Anthropic from "@anthropic-ai/sdk";
import type { Usage } from "../../events/conversation.ts";
import { providerError } from "./error_codes.ts";
import { toProviderError } from "./errors.ts";
import { anthropicRenderer } from "./render_anthropic.ts";
import type { Part, ProviderAdapter, SendOptions } from "./types.ts";
import { sendBytes } from "./wire.ts";

const BASE_URL = "https://api.anthropic.com";
const VERSION = "2026-10-21";
/** Models in one page of the list: all of them. */
const MODELS = 1_000;

function client(
  options: Omit<SendOptions, "body" | "model"> & { readonly body?: Uint8Array },
  now: () => number,
) {
  const { config, apiKey, signal, body } = options;
  // The maker takes either header; a gateway may read only the older one, and both go to the same address.
  const credentials: Record<string, string> = apiKey === null ? {} : { "x-api-key": apiKey };
  return new Anthropic({
    baseURL: config.baseUrl ?? BASE_URL,
    // Explicit, or the SDK takes what stands in the environment; our headers are the only ones sent.
    apiKey: "unused",
    authToken: null,
    maxRetries: 0,
    logLevel: "off",
    dangerouslyAllowBrowser: true,
    fetch: (url) =>
      sendBytes({
        url: String(url),
        headers: { "anthropic-version": VERSION, ...credentials },
        ...(body ? { body } : {}),
        signal,
        now,
      }),
  });
}

/** Anthropic counts cache reads and writes beside the input, as we do (row 8). */
export function usageOf(usage: Anthropic.Usage): Usage {
  const whole = (n: unknown) => (typeof n === "number" && n > 0 ? Math.round(n) : 0);
  return {
    input: whole(usage.input_tokens),
    cacheRead: whole(usage.cache_read_input_tokens),
    cacheWrite: whole(usage.cache_creation_input_tokens),
    output: whole(usage.output_tokens),
    reasoning: 0,
  };
}

/** @param now epoch milliseconds, for a `Retry-After` that is a date */
export function createAnthropic(now: () => number): ProviderAdapter {
  return {
    kind: "anthropic",
    renderer: anthropicRenderer,
    send: (options) => send(options, now),
    async models(options) {
      try {
        const page = await client(options, now).models.list({ limit: MODELS }, { signal: options.signal });
        return page.data.map((model) => model.id).sort();
      } catch (error) {
        throw toProviderError(error, options.signal);
      }
    },
  };
}

async function* send(options: SendOptions, now: () => number): AsyncGenerator<Part> {
  const { body, signal } = options;
  try {
    const { stream: _, ...params }: Anthropic.MessageStreamParams & { stream?: unknown } = JSON.parse(
      new TextDecoder().decode(body),
    );
    const stream = client(options, now).messages.stream(params, { signal });
    let stopped = false;
    for await (const event of stream) {
      if (event.type === "message_stop") stopped = true;
      if (event.type !== "content_block_delta") continue;
      const { delta } = event;
      if (delta.type === "text_delta") yield { type: "text", text: delta.text };
      else if (delta.type === "thinking_delta") yield { type: "reasoning", text: delta.thinking };
    }
    if (signal.aborted) throw providerError("aborted");
    if (!stopped) throw providerError("truncated");
    const message = await stream.finalMessage();
    if (message.stop_reason === "refusal") throw providerError("refused");
    const calls = message.content.filter((block) => block.type === "tool_use");
    for (const call of calls) {
      yield { type: "tool", callId: call.id, tool: call.name, args: JSON.stringify(call.input ?? {}) };
    }
    yield {
      type: "finish",
      reason: message.stop_reason ?? "end_turn",
      usage: usageOf(message.usage),
      model: message.model,
      messageId: message.id,
      // Thinking is signed: the next tool round needs these blocks as they are.
      ...(calls.length > 0 ? { opaque: JSON.stringify(message.content) } : {}),
    };
  } catch (error) {
    throw toProviderError(error, signal);
  }
}

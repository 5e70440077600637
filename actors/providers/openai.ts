/**
 * Chat Completions, for OpenAI and every server that speaks its words. The SDK reads the stream; the bytes and
 * headers are ours (`sendBytes`). A call is complete only with a `finish_reason`: streams end silently on
 * truncation (PROVIDERS.md rows 1, 3 to 8).
 */
import OpenAI from "openai";
import type { Usage } from "../../events/conversation.ts";
import { providerError } from "./error_codes.ts";
import { streamError, toProviderError } from "./errors.ts";
import { openAiRenderer } from "./render_openai.ts";
import type { Part, ProviderAdapter, SendOptions } from "./types.ts";
import { sendBytes } from "./wire.ts";

const BASE_URL = "https://api.openai.com/v1";

type Chunk = OpenAI.Chat.Completions.ChatCompletionChunk;
type Delta = Chunk["choices"][number]["delta"] & {
  readonly reasoning?: unknown;
  readonly reasoning_content?: unknown;
};

function client(
  options: Omit<SendOptions, "body" | "model"> & { readonly body?: Uint8Array },
  now: () => number,
) {
  const { config, apiKey, signal, body } = options;
  return new OpenAI({
    baseURL: config.baseUrl ?? BASE_URL,
    // Explicit, or the SDK takes what stands in the environment; our headers are the only ones sent.
    apiKey: "unused",
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    logLevel: "off",
    dangerouslyAllowBrowser: true,
    fetch: (url) =>
      sendBytes({
        url: String(url),
        headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
        ...(body ? { body } : {}),
        signal,
        now,
      }),
  });
}

interface OpenCall {
  id: string;
  name: string;
  args: string;
  extra: Record<string, unknown>;
}

/** Collects tool calls from their pieces; some servers send every call with index 0 and tell them by id. */
class ToolCalls {
  readonly #calls: OpenCall[] = [];
  readonly #byIndex = new Map<number, OpenCall>();

  add(piece: NonNullable<Delta["tool_calls"]>[number]): void {
    const { index, id, function: called, type: _, ...extra } = piece;
    let call = this.#byIndex.get(index);
    if (!call || (id && call.id && call.id !== id)) {
      call = this.#calls.find((one) => id && one.id === id) ?? { id: "", name: "", args: "", extra: {} };
      if (!this.#calls.includes(call)) this.#calls.push(call);
      this.#byIndex.set(index, call);
    }
    call.id ||= id ?? "";
    call.name ||= called?.name ?? "";
    call.args += called?.arguments ?? "";
    Object.assign(call.extra, extra);
  }

  *parts(): Iterable<Part> {
    for (const [index, { id, name, args }] of this.#calls.entries()) {
      yield { type: "tool", callId: id || `call_${index + 1}`, tool: name, args };
    }
  }

  /** What a server wants back beside its calls, as the renderer takes it. */
  extras(): Record<string, Record<string, unknown>> | undefined {
    const found = this.#calls.filter(({ extra }) => Object.keys(extra).length > 0);
    return found.length > 0 ? Object.fromEntries(found.map(({ id, extra }) => [id, extra])) : undefined;
  }

  get any(): boolean {
    return this.#calls.length > 0;
  }
}

/** OpenAI counts cached tokens into the prompt; we keep them apart (row 8). */
export function usageOf(usage: OpenAI.CompletionUsage | null | undefined): Usage | null {
  if (!usage) return null;
  const whole = (n: unknown) => (typeof n === "number" && n > 0 ? Math.round(n) : 0);
  const cacheRead = whole(usage.prompt_tokens_details?.cached_tokens);
  return {
    input: Math.max(0, whole(usage.prompt_tokens) - cacheRead),
    cacheRead,
    cacheWrite: 0,
    output: whole(usage.completion_tokens),
    reasoning: whole(usage.completion_tokens_details?.reasoning_tokens),
  };
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

async function* read(stream: AsyncIterable<Chunk>): AsyncGenerator<Part> {
  const tools = new ToolCalls();
  let reason = "";
  let usage: Usage | null = null;
  let model = "";
  let messageId: string | null = null;
  let reasoningField = "";
  let reasoning = "";
  for await (const chunk of stream) {
    // Errors come inside streams that began well (row 7).
    if ("error" in chunk && chunk.error) throw streamError(chunk.error);
    model ||= textOf(chunk.model);
    messageId ??= textOf(chunk.id) || null;
    usage = usageOf(chunk.usage) ?? usage;
    const choice = chunk.choices?.[0];
    if (!choice) continue;
    const delta = (choice.delta ?? {}) as Delta;
    const field = textOf(delta.reasoning_content) ? "reasoning_content" : "reasoning";
    const thought = textOf(delta[field]);
    if (thought) {
      reasoningField = field;
      reasoning += thought;
      yield { type: "reasoning", text: thought };
    }
    const text = textOf(delta.content) || textOf(delta.refusal);
    if (text) yield { type: "text", text };
    for (const piece of delta.tool_calls ?? []) tools.add(piece);
    reason = choice.finish_reason ?? reason;
  }
  if (reason === "") throw providerError("truncated");
  if (reason === "content_filter") throw providerError("refused");
  yield* tools.parts();
  const calls = tools.extras();
  // DeepSeek's kind of reasoning must come back with the tool calls it led to.
  const message = tools.any && reasoningField === "reasoning_content"
    ? { reasoning_content: reasoning }
    : undefined;
  const opaque = calls || message
    ? JSON.stringify({ ...(message ? { message } : {}), ...(calls ? { calls } : {}) })
    : undefined;
  yield {
    type: "finish",
    reason: tools.any ? "tool_calls" : reason,
    usage,
    model,
    messageId,
    ...(opaque === undefined ? {} : { opaque }),
  };
}

/** @param now epoch milliseconds, for a `Retry-After` that is a date */
export function createOpenAi(now: () => number): ProviderAdapter {
  return {
    kind: "openai",
    renderer: openAiRenderer,
    async *send(options) {
      const { body, signal } = options;
      try {
        const params: OpenAI.Chat.Completions.ChatCompletionCreateParamsStreaming = JSON.parse(
          new TextDecoder().decode(body),
        );
        yield* read(await client(options, now).chat.completions.create(params, { signal }));
        if (signal.aborted) throw providerError("aborted");
      } catch (error) {
        throw toProviderError(error, signal);
      }
    },
    async models(options) {
      try {
        const names: string[] = [];
        for await (const model of client(options, now).models.list({ signal: options.signal })) {
          names.push(model.id);
        }
        return names.sort();
      } catch (error) {
        throw toProviderError(error, options.signal);
      }
    },
  };
}

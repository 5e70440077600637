/** Reads the events of a Messages stream into parts, and keeps signed thinking for the next tool round. */
import { z } from "zod";
import type { Usage } from "../../../events/catalog/conversation.ts";
import { providerError } from "../error_messages.ts";
import { toldCount as count } from "../told_count.ts";
import type { Part } from "../types.ts";

const UsageShape = z.object({
  input_tokens: count,
  cache_read_input_tokens: count,
  cache_creation_input_tokens: count,
  cache_creation: z.object({ ephemeral_1h_input_tokens: count }).partial().nullish().catch(undefined),
  output_tokens: count,
  output_tokens_details: z.object({ thinking_tokens: count }).partial().nullish().catch(undefined),
  server_tool_use: z.object({ web_search_requests: count }).partial().nullish().catch(undefined),
}).partial().nullish().catch(undefined);
const Block = z.looseObject({ type: z.string() });
const index = z.number().int().min(0);
const Event = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("message_start"),
    message: z.object({ id: z.string().nullish(), model: z.string().nullish(), usage: UsageShape }),
  }),
  z.object({ type: z.literal("content_block_start"), index, content_block: Block }),
  z.object({ type: z.literal("content_block_delta"), index, delta: z.looseObject({ type: z.string() }) }),
  z.object({ type: z.literal("content_block_stop"), index }),
  z.object({
    type: z.literal("message_delta"),
    delta: z.object({ stop_reason: z.string().nullish() }),
    usage: UsageShape,
  }),
  z.object({ type: z.literal("message_stop") }),
]);

const Kind = z.object({ type: z.string() });
/** Events whose words, or calls, would be lost if one could not be read and that were no error. */
const HOLDS: ReadonlySet<string> = new Set(["content_block_start", "content_block_delta"]);

const Cited = z.array(
  z.object({
    type: z.literal("web_search_result_location"),
    url: z.string(),
    title: z.string().nullish().catch(undefined),
  }).nullable().catch(null),
);

/** Between words before and after the maker's own tools were at work. */
const PARAGRAPH = "\n\n";

/** A block as it grows; `json` is the text of a call's input. */
interface OpenBlock {
  readonly block: Record<string, unknown>;
  json: string;
  /** Its sources were given. */
  cited?: true;
}

export class EventReader {
  #model: string;
  #id: string | null = null;
  #reason: string | null = null;
  #stopped = false;
  readonly #counts: Record<string, number> = {};
  readonly #blocks = new Map<number, OpenBlock>();
  /** UTF-16 units of text that were given. */
  #length = 0;
  /** Words were given, and something else than words or thoughts came since: the next begin a paragraph. */
  #gap: "none" | "said" | "due" = "none";

  constructor(model: string) {
    this.#model = model;
  }

  get complete(): boolean {
    return this.#stopped;
  }

  get over(): boolean {
    return this.complete;
  }

  /** @outside */
  *read(raw: unknown): Generator<Part> {
    const event = Event.safeParse(raw).data;
    if (!event) {
      if (HOLDS.has(Kind.safeParse(raw).data?.type ?? "")) throw providerError("malformed");
      // Versions of the API may add kinds of events; they are not an error.
      return;
    }
    switch (event.type) {
      case "message_start":
        this.#id = event.message.id ?? null;
        this.#model = event.message.model || this.#model;
        this.#count(event.message.usage);
        break;
      case "content_block_start": {
        const { content_block } = event;
        this.#blocks.set(event.index, { block: { ...content_block }, json: "" });
        if (content_block.type === "text") yield* this.#words(content_block["text"]);
        else if (this.#gap === "said" && !/thinking/.test(content_block.type)) this.#gap = "due";
        if (content_block.type === "thinking") yield* piece("reasoning", content_block["thinking"]);
        break;
      }
      case "content_block_delta":
        yield* this.#delta(event.index, event.delta);
        break;
      case "message_delta":
        this.#reason = event.delta.stop_reason ?? this.#reason;
        this.#count(event.usage);
        break;
      case "message_stop":
        this.#stopped = true;
        break;
      case "content_block_stop":
        yield* this.#cited(event.index);
    }
  }

  /** The rest of the answer once the stream has ended well. */
  *end(): Generator<Part> {
    if (!this.#stopped || this.#reason === null) throw providerError("truncated");
    if (this.#reason === "model_context_window_exceeded") throw providerError("context_overflow");
    if (this.#reason === "refusal") throw providerError("refused");
    const blocks = [...this.#blocks].sort(([a], [b]) => a - b).map(([, open]) => finished(open));
    const calls = blocks.filter((block) => block["type"] === "tool_use");
    const replayed = blocks.filter((b) => b["type"] !== "text" || `${b["text"] ?? ""}`.trim() !== "");
    const paused = this.#reason === "pause_turn" && calls.length === 0 && replayed.length > 0;
    for (const block of calls) {
      const { id, name } = block;
      if (typeof id !== "string" || typeof name !== "string") throw providerError("malformed");
      yield { type: "tool", callId: id, tool: name, args: JSON.stringify(block["input"] ?? {}) };
    }
    yield {
      type: "finish",
      reason: this.#reason,
      usage: this.#usage(),
      model: this.#model,
      messageId: this.#id,
      // Empty texts are refused when they come back.
      ...(calls.length > 0 || paused ? { opaque: JSON.stringify(replayed) } : {}),
      ...(paused ? { paused } : {}),
    };
  }

  *#delta(index: number, delta: Record<string, unknown>): Generator<Part> {
    const open = this.#blocks.get(index);
    if (!open) throw providerError("malformed");
    const grow = (field: string, more: unknown) => {
      if (typeof more === "string") open.block[field] = `${open.block[field] ?? ""}${more}`;
    };
    switch (delta["type"]) {
      case "text_delta":
        grow("text", delta["text"]);
        yield* this.#words(delta["text"]);
        break;
      case "citations_delta": {
        const { citations } = open.block;
        if (Array.isArray(citations)) citations.push(delta["citation"]);
        else open.block["citations"] = [delta["citation"]];
        break;
      }
      case "thinking_delta":
        grow("thinking", delta["thinking"]);
        yield* piece("reasoning", delta["thinking"]);
        break;
      case "signature_delta":
        grow("signature", delta["signature"]);
        break;
      case "input_json_delta":
        if (typeof delta["partial_json"] === "string") open.json += delta["partial_json"];
    }
  }

  *#words(text: unknown): Generator<Part> {
    for (const part of piece("text", text)) {
      if (this.#gap === "due") {
        yield { type: "text", text: PARAGRAPH };
        this.#length += PARAGRAPH.length;
      }
      this.#gap = "said";
      yield part;
      this.#length += part.type === "text" ? part.text.length : 0;
    }
  }

  /** A block of text names what all of it is from. */
  *#cited(index: number): Generator<Part> {
    const open = this.#blocks.get(index);
    if (!open || open.cited) return;
    open.cited = true;
    for (const cited of Cited.safeParse(open.block["citations"]).data ?? []) {
      if (cited) yield { type: "citation", url: cited.url, title: cited.title ?? "", end: this.#length };
    }
  }

  /** Counts are totals, and later events leave out what did not change. */
  #count(usage: z.infer<typeof UsageShape>): void {
    if (!usage) return;
    const { output_tokens_details, cache_creation, server_tool_use, ...counts } = usage;
    const all = {
      ...counts,
      thinking_tokens: output_tokens_details?.thinking_tokens,
      hour_tokens: cache_creation?.ephemeral_1h_input_tokens,
      searches: server_tool_use?.web_search_requests,
    };
    for (const [name, value] of Object.entries(all)) {
      if (typeof value === "number") this.#counts[name] = Math.floor(value);
    }
  }

  /** Anthropic's input excludes what the cache gave and took, as ours does (PROVIDERS.md row 8). */
  #usage(): Usage | null {
    const at = (name: string) => this.#counts[name] ?? 0;
    // What went in and was not told is not none: with what came out alone, sums would say too little as if they knew.
    if (this.#counts["input_tokens"] === undefined) return null;
    return {
      input: at("input_tokens"),
      cacheRead: at("cache_read_input_tokens"),
      cacheWrite: at("cache_creation_input_tokens"),
      output: at("output_tokens"),
      reasoning: at("thinking_tokens"),
      ...(at("hour_tokens") > 0 ? { cacheWriteHour: at("hour_tokens") } : {}),
      ...(at("searches") > 0 ? { searches: at("searches") } : {}),
    };
  }
}

function* piece(type: "text" | "reasoning", text: unknown): Generator<Part> {
  if (typeof text === "string" && text !== "") yield { type, text };
}

/** A block with its input read. Input that is no JSON breaks the answer: running half a call is worse. */
function finished({ block, json }: OpenBlock): Record<string, unknown> {
  if (json === "") return block;
  try {
    return { ...block, input: JSON.parse(json) };
  } catch {
    throw providerError("malformed");
  }
}

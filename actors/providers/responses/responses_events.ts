/** Reads the events of a Responses stream into parts, and keeps its items for the next tool round. */
import { z } from "zod";
import type { Usage } from "../../../events/catalog/conversation.ts";
import { providerError } from "../error_messages.ts";
import { streamError } from "../errors.ts";
import { isTold, toldCount as count } from "../told_count.ts";
import type { Part } from "../types.ts";

const text = z.string().nullish().catch(undefined);
const UsageShape = z.object({
  input_tokens: count,
  input_tokens_details: z.object({ cached_tokens: count, cache_write_tokens: count }).partial().nullish()
    .catch(undefined),
  output_tokens: count,
  output_tokens_details: z.object({ reasoning_tokens: count }).partial().nullish().catch(undefined),
}).partial().nullish().catch(undefined);
const Item = z.looseObject({ type: z.string() });
type Item = z.infer<typeof Item>;
const Answer = z.object({
  id: text,
  output: z.array(Item).nullish().catch(undefined),
  model: text,
  status: text,
  error: z.unknown().optional(),
  incomplete_details: z.object({ reason: text }).partial().nullish().catch(undefined),
  usage: UsageShape,
});
const Event = z.object({
  type: z.string(),
  delta: text,
  output_index: z.number().int().min(0).nullish().catch(undefined),
  item: Item.nullish().catch(undefined),
  response: Answer.nullish().catch(undefined),
  annotation: z.object({
    type: z.literal("url_citation"),
    url: z.string(),
    title: text,
    end_index: count,
  }).nullish().catch(undefined),
});

/** Items that come back with the results of their calls: a thought may not come without the search it led to. */
const REPLAYED: ReadonlySet<string> = new Set(["reasoning", "message", "function_call", "web_search_call"]);

const Said = z.object({
  type: z.literal("message"),
  content: z.array(
    z.object({ type: z.enum(["output_text", "refusal"]), text, refusal: text }).nullable().catch(null),
  ),
});

/** Between two summaries. */
const PARAGRAPH = "\n\n";

export class ResponseReader {
  #model: string;
  #id: string | null = null;
  #end: "completed" | "incomplete" | null = null;
  #why = "";
  #usage: Usage | null = null;
  #refused = false;
  /** UTF-16 units of text that were given, and as many as there were before the part that is being said. */
  #length = 0;
  #part = 0;
  /** Whether a summary has said something: the next one begins a paragraph. */
  #summed = false;
  readonly #items: { readonly index: number; readonly item: Item }[] = [];

  constructor(model: string) {
    this.#model = model;
  }

  get complete(): boolean {
    return this.#end !== null;
  }

  get over(): boolean {
    return this.complete;
  }

  /** @outside */
  *read(raw: unknown): Generator<Part> {
    const event = Event.safeParse(raw).data;
    if (!event) throw providerError("malformed");
    const { type, delta, response, item, annotation } = event;
    if (response) {
      this.#id = response.id ?? this.#id;
      this.#model = response.model || this.#model;
      this.#usage = usageOf(response.usage) ?? this.#usage;
    }
    switch (type) {
      case "response.content_part.added":
        this.#part = this.#length;
        break;
      case "response.output_text.delta":
        this.#length += delta?.length ?? 0;
        if (delta) yield { type: "text", text: delta };
        break;
      case "response.output_text.annotation.added":
        if (annotation) yield this.#citation(annotation);
        break;
      case "response.refusal.delta":
        this.#refused = true;
        if (delta) yield { type: "text", text: delta };
        break;
      case "response.reasoning_summary_part.added":
        if (this.#summed) yield { type: "reasoning", text: PARAGRAPH };
        break;
      case "response.reasoning_summary_text.delta":
      case "response.reasoning_text.delta":
        this.#summed = true;
        if (delta) yield { type: "reasoning", text: delta };
        break;
      case "response.output_item.done":
        if (item) this.#items.push({ index: event.output_index ?? this.#items.length, item });
        break;
      case "response.completed":
      case "response.incomplete":
        // Some servers say it by the status alone.
        if (response?.status === "failed") throw streamError(response.error ?? raw);
        this.#end = type === "response.incomplete" || response?.status === "incomplete"
          ? "incomplete"
          : "completed";
        this.#why = response?.incomplete_details?.reason ?? "";
        // Some servers tell with the last event alone what there is.
        if (this.#items.length === 0) {
          for (const [at, one] of (response?.output ?? []).entries()) {
            this.#items.push({ index: at, item: one });
          }
        }
        break;
      case "response.failed":
        throw streamError(response?.error ?? raw);
      case "error":
        throw streamError(raw);
    }
  }

  /** The rest of the answer once the stream has ended well. */
  *end(): Generator<Part> {
    if (this.#end === null) throw providerError("truncated");
    if (this.#why === "content_filter") throw providerError("refused");
    const items = this.#items.toSorted((a, b) => a.index - b.index).map(({ item }) => item);
    if (this.#length === 0 && !this.#refused) yield* this.#whole(items);
    const calls = items.filter(({ type }) => type === "function_call");
    for (const { call_id, name, arguments: args } of calls) {
      if (typeof call_id !== "string" || typeof name !== "string") throw providerError("malformed");
      yield {
        type: "tool",
        callId: call_id,
        tool: name,
        args: typeof args === "string" && args ? args : "{}",
      };
    }
    yield {
      type: "finish",
      reason: this.#reason(calls.length),
      usage: this.#usage && { ...this.#usage, ...searchesOf(items) },
      model: this.#model,
      messageId: this.#id,
      ...(calls.length === 0 ? {} : { opaque: JSON.stringify(items.filter(isReplayed)) }),
    };
  }

  /** Words of which no piece came: some servers say an answer at once. */
  *#whole(items: readonly Item[]): Generator<Part> {
    for (const item of items) {
      for (const part of Said.safeParse(item).data?.content ?? []) {
        const said = part?.text ?? part?.refusal;
        if (part?.type === "refusal") this.#refused = true;
        if (said) yield { type: "text", text: said };
      }
    }
  }

  /** Its place counts from where its part of the text began. */
  #citation({ url, title, end_index }: NonNullable<z.infer<typeof Event>["annotation"]>): Part {
    const end = Math.min(this.#length, this.#part + Math.floor(end_index ?? this.#length));
    return { type: "citation", url, title: title ?? "", end };
  }

  /** In the words of Chat Completions, which everybody here knows. */
  #reason(calls: number): string {
    if (this.#end === "incomplete") {
      return this.#why === "max_output_tokens" ? "length" : this.#why || "length";
    }
    return this.#refused ? "refusal" : calls > 0 ? "tool_calls" : "stop";
  }
}

/** What was thought and is not sealed cannot come back: its maker has not kept it. */
const isReplayed = ({ type, encrypted_content }: Item): boolean =>
  REPLAYED.has(type) && (type !== "reasoning" || typeof encrypted_content === "string");

const Searched = z.object({
  type: z.literal("web_search_call"),
  action: z.object({ type: z.literal("search") }),
});

/** Searches that it ran. To open a page that was found, or to look through it, is not asked money for. */
function searchesOf(items: readonly Item[]): Pick<Usage, "searches"> {
  const searches = items.filter((item) => Searched.safeParse(item).success).length;
  return searches > 0 ? { searches } : {};
}

/** The input includes what a cache gave and took; ours does not (PROVIDERS.md row 8). */
function usageOf(usage: z.infer<typeof UsageShape>): Usage | null {
  // Told without a number it is not none: it is estimated.
  if (!usage || (!isTold(usage.input_tokens) && !isTold(usage.output_tokens))) return null;
  const cacheRead = Math.floor(usage.input_tokens_details?.cached_tokens ?? 0);
  const cacheWrite = Math.floor(usage.input_tokens_details?.cache_write_tokens ?? 0);
  const output = Math.floor(usage.output_tokens ?? 0);
  return {
    input: Math.max(0, Math.floor(usage.input_tokens ?? 0) - cacheRead - cacheWrite),
    cacheRead,
    cacheWrite,
    output,
    reasoning: Math.min(output, Math.floor(usage.output_tokens_details?.reasoning_tokens ?? 0)),
  };
}

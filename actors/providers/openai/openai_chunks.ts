/**
 * Reads the chunks of a Chat Completions stream, trusting nothing in them: compatible servers leave out ids,
 * give every tool call index 0, send usage late, twice or never, and add fields of their own (PROVIDERS.md row 7).
 */
import { z } from "zod";
import type { Usage } from "../../../events/catalog/conversation.ts";
import { providerError } from "../error_messages.ts";
import { streamError } from "../errors.ts";
import { isTold, toldCount as count } from "../told_count.ts";
import type { OpenAiOpaque } from "./render_openai.ts";
import type { Part } from "../types.ts";

const text = z.string().nullish().catch(undefined);
/** Mistral gives what it thinks, and its words around that, in parts. */
const ContentPart = z.object({
  text,
  thinking: z.array(z.object({ text })).nullish().catch(undefined),
}).catch({});
const ToolDelta = z.looseObject({
  index: z.number().nullish().catch(undefined),
  id: text,
  function: z.object({ name: text, arguments: text }).partial().nullish().catch(undefined),
});
const Chunk = z.object({
  id: text,
  model: text,
  error: z.unknown().optional(),
  choices: z.array(z.object({
    index: z.number().nullish().catch(undefined),
    delta: z.looseObject({
      content: z.union([z.string(), z.array(ContentPart)]).nullish().catch(undefined),
      refusal: text,
      reasoning: text,
      reasoning_content: text,
      reasoning_details: z.array(z.unknown()).nullish().catch(undefined),
      tool_calls: z.array(ToolDelta).nullish().catch(undefined),
    }).nullish().catch(undefined),
    finish_reason: text,
    error: z.unknown().optional(),
  })).nullish().catch(undefined),
  usage: z.object({
    prompt_tokens: count,
    completion_tokens: count,
    prompt_tokens_details: z.object({ cached_tokens: count }).partial().nullish().catch(undefined),
    completion_tokens_details: z.object({ reasoning_tokens: count }).partial().nullish().catch(undefined),
  }).partial().nullish().catch(undefined),
});
type Chunk = z.infer<typeof Chunk>;

interface OpenCall {
  readonly id: string;
  /** As the server calls it: some give two calls one id. */
  readonly said: string | null;
  readonly index: number | null;
  tool: string;
  args: string;
  extra: Record<string, unknown>;
}

/** Fields of a call that we know; others are the server's own and are given back with the result. */
const KNOWN_CALL_FIELDS = new Set(["index", "id", "type", "function"]);

function* said(content: string | readonly z.infer<typeof ContentPart>[]): Generator<Part> {
  if (typeof content === "string") return yield { type: "text", text: content };
  for (const { text, thinking } of content) {
    for (const thought of thinking ?? []) if (thought.text) yield { type: "reasoning", text: thought.text };
    if (text) yield { type: "text", text };
  }
}

export class ChunkReader {
  #model: string;
  #id: string | null = null;
  #finish: string | null = null;
  #usage: Usage | null = null;
  #refusal = "";
  #reasoningContent = "";
  readonly #reasoningDetails: unknown[] = [];
  readonly #calls: OpenCall[] = [];
  /** Found again by what a piece says of it: a model may make very many. */
  readonly #byId = new Map<string, OpenCall>();
  readonly #byIndex = new Map<number, OpenCall>();

  constructor(model: string) {
    this.#model = model;
  }

  /** Usage may follow. */
  get complete(): boolean {
    return this.#finish !== null;
  }

  /** @outside */
  *read(raw: unknown): Generator<Part> {
    const chunk = Chunk.safeParse(raw).data;
    if (!chunk) throw providerError("malformed");
    if (chunk.error) throw streamError(chunk.error);
    if (chunk.model) this.#model = chunk.model;
    if (chunk.id) this.#id = chunk.id;
    if (chunk.usage) this.#usage = usageOf(chunk.usage) ?? this.#usage;
    const choice = chunk.choices?.find((c) => (c.index ?? 0) === 0);
    if (!choice) return;
    if (choice.error) throw streamError(choice.error);
    const { delta } = choice;
    if (delta) {
      const reasoning = delta.reasoning_content ?? delta.reasoning;
      if (reasoning) yield { type: "reasoning", text: reasoning };
      if (delta.reasoning_content) this.#reasoningContent += delta.reasoning_content;
      if (delta.reasoning_details) this.#reasoningDetails.push(...delta.reasoning_details);
      if (delta.content) yield* said(delta.content);
      if (delta.refusal) {
        this.#refusal += delta.refusal;
        yield { type: "text", text: delta.refusal };
      }
      for (const call of delta.tool_calls ?? []) this.#call(call);
    }
    if (choice.finish_reason) this.#finish = choice.finish_reason;
  }

  /** The rest of the answer once the stream has ended well. */
  *end(): Generator<Part> {
    if (this.#finish === null) throw providerError("truncated");
    if (this.#finish === "error") throw providerError("server");
    if (this.#finish === "content_filter") throw providerError("refused");
    for (const { id, tool, args } of this.#calls) {
      if (tool === "") throw providerError("malformed");
      yield { type: "tool", callId: id, tool, args: args === "" ? "{}" : args };
    }
    const opaque = this.#opaque();
    yield {
      type: "finish",
      reason: this.#refusal === "" ? this.#finish : "refusal",
      usage: this.#usage,
      model: this.#model,
      messageId: this.#id,
      ...(opaque === undefined ? {} : { opaque }),
    };
  }

  #call(delta: z.infer<typeof ToolDelta>): void {
    const index = delta.index ?? null;
    let call = this.#goesOn(delta, index);
    if (!call) {
      call = { id: this.#idFor(delta.id), said: delta.id || null, index, tool: "", args: "", extra: {} };
      this.#calls.push(call);
      this.#byId.set(call.id, call);
      if (index !== null) this.#byIndex.set(index, call);
    }
    // Some servers repeat the whole name in every piece.
    if (delta.function?.name && call.tool === "") call.tool = delta.function.name;
    call.args += delta.function?.arguments ?? "";
    for (const [field, value] of Object.entries(delta)) {
      if (!KNOWN_CALL_FIELDS.has(field)) call.extra[field] = value;
    }
  }

  /** The call that a piece goes on with: without an id the newest of its index, else of all. Undefined: it begins one. */
  #goesOn({ id, function: made }: z.infer<typeof ToolDelta>, index: number | null): OpenCall | undefined {
    const there = index === null ? undefined : this.#byIndex.get(index);
    if (!id) return index === null ? this.#calls.at(-1) : there;
    if (there?.said === id) return there;
    const known = this.#byId.get(id);
    // What names a tool at a place of its own begins a call, under whichever id.
    return known && index !== null && index !== known.index && made?.name ? undefined : known;
  }

  /** An id that no other call of this answer has: what is given for it has to find it. */
  #idFor(said: string | null | undefined): string {
    const number = this.#calls.length + 1;
    let id = said || `call_${number}`;
    while (this.#byId.has(id)) id += `_${number}`;
    return id;
  }

  /** What belongs to a message with tool calls and must come back with their results. */
  #opaque(): string | undefined {
    if (this.#calls.length === 0) return undefined;
    const extras = this.#calls.filter((c) => Object.keys(c.extra).length > 0);
    const message: Record<string, unknown> = {};
    if (this.#reasoningContent !== "") message["reasoning_content"] = this.#reasoningContent;
    if (this.#reasoningDetails.length > 0) message["reasoning_details"] = this.#reasoningDetails;
    const opaque: z.infer<typeof OpenAiOpaque> = {
      ...(Object.keys(message).length > 0 ? { message } : {}),
      ...(extras.length > 0 ? { calls: Object.fromEntries(extras.map((c) => [c.id, c.extra])) } : {}),
    };
    return Object.keys(opaque).length > 0 ? JSON.stringify(opaque) : undefined;
  }
}

/** OpenAI's input includes what came from the cache; ours does not (PROVIDERS.md row 8). */
function usageOf(usage: NonNullable<Chunk["usage"]>): Usage | null {
  // Told without a number it is not none: it is estimated.
  if (!isTold(usage.prompt_tokens) && !isTold(usage.completion_tokens)) return null;
  const cacheRead = Math.floor(usage.prompt_tokens_details?.cached_tokens ?? 0);
  const output = Math.floor(usage.completion_tokens ?? 0);
  return {
    input: Math.max(0, Math.floor(usage.prompt_tokens ?? 0) - cacheRead),
    cacheRead,
    cacheWrite: 0,
    output,
    reasoning: Math.min(output, Math.floor(usage.completion_tokens_details?.reasoning_tokens ?? 0)),
  };
}

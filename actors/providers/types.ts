/**
 * What a provider is to the rest of the program: it renders a request into exact bytes, and it sends those
 * bytes and streams what comes back. Rendering is pure and versioned, so that a request can be rebuilt
 * from the log for ever; sending never changes a byte.
 */
import { z } from "zod";
import type { Attachment } from "../../events/catalog/attachment.ts";
import type { ResourceLink } from "../../events/catalog/resource_link.ts";
import { CallSettings } from "../../events/catalog/call_settings.ts";
import type { ErrorCode, TurnError, Usage } from "../../events/catalog/conversation.ts";
import type { OfferedModel } from "../../projections/shapes/views.ts";
import type { ProviderKind } from "../../events/catalog/provider_kinds.ts";
import { jsonOf } from "../runtime/json.ts";
import { Params, type Provider as ProviderConfig } from "../../events/catalog/workspace.ts";

/** A file of a message, resolved from its blob. */
export interface RequestFile {
  readonly name: string;
  readonly type: string;
  readonly sha256: string;
  readonly bytes: Uint8Array;
  /** What was read of it, where it is no text itself. */
  readonly text?: string;
  readonly left?: "cut" | "none" | undefined;
  /** Of a PDF. */
  readonly pages?: number;
}

/** One message of the context, before an adapter makes it valid for its provider (P14). */
export interface RequestMessage {
  readonly role: "user" | "assistant";
  readonly content: string;
  readonly files?: readonly RequestFile[];
  /** Of an earlier answer that ended with calls for a program, results among them; they stand in place of `content`. */
  readonly rounds?: readonly ToolRound[];
}

const ToolSchema = z.object({
  name: z.string(),
  description: z.string().exactOptional(),
  /** JSON Schema of the arguments. */
  parameters: z.record(z.string(), z.unknown()),
  /** The model has to keep to the schema. */
  strict: z.boolean().exactOptional(),
  /** The calling program runs it. */
  client: z.literal(true).exactOptional(),
});
export type ToolSchema = Readonly<z.infer<typeof ToolSchema>>;

/** The tools that a calling program runs itself; @see CallSettings */
export function clientTools(text = ""): ToolSchema[] {
  // To read what is no JSON makes an error, with its stack, for each turn.
  if (text === "") return [];
  const tools = z.array(ToolSchema).safeParse(jsonOf(text)).data ?? [];
  return tools.map((tool) => ({ ...tool, client: true }));
}

/** A finished round of tool calls inside this turn, from `ToolCalled` and `ToolReturned`. */
export interface ToolRound {
  /** What the model said before calling. */
  readonly said: string;
  /** Provider-signed data that must be replayed as it was (JSON text). */
  readonly opaque?: string;
  /** No calls: the maker paused, and goes on behind `opaque`. */
  readonly paused?: true;
  readonly calls: readonly {
    readonly callId: string;
    readonly tool: string;
    readonly args: string;
    readonly status: "ok" | "error" | "unknown" | "refused";
    readonly result: string;
    /** Whose text the result is, where it came from elsewhere. */
    readonly host?: string;
    /** Pictures that it gave … */
    readonly attachments?: readonly Attachment[];
    /** … and those of them that go along: the first ones. */
    readonly files?: readonly RequestFile[];
    /** Resources that it names, for people. */
    readonly links?: readonly ResourceLink[];
  }[];
}

/**
 * What a request holds that is not in the log. Kept as a content-addressed blob; together with the context's
 * messages and the tool rounds it gives the body back, byte for byte.
 */
export const Shell = z.object({
  model: z.string(),
  system: z.string(),
  params: Params,
  tools: z.array(ToolSchema).readonly(),
  /** Fixed text after a target's own last message, so that the request ends with a user turn (D-6). */
  nudge: z.string(),
  /** What a calling program wants of this one answer; it goes before the agent's own. */
  call: CallSettings.optional(),
  /** Added messages that stand in no event: a repair request. */
  after: z.array(z.object({ role: z.enum(["user", "assistant"]), content: z.string() })).readonly(),
  /** How text that tools brought from elsewhere is told apart; absent, as before there was a way: it is not. */
  fence: z.literal("1").exactOptional(),
  /** Half of a character goes out as the sign for one that is lost, for servers refuse a body that has one. */
  whole: z.literal(true).exactOptional(),
  /** The model takes PDF files as they are; absent: as their text. */
  documents: z.literal(true).exactOptional(),
  /** The model is given the pictures of tools' results; absent: they are told in words. */
  pictures: z.literal(true).exactOptional(),
  /** What this server was found not to understand, e.g. `no_stream_options`. */
  downgrades: z.array(z.string()).readonly(),
  /** What the provider adds to the body for the one server that knows it. */
  extra: z.record(z.string(), z.unknown()).optional(),
  /** Headers that went with it, by name. */
  headers: z.array(z.string()).readonly().optional(),
  /** The maker's own search is among the tools. */
  search: z.literal(true).optional(),
  /**
   * The form that an agent or its mode wants of the answer, as `format` of a call: JSON text of OpenAI's `response_format`.
   * A program's own comes before it.
   */
  form: z.string().optional(),
  /** It names its conversation and agent for the maker's cache; @see RenderInput.cacheKey */
  cacheKey: z.literal(true).optional(),
});
export type Shell = Readonly<z.infer<typeof Shell>>;

/** The form that is asked for, JSON text of OpenAI's `response_format`; undefined: none. */
export const formatAsked = ({ call, form, downgrades }: Shell): string | undefined =>
  call?.format ?? (downgrades.includes("no_format") ? undefined : form);

export interface RenderInput {
  readonly shell: Shell;
  readonly messages: readonly RequestMessage[];
  readonly rounds: readonly ToolRound[];
  /** The same for all requests of an agent in a conversation, and no word of theirs. */
  readonly cacheKey?: string;
}

/** Bytes of a request. `name` and version go into `ProviderCalled.renderer`, e.g. `openai/1`. */
export interface Renderer {
  readonly name: string;
  render(input: RenderInput): Uint8Array;
}

/** A piece of an answer as it arrives. The last part is always `finish`, otherwise the call threw. */
export type Part =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "reasoning"; readonly text: string }
  /** A page that was named as a source, and behind how many units of this answer's text its mark stands. */
  | { readonly type: "citation"; readonly url: string; readonly title: string; readonly end: number }
  | { readonly type: "tool"; readonly callId: string; readonly tool: string; readonly args: string }
  | {
    readonly type: "finish";
    readonly reason: string;
    readonly usage: Usage | null;
    readonly model: string;
    readonly messageId: string | null;
    /** Provider-signed blocks to replay in the next tool round (JSON text). */
    readonly opaque?: string;
    /** It is not over: sent again with `opaque` behind it, the maker goes on. */
    readonly paused?: true;
  };

/** Why a call failed, from the closed set. The upstream's own words are never in it. */
export class ProviderError extends Error {
  override readonly name = "ProviderError";
  constructor(
    readonly code: ErrorCode,
    /** A sentence for people. */
    override readonly message: string,
    readonly retryable: boolean,
    readonly statusCode?: number,
    readonly retryAfterMs?: number,
    /** Set when the same call may succeed in a simpler form, e.g. `no_stream_options`. */
    readonly downgrade?: string,
  ) {
    super(message);
  }
  /** As it is recorded in an event. */
  toTurnError(): TurnError {
    const { code, message, retryable, statusCode, retryAfterMs } = this;
    return {
      code,
      message,
      retryable,
      ...(statusCode === undefined ? {} : { statusCode }),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    };
  }
}

export interface SendOptions {
  readonly config: ProviderConfig;
  /** Never logged, never in an error; null where none is set. */
  readonly apiKey: string | null;
  readonly model: string;
  readonly body: Uint8Array;
  /** Headers of this provider's own; as secret as its key. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Called when bytes of the answer come, whether or not they make a part: it is alive. */
  readonly heard?: () => void;
}

/** One kind of provider. `send` throws `ProviderError` only. */
export interface ProviderAdapter {
  readonly kind: ProviderKind;
  readonly renderer: Renderer;
  send(options: SendOptions): AsyncIterable<Part>;
  /** The models the server offers, by name. Throws `ProviderError`. */
  models(options: Omit<SendOptions, "body" | "model" | "heard">): Promise<OfferedModel[]>;
}

/** A turn, its calls and its tools as spans, in the words of OpenTelemetry's conventions for generative AI. */
import type { TurnError, Usage } from "../../events/catalog/conversation.ts";
import { PRESETS } from "../../events/catalog/provider_presets.ts";
import type { Provider } from "../../events/catalog/workspace.ts";
import type { About, Attributes } from "../runtime/tracing.ts";
import type { Part } from "../providers/types.ts";
import type { Attempt } from "./attempt.ts";

/** Whose models they are, as far as the address tells. */
function providerName({ kind, baseUrl }: Provider): string {
  if (kind === "mock") return "practice";
  const preset = PRESETS.find((one) => "baseUrl" in one && one.baseUrl === baseUrl);
  return preset?.id ?? kind;
}

const model = ({ prepared }: Attempt): Attributes =>
  prepared.ok
    ? { "gen_ai.provider.name": providerName(prepared.provider), "gen_ai.request.model": prepared.model }
    : {};

const tokens = (usage: Usage | null): Attributes =>
  usage === null ? {} : {
    "gen_ai.usage.input_tokens": usage.input + usage.cacheRead + usage.cacheWrite,
    "gen_ai.usage.cache_read.input_tokens": usage.cacheRead,
    "gen_ai.usage.output_tokens": usage.output,
  };

const place = ({ conversationId, ids }: Attempt): Attributes => ({
  "gen_ai.conversation.id": conversationId,
  "fishbowl.turn.id": ids.turnId,
  "fishbowl.turn.attempt": ids.attempt,
});

/** A part of the request that asked for it, where that is known. */
export const turnSpan = (attempt: Attempt): About => ({
  name: "invoke_agent",
  parent: attempt.ports.askedFrom.of(attempt.ids.turnId),
  attributes: {
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.agent.id": attempt.by.id,
    ...place(attempt),
    ...model(attempt),
  },
});

export const turnEnd = (
  { usage }: Pick<Attempt, "usage">,
  error: Pick<TurnError, "code"> | undefined,
): Attributes => ({ ...tokens(usage), ...(error ? { "error.type": error.code } : {}) });

export const callSpan = (attempt: Attempt, asked: string): About => ({
  name: `chat ${asked}`,
  kind: "client",
  attributes: {
    "gen_ai.operation.name": "chat",
    ...place(attempt),
    ...model(attempt),
    "gen_ai.request.model": asked,
    "fishbowl.call.round": attempt.round,
  },
});

export const callEnd = (finish: Extract<Part, { type: "finish" }>): Attributes => ({
  "gen_ai.response.model": finish.model.slice(0, 200),
  ...tokens(finish.usage),
});

/** @param tool one of ours: what a model calls by another name is its own word */
export const toolSpan = (attempt: Attempt, tool: string): About => ({
  name: `execute_tool ${tool}`,
  attributes: {
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": tool,
    "gen_ai.tool.type": "function",
    ...place(attempt),
  },
});

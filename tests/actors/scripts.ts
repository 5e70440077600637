/** A recorded conversation as a script for the mock provider, so that a bug reproduces offline. */
import { z } from "zod";
import type { Plan } from "../../actors/providers/practice/practice_models.ts";
import { type ConversationEvent, TurnError, Usage } from "../../events/catalog/conversation.ts";

const ScriptedCall = z.strictObject({
  reasoning: z.string().optional(),
  text: z.string().optional(),
  tools: z.array(z.strictObject({ callId: z.string(), tool: z.string(), args: z.string() })).optional(),
  /** Thrown after the text. */
  error: TurnError.optional(),
  retryAfterMs: z.number().optional(),
  /** After the text the stream stays silent. */
  hang: z.boolean().optional(),
  finishReason: z.string().optional(),
  citations: z.array(z.strictObject({ url: z.string(), title: z.string() })).optional(),
  /** It goes on where it is asked again. */
  paused: z.literal(true).optional(),
  usage: Usage.nullable().optional(),
});
type ScriptedCall = z.infer<typeof ScriptedCall>;
/** Calls in the order in which they are answered; after the last one the script starts over. */
const Scripts = z.record(z.string(), z.array(ScriptedCall).min(1));
export type Scripts = z.infer<typeof Scripts>;

/** What a scripted call makes the practice provider do. */
export function scripted(call: ScriptedCall): Plan {
  const { error, retryAfterMs } = call;
  const end: Plan["end"] = error
    ? {
      type: "error",
      code: error.code,
      sentence: error.message,
      retryable: error.retryable,
      ...(error.statusCode === undefined ? {} : { statusCode: error.statusCode }),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    }
    : call.hang
    ? { type: "hang" }
    : {
      type: "finish",
      reason: call.finishReason ?? (call.tools ? "tool_calls" : "stop"),
      ...(call.usage === undefined ? {} : { usage: call.usage }),
      ...(call.paused ? { paused: true } : {}),
    };
  return {
    text: call.text ?? "",
    ...(call.reasoning === undefined ? {} : { reasoning: call.reasoning }),
    ...(call.citations === undefined ? {} : { citations: call.citations }),
    ...(call.tools === undefined ? {} : { tools: call.tools }),
    end,
  };
}

/**
 * The calls of each participant, in the order they were made, keyed by participant id: give each agent the
 * model `script:<participantId>` and it says again what it said then. A turn that was stopped keeps what was
 * shown and then hangs, so that it can be stopped again.
 */
export function scriptsOf(events: readonly ConversationEvent[]): Scripts {
  const participants = new Map<string, string>();
  const open = new Map<string, ScriptedCall>();
  const scripts: Record<string, ScriptedCall[]> = {};
  for (const event of events) {
    switch (event.type) {
      case "TurnRequested":
        participants.set(event.data.turnId, event.data.participantId);
        break;
      case "ProviderCalled": {
        const participant = participants.get(event.data.turnId);
        if (participant === undefined) break;
        const call: ScriptedCall = {};
        open.set(event.data.turnId, call);
        (scripts[participant] ??= []).push(call);
        break;
      }
      case "ProviderCallFailed": {
        const { error, retryAfterMs } = event.data;
        Object.assign(
          open.get(event.data.turnId) ?? {},
          { error },
          retryAfterMs === undefined ? {} : { retryAfterMs },
        );
        break;
      }
      case "ToolCalled": {
        const call = open.get(event.data.turnId);
        if (!call) break;
        const { callId, tool, args, said } = event.data;
        call.tools = [...call.tools ?? [], { callId, tool, args }];
        if (said !== undefined) call.text = said;
        break;
      }
      case "AnswerPaused":
        Object.assign(open.get(event.data.turnId) ?? {}, { text: event.data.said, paused: true });
        break;
      case "TurnCompleted": {
        const { content, raw, reasoning, finishReason, usage } = event.data;
        Object.assign(
          open.get(event.data.turnId) ?? {},
          { text: raw ?? content, finishReason, usage },
          optional(reasoning),
        );
        break;
      }
      case "TurnFailed": {
        const { error, partial, reasoning } = event.data;
        Object.assign(open.get(event.data.turnId) ?? {}, { error, text: partial ?? "" }, optional(reasoning));
        break;
      }
      case "TurnCancelled":
      case "TurnInterrupted":
        Object.assign(open.get(event.data.turnId) ?? {}, { hang: true, text: event.data.partial ?? "" });
        break;
      default:
    }
  }
  return scripts;
}

const optional = (reasoning: string | undefined) => reasoning === undefined ? {} : { reasoning };

/** How an attempt leaves the log: with the end of its turn, or given back for another process to go on. */
import { SYSTEM } from "../../events/catalog/envelope.ts";
import type { TurnCommand } from "../conversation/commands.ts";
import type { Fields } from "../runtime/logger.ts";
import type { Completed, Ending } from "./answer.ts";
import type { Attempt } from "./attempt.ts";

/** Milliseconds to give a turn back when the program stops; who fails is taken over after 8 s. */
const HAND_BACK_MS = 1_500;

/** Ends the turn, unless the log has the end of it already. */
export async function end(attempt: Attempt, ending: Ending): Promise<void> {
  const { ports, conversationId, ids, by } = attempt;
  const result = await ports.conversations.insist(conversationId, {
    command: ending.how === "completed" ? completion(attempt, ending) : {
      type: "fail",
      data: {
        ...ids,
        error: ending.error,
        ...partialOf(attempt),
        usage: attempt.usage,
        ...(attempt.prepared.ok ? { model: attempt.prepared.model } : {}),
      },
    },
    by,
    commandId: ports.commandId(),
    // No look at the work row: an attempt that was taken over is refused by the log itself, and one whose row
    // somebody took and then died has its whole answer here, which must not be lost and paid again.
    own: ids.turnId,
  });
  ports.logger(result.ok ? "info" : "warn", result.ok ? "answer_saved" : "answer_not_saved", {
    ...attempt.about,
    messageId: attempt.turn.messageId,
    type: "assistant",
    how: ending.how,
    ...costOf(attempt),
    ...(ending.how === "failed" ? { error: ending.error.code } : {}),
    ...(result.ok ? { seq: result.seq } : { code: result.code }),
  });
}

/** For log lines: who was asked, and what it took. */
export function costOf({ prepared, startedAt, usage, ports: { environment } }: Attempt): Fields {
  return {
    ...(prepared.ok ? { model: prepared.model } : {}),
    ms: Math.max(0, Math.round(environment.monotonic() - startedAt)),
    ...(usage
      ? { inputTokens: usage.input + usage.cacheRead + usage.cacheWrite, outputTokens: usage.output }
      : {}),
  };
}

function completion(attempt: Attempt, ending: Completed): TurnCommand {
  const { ids, turn, startedAt, firstTextAt, usage, reasoning, ports: { environment } } = attempt;
  const { content, raw, finish, toolsUsed, passed, form, address } = ending;
  const citations = passed ? [] : attempt.citations.of(content);
  return {
    type: "complete",
    data: {
      ...ids,
      messageId: turn.messageId,
      content,
      ...(raw === content ? {} : { raw }),
      ...(reasoning ? { reasoning } : {}),
      finishReason: finish.reason.slice(0, 100),
      usage,
      model: finish.model.slice(0, 200),
      providerMessageId: finish.messageId?.slice(0, 200) ?? null,
      toolsUsed,
      ...(citations.length > 0 ? { citations } : {}),
      ...(form ? { form } : {}),
      timing: {
        firstTextMs: firstTextAt === null ? null : Math.max(0, firstTextAt - startedAt),
        totalMs: Math.max(0, environment.monotonic() - startedAt),
      },
      ...(passed ? { passed } : {}),
    },
    ...(address === null ? {} : { address }),
  };
}

/** The program stops: the turn goes back, with what was shown, and another process may claim it at once. */
export async function handBack(attempt: Attempt, stamp: string): Promise<void> {
  const { ports, conversationId, ids } = attempt;
  // Once, and not for long: a store that does not answer now must not keep the program from ending.
  await ports.conversations.ask(conversationId, {
    patienceMs: HAND_BACK_MS,
    command: { type: "interrupt", data: { ...ids, why: "shutdown", ...partialOf(attempt) } },
    by: SYSTEM,
    commandId: ports.commandId(),
    own: ids.turnId,
    fence: { turnId: ids.turnId, stamp },
  });
}

/** What was shown of an answer that is not whole. */
function partialOf({ text, reasoning }: Attempt): { partial?: string; reasoning?: string } {
  return { ...(text ? { partial: text } : {}), ...(reasoning ? { reasoning } : {}) };
}

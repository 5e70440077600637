/** What a server of tools asks a person while a call of it runs: asked by the attempt, answered by whoever is first. */
import { fault } from "../../../projections/conversation/inputs.ts";
import { isUse } from "../../../projections/conversation/erasing.ts";
import { openInputs } from "../../../projections/conversation/waiting.ts";
import type { ToolUse } from "../../../projections/shapes/folds.ts";
import { type Decision, refuse } from "../decision.ts";
import type { Answer, CommandOf, Refusal } from "../commands.ts";
import { record } from "./turns.ts";

const STALE = refuse("stale", "The turn has ended or another attempt runs.");

/** The call of a running attempt, as long as it has not returned. */
function runningCall(
  now: Decision,
  named: Pick<ToolUse, "attempt" | "round" | "callId"> & { readonly turnId: string },
): ToolUse | undefined {
  const uses = now.state.bodies[now.state.turns[named.turnId]?.messageId ?? ""]?.tools;
  return uses?.find((use) => use.status === undefined && isUse(use, named));
}

export function inputAsked(asked: CommandOf<"input_asked">, now: Decision): Answer | Refusal {
  const use = runningCall(now, asked.data);
  // Numbered from one on: each is asked once.
  if (asked.data.input !== (use?.inputs ?? []).length + 1) return STALE;
  return use ? record("InputAsked", [asked], now) : STALE;
}

export function inputEnded({ data }: CommandOf<"input_ended">, now: Decision): Answer | Refusal {
  const use = runningCall(now, data);
  if (!use) return STALE;
  const isOpen = openInputs(use).some(({ input }) => input === data.input);
  return isOpen ? record("InputAnswered", [{ data }], now) : { turnId: data.turnId };
}

/** The first word counts: refused where it waits no more, so that a word too late does not look like one. */
export function answerInput(
  { turnId, callId, input, outcome, values }: CommandOf<"answer_input">,
  now: Decision,
): Answer | Refusal {
  const turn = now.state.turns[turnId];
  const uses = turn && now.state.bodies[turn.messageId]?.tools?.filter((use) => use.callId === callId);
  const use = uses?.findLast(({ inputs }) => inputs?.some((one) => one.input === input));
  if (!turn || !use) return refuse("not_found", "No server asks for anything under this id.", "callId");
  const asked = openInputs(use).find((one) => one.input === input);
  if (!asked || turn.status !== "running" || turn.attempt !== use.attempt) {
    return refuse("conflict", "This question no longer waits for an answer.");
  }
  const given = outcome === "accepted" && asked.fields !== undefined;
  if (!given && values !== undefined) {
    return refuse(
      "validation",
      "Values are given with a form that is accepted, and with nothing else.",
      "values",
    );
  }
  if (given && fault(asked.fields ?? [], values ?? {}) !== null) {
    return refuse("validation", "The values do not fit what was asked.", "values");
  }
  const { attempt, round } = use;
  const answered = {
    turnId,
    attempt,
    round,
    callId,
    input,
    outcome,
    ...(given ? { values: values ?? {} } : {}),
  };
  now.add("InputAnswered", answered, turn.exchange);
  return { turnId };
}

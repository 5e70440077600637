/** Expectations and what came of them, in words. */
import { clearText } from "../../events/catalog/clear_text.ts";
import { questionsOf } from "../../projections/checks/results.ts";
import { participantOf } from "../../projections/conversation/conversation.ts";
import type { ConversationState, Expectation } from "../../projections/shapes/folds.ts";
import type { Checks } from "../../server/contract/expectation_shapes.ts";
import { count, seconds, usd } from "../parts/format.ts";
import { words } from "../words/checks.ts";

type Result = Checks["results"][number];
type Kind = Expectation["kind"];

/** A number in the unit of its kind. */
const amount = (kind: Kind, value: number): string =>
  kind === "usd" ? usd(value) : kind === "seconds" ? seconds(value * 1_000) : count(value);

export function ruleOf({ kind, text = "", most = 0 }: Pick<Expectation, "kind" | "text" | "most">): string {
  return words.rules[kind](
    kind === "tokens" || kind === "usd" || kind === "seconds" ? amount(kind, most) : clearText(text),
  );
}

/** What it is about: an answer, all answers to a question, or all. */
export function aboutOf(
  state: ConversationState,
  { messageId, participantId }: Pick<Expectation, "messageId" | "participantId">,
): string {
  if (messageId === undefined) return words.everyAnswer;
  const message = state.messages[messageId];
  const asked = questionsOf(state).findIndex(({ id }) => id === (message?.question ?? messageId)) + 1;
  const name = message?.turnId === undefined
    ? participantOf(state, participantId ?? "")?.name
    : message.author.name;
  return name === undefined ? words.answersTo(asked) : words.answerOf(clearText(name), asked);
}

/** Why it does not hold or cannot be told; "" where it holds. */
export function whyOf(kind: Kind, { why, measured }: Result): string {
  if (why === null) return "";
  return why === "over" && measured !== null ? words.measured(amount(kind, measured)) : words.why[why];
}

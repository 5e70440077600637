/** What a judge is sent: the rule, the question and the answer in one message of its own, and nothing else of the talk. */
import { judgedText, toJudge } from "../checks/verdict.ts";
import type { Omission, Omitted } from "../shapes/views.ts";
import type { ConversationState, Message, Turn } from "../shapes/folds.ts";

type Judges = NonNullable<Turn["judges"]>;

/** Why a message is not told of to a judge; null where it is. */
export function whyNotJudged(
  { messages }: Pick<ConversationState, "messages">,
  { id, erased }: Message,
  { messageId }: Judges,
): Omission | null {
  if (id !== messageId && id !== messages[messageId]?.question) return "not_shown";
  return erased ? "erased" : null;
}

/** Without words of what is judged there is nothing to be asked. */
export function judgedContext(state: ConversationState, judges: Judges): {
  readonly messages: [];
  readonly closing?: string;
  readonly quoted?: readonly string[];
  readonly ruleId?: string;
  readonly omitted: Omitted[];
} {
  const judged = toJudge(state, judges);
  const wordsOf = (id: string): string => state.bodies[id]?.content ?? "";
  const omitted = state.order.flatMap((messageId) => {
    const message = state.messages[messageId];
    const why = message && whyNotJudged(state, message, judges);
    return why ? [{ messageId, why }] : [];
  });
  if (!judged) return { messages: [], omitted };
  const { rule, question, answer } = judged;
  return {
    messages: [],
    closing: judgedText(rule, wordsOf(question), wordsOf(answer)),
    quoted: [question, answer],
    ruleId: judges.expectationId,
    omitted,
  };
}

/** What a judge is sent: what it judges, with the question, in one message of its own, and nothing else of the talk. */
import { judgedText, toJudge } from "../checks/verdict.ts";
import { betterText } from "../comparisons/better.ts";
import { judgedIn } from "../conversation/asked_beside.ts";
import { saidOf } from "../panels/brief.ts";
import type { Omission } from "../shapes/views.ts";
import type { ConversationState, Message, Turn } from "../shapes/folds.ts";

type Judges = NonNullable<Turn["judges"]>;

/** Why a message is not told of to a judge; null where it is. */
export function whyNotJudged(
  { messages }: Pick<ConversationState, "messages">,
  { id, erased }: Message,
  judges: Judges,
): Omission | null {
  const answers = judgedIn(judges);
  if (!answers.includes(id) && !answers.some((one) => messages[one]?.question === id)) return "not_judged";
  return erased ? "erased" : null;
}

/** What is told of in the message of a judge, and its words. */
interface Told {
  readonly closing: string;
  readonly quoted: readonly string[];
  /** The words of each of these, as they are told. */
  readonly said: readonly string[];
  readonly ruleId?: string;
}

/** Null where words of what is judged are not there any more. */
export function toldToJudge(state: ConversationState, judges: Judges): Told | null {
  const wordsOf = (id: string): string => state.bodies[id]?.content ?? "";
  if ("answers" in judges) {
    const [a, b] = judges.answers;
    const question = state.messages[a]?.question ?? "";
    const quoted = [question, a, b];
    if (quoted.some((id) => !state.messages[id] || state.messages[id].erased)) return null;
    // As people are shown them: by its other parts a brief is known for what a panel ends in.
    const [first, second] = [saidOf(state, a), saidOf(state, b)];
    const closing = betterText(wordsOf(question), [first, second]);
    return { closing, quoted, said: [wordsOf(question), first, second] };
  }
  const judged = toJudge(state, judges);
  if (!judged) return null;
  const { rule, question, answer } = judged;
  const said = [wordsOf(question), wordsOf(answer)] as const;
  return {
    closing: judgedText(rule, ...said),
    quoted: [question, answer],
    said,
    ruleId: judges.expectationId,
  };
}

/** Without words of what is judged there is nothing to be asked; what is left of it was told of all the same. */
export function judgedContext(
  state: ConversationState,
  judges: Judges,
): Partial<Told> & { readonly messages: []; readonly quoted: readonly string[] } {
  const told = toldToJudge(state, judges);
  if (told) return { messages: [], ...told };
  const answers = judgedIn(judges);
  const questions = new Set(answers.map((id) => state.messages[id]?.question ?? ""));
  const quoted = [...questions, ...answers].filter((id) => state.messages[id] && !state.messages[id].erased);
  return { messages: [], quoted };
}

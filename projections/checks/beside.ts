/** Answers of two runs to the same, side by side: by the place of their question and by the name of their agent. */
import { answersIn, questionsOf, seatOf } from "./results.ts";
import type { ConversationState, Message } from "../shapes/folds.ts";

export interface Beside {
  /** The place of the question, from 0. */
  readonly question: number;
  /** Who answered. */
  readonly name: string;
  readonly before?: Message;
  readonly after?: Message;
}

/** In the order of the questions, those of `before` first. */
export function besides(before: ConversationState, after: ConversationState): Beside[] {
  const found = new Map<string, Beside>();
  for (const [side, state] of [["before", before], ["after", after]] as const) {
    const answers = answersIn(state);
    for (const [question, asked] of questionsOf(state).entries()) {
      for (const message of answers.get(asked.id) ?? []) {
        const key = `${question} ${seatOf(state, message.participantId)}`;
        const { name } = message.author;
        found.set(key, { ...found.get(key) ?? { question, name }, [side]: message });
      }
    }
  }
  return [...found.values()].sort((a, b) => a.question - b.question);
}

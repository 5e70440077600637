/**
 * What an agent is asked to make of answers that a person chose: one answer, their gist, or their claims against each
 * other. The words are part of requests that are proven by their bytes, so a published sentence stays as it is.
 */
import type { ReadingTask } from "../../events/catalog/conversation.ts";
import type { ConversationState } from "../shapes/folds.ts";
import { speakerName } from "./names.ts";

/** Each source as it is called above; of one's own nobody is named. */
function namesOf({ messages }: ConversationState, sources: readonly string[], agentId: string): string[] {
  return sources.flatMap((id) => {
    const author = messages[id]?.author;
    if (!author) return [];
    return author.kind === "agent" && author.id === agentId ? "your own" : `[${speakerName(author)}]`;
  });
}

function mergeText(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const named = [...counts].map(([name, count]) => count > 1 ? `${name} (${count} answers)` : name);
  return `Write one answer from these answers above: ${
    named.join(", ")
  }. Keep what is right in each, settle ` +
    "where they disagree, and say nothing twice. Give the answer itself, not how it was made.";
}

const numbered = (names: readonly string[]): string =>
  names.map((name, index) => `${index + 1} is ${name}`).join(", ");

const gistText = (names: readonly string[]): string =>
  `Sum up what these ${names.length} answers above say, numbered in their order: ${numbered(names)}. ` +
  "Write nothing but lines, at most eight, the most important first. Each line is one short sentence in the " +
  "language of the answers, behind one of three words and the numbers of the answers it is about, as here:\n" +
  "Agree [1][2]: what these answers say alike.\n" +
  "Alone [2]: what only this answer says.\n" +
  "Open [1][2]: what these answers disagree about, or leave open.";

const claimsText = (names: readonly string[]): string =>
  `Compare what these two answers above claim: ${numbered(names)}. ` +
  "Write nothing but blocks, at most twenty, in the order of the first answer, with an empty line between two. A " +
  "block is one of the words Same, Contradiction, Alone, and below it the claim as each answer puts it, copied " +
  "word for word from it and no longer than a sentence, as here:\n" +
  "Contradiction\n1: words of answer 1\n2: words of answer 2\n\n" +
  "Alone\n2: words that answer 1 has nothing to set against\n\n" +
  "Contradiction is said only where both cannot be true.";

/** What `agentId` is asked to make of the sources, behind everything it is sent. */
export function sourcesText(
  state: ConversationState,
  sources: readonly string[],
  agentId: string,
  task: ReadingTask | undefined,
): string {
  const names = namesOf(state, sources, agentId);
  if (task === "gist") return gistText(names);
  return task === "claims" ? claimsText(names) : mergeText(names);
}

/** One answer of several: kept alone, or written anew from the others. */
import type { ConversationState, Message } from "../../projections/shapes/folds.ts";
import { isOpen, progressOf } from "../message/progress.ts";
import { includeAll, keep, merge } from "../state/commands.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { readingOf, rememberKept } from "../state/reading.ts";
import { sought } from "../state/server_state.ts";
import { offer, orSay } from "../state/toast.ts";
import { words } from "../words/answers.ts";
import type { Answer, Exchange } from "./grouping.ts";
import { lastOf } from "./summary.ts";

/**
 * The answer that alone counts, though others could; undefined where several do, none does, or one is still written.
 * @param read how a message is looked up
 */
export function aloneIn(
  state: ConversationState,
  answers: readonly Answer[],
  read: (id: string) => Message | undefined = (id) => state.messages[id],
): Answer | undefined {
  const whole = answers.flatMap(({ versions }) => versions).flatMap((id) => read(id) ?? []);
  if (whole.some(({ id }) => isOpen(progressOf(state, id)))) return undefined;
  const [one, another] = whole.filter((message) => message.included);
  if (!one || another) return undefined;
  const alone = answers.find(({ versions }) => versions.includes(one.id));
  const couldCount = answers.some((answer) =>
    answer !== alone && progressOf(state, lastOf(answer)) === "done"
  );
  return couldCount ? alone : undefined;
}

/** The first try of what somebody kept just now and was not led to yet. */
let justKept: string | null = null;

/** Whether somebody kept this just now; asked once. */
export function wasJustKept(root: string): boolean {
  const was = justKept === root;
  if (was) justKept = null;
  return was;
}

/** Leaves the other answers out from now on, and folds them away; what is said of it can be taken back. */
export async function keepThis(
  store: ConversationStore,
  { key }: Exchange,
  { versions: [root] }: Answer,
  id: string,
): Promise<void> {
  const answer = await orSay(keep(store.id, id));
  if (!answer.ok) return;
  const { exchanges } = readingOf(store.id);
  rememberKept(root, true);
  justKept = root;
  exchanges.change(key, { comparing: null });
  const { changed } = answer.value;
  offer(words.kept(store.state.messages[id]?.author.name ?? ""), () => {
    rememberKept(root, false);
    if (changed.length > 0) void orSay(includeAll(store.id, changed));
  });
}

/** Answers that can be written together: those that said something. */
export const mergeable = ({ messages }: ConversationState, ids: readonly string[]): string[] =>
  ids.filter((id) => {
    const message = messages[id];
    return message?.doneSeq !== undefined && message.length > 0 && !message.passed && !message.erased;
  });

/**
 * Asks an agent for one answer from several, or for their gist, and leads to it: it stands at the end, out of sight of
 * who pressed.
 */
export async function mergeThese(
  store: ConversationStore,
  agentId: string,
  ids: readonly string[],
  task?: "gist",
): Promise<void> {
  const answer = await orSay(merge(store.id, agentId, mergeable(store.state, ids), task));
  if (answer.ok) sought.value = answer.value.messageId;
}

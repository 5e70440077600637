/** One agent is asked to write one answer from several that a person chose, or what they say in short. */
import type { ReadingTask } from "../../../events/catalog/conversation.ts";
import { MERGE_SOURCES } from "../../../events/catalog/limits.ts";
import { factsOf } from "../../../events/catalog/modes.ts";
import type { ConversationState, Message } from "../../../projections/shapes/folds.ts";
import { type Decision, refuse } from "../decision.ts";
import type { Answer, CommandOf, Refusal } from "../commands.ts";
import { modeOf } from "../modes/modes.ts";
import { NO_PARTICIPANT } from "./roster.ts";
import { mayAnswer } from "./turns.ts";

const { min, max } = MERGE_SOURCES;

/** Names of authors that a reason tells; more are counted. */
const NAMED = 3;
/** UTF-16 units of a reason. */
const REASON_UNITS = 400;

/** An answer with words that everybody may read: what nobody said cannot be merged, nor what is about answers. */
function isSource({ bodies }: ConversationState, message: Message): boolean {
  const { id, turnId, doneSeq, passed, erased, to, task } = message;
  return turnId !== undefined && doneSeq !== undefined && !passed && !erased && !task &&
    (to === undefined || to === "person") && /\S/.test(bodies[id]?.content ?? "");
}

/** The chosen answers in reading order, or why they cannot be merged. */
function sourcesOf({ state }: Decision, messageIds: readonly string[]): Message[] | Refusal {
  if (messageIds.length < min || messageIds.length > max || new Set(messageIds).size < messageIds.length) {
    return refuse("validation", `From ${min} to ${max} different answers can be merged.`, "messageIds");
  }
  const sources: Message[] = [];
  for (const id of messageIds) {
    const message = state.messages[id];
    if (!message) return refuse("not_found", "There is no such message in this conversation.", "messageIds");
    if (!isSource(state, message)) {
      return refuse("validation", "Only answers that have ended with words can be merged.", "messageIds");
    }
    sources.push(message);
  }
  return sources.sort((a, b) => a.seq - b.seq);
}

/** What the sources answer, and all before it: the context of who merges, beside them. */
function throughOf({ messages, turns }: ConversationState, sources: readonly Message[]): number {
  return Math.max(
    ...sources.map(({ question, turnId }) =>
      messages[question ?? ""]?.seq ?? turns[turnId ?? ""]?.through ?? 0
    ),
  );
}

/** Why it is asked, of a few authors by their names, else by how many answers there are. */
function reasonOf(by: string, sources: readonly Message[], task: ReadingTask | undefined): string {
  const names = [...new Set(sources.map(({ author }) => author.name))];
  const [n, of] = [sources.length, names.length > NAMED ? null : names.join(", ")];
  const reasons = {
    merge: of === null
      ? `asked by ${by} to merge ${n} answers`
      : `asked by ${by} to merge the answers of ${of}`,
    gist: of === null
      ? `asked by ${by} to sum up ${n} answers`
      : `asked by ${by} to sum up the answers of ${of}`,
    claims: `asked by ${by} to compare the answers of ${of}`,
  };
  return reasons[task ?? "merge"].slice(0, REASON_UNITS).toWellFormed();
}

export function merge({ agentId, messageIds, task }: CommandOf<"merge">, now: Decision): Answer | Refusal {
  const { mode, participants } = now.state;
  if (factsOf(mode).addressed) {
    return refuse("validation", "In this mode one agent speaks for all, and nothing stands side by side.");
  }
  const participant = participants.find((p) => p.agentId === agentId);
  if (!participant) return NO_PARTICIPANT;
  if (task === "claims" && messageIds.length !== 2) {
    return refuse("validation", "The claims of exactly two answers can be compared.", "messageIds");
  }
  const sources = sourcesOf(now, messageIds);
  if ("code" in sources) return sources;
  return mayAnswer(now, participant) ?? now.request({
    participantId: participant.id,
    mode: modeOf(mode).retriedIn ?? mode,
    reason: { code: "asked", text: reasonOf(now.by.name, sources, task) },
    through: throughOf(now.state, sources),
    sources: sources.map(({ id }) => id),
    ...(task ? { task } : {}),
  });
}

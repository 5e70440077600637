/** One agent is asked to write one answer from several that a person chose. */
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

/** An answer with words that everybody may read: what nobody said cannot be merged. */
function isSource({ bodies }: ConversationState, message: Message): boolean {
  const { id, turnId, doneSeq, passed, erased, to } = message;
  return turnId !== undefined && doneSeq !== undefined && !passed && !erased &&
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

function reasonOf(by: string, sources: readonly Message[]): string {
  const names = [...new Set(sources.map(({ author }) => author.name))];
  const whose = names.length > NAMED ? `${sources.length} answers` : `the answers of ${names.join(", ")}`;
  return `asked by ${by} to merge ${whose}`.slice(0, REASON_UNITS).toWellFormed();
}

export function merge({ agentId, messageIds }: CommandOf<"merge">, now: Decision): Answer | Refusal {
  const { mode, participants } = now.state;
  if (factsOf(mode).addressed) {
    return refuse("validation", "In this mode one agent speaks for all, and nothing stands side by side.");
  }
  const participant = participants.find((p) => p.agentId === agentId);
  if (!participant) return NO_PARTICIPANT;
  const sources = sourcesOf(now, messageIds);
  if ("code" in sources) return sources;
  return mayAnswer(now, participant) ?? now.request({
    participantId: participant.id,
    mode: modeOf(mode).retriedIn ?? mode,
    reason: { code: "asked", text: reasonOf(now.by.name, sources) },
    through: throughOf(now.state, sources),
    sources: sources.map(({ id }) => id),
  });
}

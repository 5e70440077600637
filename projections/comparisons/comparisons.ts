/** Comparisons in the fold: of the conversation that asked, and of the room in which the answers were given. */
import type { ConversationEvent } from "../../events/catalog/conversation.ts";
import type { Comparison } from "../shapes/comparison_folds.ts";
import type { ConversationState, Message } from "../shapes/folds.ts";
import { isRoomId, letterOf } from "./letters.ts";

type Of<T extends ConversationEvent["type"]> = Extract<ConversationEvent, { type: T }>;
export type ComparisonEvent = Of<
  `Comparison${"Begun" | "Answered" | "Ready" | "Voted" | "Revealed"}` | "RoomSealed" | "RoomOpened"
>;

const TYPES: ReadonlySet<string> = new Set<ComparisonEvent["type"]>([
  "ComparisonBegun",
  "ComparisonAnswered",
  "ComparisonReady",
  "ComparisonVoted",
  "ComparisonRevealed",
  "RoomSealed",
  "RoomOpened",
]);
export const isComparisonEvent = (event: ConversationEvent): event is ComparisonEvent =>
  TYPES.has(event.type);

export function changeComparisons(state: ConversationState, event: ComparisonEvent): void {
  switch (event.type) {
    case "ComparisonBegun":
      return begin(state, event);
    case "ComparisonAnswered":
      return answer(state, event);
    case "ComparisonReady": {
      const { comparisonId, shared } = event.data;
      return change(state, comparisonId, () => ({ ready: event.seq, ...(shared ? { shared } : {}) }));
    }
    case "ComparisonVoted":
      return vote(state, event);
    case "ComparisonRevealed":
      return reveal(state, event);
    case "RoomSealed":
      state.room = { ...event.data, sealed: true };
      // Each is asked alone: nobody is told of the others.
      state.group = false;
      return;
    case "RoomOpened":
      open(state);
  }
}

function change(state: ConversationState, id: string, to: (now: Comparison) => Partial<Comparison>): void {
  const now = state.comparisons?.[id];
  if (now) (state.comparisons ??= {})[id] = { ...now, ...to(now) };
}

/** It stands beside the talk, as the answers do: in no order, and in nobody's context. */
function addBeside(
  state: ConversationState,
  message: Omit<Message, "trial" | "included">,
  content: string,
): void {
  if (state.messages[message.id]) return;
  state.messages[message.id] = { ...message, included: false, trial: true };
  state.bodies[message.id] = { content };
}

function begin(state: ConversationState, { seq, at, by, data, erased }: Of<"ComparisonBegun">): void {
  const { comparisonId: id, content, author: name, attachments, ...begun } = data;
  if (state.comparisons?.[id]) return;
  (state.comparisons ??= {})[id] = { ...begun, id, seq, at, answers: [], votes: [] };
  addBeside(state, {
    id: begun.messageId,
    seq,
    at,
    role: "user",
    author: { kind: "human", id: by.id, name },
    status: "complete",
    length: content.length,
    ...(attachments ? { attachments } : {}),
    ...(erased ? { erased } : {}),
  }, content);
}

function answer(state: ConversationState, { seq, at, data, erased }: Of<"ComparisonAnswered">): void {
  const { comparisonId, messageId, seat, content, gap, names } = data;
  const comparison = state.comparisons?.[comparisonId];
  if (!comparison || comparison.answers.length !== seat) return;
  const more = { ...(gap ? { gap } : {}), ...(names ? { names } : {}) };
  change(state, comparisonId, ({ answers }) => ({ answers: [...answers, { messageId, ...more }] }));
  addBeside(state, {
    id: messageId,
    seq,
    at,
    role: "assistant",
    author: { kind: "agent", id: "sealed", name: letterOf(seat) },
    status: gap ? "failed" : "complete",
    length: content.length,
    question: comparison.messageId,
    doneSeq: seq,
    ...(erased ? { erased } : {}),
  }, content);
}

function vote(state: ConversationState, { seq, at, by, data }: Of<"ComparisonVoted">): void {
  const { comparisonId, ...judged } = data;
  change(state, comparisonId, ({ votes, revealed }) => {
    if (revealed) return {};
    const others = votes.filter((one) => one.by !== by.id);
    return { votes: [...others, { ...judged, by: by.id, at, seq }] };
  });
}

function reveal(state: ConversationState, { seq, at, data }: Of<"ComparisonRevealed">): void {
  const { comparisonId, ...told } = data;
  const comparison = state.comparisons?.[comparisonId];
  if (!comparison || comparison.revealed) return;
  change(state, comparisonId, () => ({ revealed: { ...told, seq, at } }));
  comparison.answers.forEach(({ messageId }, seat) => {
    const message = state.messages[messageId];
    const id = told.seated[seat]?.agentId;
    if (!message || id === undefined) return;
    const name = told.names[seat] ?? "";
    state.messages[messageId] = { ...message, author: { kind: "agent", id, name } };
  });
}

/** What is asked here from now on is asked of all who are here. */
function open(state: ConversationState): void {
  if (!state.room) return;
  const { sealed: _, ...room } = state.room;
  state.room = room;
  state.group = state.participants.length > 1;
}

/** With its question go the words it was asked with. */
export function forgetJudged(state: ConversationState, seqs: readonly number[]): void {
  for (const [id, comparison] of Object.entries(state.comparisons ?? {})) {
    if (!seqs.includes(comparison.seq)) continue;
    const { label: _, criteria: __, panel: ___, ...rest } = comparison;
    (state.comparisons ??= {})[id] = rest;
  }
}

/**
 * Whether nobody is given anything of a conversation: it is a room whose comparison was not revealed. A copy of what an
 * open room had before it was opened is none.
 */
export const isSealed = ({ id, room }: Pick<ConversationState, "id" | "room">): boolean =>
  room?.sealed === true && isRoomId(id);

/**
 * Whether a comparison was begun in another conversation, of which this one is a copy, or in another store: what was not
 * revealed there before is not revealed here.
 */
export const isElsewhere = (
  { lineage, importedThrough = 0 }: Pick<ConversationState, "lineage" | "importedThrough">,
  { seq }: Pick<Comparison, "seq">,
): boolean => seq <= importedThrough || (lineage !== null && lineage.kind !== "rerun" && seq <= lineage.seq);

/** Whether the judge of a room was asked, whatever came of it. */
export const wasJudged = ({ turns }: Pick<ConversationState, "turns">): boolean =>
  Object.values(turns).some(({ judges }) => judges !== undefined);

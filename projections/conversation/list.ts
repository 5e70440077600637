/**
 * The sidebar row of a conversation. The server derives it from the fold and stores it with every commit; a
 * browser keeps its rows current from the events alone. Both ways give the same row.
 */
import { conversationEvent } from "../../events/catalog/typed_event.ts";
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import type { ConversationEvent, DataOf } from "../../events/catalog/conversation.ts";
import type { ListRow } from "../shapes/views.ts";
import type { ConversationState, Participant } from "../shapes/folds.ts";
import { conversation, laterOf, reordered, titleFrom } from "./conversation.ts";
import { isPublic } from "./messages.ts";

/** Code points of the last message that are shown. */
export const PREVIEW_CODE_POINTS = 120;

/**
 * One line, cut after 120 code points.
 * @outside
 */
export function preview(content: string): string {
  // A code point is at most two units, and white space only shrinks: no need to walk a long answer.
  const start = content.trimStart().slice(0, 40 * PREVIEW_CODE_POINTS);
  const line = [...start.replace(/\s+/g, " ").trimEnd()];
  const cut = line.slice(0, PREVIEW_CODE_POINTS);
  return line.length > PREVIEW_CODE_POINTS ? cut.slice(0, -1).join("").trimEnd() + "…" : cut.join("");
}

const member = ({ id, name, color, enabled }: Participant) => ({ id, name, color, enabled });

/** The row of a conversation that exists and was not deleted. Its cost does not grow with the history. */
export function rowOf(state: ConversationState): ListRow {
  const last = state.messages[state.lastSaid ?? ""];
  return {
    id: state.id,
    seq: state.seq,
    title: state.title,
    mode: state.mode,
    createdAt: state.createdAt,
    updatedAt: state.updatedAt,
    messageCount: state.order.length,
    participants: state.participants.map(member),
    answering: state.open.length,
    open: state.open.map((turnId) => ({ turnId, authorName: authorOf(state, turnId) })),
    archived: state.archived,
    lastMessage: last
      ? { authorName: last.author.name, text: preview(state.bodies[last.id]?.content ?? "") }
      : null,
  };
}

function authorOf(state: ConversationState, turnId: string): string {
  return state.messages[state.turns[turnId]?.messageId ?? ""]?.author.name ?? "";
}

function changeMember(row: ListRow, id: string, enabled: boolean): Partial<ListRow> {
  return { participants: row.participants.map((p) => (p.id === id ? { ...p, enabled } : p)) };
}

function request(row: ListRow, data: DataOf<"TurnRequested">): Partial<ListRow> {
  const authorName = row.participants.find((p) => p.id === data.participantId)?.name ?? "Agent";
  const open = [...row.open, { turnId: data.turnId, authorName }];
  return { open, answering: open.length, messageCount: row.messageCount + 1 };
}

function end(row: ListRow, turnId: string): Partial<ListRow> {
  const open = row.open.filter((turn) => turn.turnId !== turnId);
  return { open, answering: open.length };
}

/** What an event changes; null when the row goes away. */
function changes(row: ListRow, event: ConversationEvent): Partial<ListRow> | null {
  switch (event.type) {
    case "ConversationStarted":
      return { title: event.data.title, mode: event.data.mode, createdAt: event.at };
    case "ConversationRenamed":
      return { title: event.data.title };
    case "ConversationArchived":
      return { archived: true };
    case "ConversationRestored":
      return { archived: false };
    case "ConversationDeleted":
      return null;
    case "ModeChanged":
      return { mode: event.data.mode };
    case "ParticipantAdded": {
      const { participantId: id, name, color } = event.data;
      return { participants: [...row.participants, { id, name, color, enabled: true }] };
    }
    case "ParticipantRemoved":
      return { participants: row.participants.filter((p) => p.id !== event.data.participantId) };
    case "ParticipantEnabled":
      return changeMember(row, event.data.participantId, true);
    case "ParticipantDisabled":
      return changeMember(row, event.data.participantId, false);
    case "ParticipantsReordered":
      return { participants: reordered(row.participants, event.data.participantIds) };
    case "MessagePosted": {
      const { author, content } = event.data;
      const messageCount = row.messageCount + 1;
      if (author.kind !== "user") return { messageCount };
      const lastMessage = { authorName: author.name, text: preview(content) };
      return { messageCount, title: row.title || titleFrom(content, event.data.attachments), lastMessage };
    }
    case "TurnRequested":
      return request(row, event.data);
    case "TurnCompleted": {
      const authorName = row.open.find((turn) => turn.turnId === event.data.turnId)?.authorName;
      const said = authorName !== undefined && isPublic(event);
      return {
        ...end(row, event.data.turnId),
        ...(said ? { lastMessage: { authorName, text: preview(event.data.content) } } : {}),
      };
    }
    case "TurnFailed":
    case "TurnCancelled":
      return end(row, event.data.turnId);
    default:
      return {};
  }
}

/**
 * The row after an event of the conversation `id`: null when it was deleted. `row` is null where none is
 * known yet. An event that is already counted changes nothing; for a row that begins in the middle of a
 * history (its first event was missed) the answer is null: the list must be read again.
 */
export function evolveRow(row: ListRow | null, id: string, event: AnyEvent): ListRow | null {
  if (!row && event.seq > 1) return null;
  const before = row ?? rowOf(conversation.initial(id));
  if (event.seq <= before.seq) return row;
  const change = changes(before, conversationEvent(event));
  return change && { ...before, ...change, seq: event.seq, updatedAt: laterOf(before.updatedAt, event.at) };
}

/**
 * The sidebar row of a conversation. The server derives it from the fold and stores it with every commit; a
 * browser keeps its rows current from the events alone. Both ways give the same row.
 */
import { conversationEvent } from "../../events/catalog/typed_event.ts";
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import type { Attachment, ConversationEvent, DataOf } from "../../events/catalog/conversation.ts";
import { isSealed } from "../comparisons/comparisons.ts";
import { isRoomId } from "../comparisons/letters.ts";
import type { ListRow } from "../shapes/views.ts";
import type { ConversationState, Participant, ToolUse } from "../shapes/folds.ts";
import {
  emptyConversation,
  isAnswerFromElsewhere,
  laterOf,
  newsAt,
  reordered,
  titleFrom,
} from "./shared_steps.ts";
import { plannedAfter, plannedOf } from "./planned.ts";
import { openInputs, waits } from "./waiting.ts";
import { isPublic } from "./messages.ts";
import { isBeside } from "./asked_beside.ts";

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

/** What the row tells of what was said: its words, or where there are none what its files are called. */
function saidIn(
  authorName: string,
  content: string,
  files: readonly Attachment[] = [],
): ListRow["lastMessage"] {
  const text = preview(content);
  const names = text === "" ? preview(files.map(({ name }) => name).join(", ")) : "";
  return { authorName, text, ...(names === "" ? {} : { files: names }) };
}

const member = (
  { id, agentId, name, color, enabled }: Participant,
) => ({ id, agentId, name, color, enabled });

/** The row knows who takes part, and a judge does not. */
const JUDGE = "Judge";

type OpenTurn = ListRow["open"][number];
type Called = Pick<ToolUse, "round" | "callId">;

/** Tells the calls of one turn apart in a few characters: a row must stay short, and ids of calls may be long. */
function shortOf({ round, callId }: Called): string {
  let sum = 0x811c9dc5;
  for (const text of [`${round} `, callId]) {
    for (let at = 0; at < text.length; at++) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193) >>> 0;
  }
  return sum.toString(36);
}

/** The turn with what of its calls waits: calls in their order, then what is asked while some run, by its name. */
function waiting({ waits: _, ...turn }: OpenTurn, waits: readonly string[]): OpenTurn {
  if (waits.length === 0) return turn;
  const inputs = waits.filter((one) => one.includes("/")).sort();
  return { ...turn, waits: [...waits.filter((one) => !one.includes("/")), ...inputs] };
}

function openTurn(state: ConversationState, turnId: string): OpenTurn {
  const turn = state.turns[turnId];
  const { messageId = "", attempt, status } = turn ?? {};
  const tools = status === "running" ? state.bodies[messageId]?.tools ?? [] : [];
  const open = {
    turnId,
    authorName: turn?.judges ? JUDGE : state.messages[messageId]?.author.name ?? "",
    ...(isBeside(turn) ? { trial: true as const } : {}),
  };
  return waiting(
    open,
    tools.filter((use) => use.attempt === attempt).flatMap((use) => [
      ...(waits(use) ? [shortOf(use)] : []),
      ...openInputs(use).map(({ input }) => `${shortOf(use)}/${input}`),
    ]),
  );
}

/** What a list of open turns says of the row. */
const withOpen = (open: readonly OpenTurn[]) => ({
  open,
  answering: open.length,
  waits: open.reduce((sum, turn) => sum + (turn.waits?.length ?? 0), 0),
});

/** Whether something was said since somebody saw events up to `read` (0: none). */
export const isUnread = ({ saidSeq }: Pick<ListRow, "saidSeq">, read: number): boolean => saidSeq > read;

/** The row that a conversation has in the list; null: it has none, being deleted, or a room that is there for nobody. */
export const listedRow = (state: ConversationState): ListRow | null =>
  state.deleted || isSealed(state) ? null : rowOf(state);

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
    ...withOpen(state.open.map((turnId) => openTurn(state, turnId))),
    archived: state.archived,
    lineage: state.lineage,
    pinned: state.pinned,
    labels: state.labels,
    ...(state.projectId === undefined ? {} : { projectId: state.projectId }),
    // What was said elsewhere is news to nobody.
    saidSeq: !last || last.origin ? 0 : last.doneSeq ?? last.seq,
    lastMessage: last
      ? saidIn(last.author.name, state.bodies[last.id]?.content ?? "", last.attachments)
      : null,
    ...(state.check?.name === undefined ? {} : { check: state.check.name }),
    ...plannedOf(state),
  };
}

const added = (
  { participantId: id, agentId, name, color }: DataOf<"ParticipantAdded">,
): ListRow["participants"][number] => ({ id, agentId, name, color, enabled: true });

function changeMember(row: ListRow, id: string, enabled: boolean): Partial<ListRow> {
  return { participants: row.participants.map((p) => (p.id === id ? { ...p, enabled } : p)) };
}

function request(row: ListRow, data: DataOf<"TurnRequested">): Partial<ListRow> {
  const { turnId, participantId, judges } = data;
  const authorName = judges ? JUDGE : row.participants.find((p) => p.id === participantId)?.name ?? "Agent";
  const beside = isBeside(data);
  const open = [...row.open, { turnId, authorName, ...(beside ? { trial: true as const } : {}) }];
  return { ...withOpen(open), messageCount: row.messageCount + (beside ? 0 : 1) };
}

/** The row where one turn has other calls that wait. */
function wait(
  row: ListRow,
  turnId: string,
  change: (waits: readonly string[]) => string[],
): Partial<ListRow> {
  return withOpen(
    row.open.map((turn) => turn.turnId === turnId ? waiting(turn, change(turn.waits ?? [])) : turn),
  );
}

/** What waits after something happened to a call. */
function waitingAfter(
  waits: readonly string[],
  event: Extract<
    ConversationEvent,
    { type: "ToolCalled" | "ToolDecided" | "ToolReturned" | "InputAsked" | "InputAnswered" }
  >,
): string[] {
  const call = shortOf(event.data);
  switch (event.type) {
    case "ToolCalled":
      return [...waits, ...(event.data.asks ? [call] : [])];
    case "ToolDecided":
      return waits.filter((one) => one !== call);
    case "ToolReturned":
      return waits.filter((one) => one !== call && !one.startsWith(`${call}/`));
    case "InputAsked":
      return [...waits, `${call}/${event.data.input}`];
    case "InputAnswered":
      return waits.filter((one) => one !== `${call}/${event.data.input}`);
  }
}

function end(row: ListRow, turnId: string): Partial<ListRow> {
  return withOpen(row.open.filter((turn) => turn.turnId !== turnId));
}

function posted(row: ListRow, data: DataOf<"MessagePosted">, seq: number): Partial<ListRow> {
  const { author, content, attachments, origin } = data;
  const messageCount = row.messageCount + 1;
  const lastMessage = saidIn(author.name, content, attachments);
  const saidSeq = origin ? 0 : seq;
  if (isAnswerFromElsewhere(data)) return { messageCount, lastMessage, saidSeq };
  if (author.kind !== "user") return { messageCount };
  return { messageCount, title: row.title || titleFrom(content, attachments), lastMessage, saidSeq };
}

/** What an event changes; null when the row goes away. */
function changes(row: ListRow, event: ConversationEvent): Partial<ListRow> | null {
  switch (event.type) {
    case "ConversationStarted":
      return {
        title: event.data.title,
        mode: event.data.mode,
        createdAt: event.data.origin?.at ?? event.at,
        lineage: event.data.lineage ?? null,
      };
    case "ConversationRenamed":
      return { title: event.data.title };
    case "ConversationArchived":
    case "ConversationRestored":
      return { archived: event.type === "ConversationArchived" };
    case "ConversationFiled":
      return event.data;
    case "DeletionRequested":
    case "ConversationDeleted":
      return null;
    case "RoomSealed":
      return isRoomId(row.id) ? null : {};
    case "ModeChanged":
      return { mode: event.data.mode };
    case "ParticipantAdded":
      return { participants: [...row.participants, added(event.data)] };
    case "ParticipantRemoved":
      return { participants: row.participants.filter((p) => p.id !== event.data.participantId) };
    case "ParticipantEnabled":
      return changeMember(row, event.data.participantId, true);
    case "ParticipantDisabled":
      return changeMember(row, event.data.participantId, false);
    case "ParticipantsReordered":
      return { participants: reordered(row.participants, event.data.participantIds) };
    case "MessagePosted":
      return posted(row, event.data, event.seq);
    case "TurnRequested":
      return request(row, event.data);
    case "TurnCompleted": {
      const { authorName, trial } = row.open.find((turn) => turn.turnId === event.data.turnId) ?? {};
      const said = authorName !== undefined && !trial && isPublic(event);
      return {
        ...end(row, event.data.turnId),
        ...(said ? { lastMessage: saidIn(authorName, event.data.content), saidSeq: event.seq } : {}),
      };
    }
    case "AnswerTaken":
      return { messageCount: row.messageCount + 1 };
    case "TurnFailed":
    case "TurnCancelled":
      return end(row, event.data.turnId);
    case "ToolCalled":
    case "ToolDecided":
    case "ToolReturned":
    case "InputAsked":
    case "InputAnswered":
      return wait(row, event.data.turnId, (waits) => waitingAfter(waits, event));
    case "ContentErased":
      // Whose words the row repeats it does not know: whoever keeps rows by events has this one read again.
      return { lastMessage: row.lastMessage && { authorName: row.lastMessage.authorName, text: "" } };
    case "TurnInterrupted":
      return wait(row, event.data.turnId, () => []);
    default:
      return {};
  }
}

/** Absent where nothing is planned, where it is in no project and where it is no check, as in the fold. */
function withRest({ planned, projectId, check, ...row }: ListRow, event: ConversationEvent): ListRow {
  const plans = plannedAfter(planned, event)?.planned ?? planned;
  const project = event.type === "ProjectSet" ? event.data.projectId : projectId;
  const name = event.type === "CheckNamed" ? event.data.check ? event.data.name : undefined : check;
  return {
    ...row,
    ...(name === undefined ? {} : { check: name }),
    ...(plans?.length ? { planned: plans } : {}),
    ...(project === undefined ? {} : { projectId: project }),
  };
}

/**
 * The row after an event of the conversation `id`: null when it was deleted. `row` is null where none is
 * known yet. An event that is already counted changes nothing; for a row that begins in the middle of a
 * history (its first event was missed) the answer is null: the list must be read again.
 */
export function evolveRow(row: ListRow | null, id: string, event: AnyEvent): ListRow | null {
  if (!row && event.seq > 1) return null;
  const before = row ?? rowOf(emptyConversation(id));
  if (event.seq <= before.seq) return row;
  const change = changes(before, conversationEvent(event));
  const updatedAt = laterOf(before.updatedAt, newsAt(event) ?? "");
  return change && withRest({ ...before, ...change, seq: event.seq, updatedAt }, conversationEvent(event));
}

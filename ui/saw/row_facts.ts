/** What each row on the left says: who, in which role, the first words, and of what was left out by whom and when. */
import { firstCharacters } from "../../events/catalog/clear_text.ts";
import type { ContextSpec } from "../../events/catalog/context_spec.ts";
import { isPinned } from "../../projections/context/selection.ts";
import { participantOf } from "../../projections/conversation/conversation.ts";
import { speakerName } from "../../projections/prompt/names.ts";
import type { ConversationState, Message, Turn } from "../../projections/shapes/folds.ts";
import { plainText } from "../parts/plain_text.ts";
import { words } from "../words/sent.ts";
import type { Listed } from "./listed.ts";

/** Code points of a preview: two lines of the sheet. */
const PREVIEW = 150;
/** Code points of one line. */
const LINE = 56;

/** What is known of one row. */
export interface RowFacts {
  readonly name: string;
  /** The agent that said it; null for people and what is no message. */
  readonly participantId: string | null;
  readonly isOwn: boolean;
  readonly role: string;
  readonly text: string;
}

/** Lines of a preview, told from the length alone: there may be thousands of rows, and few are seen. */
const linesOf = (length: number): 0 | 1 | 2 => length === 0 ? 0 : length <= LINE ? 1 : 2;

/** How many lines the preview of a row gets. */
export function linesOfRow({ messages }: ConversationState, row: Listed): 0 | 1 | 2 {
  if (row.kind === "many") return 0;
  if (row.kind === "sent" && row.piece.kind !== "message") return linesOf(row.piece.text.length);
  const message = messages[row.kind === "sent" ? row.piece.key : row.messageId];
  if (!message) return 0;
  // Where there are no words stand the names of files, or that it was erased.
  return linesOf(message.length) || 1;
}

/** The words of a message as they were sent, without the name that was put before them. */
function spoken(message: Message, sent: string): { text: string; named: boolean } {
  const before = `[${speakerName(message.author)}]: `;
  return sent.startsWith(before)
    ? { text: sent.slice(before.length), named: true }
    : { text: sent, named: false };
}

const fileNames = ({ attachments = [] }: Message): string => attachments.map(({ name }) => name).join(", ");

function roleOf(message: Message, named: boolean, turn: Turn, agentId: string | undefined): string {
  // A judge is told of words, as words of others.
  const isOwn = !turn.judges && message.author.kind === "agent" && message.author.id === agentId;
  const files = turn.judges ? 0 : message.attachments?.length ?? 0;
  return [
    isOwn ? words.roles.assistant : words.roles.user,
    ...(named ? [words.named] : []),
    ...(files > 0 ? [words.files(files)] : []),
    ...(turn.context && isPinned(message, turn.context) ? [words.pinned] : []),
  ].join(", ");
}

const isLocal = ({ author }: Message): boolean => author.kind === "human" && author.id === "local";

/** Pieces that are no message, by what they are called and their role. */
const OTHERS = {
  instructions: [words.instructions, words.roles.system],
  tools: [words.tools, ""],
  call: [words.call_, words.roles.assistant],
  result: [words.result, words.roles.tool],
  said: [words.saidBefore, words.roles.assistant],
  added: [words.added, words.roles.user],
} as const;

/**
 * @param textOf the words of a message that was not sent; null where they are not known
 */
export function factsOf(
  state: ConversationState,
  turn: Turn,
  row: Listed,
  textOf: (messageId: string) => string | null,
): RowFacts {
  if (row.kind === "many") {
    const text = words.many[row.why](row.count);
    return { name: text, participantId: null, isOwn: false, role: words.notSent, text: "" };
  }
  if (row.kind === "sent" && row.piece.kind !== "message") {
    const [name, role] = OTHERS[row.piece.kind];
    return { name, participantId: null, isOwn: false, role, text: plainText(row.piece.text, PREVIEW) };
  }
  const id = row.kind === "sent" ? row.piece.key : row.messageId;
  const message = state.messages[id];
  if (!message) return { name: "?", participantId: null, isOwn: false, role: "", text: "" };
  const sent = row.kind === "sent" ? row.piece.text : textOf(id);
  const { text: said, named } = spoken(message, sent ?? "");
  const text = plainText(said, PREVIEW) || fileNames(message) ||
    (message.erased ? words.erased : sent === null ? words.notHere : "");
  const isOwn = isLocal(message);
  return {
    name: isOwn ? words.you : message.author.name,
    participantId: message.participantId ?? null,
    isOwn,
    role: row.kind === "sent"
      ? roleOf(message, named, turn, participantOf(state, turn.participantId)?.agentId)
      // What is gone was sent all the same.
      : row.kind === "left out" && row.why === "erased"
      ? roleOf(message, named, turn, participantOf(state, turn.participantId)?.agentId)
      : words.notSent,
    text: firstCharacters(text, PREVIEW + 1),
  };
}

/** The setting of the checkbox that left a message out of a context; undefined where none did. */
export function settingThatLeftOut(
  message: Message,
  participantId: string,
  why: "excluded" | "excluded_for_agent",
  { inclusionThrough }: Pick<ContextSpec, "inclusionThrough">,
): number | undefined {
  return message.inclusion?.findLast(({ seq, included, participantIds }) =>
    seq <= inclusionThrough && !included &&
    (why === "excluded" ? participantIds === undefined : participantIds?.includes(participantId) === true)
  )?.seq;
}

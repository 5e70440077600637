/** What a running turn holds in memory, told before it begins, so that many small ones run at once and few large ones. */
import type { ConversationState, Message } from "../../projections/shapes/folds.ts";

/** Bytes of a turn that sends next to nothing: socket, streams, what it has said so far. */
export const TURN_BYTES = 256 * 1024;
/** Bytes for each UTF-16 unit of the conversation: its request as JSON, and the copy that is on its way. */
const BYTES_A_UNIT = 2;
/** Bytes for each byte of a file: as it was read, and in the request as base64, whose text is there, too. */
const BYTES_A_FILE_BYTE = 4;

/** What was counted of a fold, which changes in place. */
interface Counted {
  /** Up to which event. */
  seq: number;
  /** How many of its messages, in their order. */
  messages: number;
  /** Bytes of those that change no more. */
  whole: number;
  /** Those that may: being written, or stopped. */
  open: readonly string[];
  bytes: number;
}
const counted = new WeakMap<object, Counted>();

/**
 * At most, as if everything in the conversation were sent. Agents that begin together count it once, and what was whole
 * when it was counted is not looked at again: words only ever go.
 */
export function turnBytes(state: Pick<ConversationState, "messages" | "order" | "seq">): number {
  const known = counted.get(state) ?? { seq: -1, messages: 0, whole: TURN_BYTES, open: [], bytes: 0 };
  if (known.seq === state.seq) return known.bytes;
  const open: string[] = [];
  let bytes = 0;
  const looked = [...known.open, ...state.order.slice(known.messages)];
  for (const id of looked) {
    const message = state.messages[id];
    if (!message) continue;
    if (message.status === "complete") known.whole += bytesOf(message);
    else {
      open.push(id);
      bytes += bytesOf(message);
    }
  }
  bytes += known.whole;
  counted.set(state, { ...known, seq: state.seq, messages: state.order.length, open, bytes });
  return bytes;
}

function bytesOf({ length, attachments }: Pick<Message, "length" | "attachments">): number {
  let bytes = BYTES_A_UNIT * length;
  for (const { size, text } of attachments ?? []) bytes += BYTES_A_FILE_BYTE * (size + (text?.size ?? 0));
  return bytes;
}

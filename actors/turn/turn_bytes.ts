/** What a running turn holds in memory, told before it begins, so that many small ones run at once and few large ones. */
import type { ConversationState } from "../../projections/shapes/folds.ts";

/** Bytes of a turn that sends next to nothing: socket, streams, what it has said so far. */
export const TURN_BYTES = 256 * 1024;
/** Bytes for each UTF-16 unit of the conversation: its request as JSON, and the copy that is on its way. */
const BYTES_A_UNIT = 2;
/** Bytes for each byte of a file: as it was read, and in the request as base64, whose text is there, too. */
const BYTES_A_FILE_BYTE = 4;

/** What was counted of a fold, which changes in place, and up to which event. */
const counted = new WeakMap<object, { readonly seq: number; readonly bytes: number }>();

/** At most, as if everything in the conversation were sent. Agents that begin together count it once. */
export function turnBytes(state: Pick<ConversationState, "messages" | "seq">): number {
  const known = counted.get(state);
  if (known?.seq === state.seq) return known.bytes;
  const bytes = bytesOf(state.messages);
  counted.set(state, { seq: state.seq, bytes });
  return bytes;
}

function bytesOf(messages: ConversationState["messages"]): number {
  let bytes = TURN_BYTES;
  for (const { length, attachments } of Object.values(messages)) {
    bytes += BYTES_A_UNIT * length;
    for (const { size } of attachments ?? []) bytes += BYTES_A_FILE_BYTE * size;
  }
  return bytes;
}

/** What a running turn holds in memory, told before it begins, so that many small ones run at once and few large ones. */
import type { ConversationState } from "../../projections/shapes/folds.ts";

/** Bytes of a turn that sends next to nothing: socket, streams, what it has said so far. */
export const TURN_BYTES = 256 * 1024;
/** Bytes for each UTF-16 unit of the conversation: its request as JSON, and the copy that is on its way. */
const BYTES_A_UNIT = 2;
/** Bytes for each byte of a file: as it was read, and in the request as base64, whose text is there, too. */
const BYTES_A_FILE_BYTE = 4;

/** At most, as if everything in the conversation were sent. */
export function turnBytes({ messages }: Pick<ConversationState, "messages">): number {
  let bytes = TURN_BYTES;
  for (const { length, attachments } of Object.values(messages)) {
    bytes += BYTES_A_UNIT * length;
    for (const { size } of attachments ?? []) bytes += BYTES_A_FILE_BYTE * size;
  }
  return bytes;
}

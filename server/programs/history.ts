/** A program's history as a conversation takes it in: with its files in the store, and a few messages a commit. */
import type { Brought } from "../../actors/conversation/commands.ts";
import type { Attachment, BroughtCall, BroughtResult } from "../../events/catalog/conversation.ts";
import type { System } from "../../actors/system.ts";
import { takeFile } from "../routes/uploads.ts";
import type { SentFile } from "./sent_files.ts";

/** What one commit takes: messages, UTF-16 units of them, and files. */
export const PORTION = { messages: 128, units: 130_000, files: 10 } as const;

/** A message with its files as they were sent. */
export interface Sent {
  readonly role: Brought["role"];
  readonly content: string;
  readonly files: readonly SentFile[];
  /** Files before these, which the store has. */
  readonly kept?: readonly Attachment[];
  /** Calls of the program's own tools, with which an answer ended. */
  readonly calls?: readonly BroughtCall[];
  /** What its tools gave; then there are no words. */
  readonly results?: readonly BroughtResult[];
}

/** UTF-16 units that the log keeps of a message: of short calls their ids and names are most. */
const unitsOf = ({ content, calls = [], results = [] }: Sent): number =>
  [content, ...calls.flatMap((call) => Object.values(call)), ...results.flatMap((one) => Object.values(one))]
    .reduce((sum, text) => sum + text.length, 0);

/** The files as attachments: equal bytes are kept once. */
export async function attached(
  system: Pick<System, "uploads">,
  files: readonly SentFile[],
): Promise<Attachment[]> {
  const attachments: Attachment[] = [];
  for (const { bytes, type, name } of files) {
    attachments.push({ ...await takeFile(system, bytes, type), name });
  }
  return attachments;
}

/** From the message `from` on what one commit takes; a message that is too large has one for itself. */
export function firstPortion<T extends Sent>(messages: readonly T[], from = 0): T[] {
  const portion: T[] = [];
  let [units, files] = [0, 0];
  for (const message of messages.slice(from, from + PORTION.messages)) {
    units += unitsOf(message);
    files += message.files.length + (message.kept?.length ?? 0);
    if (portion.length > 0 && (units > PORTION.units || files > PORTION.files)) break;
    portion.push(message);
  }
  return portion;
}

/** As a conversation takes it. */
export async function brought(system: Pick<System, "uploads">, said: readonly Sent[]): Promise<Brought[]> {
  const result: Brought[] = [];
  for (const { files, kept = [], ...message } of said) {
    const attachments = [...kept, ...await attached(system, files)];
    result.push({ ...message, ...(attachments.length > 0 ? { attachments } : {}) });
  }
  return result;
}

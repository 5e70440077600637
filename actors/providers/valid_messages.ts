/**
 * What every provider accepts, made from any history (P14, D-6): roles alternate, nothing is empty, the first
 * and the last turn are the user's. Pure and total, and an old message is always rendered the same way, so
 * that a longer history only appends and prompt caches keep working (PROVIDERS.md row 9).
 */
import { DocumentRoom } from "../../projections/context/documents.ts";
import type { RenderInput, RequestFile, RequestMessage, ToolRound } from "./types.ts";

/** Stands before a history that would begin with the agent's own words. */
const OPENING = "(The conversation begins.)";
/** Stands for the nudge where a caller gave none that can be sent. */
export const FALLBACK_NUDGE = "(Please continue the conversation.)";

/** One block of a turn: the text of one message, an image, or a PDF as it is. */
export type Block =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image" | "document"; readonly file: RequestFile };

/** A turn of the request. `blocks` is never empty, and no text in it is blank. */
type ValidTurn =
  | { readonly role: "user" | "assistant"; readonly blocks: readonly Block[] }
  | { readonly role: "round"; readonly round: ToolRound };

const IMAGE_TYPES = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

/**
 * Arranges a request's messages and tool rounds so that the first and last turn a provider sees are the user's.
 * @outside
 */
export function validTurns(input: RenderInput): ValidTurn[] {
  const { shell, rounds } = input;
  const nudge = shell.nudge.trim() === "" ? FALLBACK_NUDGE : shell.nudge;
  const room = new DocumentRoom(shell.documents === true && !shell.downgrades.includes("no_documents"));
  const turns: ValidTurn[] = [];
  // The blocks of the last turn, while it grows: in a room of many nearly everything is one turn of the user's.
  let growing: Block[] = [];
  const push = (role: "user" | "assistant", blocks: readonly Block[]) => {
    if (turns.at(-1)?.role !== role) turns.push({ role, blocks: growing = [] });
    for (const block of blocks) growing.push(block);
  };
  const add = (messages: readonly RequestMessage[]) => {
    for (const message of messages) {
      if (message.rounds) {
        if (turns.length === 0) push("user", [{ type: "text", text: OPENING }]);
        for (const round of message.rounds) turns.push({ role: "round", round });
        continue;
      }
      const blocks = blocksOf(message, room);
      if (blocks.length === 0) continue;
      if (turns.length === 0 && message.role === "assistant") push("user", [{ type: "text", text: OPENING }]);
      push(message.role, blocks);
    }
  };
  const endWithUser = () => {
    const last = turns.at(-1)?.role;
    if (last === undefined || last === "assistant") push("user", [{ type: "text", text: nudge }]);
  };

  add(input.messages);
  const after = shell.after.filter((message) => blocksOf(message, room).length > 0);
  if (rounds.length > 0) {
    endWithUser();
    for (const round of rounds) turns.push({ role: "round", round });
  } else if (turns.at(-1)?.role === "assistant" && after[0]?.role === "assistant") {
    // The call that `after` goes on from ended with the nudge: keep its bytes as they were.
    endWithUser();
  }
  add(after);
  endWithUser();
  return turns;
}

/** Texts of neighbouring blocks joined by a blank line, images left where they stand. */
export function joined(blocks: readonly Block[]): Block[] {
  const result: Block[] = [];
  for (const block of blocks) {
    const last = result.at(-1);
    if (block.type === "text" && last?.type === "text") {
      result[result.length - 1] = { type: "text", text: `${last.text}\n\n${block.text}` };
    } else result.push(block);
  }
  return result;
}

function blocksOf(message: RequestMessage, room: DocumentRoom): Block[] {
  // Nearly all are words alone, and there are many.
  if (!message.files) return message.content.trim() === "" ? [] : [{ type: "text", text: message.content }];
  const blocks: Block[] = [];
  const text: string[] = message.content.trim() === "" ? [] : [message.content];
  const images: Block[] = [];
  for (const file of message.files) {
    // A model's own message never carries images: no provider takes them there.
    const own = message.role === "user";
    if (IMAGE_TYPES.has(file.type) && own) images.push({ type: "image", file });
    else if (own && room.has({ ...file, size: file.bytes.length })) images.push({ type: "document", file });
    else text.push(`${fileText(file)}`);
  }
  if (text.length > 0) blocks.push({ type: "text", text: text.join("\n\n") });
  return [...blocks, ...images];
}

/** A file as text between named fences; of what has no text, only that it was there. */
function fileText(file: RequestFile): string {
  const name = file.name.replaceAll(/["<>\s]+/g, " ").trim();
  if (file.text !== undefined) {
    const left = file.left === undefined ? "" : `\n${LEFT[file.left]}`;
    return `<file name="${name}">\n${file.text}${left}\n</file>`;
  }
  if (!isText(file.type)) return `<file name="${name}" type="${file.type}">not readable as text</file>`;
  return `<file name="${name}">\n${new TextDecoder().decode(file.bytes)}\n</file>`;
}

/** What is not in the text of a file. */
const LEFT = {
  cut: "(The file goes on; the rest is left out.)",
  none: "(No text was found in the file: its pages may be pictures.)",
} as const;

function isText(type: string): boolean {
  return type.startsWith("text/") ||
    /^application\/(json|xml|yaml|x-yaml|toml|javascript|x-ndjson)\b/.test(type);
}

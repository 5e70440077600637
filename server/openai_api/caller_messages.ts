/** What a calling program sends, in OpenAI's words, and what of it becomes messages of a conversation. */
import { Buffer } from "node:buffer";
import { ATTACHMENT_BYTES, ATTACHMENTS_PER_MESSAGE } from "../../events/catalog/limits.ts";
import type { ChatMessage, Completion, MessagePart } from "../contract/completion_shapes.ts";
import { wrongField } from "../http/problem.ts";
import { unsupported } from "./call_settings.ts";
import type { Sent } from "./history.ts";
import { fileOf, type SentFile } from "./sent_files.ts";

const SPEAKERS = ["system", "developer", "user", "assistant"];
/** What else a message may have. Of an answer that is sent back, what it was thought of and where it was found is no talk. */
const FIELDS = ["role", "content", "name", "refusal", "annotations", "reasoning_content", "reasoning"];

/** The text of a message; another's name stands before it, as people's do where there are several. */
function textOf({ role, content, refusal, name }: ChatMessage): string {
  const parts = typeof content === "string"
    ? [content]
    : (content ?? []).map((part) => part.text ?? part.refusal ?? "");
  const text = parts.join("") || (typeof refusal === "string" ? refusal : "");
  return role === "user" && name ? `[${name}]: ${text}` : text;
}

/**
 * Refuses a text that the log cannot hold, before anything of the call is in it: a long history comes in several commits,
 * and one that failed among them would leave half a conversation.
 */
function checkSize(text: string, path: string): void {
  if (Buffer.byteLength(text) <= ATTACHMENT_BYTES) return;
  throw wrongField(path, `a text may have at most ${ATTACHMENT_BYTES / 1024 / 1024} MB`);
}

/** Refuses what would be lost of a message. */
function refuseStrange(message: ChatMessage, index: number): void {
  const at = `messages.${index}`;
  if (!SPEAKERS.includes(message.role)) {
    throw unsupported(`${at}.role`, "Only system, developer, user and assistant messages are known here.");
  }
  for (const [field, value] of Object.entries(message)) {
    if (FIELDS.includes(field) || value === null || value === undefined) continue;
    // Clients send empty lists for what an answer did not have.
    if (Array.isArray(value) && value.length === 0) continue;
    const known = /^\w{1,64}$/.test(field);
    throw unsupported(known ? `${at}.${field}` : at, "A message has a field that cannot be honoured here.");
  }
  if (typeof message.content === "string") return;
  for (const [index, part] of (message.content ?? []).entries()) {
    refuseStrangePart(message, part, `${at}.content.${index}`);
  }
}

/** The fields of each kind of part beside its type. */
const PARTS: Readonly<Record<string, string>> = {
  text: "text",
  refusal: "refusal",
  image_url: "image_url",
  file: "file",
};

function refuseStrangePart({ role }: ChatMessage, part: MessagePart, at: string): void {
  const { type } = part;
  const file = type === "image_url" || type === "file";
  if (!Object.hasOwn(PARTS, type) || (file && (role !== "user" || part[type] === undefined))) {
    throw unsupported(`${at}.type`, "Known are text parts, and image_url and file parts of the user.");
  }
  const strange = Object.keys(part).find((field) => field !== "type" && field !== PARTS[type]);
  if (strange !== undefined) {
    throw unsupported(
      /^\w{1,64}$/.test(strange) ? `${at}.${strange}` : at,
      "A part has a field that cannot be honoured here.",
    );
  }
}

/** The files of a message. */
function filesOf({ content }: ChatMessage, at: string): SentFile[] {
  if (typeof content === "string" || !content) return [];
  const files: SentFile[] = [];
  for (const [index, part] of content.entries()) {
    if (part.type === "image_url" || part.type === "file") {
      files.push(fileOf(part, `${at}.content.${index}`, files.length));
    }
  }
  if (files.length > ATTACHMENTS_PER_MESSAGE) {
    throw wrongField(
      `${at}.content`,
      `at most ${ATTACHMENTS_PER_MESSAGE} files can be attached to a message`,
    );
  }
  return files;
}

export interface Asked {
  /** The last thing the user said. */
  readonly content: string;
  readonly files: readonly SentFile[];
  /** Their system messages, joined; "" without. */
  readonly instructions: string;
  /** What was said before it, with the roles it had; blank messages and tools' results are no talk. */
  readonly before: readonly Sent[];
}

/** Reads the list. Throws for what would be lost of it. */
export function askedOf({ messages }: Pick<Completion, "messages">): Asked {
  messages.forEach(refuseStrange);
  const last = messages.findLastIndex(({ role }) => role === "user");
  const asked = messages[last];
  if (!asked) throw wrongField("messages", "there must be a message of the user");
  if (messages.findLastIndex(({ role }) => role === "assistant") > last) {
    throw unsupported(
      "messages",
      "The last message must be the user’s: no answer can be begun for an agent.",
    );
  }
  const before = messages.slice(0, last).flatMap((message, index): Sent[] => {
    const { role } = message;
    if (role !== "user" && role !== "assistant") return [];
    const content = textOf(message);
    checkSize(content, `messages.${index}.content`);
    const files = filesOf(message, `messages.${index}`);
    return /\S/.test(content) || files.length > 0 ? [{ role, content, files }] : [];
  });
  const instructions = messages.filter(({ role }) => role === "system" || role === "developer").map(textOf);
  const joined = instructions.join("\n\n");
  checkSize(joined, "messages");
  const files = filesOf(asked, `messages.${last}`);
  const content = textOf(asked);
  checkSize(content, `messages.${last}.content`);
  if (content.trim() === "" && files.length === 0) {
    throw wrongField(`messages.${last}.content`, "the message is empty");
  }
  return { content, files, instructions: joined, before };
}

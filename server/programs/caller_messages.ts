/** What a calling program sends, in OpenAI's words, and what of it becomes messages of a conversation. */
import { Buffer } from "node:buffer";
import { ATTACHMENT_BYTES, ATTACHMENTS_PER_MESSAGE } from "../../events/catalog/limits.ts";
import type { BroughtCall, BroughtResult } from "../../events/catalog/conversation.ts";
import { inTurns } from "../../actors/runtime/yield_loop.ts";
import type { ChatMessage, Completion, MessagePart } from "../contract/completion_shapes.ts";
import { wrongField } from "../http/problem.ts";
import { callsOf, OpenCalls } from "./caller_tools.ts";
import { unsupported } from "./unsupported.ts";
import type { Sent } from "./history.ts";
import { fileOf, type SentFile } from "./sent_files.ts";

/** Messages that are read in a row: a few milliseconds. */
const AT_ONCE = 500;
const SPEAKERS = ["system", "developer", "user", "assistant", "tool"];
/** What else a message may have. Of an answer that is sent back, what it was thought of and where it was found is no talk. */
const FIELDS = [
  "role",
  "content",
  "name",
  "refusal",
  "annotations",
  "reasoning_content",
  "reasoning",
  // What LiteLLM lays beside an answer, and sends back with it.
  "provider_specific_fields",
  "thinking_blocks",
];

/** What only messages of one role have. */
const OWN_FIELDS: Readonly<Record<string, string>> = { assistant: "tool_calls", tool: "tool_call_id" };

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
export function checkSize(text: string, path: string): void {
  if (Buffer.byteLength(text) <= ATTACHMENT_BYTES) return;
  throw wrongField(path, `a text may have at most ${ATTACHMENT_BYTES / 1024 / 1024} MB`);
}

/** Refuses what would be lost of a message. */
function refuseStrange(message: ChatMessage, index: number): void {
  const at = `messages.${index}`;
  if (!SPEAKERS.includes(message.role)) {
    throw unsupported(
      `${at}.role`,
      "Only system, developer, user, assistant and tool messages are known here.",
    );
  }
  for (const [field, value] of Object.entries(message)) {
    if (
      FIELDS.includes(field) || OWN_FIELDS[message.role] === field || value === null || value === undefined
    ) continue;
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
  /** What the caller's tools gave, where that is last. */
  readonly results?: readonly BroughtResult[];
  /** Their system messages, joined; "" without. */
  readonly instructions: string;
  /** What was said before it, with the roles it had; blank messages are no talk. */
  readonly before: readonly Sent[];
}

/**
 * The talk without what is no talk: results of tools that stand together are one message. The answer before it
 * ended with the calls that are `waiting`.
 */
async function talkOf(messages: readonly ChatMessage[], waiting: readonly BroughtCall[]): Promise<Sent[]> {
  const talk: Sent[] = [];
  let open = new OpenCalls(waiting);
  const close = (at: string) => {
    if (open.close(at)) talk.push({ role: "user", content: "", files: [], results: open.results });
    open = new OpenCalls([]);
  };
  await inTurns(messages, AT_ONCE, (message, index) => {
    const { role } = message;
    const at = `messages.${index}`;
    if (role === "tool") open.take(message, textOf(message), at);
    if (role !== "user" && role !== "assistant") return;
    close(at);
    const content = textOf(message);
    checkSize(content, `${at}.content`);
    const files = filesOf(message, at);
    const calls = callsOf(message, at);
    open = new OpenCalls(calls);
    if (!/\S/.test(content) && files.length === 0 && calls.length === 0) return;
    talk.push({ role, content, files, ...(calls.length > 0 ? { calls } : {}) });
  });
  close("messages");
  return talk;
}

/** Reads the list, behind an answer that ended with `calls`. Throws for what would be lost of it. */
export async function askedOf(
  { messages }: Pick<Completion, "messages">,
  calls: readonly BroughtCall[] = [],
): Promise<Asked> {
  await inTurns(messages, AT_ONCE, refuseStrange);
  const last = messages.findLastIndex(({ role }) => role === "user" || role === "tool");
  if (last === -1) throw wrongField("messages", "there must be a message of the user");
  if (messages.findLastIndex(({ role }) => role === "assistant") > last) {
    throw unsupported(
      "messages",
      "The last message must be the user’s: no answer can be begun for an agent.",
    );
  }
  const instructions = messages.filter(({ role }) => role === "system" || role === "developer").map(textOf);
  const joined = instructions.join("\n\n");
  checkSize(joined, "messages");
  const before = await talkOf(messages, calls);
  const asked = isBlank(messages[last]) ? undefined : before.pop();
  if (!asked) throw wrongField(`messages.${last}.content`, "the message is empty");
  const { content, files, results } = asked;
  return { content, files, ...(results ? { results } : {}), instructions: joined, before };
}

/** Nothing that anybody could answer. */
const isBlank = (message: ChatMessage | undefined): boolean =>
  message?.role === "user" && textOf(message).trim() === "" &&
  (typeof message.content === "string" || !message.content?.some(({ type }) => type !== "text"));

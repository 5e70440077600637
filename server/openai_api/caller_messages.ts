/** What a calling program sends, in OpenAI's words, and what of it becomes messages of a conversation. */
import type { Brought } from "../../actors/conversation/commands.ts";
import type { ChatMessage, Completion } from "../contract/completion_shapes.ts";
import { wrongField } from "../http/problem.ts";
import { unsupported } from "./call_settings.ts";

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
  for (const [part, { type }] of (message.content ?? []).entries()) {
    if (type === "text" || type === "refusal") continue;
    throw unsupported(`${at}.content.${part}.type`, "Only text parts of messages are known here.");
  }
}

export interface Asked {
  /** The last thing the user said. */
  readonly content: string;
  /** Their system messages, joined; "" without. */
  readonly instructions: string;
  /** What was said before it, with the roles it had; blank messages and tools' results are no talk. */
  readonly before: readonly Brought[];
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
  const before = messages.slice(0, last).flatMap((message): Brought[] => {
    const { role } = message;
    const content = textOf(message);
    return (role === "user" || role === "assistant") && /\S/.test(content) ? [{ role, content }] : [];
  });
  const instructions = messages.filter(({ role }) => role === "system" || role === "developer").map(textOf);
  return { content: textOf(asked), instructions: instructions.join("\n\n"), before };
}

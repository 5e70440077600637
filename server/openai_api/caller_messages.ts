/** What a calling program sends, in OpenAI's words, and what of it becomes messages of a conversation. */
import type { Brought } from "../../actors/conversation/commands.ts";
import type { ChatMessage, Completion } from "../contract/completion_shapes.ts";
import { wrongField } from "../http/problem.ts";

function textOf({ content }: ChatMessage): string {
  if (typeof content === "string") return content;
  return (content ?? []).map((part) => part.text ?? "").join("");
}

export interface Asked {
  /** The last thing the user said. */
  readonly content: string;
  /** Their system messages, joined; "" without. */
  readonly instructions: string;
  /** What was said before it, with the roles it had; blank messages and tools' results are no talk. */
  readonly before: readonly Brought[];
}

/** Reads the list; what stands after the last message of the user asks for nothing and is left out. */
export function askedOf({ messages }: Completion): Asked {
  const last = messages.findLastIndex(({ role }) => role === "user");
  const asked = messages[last];
  if (!asked) throw wrongField("messages", "there must be a message of the user");
  const before = messages.slice(0, last).flatMap((message): Brought[] => {
    const { role } = message;
    const content = textOf(message);
    return (role === "user" || role === "assistant") && /\S/.test(content) ? [{ role, content }] : [];
  });
  const instructions = messages.filter(({ role }) => role === "system" || role === "developer").map(textOf);
  return { content: textOf(asked), instructions: instructions.join("\n\n"), before };
}

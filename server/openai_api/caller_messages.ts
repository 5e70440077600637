/** What a calling program sends, in OpenAI's words, and what of it becomes messages of a conversation. */
import { z } from "zod";
import type { Brought } from "../../actors/conversation/commands.ts";
import { Problem } from "../http/problem.ts";

const Text = z.union([
  z.string(),
  z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
  z.null(),
]);
const ChatMessage = z.looseObject({ role: z.string(), content: Text.optional() });
type ChatMessage = z.infer<typeof ChatMessage>;

/** What clients of `/v1` send; fields nobody here knows are tolerated, as OpenAI's own SDKs expect. */
export const Completion = z.looseObject({
  model: z.string().optional(),
  messages: z.array(ChatMessage).min(1),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
  conversation_id: z.string().regex(/^[\w-]{1,64}$/).nullish(),
});
export type Completion = z.infer<typeof Completion>;

/** What an agency is sent: the same words, but nothing that would silently not happen. */
export const AgencyCompletion = z.strictObject({
  model: z.string().optional(),
  messages: z.array(z.strictObject({
    role: z.enum(["system", "developer", "user", "assistant"]),
    content: z.union([
      z.string(),
      z.array(z.strictObject({ type: z.literal("text"), text: z.string() })),
      z.null(),
    ]).optional(),
    /** An answer's own field: callers send answers back as they got them. */
    refusal: z.null().optional(),
  })).min(1),
  stream: z.boolean().nullish(),
  stream_options: z.strictObject({ include_usage: z.boolean().optional() }).nullish(),
  conversation_id: z.string().regex(/^[\w-]{1,64}$/).nullish(),
});

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
  if (!asked) {
    throw new Problem("validation", "messages: there must be a message of the user", [
      { path: "messages", message: "there must be a message of the user" },
    ]);
  }
  const before = messages.slice(0, last).flatMap((message): Brought[] => {
    const { role } = message;
    const content = textOf(message);
    return (role === "user" || role === "assistant") && /\S/.test(content) ? [{ role, content }] : [];
  });
  const instructions = messages.filter(({ role }) => role === "system" || role === "developer").map(textOf);
  return { content: textOf(asked), instructions: instructions.join("\n\n"), before };
}

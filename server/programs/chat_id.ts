/** Open WebUI says in a header which of its chats a call belongs to; it is a name for the conversation of that chat. */
import { sha256 } from "../../events/store/kv/codec.ts";
import type { Completion } from "../contract/completion_shapes.ts";
import { Problem } from "../http/problem.ts";
import type { Call } from "../http/route.ts";

/** Visible characters, as many as the name of anything has. */
const CHAT = /^[\x21-\x7e]{1,200}$/;

/** The id of the conversation for the chat that a call names; undefined where it names none that can be one. */
export function chatOf({ request, caller }: Call<Completion>): string | undefined {
  const chat = request.headers.get("x-openwebui-chat-id") ?? "";
  return CHAT.test(chat) ? `conversation_${sha256(`${caller} chat ${chat}`).slice(0, 12)}` : undefined;
}

/** Whether it failed because there is, or was, a conversation of that id. */
export const isTaken = (error: unknown): boolean =>
  error instanceof Problem && (error.code === "conflict" || error.code === "not_found");

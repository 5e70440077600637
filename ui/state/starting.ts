/**
 * The start of a conversation by its first words: one request, sent under a key of its own and kept in the browser until
 * it is answered, so that a double click, a reload and a lost connection make one conversation all the same.
 */
import { signal } from "@preact/signals";
import type { CreateConversation } from "../../server/contract/conversation_requests.ts";
import { newId, refuses } from "./api.ts";
import { load, save } from "./browser_storage.ts";
import { start } from "./commands.ts";

export interface Starting {
  readonly key: string;
  readonly body: CreateConversation;
  /** `failed`: it was not heard, and may be sent again as it is. */
  readonly status: "sending" | "failed";
  readonly error?: string;
}

const PLACE = "start";

const kept = load<Pick<Starting, "key" | "body"> | null>(PLACE, null);

/** The start that is on its way; what an earlier page could not send waits for the connection. */
export const starting = signal<Starting | null>(kept && { ...kept, status: "failed" });

/** Why the last start was refused, in the server's words; "" where it was not. */
export const refusal = signal("");

async function deliver(one: Starting): Promise<string | null> {
  const { key, body } = one;
  starting.value = { key, body, status: "sending" };
  refusal.value = "";
  save(PLACE, { key, body });
  const answer = await start(body, key);
  // Given up meanwhile.
  if (starting.value?.key !== key) return null;
  if (answer.ok) {
    giveUp();
    return answer.value.conversation.id;
  }
  if (refuses(answer)) {
    // The same again would be refused again: the next try is another.
    giveUp();
    refusal.value = answer.message;
  } else starting.value = { key, body, status: "failed", error: answer.message };
  return null;
}

/**
 * Starts a conversation; answers with its id, or null where it did not come about: then `starting` or `refusal` says
 * why. While one is on its way another is not begun; what was not heard and is sent again unchanged keeps its key.
 */
export async function begin(body: CreateConversation): Promise<string | null> {
  const before = starting.value;
  if (before?.status === "sending") return null;
  const same = before && JSON.stringify(before.body) === JSON.stringify(body);
  return await deliver({ key: same ? before.key : newId("start"), body, status: "sending" });
}

/** Sends again what was not heard. */
export async function resume(): Promise<string | null> {
  const before = starting.value;
  return before?.status === "failed" ? await deliver(before) : null;
}

/** Forgets what was not heard. */
export function giveUp(): void {
  starting.value = null;
  refusal.value = "";
  save(PLACE, undefined);
}

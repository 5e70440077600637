/** Finishes deletions whose time is up, where no server runs that would. */
import type { NewConversationEvent } from "../../events/catalog/conversation.ts";
import { SYSTEM } from "../../events/catalog/envelope.ts";
import { conversationEvent } from "../../events/catalog/typed_event.ts";
import { versions } from "../../events/catalog/upcast.ts";
import type { StoreLog } from "../../events/store/log.ts";

/** Rows that are looked at: what is deleted within ten seconds is seldom more than one. */
const ROWS = 1_000;

/**
 * Closes the conversations that were due before `now` (milliseconds since the epoch); what is left of them is for a purge
 * to remove. A row that does not tell its time is left for `verify`.
 */
export async function closeDue(log: StoreLog, now: number): Promise<void> {
  for (const { stream, at } of await log.due.list(ROWS)) {
    if (at === null || at > now) continue;
    const event: NewConversationEvent = {
      id: `due_${at}/0`,
      type: "ConversationDeleted",
      v: versions.ConversationDeleted,
      at: new Date(now).toISOString(),
      by: SYSTEM,
      data: await wasBringing(log, stream) ? { bringing: true } : {},
    };
    // The row stands for the event that hid it: nothing else has to be asked.
    const head = await log.head(stream);
    await log.append({ stream, head, events: [event], closes: true, alongside: { list: null } });
  }
}

/** What closes a conversation that was deleted before, in a copy from before that. */
export const deletedAgain = (at: string) => (stream: string): NewConversationEvent => ({
  id: `again_${stream}/0`,
  type: "ConversationDeleted",
  v: versions.ConversationDeleted,
  at,
  by: SYSTEM,
  data: {},
});

/** Whether what hid a conversation was that its history was still being brought. */
async function wasBringing(log: StoreLog, stream: string): Promise<boolean> {
  let bringing = false;
  for await (const events of log.read(stream)) {
    for (const { type, data } of events.map(conversationEvent)) {
      if (type === "DeletionRequested") bringing = data.bringing === true;
      if (type === "DeletionWithdrawn") bringing = false;
    }
  }
  return bringing;
}

/** What somebody who looks elsewhere wants to be told: answers are done, or an agent waits for a word. */
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import { conversationEvent } from "../../events/catalog/typed_event.ts";
import type { ListRow } from "../../projections/shapes/views.ts";

interface Place {
  readonly conversationId: string;
  /** "" where it has none. */
  readonly title: string;
}
export type News =
  | Place & { readonly kind: "done"; readonly answered: number; readonly failed: number }
  /** Somebody has to allow or refuse something before the answer goes on. */
  | Place & { readonly kind: "waits"; readonly name: string };

/** What an event is news of, if anything. `row`: the conversation's, as it was before the event. */
export function newsOf(event: AnyEvent, row: ListRow | undefined): News | null {
  const { type, data } = conversationEvent(event);
  if (!row) return null;
  const place = { conversationId: row.id, title: row.title };
  if (type === "ExchangeCompleted") {
    const { completed: answered, failed } = data;
    // What a person stopped is no news to them.
    return answered + failed > 0 ? { kind: "done", ...place, answered, failed } : null;
  }
  if (type === "InputAsked" || (type === "ToolCalled" && data.asks)) {
    const name = row.open.find(({ turnId }) => turnId === data.turnId)?.authorName ?? "";
    return { kind: "waits", ...place, name };
  }
  return null;
}

/** Conversations of which news is kept until somebody looks. */
const KEPT = 50;

/** `news` with one more: of each conversation the last; when answers are done, nobody waits there any more. */
export const withNews = (news: readonly News[], one: News): readonly News[] =>
  [...news.filter(({ conversationId }) => conversationId !== one.conversationId), one].slice(-KEPT);

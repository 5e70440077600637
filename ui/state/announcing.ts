/** What a screen reader is told while agents answer. */
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import type { ConversationStore } from "./conversation_store.ts";
import { words } from "../words/news.ts";
import { spoken } from "./spoken.ts";

/** One polite line per answer, not one per word (P23). */
export function announce(store: ConversationStore, event: AnyEvent): void {
  const { turnId } = event.data as { turnId?: string };
  const turn = turnId ? store.state.turns[turnId] : undefined;
  // Hands are told together, once all have said.
  if (turn?.asks) return;
  const name = turn ? store.state.messages[turn.messageId]?.author.name ?? "" : "";
  if (event.type === "TurnStarted") spoken.say(words.answering(name));
  else if (event.type === "TurnCompleted") {
    spoken.say(words.answered(name, (event.data as { content?: string }).content ?? ""));
  } else if (event.type === "ToolCalled") {
    const { asks, tool } = event.data as { asks?: true; tool?: string };
    if (asks) spoken.say(words.asks(name, tool ?? ""));
  }
}

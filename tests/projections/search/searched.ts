/** Hits in a conversation, looked for in one go. */
import { searchConversation } from "../../../projections/search/search.ts";
import type { SearchHit } from "../../../projections/shapes/views.ts";

export function hitsIn(...asked: Parameters<typeof searchConversation>): SearchHit[] {
  const looking = searchConversation(...asked);
  let step = looking.next();
  while (!step.done) step = looking.next();
  return step.value;
}

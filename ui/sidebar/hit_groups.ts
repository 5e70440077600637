/** What a search found, by conversation: one title for all that was said in it. */
import type { SearchHit } from "../../projections/shapes/views.ts";

export interface HitGroup {
  readonly conversationId: string;
  readonly title: string;
  /** The title itself holds what is searched for. */
  readonly named: SearchHit | undefined;
  /** Messages that do, in the order in which they were found. */
  readonly said: readonly SearchHit[];
}

/** In the order in which the first of each conversation was found. */
export const groupedHits = (hits: readonly SearchHit[]): readonly HitGroup[] =>
  [...Map.groupBy(hits, ({ conversationId }) => conversationId)].map(([conversationId, own]) => ({
    conversationId,
    title: own[0]?.title ?? "",
    named: own.find(({ messageId }) => messageId === null),
    said: own.filter(({ messageId }) => messageId !== null),
  }));

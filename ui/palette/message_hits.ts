/** Messages of all conversations that have what was typed, one line a conversation. */
import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { SearchHit } from "../../projections/shapes/views.ts";
import { found } from "../state/queries.ts";

/** Characters from which messages are looked through: of one letter there are too many. */
const LEAST = 2;
/** Milliseconds after the last key. */
const REST_MS = 150;
/** Conversations shown. */
const LINES = 5;

export interface HitLine {
  readonly hit: SearchHit & { readonly messageId: string };
  /** Further messages of the same conversation that have it. */
  readonly more: number;
}

/** The newest hit of each conversation, in the order in which the server tells them; titles are found elsewhere. */
export function linesOf(hits: readonly SearchHit[]): HitLine[] {
  const said = hits.flatMap((hit) => hit.messageId === null ? [] : [{ ...hit, messageId: hit.messageId }]);
  const groups = Map.groupBy(said, ({ conversationId }) => conversationId);
  return [...groups.values()].slice(0, LINES).flatMap(([hit, ...more]) =>
    hit ? [{ hit, more: more.length }] : []
  );
}

/** `null` while the answer is on its way. */
export function useMessageHits(query: string): ReadonlySignal<readonly HitLine[] | null> {
  const lines = useSignal<readonly HitLine[] | null>([]);
  useEffect(() => {
    if (query.trim().length < LEAST) {
      lines.value = [];
      return;
    }
    lines.value = null;
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await found(query, abort.signal);
      if (!abort.signal.aborted) lines.value = answer.ok ? linesOf(answer.value.items) : [];
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [query]);
  return lines;
}

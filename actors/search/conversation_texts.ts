/** Which texts of a conversation the index keeps, and which of them events may have changed. */
import { isFields } from "../../events/store/kv/codec.ts";
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import type { IndexedText } from "../../events/store/search/lookup.ts";
import { type Text, textOf, titleText } from "../../projections/search/search.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";

const kept = ({ messageId, seq, at, author, text }: Text): IndexedText => ({
  message: messageId ?? "",
  seq,
  at,
  author: JSON.stringify(author),
  text,
});

/** The title, and what the named messages say, each when it is asked for; "" for one that says nothing. */
export function* textsOf(state: ConversationState, messageIds: Iterable<string>): Generator<IndexedText> {
  yield kept(titleText(state));
  for (const id of messageIds) {
    const text = textOf(state, id);
    if (text) yield kept(text);
  }
}

/** Messages and turns that events name; null where something else may be another, too: all is looked at. */
export function namedBy(events: readonly AnyEvent[]): Set<string> | null {
  const named = new Set<string>();
  for (const { erased, data, type } of events) {
    if (erased || type === "ContentErased") return null;
    if (!isFields(data)) continue;
    for (const field of ["messageId", "turnId"]) {
      const id = data[field];
      if (typeof id === "string") named.add(id);
    }
  }
  return named;
}

/** The messages that ids of messages and turns stand for. */
export function* messagesOf(state: ConversationState, ids: Iterable<string>): Generator<string> {
  for (const id of ids) yield state.turns[id]?.messageId ?? id;
}

/** Texts in groups that are quickly taken in, the last with what is left; none is made before it is asked for. */
export function* chunks(
  texts: Iterable<IndexedText>,
  most: { units: number; texts: number },
): Generator<{ readonly group: readonly IndexedText[]; readonly last: boolean }> {
  let group: IndexedText[] = [];
  let units = 0;
  for (const text of texts) {
    group.push(text);
    units += text.text.length;
    if (units < most.units && group.length < most.texts) continue;
    yield { group, last: false };
    group = [];
    units = 0;
  }
  yield { group, last: true };
}

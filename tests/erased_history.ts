/** Random histories in which every event's words can be told from all others, and which of them lose theirs. */
import fc from "fast-check";
import type { AnyEvent } from "../events/catalog/envelope.ts";
import { joined, parted, wordPlaces } from "../events/catalog/words.ts";
import { arbitraryHistory } from "./arbitrary_history.ts";

/** Stands in every word of an event and in no other's. */
export const tokenOf = (seq: number): string => `zq${seq}zq`;

/** Fields of words that something is found by: another text there would be another history. */
const KEPT = new Set(["sha256", "type"]);

function marked(value: unknown, token: string): unknown {
  if (typeof value === "string") return /\S/.test(value) ? `${value} ${token}` : value;
  if (Array.isArray(value)) return value.map((one) => marked(one, token));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, one]) => [field, KEPT.has(field) ? one : marked(one, token)]),
  );
}

/** The event with its token in all that is said in it. */
function told(event: AnyEvent): AnyEvent {
  const { rest, words } = parted(event.data, wordPlaces(event.type));
  if (words === undefined || wordPlaces(event.type) === null) return event;
  return { ...event, data: joined(structuredClone(rest), marked(words, tokenOf(event.seq))) };
}

/** A history, and the seqs of the events that lose their words: from none to all. */
export const arbitraryErasure: fc.Arbitrary<{ events: AnyEvent[]; seqs: ReadonlySet<number> }> = fc.tuple(
  arbitraryHistory,
  fc.array(fc.nat(9), { minLength: 20, maxLength: 20 }),
  fc.nat(10),
).map(([events, draw, share]) => ({
  events: events.map(told),
  seqs: new Set(
    events.map(({ seq }) => seq).filter((seq) => ((draw[seq % draw.length] ?? 0) + seq) % 10 < share),
  ),
}));

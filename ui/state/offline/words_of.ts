/** A conversation's fold as JSON, piece by piece: a long one is written without the page standing still. */
import type { ConversationState } from "../../../projections/shapes/folds.ts";

/** `"key":value` of one entry, "" where there is no value. */
const entry = (key: string, value: unknown): string =>
  value === undefined ? "" : `${JSON.stringify(key)}:${JSON.stringify(value)}`;

/** The entries of an object, each by itself. */
function* members(entries: Iterable<readonly [string, unknown]>): Generator<string> {
  let before = "";
  for (const [key, value] of entries) {
    const piece = entry(key, value);
    if (!piece) continue;
    yield before + piece;
    before = ",";
  }
}

/** Everything but what was said. Without the brace that ends it. */
function* frame({ bodies: _, messages, turns, ...rest }: ConversationState): Generator<string> {
  yield "{";
  yield* members(Object.entries(rest));
  for (const [name, things] of Object.entries({ messages, turns })) {
    yield `,${JSON.stringify(name)}:{`;
    yield* members(Object.entries(things));
    yield "}";
  }
}

/** What was said, the newest first. */
function* said({ order, bodies }: ConversationState): Generator<readonly [string, unknown]> {
  for (const id of order.toReversed()) if (bodies[id]) yield [id, bodies[id]];
}

export interface Writing {
  /** Bytes that it may have. */
  readonly most: number;
  /** Lets others do something; called between pieces. */
  breathe(): Promise<void> | void;
}

/**
 * The fold in at most so many bytes: where that is too little the oldest words are left out. Null where even the rest
 * is more, or where the conversation went on meanwhile.
 */
export async function wordsOf(fold: ConversationState, { most, breathe }: Writing): Promise<Blob | null> {
  const { seq } = fold;
  const encoder = new TextEncoder();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const end = encoder.encode("}}");
  let room = most - end.length;
  const add = (piece: string): boolean => {
    const bytes = encoder.encode(piece);
    if (bytes.length > room) return false;
    room -= bytes.length;
    parts.push(bytes);
    return true;
  };
  for (const piece of frame(fold)) {
    if (!add(piece)) return null;
    await breathe();
    if (fold.seq !== seq) return null;
  }
  if (!add(',"bodies":{')) return null;
  for (const piece of members(said(fold))) {
    if (!add(piece)) break;
    await breathe();
    if (fold.seq !== seq) return null;
  }
  return new Blob([...parts, end]);
}

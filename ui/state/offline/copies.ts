/**
 * Copies of conversations that were read in this browser, to be read again where the server cannot be reached. They lie
 * in the browser's own store for one origin; who signs out takes the place away, and nothing is kept until it is made
 * again after somebody came in.
 */
import type { ConversationState } from "../../../projections/shapes/folds.ts";
import type { ListRow } from "../../../projections/shapes/views.ts";

/** What is known of a copy without reading it. */
export interface Copy {
  readonly id: string;
  /** When it was made, in ISO 8601: it shows what was so then. */
  readonly at: string;
  /** When one opened the conversation last, in ISO 8601. */
  readonly read: string;
  /** Of the last event in it. */
  readonly seq: number;
  readonly bytes: number;
  /** Its line in the list of conversations. */
  readonly row: ListRow;
}

/** The part of the browser's caches that is needed. */
export type Places = Pick<CacheStorage, "open" | "has" | "delete">;

const PLACE = "fishbowl read";
/** Says what a copy is, beside it. */
const FACTS = "fishbowl-copy";
/** Conversations, the last to be opened: what one may want again on the way. */
export const COPIES = 20;
/** Bytes of one copy: some thousand messages; of a longer one the older words are left out. */
export const COPY_BYTES = 4 * 1024 * 1024;
/** Bytes of all: what a browser gives without asking, many times over. */
export const ALL_BYTES = 24 * 1024 * 1024;

const addressOf = (id: string): string => `/offline/${encodeURIComponent(id)}`;

const factsOf = (response: Response): Copy =>
  JSON.parse(decodeURIComponent(response.headers.get(FACTS) ?? "null"));

/** Which copies have to go: those opened longest ago, beyond the bounds. */
export function surplus(copies: readonly Copy[]): readonly string[] {
  let bytes = 0;
  const newest = [...copies].sort((a, b) => (a.read < b.read ? 1 : -1));
  return newest.filter((copy, index) => {
    bytes += copy.bytes;
    return index >= COPIES || bytes > ALL_BYTES;
  }).map(({ id }) => id);
}

export class Copies {
  constructor(readonly places: Places) {}

  /** Makes the place: somebody is signed in. */
  async begin(): Promise<void> {
    await this.places.open(PLACE);
  }

  /** The place, null where there is none: then nothing may be kept. */
  async #place(): Promise<Cache | null> {
    return await this.places.has(PLACE) ? await this.places.open(PLACE) : null;
  }

  async all(): Promise<readonly Copy[]> {
    const place = await this.#place();
    return place ? (await place.matchAll()).map(factsOf) : [];
  }

  async put(copy: Copy, words: Blob): Promise<void> {
    const place = await this.#place();
    const headers = { [FACTS]: encodeURIComponent(JSON.stringify(copy)), "content-type": "application/json" };
    await place?.put(addressOf(copy.id), new Response(words, { headers }));
    for (const id of surplus(await this.all())) await this.forget(id);
  }

  async read(id: string): Promise<{ readonly copy: Copy; readonly fold: ConversationState } | null> {
    const found = await (await this.#place())?.match(addressOf(id));
    return found ? { copy: factsOf(found), fold: await found.json() } : null;
  }

  async forget(id: string): Promise<void> {
    await (await this.#place())?.delete(addressOf(id));
  }

  /** Takes the place away with all that is in it. */
  async forgetAll(): Promise<void> {
    await this.places.delete(PLACE);
  }
}

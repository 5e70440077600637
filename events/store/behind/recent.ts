/**
 * The list by time: rows of the sidebar in the order in which they stand there, so that a page of it is one listing from
 * where it begins. Made behind the log (behind.ts); what the newest commits changed is put in by whoever reads.
 */
import { LIST_BATCH } from "../kv/bounds.ts";
import { fromBytes, readable } from "../kv/codec.ts";
import { foundKey, recentKey, standsKey, streamKey } from "../kv/keys.ts";
import { type Entry, getAll, isDamage, rowOrDamage } from "../kv/kv.ts";
import type { Parts } from "../commit/parts.ts";
import type { NamedStreams, Placing, RecentPage, RecentRows } from "../list_types.ts";
import type { Behind, Making, Open } from "./behind.ts";
import { DAMAGED, moved, shelvesOf, type Standing, standingOf, standsOf } from "./places.ts";

export const RECENT = {
  name: "recent",
  // 2: some stand on another shelf besides; 3: on others, and are found under names.
  version: 3,
  prefixes: [["recent"], ["stands"], ["found"]],
  streams: 64,
} as const;
/** Of these so many are told with each page. */
const DAMAGED_AT_ONCE = 100;
/** Looks at a page before it is given up: each time somebody changed the rows meanwhile. */
const LOOKS = 4;

export function recentMaking({ kv }: Pick<Parts, "kv">, place: Placing): Making {
  return {
    ...RECENT,
    async changes(streams) {
      const rows = await streamEntries(kv, streams);
      const stood = await getAll(kv, streams.map(standsKey));
      const writes = streams.flatMap((stream, index) =>
        moved(stream, standsOf(stood[index]?.value), standingOf(rows[index] ?? null, place))
      );
      return { writes };
    },
  };
}

/** Rows of streams; null for one that cannot be read, which does not hide the others. */
export async function streamEntries(kv: Parts["kv"], streams: readonly string[]): Promise<(Entry | null)[]> {
  try {
    return await getAll(kv, streams.map(streamKey));
  } catch (error) {
    if (!isDamage(error)) throw error;
    return await Promise.all(streams.map((stream) => rowOrDamage(kv, streamKey(stream))));
  }
}

/** A page as it is asked for. */
interface Wanted {
  readonly shelf: string;
  readonly after: { readonly at: string; readonly id: string } | null;
  readonly limit: number;
  readonly oldest: boolean;
}

export class StoredRecent implements RecentRows {
  constructor(readonly parts: Pick<Parts, "kv">, readonly behind: Behind, readonly place: Placing) {}

  keep(): void {
    void this.behind.catchUp();
  }

  async page(
    shelf: string,
    after: { at: string; id: string } | null,
    limit: number,
    oldest = false,
  ): Promise<RecentPage | null> {
    return await this.#looking((open) => this.#page(open, { shelf, after, limit, oldest }));
  }

  async under(names: readonly string[], limit: number): Promise<ReadonlyMap<string, NamedStreams> | null> {
    return await this.#looking(async (open) => {
      const fresh = await this.#fresh(open);
      const found = new Map<string, NamedStreams>();
      for (const name of new Set(names)) found.set(name, await this.#named(name, limit, fresh));
      return found;
    });
  }

  /** What `look` finds, of rows that nobody changed meanwhile; null while they are not made. */
  async #looking<T>(look: (open: Open) => Promise<T>): Promise<T | null> {
    for (let looks = 0; looks < LOOKS; looks++) {
      const open = await this.behind.open();
      if (open === "unmade") return null;
      if (open === "far") {
        await this.behind.catchUp();
        continue;
      }
      const found = await look(open);
      if (await this.behind.still(open)) return found;
    }
    return null;
  }

  /** Of the streams that nobody has made up for, where each stands now; null where it does not. */
  async #fresh({ streams }: Open): Promise<Map<string, Standing | null>> {
    const ids = [...streams];
    const rows = await streamEntries(this.parts.kv, ids);
    return new Map(ids.map((id, index) => [id, standingOf(rows[index] ?? null, this.place)]));
  }

  async #named(
    name: string,
    limit: number,
    fresh: ReadonlyMap<string, Standing | null>,
  ): Promise<NamedStreams> {
    const found: { id: string; at: string }[] = [];
    for (const [id, now] of fresh) {
      for (const one of now?.under ?? []) if (one.name === name) found.push({ id, at: one.at });
    }
    let listed = 0;
    // As it stands in a key: a name from outside may be its hash there.
    const prefix = foundKey(name, "", "").slice(0, 2);
    for await (const { id, at } of this.#listed(prefix, {}, limit + 1 + fresh.size, true)) {
      if (fresh.has(id)) continue;
      found.push({ id, at });
      if (++listed > limit) break;
    }
    found.sort((a, b) => isBehind(a, b.at, b.id) ? -1 : 1);
    return { ids: found.slice(0, limit).map(({ id }) => id), more: found.length > limit };
  }

  async #page(open: Open, { shelf, after, limit, oldest }: Wanted): Promise<RecentPage> {
    const fresh = await this.#fresh(open);
    const found: { id: string; at: string; row: unknown }[] = [];
    const damaged: string[] = [];
    const follows = oldest ? isBefore : isBehind;
    for (const [id, now] of fresh) {
      if (now?.shelf === DAMAGED.shelf) damaged.push(id);
      else if (now && shelvesOf(now).includes(shelf) && follows(after, now.at, id)) {
        found.push({ id, at: now.at, row: now.row });
      }
    }
    const key = after && recentKey(shelf, after.at, after.id);
    const beyond = key === null ? {} : oldest ? { start: [...key, ""] } : { end: key };
    const most = limit + 1 + fresh.size;
    let listed = 0;
    for await (const { id, at, value } of this.#listed(["recent", shelf], beyond, most, !oldest)) {
      if (fresh.has(id)) continue;
      const row = readable(() => fromBytes(value));
      if (row === undefined) damaged.push(id);
      else found.push({ id, at, row });
      if (++listed > limit) break;
    }
    for await (const { id } of this.#listed(["recent", DAMAGED.shelf], {}, DAMAGED_AT_ONCE, true)) {
      if (!fresh.has(id)) damaged.push(id);
    }
    found.sort((a, b) => follows(a, b.at, b.id) ? -1 : 1);
    return { rows: found.slice(0, limit), more: found.length > limit, damaged };
  }

  async *#listed(
    prefix: Deno.KvKey,
    beyond: { start?: Deno.KvKey; end?: Deno.KvKey },
    limit: number,
    reverse: boolean,
  ): AsyncIterable<{ id: string; at: string; value: unknown }> {
    const options = { reverse, limit, batchSize: Math.min(limit, LIST_BATCH) };
    // A list has a prefix and one end of its own.
    const { start, end } = beyond;
    const selector = start ? { prefix, start } : end ? { prefix, end } : { prefix };
    for await (const { key, value } of this.parts.kv.list(selector, options)) {
      yield { at: String(key[2]), id: String(key[3]), value };
    }
  }
}

/** Whether `at`, `id` stands behind a place: earlier, or at the same time with a smaller id. */
const isBehind = (place: { at: string; id: string } | null, at: string, id: string): boolean =>
  place === null || at < place.at || (at === place.at && id < place.id);
/** The same the other way round: later, or at the same time with a greater id. */
const isBefore = (place: { at: string; id: string } | null, at: string, id: string): boolean =>
  place === null || at > place.at || (at === place.at && id > place.id);

/** The events of a stream from elsewhere, or from before, that were erased here. */
import type { ErasedEntry, ErasedStream } from "../file/erased_list.ts";
import type { NewEvent } from "../types.ts";

/** Which events of one stream a list names; told of each event, from the first on. */
export class Matched {
  readonly #byDigest = new Map<string, ErasedEntry[]>();
  readonly #byId = new Map<string, ErasedEntry[]>();
  readonly #found = new Map<ErasedEntry, number[]>();
  /** Those that tell of it. */
  readonly #telling = new Set<string>();
  readonly #seen = new Set<string>();

  constructor({ erased }: Pick<ErasedStream, "erased">) {
    const put = (map: Map<string, ErasedEntry[]>, key: string, entry: ErasedEntry) =>
      void map.set(key, [...map.get(key) ?? [], entry]);
    for (const entry of erased) {
      this.#telling.add(entry.event.id);
      for (const digest of entry.digests) put(this.#byDigest, digest, entry);
      for (const id of entry.ids) put(this.#byId, id, entry);
    }
  }

  /** @param former an event whose salt is new: it is known by its id */
  add(seq: number, { id, digest }: { id: string; digest: string }, former = false): void {
    if (this.#telling.has(id)) this.#seen.add(id);
    const entries = (digest === "" ? undefined : this.#byDigest.get(digest)) ??
      (former ? this.#byId.get(id) : undefined);
    for (const entry of entries ?? []) this.#found.set(entry, [...this.#found.get(entry) ?? [], seq]);
  }

  /** The events that have to be told again, each with the events it names here. */
  missing(): NewEvent[] {
    const events: NewEvent[] = [];
    for (const [{ event }, seqs] of this.#found) {
      if (this.#seen.has(event.id)) continue;
      events.push({ ...event, data: { ...Object(event.data), seqs } });
    }
    return events;
  }
}

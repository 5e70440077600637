/** The events of a file that is taken in, each checked against the chain of the file, as entries of this store. */
import { type ExportedEvent, type ExportManifest, type FormerLine, sourceOf } from "../../catalog/export.ts";
import { VALUE_BYTES } from "../kv/bounds.ts";
import { RUN_BYTES } from "../append/encode_append.ts";
import {
  chained,
  chainStart,
  checkEntry,
  type Entry,
  entryOf,
  entryTexts,
  eventOf,
  type StoredEntry,
  type StoredEvent,
  type Structure,
} from "../form/entry.ts";
import { formerEntry, formerEvent, formerHash } from "../form/format_1.ts";

/** An event of the file: as it will be stored, and as it is read. */
export interface Taken {
  readonly ok: true;
  readonly entry: Entry;
  readonly event: StoredEvent;
}
export type Refused = { readonly ok: false; readonly detail: string };

/** The format that is read, and turned into the present one. */
const FORMER = 1;
/** An event of format 1 may have filled a value, and has its salt since. */
const ENTRY_BYTES = VALUE_BYTES + RUN_BYTES;

const refused = (detail: string): Refused => ({ ok: false, detail });

export class FileChain {
  #seq = 0;
  #hash: string;

  /** @param salt mints one for each event of a file that has none */
  constructor(readonly manifest: ExportManifest, readonly salt: () => string) {
    this.#hash = manifest.format === FORMER ? "" : chainStart(manifest.stream);
  }

  /** How many events were taken. */
  get seq(): number {
    return this.#seq;
  }

  /** Whether it ends as the manifest says. */
  ended(): boolean {
    return this.#seq === this.manifest.events && this.#hash === this.manifest.lastHash;
  }

  /** The next event; refused where it was changed, or is not the next. */
  next(line: ExportedEvent | FormerLine): Taken | Refused {
    const { format, events } = this.manifest;
    if ((line.kind === "former") !== (format === FORMER)) {
      return refused(`it is not a line of format ${format}`);
    }
    const seq = this.#seq + 1;
    if (line.seq < seq) return refused(`event ${line.seq} was there before`);
    if (line.seq > seq) return refused(`event ${seq} is missing`);
    if (seq > events) return refused("there are more events than the manifest says");
    const taken = line.kind === "former" ? this.#former(line) : this.#event(line);
    if (!taken.ok) return taken;
    if (taken.entry.size > ENTRY_BYTES) return refused("its event is too large");
    this.#seq = seq;
    return taken;
  }

  #event(line: ExportedEvent): Taken | Refused {
    if (line.source !== sourceOf(this.manifest.stream)) return refused("it is of another conversation");
    const stored = storedIn(line);
    const entry = entryTexts(stored);
    const hash = chained(this.#hash, entry);
    if (hash !== line.chain) {
      return refused("the chain of hashes is broken: its event was changed, or does not belong here");
    }
    // Erasing takes the words and leaves the structure: neither may hold what belongs to the other.
    const bare = stored.length === 2 ? isStructure(stored[0], entry) : null;
    const event = eventOf(stored, line.seq);
    if (!(bare ?? isDivided(event, entry))) {
      return refused("the words of its event are not where the catalog has them");
    }
    this.#hash = hash;
    return { ok: true, entry, event };
  }

  #former({ seq, prev, stored }: FormerLine): Taken | Refused {
    if (prev !== this.#hash) {
      return refused("the chain of hashes is broken: an event before it was changed");
    }
    const bytes = new TextEncoder().encode(stored);
    if (bytes.length > VALUE_BYTES) return refused("its event is too large");
    // It is one: its line was checked when it was parsed.
    const entry = formerEntry(formerEvent(bytes), this.salt());
    this.#hash = formerHash(bytes);
    // What is checked is what will be read.
    return { ok: true, entry, event: eventOf(JSON.parse(entry.text), seq) };
  }
}

const storedIn = ({ structure, salt, words, digest }: ExportedEvent): StoredEntry =>
  checkEntry(
    salt === undefined ? digest === undefined ? [structure] : [structure, digest] : [structure, salt, words],
  );

/** Whether a structure without words is one as this program makes them. */
function isStructure(structure: Structure, { structure: text }: Entry): boolean {
  const { by, data, spilled } = structure;
  const author = { ...by, name: by.name ?? "" };
  return entryOf({ ...structure, by: author, data }, "", data, spilled).structure === text;
}

/** Whether an event is divided into structure and words as this program does it. */
function isDivided(event: StoredEvent, entry: Entry): boolean {
  const { structure, words } = entryOf(event, entry.salt ?? "", event.data, event.spilled);
  return structure === entry.structure && words === entry.words;
}

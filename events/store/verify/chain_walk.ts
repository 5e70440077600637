/**
 * The chain reckoned along the events as they lie there, beside what was kept of it: the hash before each run, the mark of
 * each event, and the end that the stream's row says. The first two that part tell which event was changed; a mark that is
 * another where the chain goes on as it was, was changed itself.
 */
import { chained, entryTexts, markOf, type StoredEntry } from "../form/entry.ts";
import { hasMarks, markAt, type StoredRun } from "../form/value.ts";

/** What was changed. */
export interface Change {
  readonly seq: number;
  readonly detail: string;
  /** The events themselves are what the chain covers: what they fold to can be compared. */
  readonly beside?: true;
}

const changed = (seq: number): Change => ({
  seq,
  detail: `Event ${seq} is not what was stored: it was changed.`,
});
const markChanged = (seq: number): Change => ({
  seq,
  detail: `The mark of event ${seq} was changed; the event is the one that was stored.`,
  beside: true,
});

/** Which event it is, as far as anybody can tell. */
const oneOf = (first: number, last: number): string =>
  first === last ? `event ${first}` : `one of the events ${first} to ${last}`;

export class ChainWalk {
  /** The chain behind the last event; null where that is not known. */
  #hash: string | null;
  /** The first event whose mark is another; null where the last one was right. */
  #parted: number | null = null;
  /** Where the run begins that is looked through, and whether its events have marks. */
  #from = 1;
  #marked = false;

  constructor(start: string) {
    this.#hash = start;
  }

  get hash(): string | null {
    return this.#hash;
  }

  /** What comes next does not follow: something is missing, twice, or cannot be read. */
  lose(): Change | null {
    const parted = this.#parted;
    this.#hash = this.#parted = null;
    return parted === null ? null : {
      seq: parted,
      detail: `Event ${parted}, or its mark, is not what was stored: one of both was changed.`,
    };
  }

  /** @param end the chain behind the last event, where the run is the newest of its stream */
  begin(run: StoredRun, end?: string): Change | null {
    const change = this.#hash === null || run.prev === this.#hash ? null : this.#between(run, end);
    if (!change?.beside) this.#hash = run.prev;
    this.#from = run.first;
    this.#marked = hasMarks(run) && run.marks !== "";
    if (change !== null || this.#marked || run.marks === "") return change;
    const detail = `The marks of the events from ${run.first} on were changed.`;
    return { seq: run.first, detail, beside: true };
  }

  /** Why the hash before a run is not the chain behind the one before it. */
  #between(run: StoredRun, end: string | undefined): Change {
    const { first } = run;
    const parted = this.#parted;
    this.#parted = null;
    if (parted !== null) return changed(parted);
    if (this.#continues(run, end)) {
      const detail = `The hash before event ${first} was changed; the events are those that were stored.`;
      return { seq: first, detail, beside: true };
    }
    const which = this.#from < first
      ? `: ${oneOf(this.#from, first - 1)} was changed${
        this.#marked ? ", and the marks were made to fit" : ""
      }`
      : "";
    return { seq: this.#from, detail: `Event ${first} does not continue event ${first - 1}${which}.` };
  }

  /** Whether the run goes on from the events before it, whatever it says of the hash between them. */
  #continues(run: StoredRun, end: string | undefined): boolean {
    const [entry] = run.entries;
    if (this.#hash === null) return false;
    if (!entry) return end === this.#hash;
    return markAt(run, 0) === markOf(chained(this.#hash, entryTexts(entry)));
  }

  /** @param mark as it was kept; undefined where none was */
  event(seq: number, entry: StoredEntry, mark: string | undefined): Change | null {
    if (this.#hash === null) return null;
    this.#hash = chained(this.#hash, entryTexts(entry));
    if (mark === undefined) return null;
    const parted = this.#parted;
    this.#parted = mark === markOf(this.#hash) ? null : parted ?? seq;
    return parted !== null && this.#parted === null ? markChanged(parted) : null;
  }

  /** @param hash that the last event, `seq`, is said to have */
  end(seq: number, hash: string): Change | null {
    const parted = this.#parted;
    if (this.#hash === hash) return parted === null ? null : markChanged(parted);
    if (parted !== null) return changed(parted);
    const which = this.#marked || this.#from > seq
      ? ""
      : `: ${oneOf(this.#from, seq)} was changed, or the row`;
    return { seq, detail: `The last event is not the one the row of the stream says${which}.` };
  }
}

/** Whether words that were erased are gone: an event that still has some is for an erasure that is not done yet to take. */
import type { AnyEvent } from "../../catalog/envelope.ts";
import type { DerivedRows } from "../derived_rows.ts";
import type { StoredEntry } from "../form/entry.ts";
import { entryAt } from "../kv/entries.ts";
import { erasingKey } from "../kv/keys.ts";
import type { StoreLog } from "../log.ts";
import type { ReportProblem } from "./problem.ts";

/** Which events of one stream have words, and which must not; given all of them, from the first on. */
export class ErasedEvents {
  /** A bit for each event. */
  #words = new Uint8Array(64);
  /** By the event that tells of it. */
  readonly #told = new Map<number, readonly number[]>();

  constructor(readonly derived: Pick<DerivedRows, "erases"> | undefined) {}

  add(event: AnyEvent, entry: Pick<StoredEntry, "length">): void {
    const { seq } = event;
    if (entry.length === 3) {
      const at = seq >> 3;
      if (at >= this.#words.length) {
        const more = new Uint8Array(2 * at);
        more.set(this.#words);
        this.#words = more;
      }
      this.#words[at] = (this.#words[at] ?? 0) | 1 << (seq & 7);
    }
    const seqs = this.derived?.erases?.(event) ?? [];
    if (seqs.length > 0) this.#told.set(seq, seqs);
  }

  #hasWords = (seq: number): boolean => ((this.#words[seq >> 3] ?? 0) & 1 << (seq & 7)) !== 0;

  /** The events that tell of words which are still there, each with the first event that has some. */
  left(): Map<number, number> {
    const left = new Map<number, number>();
    for (const [telling, seqs] of this.#told) {
      const first = seqs.find(this.#hasWords);
      if (first !== undefined) left.set(telling, first);
    }
    return left;
  }

  /** Reports those that nothing will take. */
  async report(log: StoreLog, stream: string, report: ReportProblem): Promise<void> {
    for (const [telling, seq] of this.left()) {
      if ((await entryAt(log.parts.kv, erasingKey(stream, telling)))?.value === true) continue;
      report(
        "left",
        stream,
        seq,
        `Event ${seq} was erased, but its words stayed and nothing will remove them.`,
      );
    }
  }
}

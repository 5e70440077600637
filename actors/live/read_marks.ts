/**
 * How far each person has seen each conversation. Rows beside the log, not events: that somebody looked is no part of
 * what was said, would be in every export, and comes as often as people look. One row a conversation, which goes with it.
 */
import { READERS } from "../../events/catalog/limits.ts";
import type { EventLog } from "../../events/store/types.ts";
import type { ReadMark } from "../../projections/shapes/views.ts";
import type { LiveHub } from "./live_hub.ts";

/** Seqs by reader, those who moved last at the end. */
type Marks = Readonly<Record<string, number>>;

const marksOf = (value: unknown): Marks =>
  Object.fromEntries(
    Object.entries(typeof value === "object" && value !== null ? value : {})
      .filter((entry): entry is [string, number] => typeof entry[1] === "number"),
  );

export class ReadMarks {
  readonly #rows: ReturnType<EventLog["side"]>;

  constructor(log: Pick<EventLog, "side">, readonly hub: Pick<LiveHub, "read">) {
    this.#rows = log.side("read");
  }

  /** The marks of one reader in these conversations. */
  async of(conversationIds: readonly string[], reader: string): Promise<ReadonlyMap<string, number>> {
    const marks = new Map<string, number>();
    const values = await this.#rows.getAll(conversationIds);
    conversationIds.forEach((id, index) => {
      const seq = marksOf(values[index])[reader];
      if (seq !== undefined) marks.set(id, seq);
    });
    return marks;
  }

  /** The mark of one reader in one conversation; 0 without one. */
  async at(conversationId: string, reader: string): Promise<number> {
    return marksOf(await this.#rows.get(conversationId))[reader] ?? 0;
  }

  /**
   * Moves a mark on, never back: two tabs may tell in any order. Who listens in this process is told.
   * @returns where it stands
   */
  async move({ conversationId, by, seq }: ReadMark): Promise<number> {
    let stands = seq;
    const moved = await this.#rows.update(conversationId, (value) => {
      const { [by]: before = 0, ...others } = marksOf(value);
      stands = Math.max(before, seq);
      if (before >= seq) return undefined;
      const kept = Object.entries(others).slice(-(READERS - 1));
      return { ...Object.fromEntries(kept), [by]: seq };
    });
    if (moved) this.hub.read({ conversationId, by, seq });
    return stands;
  }
}

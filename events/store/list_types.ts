/** The sidebar's rows as the store keeps them: each of its stream, by time, and found under names. */

/** A sidebar row and its stream; `row` and `seq`, the last event of the stream, are null for one that is damaged. */
export interface ListedRow {
  readonly id: string;
  readonly row: unknown;
  readonly seq: number | null;
}

/** Sidebar rows of conversations. */
export interface ListRows {
  /** In batches of which each is soon looked through, and between which others have their turn. */
  all(): AsyncIterable<readonly ListedRow[]>;
  /**
   * Of the next `limit` streams behind one, by name ("" stands before all), those that have a row.
   * @returns with them the last stream that was looked at, where others may stand behind it; else null
   */
  after(
    stream: string,
    limit: number,
  ): Promise<{ readonly rows: readonly ListedRow[]; readonly next: string | null }>;
  get(conversationId: string): Promise<unknown>;
}

/**
 * Where a stream stands in the list: on a shelf, by time (ISO 8601), and of equal times by its name; perhaps on other
 * shelves besides.
 */
export interface Placed {
  readonly shelf: string;
  readonly at: string;
  readonly also?: readonly string[];
  /** Names under which it is found, each with a time of its own, so that what stays costs no write. */
  readonly under?: readonly Named[];
}
export interface Named {
  readonly name: string;
  readonly at: string;
}
/** Of a sidebar row; null for what is none. */
export type Placing = (row: unknown) => Placed | null;

export interface RecentPage {
  /** In the order that was asked for. */
  readonly rows: readonly { readonly id: string; readonly row: unknown }[];
  /** Whether others stand behind them. */
  readonly more: boolean;
  /** Streams whose row cannot be read: some of them. */
  readonly damaged: readonly string[];
}

/** Streams that are found under one name. */
export interface NamedStreams {
  readonly ids: readonly string[];
  /** Whether there are others. */
  readonly more: boolean;
}

/** Sidebar rows by time. */
export interface RecentRows {
  /** Begins to make what is not made yet, in the background; nobody has to wait for it. */
  keep(): void;
  /**
   * At most `limit` rows of a shelf that stand behind a place, as they are now; its cost is that of the page. Null while
   * the rows are not made yet: then `ListRows.all` has them. From the `oldest` on where that is asked for: behind a place
   * stands then what is newer.
   */
  page(
    shelf: string,
    after: { readonly at: string; readonly id: string } | null,
    limit: number,
    oldest?: boolean,
  ): Promise<RecentPage | null>;
  /**
   * Of each name at most `limit` streams that are found under it now, the latest first; its cost is theirs. Null while
   * the rows are not made yet.
   */
  under(names: readonly string[], limit: number): Promise<ReadonlyMap<string, NamedStreams> | null>;
}

/** What is told of conversations that nobody has touched for a while. */

export interface Untouched {
  readonly id: string;
  readonly title: string;
  /** Its last event. */
  readonly seq: number;
  /** When something last happened in it here (ISO 8601). */
  readonly touchedAt: string;
}

/** What a look found, and when the next may delete; times in milliseconds since the epoch. */
export interface Look {
  readonly at: number;
  /** Nothing is deleted before. */
  readonly heldUntil: number;
  /** Times that no server has seen pass: they count in no age. */
  readonly gaps: readonly { readonly from: number; readonly to: number }[];
  /** Deleted by that look. */
  readonly deleted: number;
  /** Due, or in a day; there may be `more`. */
  readonly soon: number;
  readonly more: boolean;
}

/** What would go where conversations were kept for so many days. */
export interface Preview {
  readonly count: number;
  /** There may be more than were looked at. */
  readonly more: boolean;
  /** Some of them, those first that were touched longest ago. */
  readonly oldest: readonly Untouched[];
  /** No deletion before this (ISO 8601). */
  readonly from: string;
}

export interface Told {
  /** What would go at the first moment it may; null while the list by time is being made. */
  preview(days: number): Promise<Preview | null>;
  /** What the last look found, of whichever process; null: nobody has looked, or cannot say. */
  last(): Promise<Look | null>;
}

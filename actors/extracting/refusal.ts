/** Why a file is not read. */
export type Unreadable = "damaged" | "form" | "locked" | "bomb" | "slow";

export class UnreadableFile extends Error {
  override readonly name = "UnreadableFile";
  constructor(readonly why: Unreadable) {
    super(why);
  }
}

/** What was found beside the text. */
export interface Found {
  /** Of a PDF: how many it has. */
  readonly pages?: number;
  /** There is more than was taken. */
  readonly cut: boolean;
}

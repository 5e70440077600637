/** What verifying found, and the list it is put on. */
import type { AnyEvent } from "../../catalog/envelope.ts";

export interface Problem {
  readonly kind:
    /** Events that do not follow one another, or cannot be read. */
    | "chain"
    /** The row of a stream that is missing or cannot be read. */
    | "head"
    /** The order of all events, and what values of events say of the commits they came with. */
    | "order"
    | "list"
    /** What was added up of streams. */
    | "tally"
    | "work"
    /** When a stream is due to be closed. */
    | "due"
    /** When a stream speaks by itself. */
    | "run"
    | "snapshot"
    | "blob"
    /** Which blobs a stream names, either way. */
    | "ref"
    /** The answer of a command that may be sent again. */
    | "command"
    /** Format and epoch. */
    | "meta"
    /** Checkpoints, and what they signed. */
    | "signed"
    /** The store ends before a place that was once acknowledged. */
    | "lost"
    /** What a deletion or an import should have removed. */
    | "left"
    /** Any other row that cannot be read. */
    | "row";
  readonly stream: string;
  readonly seq: number | null;
  readonly detail: string;
}

export type ReportProblem = (
  kind: Problem["kind"],
  stream: string,
  seq: number | null,
  detail: string,
) => void;

/** Something of one stream that is compared with its events, which it is given from the first to the last. */
export interface RowCheck {
  add(event: AnyEvent): void;
  end(report: ReportProblem): void;
}

export const sameProblem = (a: Problem, b: Problem): boolean =>
  a.kind === b.kind && a.stream === b.stream && a.seq === b.seq && a.detail === b.detail;

/**
 * The rows on the left of the sheet: what was sent in its order, and between it the messages that were left out, where
 * they stand in the talk.
 */
import type { Omission, Omitted } from "../../projections/shapes/views.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import type { SentPiece } from "./sent_pieces.ts";

export type Listed =
  | { readonly kind: "sent"; readonly key: string; readonly piece: SentPiece; readonly tokens: number }
  | { readonly kind: "left out"; readonly key: string; readonly messageId: string; readonly why: Omission }
  /** Several that were left out for one reason that nobody chose. */
  | { readonly kind: "many"; readonly key: string; readonly count: number; readonly why: Omission };

/** Reasons that a person chose: each such message is told by itself. */
const CHOSEN: ReadonlySet<Omission> = new Set(["excluded", "excluded_for_agent", "not_chosen", "erased"]);
/** More than so many in a row for the same reason are told as one. */
const SINGLE = 2;

type Out = { readonly messageId: string; readonly why: Omission };

/** Runs for one reason, the long ones as one row; what came later is no part of the past. */
function told(omitted: readonly Out[]): Listed[] {
  const rows: Listed[] = [];
  for (let index = 0; index < omitted.length;) {
    const first = omitted[index];
    if (!first) break;
    let end = index + 1;
    while (end < omitted.length && omitted[end]?.why === first.why) end++;
    const run = omitted.slice(index, end);
    index = end;
    if (first.why === "after") continue;
    if (run.length > SINGLE && !CHOSEN.has(first.why)) {
      rows.push({ kind: "many", key: `many ${first.messageId}`, count: run.length, why: first.why });
    } else {rows.push(
        ...run.map((one): Listed => ({ kind: "left out", key: `out ${one.messageId}`, ...one })),
      );}
  }
  return rows;
}

/** @param tokens of each piece, in the order of `pieces` */
export function listed(
  state: ConversationState,
  pieces: readonly SentPiece[],
  tokens: readonly number[],
  omitted: readonly Omitted[],
): Listed[] {
  const why = new Map(omitted.map((one) => [one.messageId, one.why]));
  const sentIds = new Set(pieces.filter(({ kind }) => kind === "message").map(({ key }) => key));
  /** Those left out right before each message that was sent, and at last those behind all. */
  const before = new Map<string, Out[]>();
  let run: Out[] = [];
  for (const messageId of state.order) {
    const reason = why.get(messageId);
    if (reason !== undefined) run.push({ messageId, why: reason });
    else if (sentIds.has(messageId)) {
      before.set(messageId, run);
      run = [];
    }
  }
  const lastMessage = pieces.findLastIndex(({ kind }) => kind === "message");
  const rows = pieces.flatMap((piece, index): Listed[] => [
    ...(piece.kind === "message" ? told(before.get(piece.key) ?? []) : []),
    { kind: "sent", key: piece.key, piece, tokens: tokens[index] ?? 0 },
    ...(index === lastMessage ? told(run) : []),
  ]);
  return lastMessage === -1 ? [...rows, ...told(run)] : rows;
}

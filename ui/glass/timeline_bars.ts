/**
 * The bars of the timeline: the whole log cut into as many pieces as there is room for, each as high as what was said in
 * it is long, and in the colour of who said most. Told from the fold, so that a long log need not be read for it.
 */
import type { ConversationState, Message } from "../../projections/shapes/folds.ts";

/** Something said in a piece of the log. */
export interface Saying {
  /** Seq of the event that said it. */
  readonly seq: number;
  readonly messageId: string;
  /** Absent: a person, or the program. */
  readonly participantId?: string;
  /** The model's own count of an answer, else an estimate. */
  readonly tokens: number;
}

export interface Bar {
  /** First and last event of the piece. */
  readonly from: number;
  readonly to: number;
  /** What was said in it, the longest first. */
  readonly said: readonly Saying[];
  /** The agent whose it is where nothing was said: who was asked or began, or the only one that was waited for. */
  readonly participantId?: string;
  /** 0 to 1: the logarithm of the tokens, as a part of the greatest. */
  readonly height: number;
}

/** UTF-16 units in one token of western text: of what was not read only the length is known. */
const UNITS_PER_TOKEN = 4;
const tokensOf = ({ usage, length }: Message): number => usage?.output ?? Math.ceil(length / UNITS_PER_TOKEN);

function sayingOf(message: Message): Saying | null {
  const { id: messageId, seq, doneSeq, participantId } = message;
  const tokens = tokensOf(message);
  if (message.role !== "assistant" || message.turnId === undefined) return { seq, messageId, tokens };
  // An answer is said where it ended.
  if (doneSeq === undefined) return null;
  return { seq: doneSeq, messageId, tokens, ...(participantId === undefined ? {} : { participantId }) };
}

/** Whose each bar is where nothing is said in it. Of what happens while several answer nobody can tell whose it is. */
function busyIn(
  { turns }: ConversationState,
  last: number,
  bars: number,
  placeOf: (seq: number) => number,
): (string | undefined)[] {
  const waited: Set<string>[] = Array.from({ length: bars }, () => new Set());
  const own: (string | undefined)[] = Array.from({ length: bars });
  for (const { participantId, requestedSeq, startedSeq, doneSeq } of Object.values(turns)) {
    const end = placeOf(Math.min(last, doneSeq ?? last));
    for (let at = placeOf(requestedSeq); at <= end; at++) waited[at]?.add(participantId);
    for (const seq of [requestedSeq, startedSeq]) {
      if (seq !== undefined && seq <= last) own[placeOf(seq)] ??= participantId;
    }
  }
  return waited.map((all, at) => own[at] ?? (all.size === 1 ? [...all][0] : undefined));
}

/**
 * At most `most` bars over events 1 to `last`; one for each event where there is room.
 * @param most at least 1
 */
export function barsOf(state: ConversationState, last: number, most: number): Bar[] {
  const bars = Math.min(most, last);
  if (bars < 1) return [];
  const placeOf = (seq: number) => Math.min(bars - 1, Math.floor(((seq - 1) * bars) / last));
  const said: Saying[][] = Array.from({ length: bars }, () => []);
  for (const id of state.order) {
    const message = state.messages[id];
    const saying = message && sayingOf(message);
    if (saying && saying.seq <= last) said[placeOf(saying.seq)]?.push(saying);
  }
  const busy = busyIn(state, last, bars, placeOf);
  const sums = said.map((all) => all.reduce((sum, { tokens }) => sum + tokens, 0));
  const greatest = Math.max(1, ...sums);
  return said.map((all, index) => {
    const who = busy[index];
    return {
      from: Math.ceil((index * last) / bars) + 1,
      to: Math.ceil(((index + 1) * last) / bars),
      said: all.toSorted((a, b) => b.tokens - a.tokens),
      ...(who === undefined ? {} : { participantId: who }),
      height: Math.log1p(sums[index] ?? 0) / Math.log1p(greatest),
    };
  });
}

/** The bar that an event is in. */
export const barAt = (bars: readonly Bar[], seq: number): number =>
  bars.findIndex(({ from, to }) => seq >= from && seq <= to);

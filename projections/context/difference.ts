/** Two turns against each other: what one was sent and the other was not, where requests and answers part. */
import { jsonParts, type Leaf } from "./json_tokens.ts";
import { estimateTokens } from "./tokens.ts";

/** A message that one turn was sent. */
export interface SentMessage {
  readonly messageId: string;
  /** Who said it, as people read it. */
  readonly name: string;
  readonly text: string;
}

/** What is compared of a turn: of its last call, and what came of it. */
export interface ComparedTurn {
  readonly messages: readonly SentMessage[];
  /** The request as it was sent; null where none was made, or where words of it are gone. */
  readonly body: string | null;
  /** Its answer so far; null where its words are gone. */
  readonly answer: string | null;
}

export interface RequestDifference {
  readonly same: boolean;
  /** UTF-8 bytes that both begin with. */
  readonly bytes: number;
  /** The same as tokens, an estimate: as much as a provider that keeps beginnings could have of one for the other. */
  readonly tokens: number;
  /** The value in which they part, such as `messages[3].content`; null where they are the same, and of very long ones. */
  readonly path: string | null;
}

export interface TurnDifference {
  /** How many messages both were sent. */
  readonly both: number;
  /** Those that only one was sent, in its order. */
  readonly left: readonly SentMessage[];
  readonly right: readonly SentMessage[];
  /** What both were sent stands in another order. */
  readonly moved: boolean;
  /** Null where one of the requests cannot be had. */
  readonly request: RequestDifference | null;
  /** How much both answers begin with, in UTF-16 units; null where the words of one are gone. */
  readonly answers: { readonly same: boolean; readonly units: number } | null;
}

/** UTF-16 units of a beginning in which the value is named: to read more of one would hold up everybody else. */
export const NAMED_UNITS = 1_000_000;

/**
 * UTF-16 units that two texts begin with, no half of a character among them.
 * @outside
 */
export function commonUnits(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  const isHalf = at > 0 && /[\ud800-\udbff]/.test(a[at - 1] ?? "") && at < Math.max(a.length, b.length);
  return isHalf ? at - 1 : at;
}

/** What leads to the smallest value that holds the character at `at`; null where that is the whole. */
function pathAt(json: string, at: number): string | null {
  let found: Leaf | null = null;
  // Those that hold it come one in the other, so the last is the smallest.
  for (const leaf of jsonParts(json)) if (leaf.start <= at && at <= leaf.end) found = leaf;
  if (!found || found.path.length === 0) return null;
  return found.path.map((step) => typeof step === "number" ? `[${step}]` : `.${step}`).join("").replace(
    /^\./,
    "",
  );
}

function requestDifference(left: string, right: string): RequestDifference {
  const units = commonUnits(left, right);
  const shared = left.slice(0, units);
  const same = left === right;
  return {
    same,
    bytes: new TextEncoder().encode(shared).length,
    tokens: estimateTokens(shared),
    path: same || units > NAMED_UNITS ? null : pathAt(left.slice(0, 2 * NAMED_UNITS), units),
  };
}

/** A message of another conversation is the same where the same one said the same. */
const saying = ({ name, text }: SentMessage): string => JSON.stringify([name, text]);

/** For each message of `left` its place among those of `right`; undefined where it is not among them. */
function placesIn(left: readonly SentMessage[], right: readonly SentMessage[]): (number | undefined)[] {
  const byId = new Map(right.map(({ messageId }, index) => [messageId, index]));
  const found = left.map(({ messageId }) => byId.get(messageId));
  const taken = new Set(found);
  /** The last first, so that the next one is taken from the end. */
  const bySaying = new Map<string, number[]>();
  for (let index = right.length - 1; index >= 0; index--) {
    const message = right[index];
    if (!message || taken.has(index)) continue;
    const key = saying(message);
    const known = bySaying.get(key);
    if (known) known.push(index);
    else bySaying.set(key, [index]);
  }
  return found.map((place, index) => {
    const message = left[index];
    return place ?? (message && bySaying.get(saying(message))?.pop());
  });
}

/**
 * What two turns have in common and what not. Messages of two conversations are the same where they have one id, as in a
 * fork, or where the same one said the same, as in a re-run; each counts once.
 */
export function differenceOf(left: ComparedTurn, right: ComparedTurn): TurnDifference {
  const places = placesIn(left.messages, right.messages);
  const both = places.filter((place) => place !== undefined);
  const taken = new Set(both);
  return {
    both: both.length,
    left: left.messages.filter((_, index) => places[index] === undefined),
    right: right.messages.filter((_, index) => !taken.has(index)),
    moved: both.some((place, index) => index > 0 && place < (both[index - 1] ?? 0)),
    request: left.body === null || right.body === null ? null : requestDifference(left.body, right.body),
    answers: left.answer === null || right.answer === null
      ? null
      : { same: left.answer === right.answer, units: commonUnits(left.answer, right.answer) },
  };
}

/** Where the words that a judge was told of stand in its request: in one message, as JSON, beside the rule. */
import { toldToJudge } from "../../projections/context/judged_context.ts";
import type { ConversationState, Turn } from "../../projections/shapes/folds.ts";

export interface JudgedPlace {
  readonly messageId: string;
  readonly words: string;
  /** UTF-16 offsets in the request, with the name of the field and what stands around it: nothing is between two. */
  readonly place: readonly [number, number];
}

/** A text as it stands inside one in JSON. */
const quoted = (text: string): string => JSON.stringify(text).slice(1, -1);

/**
 * In their order; null where these words are not in the request as they are now.
 * @outside
 */
export function judgedPlaces(
  state: ConversationState,
  judges: NonNullable<Turn["judges"]>,
  body: string,
): readonly JudgedPlace[] | null {
  const told = toldToJudge(state, judges);
  const start = told ? body.indexOf(quoted(told.closing)) : -1;
  if (!told || start < 0) return null;
  const { closing } = told;
  const found: JudgedPlace[] = [];
  // Behind the rule, which may say anything; in JSON no empty line stands by itself.
  let from = closing.lastIndexOf("\n\n{") + 2;
  const placeAt = (offset: number): number => start + quoted(closing.slice(0, offset)).length;
  for (const [index, messageId] of told.quoted.entries()) {
    const words = told.said[index] ?? "";
    // What follows a name of a field: inside a text its quotes would have backslashes.
    const value = `: "${quoted(words)}"`;
    const at = closing.indexOf(value, from);
    if (at < 0) return null;
    const end = index === told.quoted.length - 1 ? closing.length : at + value.length;
    found.push({ messageId, words, place: [placeAt(from), placeAt(end)] });
    from = end;
  }
  return found;
}

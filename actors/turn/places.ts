/** Where the words of each message stand in a request: told where they still are known, for whoever looks at it later. */
import { jsonTexts, type Leaf } from "../../projections/context/json_tokens.ts";
import { isInTurn, isWords } from "../../projections/context/request_words.ts";

/** From and to, in UTF-16 units of the request; null where nothing of the message's words is in it. */
export type Place = readonly [start: number, end: number] | null;

/** What stands between the messages of one speaker. */
const BETWEEN = String.raw`\n\n`;
/**
 * Texts of the request that are looked through for one message before it is given up: an opening that is no message's,
 * and one more for each message before it that is files alone.
 */
const AHEAD = 3;

/** What every agent is told first, what tools gave and what was thought: nobody said it, whatever words it has in common. */
function isOpening(body: string, leaf: Leaf): boolean {
  const { path, start, end } = leaf;
  if (!isInTurn(leaf) || path.length !== 3) return false;
  const value = body.slice(start, end);
  return path[2] === "role"
    ? ["system", "developer", "tool"].includes(value)
    : path[2] === "type" && value === "reasoning";
}

/** Where `words` begin in a text, from `from` on: at its start, or behind another message. */
function foundIn(body: string, { start, end }: Leaf, from: number, words: string): number | null {
  const fits = (at: number) => at + words.length === end || body.startsWith(BETWEEN, at + words.length);
  if (from === start && body.startsWith(words, start) && start + words.length <= end && fits(start)) {
    return start;
  }
  const behind = BETWEEN + words;
  for (
    let at = body.indexOf(behind, from);
    at !== -1 && at + behind.length <= end;
    at = body.indexOf(behind, at + 1)
  ) {
    if (fits(at + BETWEEN.length)) return at + BETWEEN.length;
  }
  return null;
}

/**
 * The places of messages in the body of the request that was made of them, in their order.
 * @param contents what each message says, as it was given to the renderer
 * @outside
 */
export function placesOf(body: string, contents: readonly string[]): Place[] {
  const texts = jsonTexts(body);
  const openings = new Set(texts.filter((text) => isOpening(body, text)).map(({ path }) => path[1]));
  const leaves = texts.filter((text) => isWords(text) && !openings.has(text.path[1]));
  let index = 0;
  let from = leaves[0]?.start ?? 0;
  let skipped = 0;
  return contents.map((content): Place => {
    skipped++;
    if (content.trim() === "") return null;
    const words = JSON.stringify(content).slice(1, -1);
    for (let ahead = 0; ahead < AHEAD + skipped; ahead++) {
      const leaf = leaves[index + ahead];
      if (!leaf) return null;
      const start = foundIn(body, leaf, ahead === 0 ? from : leaf.start, words);
      if (start === null) continue;
      index += ahead;
      skipped = 0;
      from = start + words.length;
      return [start, from];
    }
    return null;
  });
}

/**
 * Marks in a conversation that is exported as Markdown: comments, which no reader shows, before the title and before each
 * message. Each has a number that stands in nothing that was said, so that words cannot be taken for one, whatever they
 * are.
 */

const BEGIN = "<!-- fishbowl:";
const SIGN = /<!-- fishbowl:(\d{1,9}) /g;

export interface MarkedMessage {
  readonly id: string;
  /** `human`, `agent` or `system`. */
  readonly by: string;
  readonly erased: boolean;
  readonly files: number;
  /** Its sources are listed behind it, in one paragraph. */
  readonly cited: boolean;
}
export interface MarkedTalk {
  readonly id: string;
  /** The last message, also where it has no words. */
  readonly head: string;
  readonly at: string;
  readonly titled: boolean;
}

/**
 * The numbers of what looks like marks in a text.
 * @outside
 */
export const numbersIn = (text: string): number[] =>
  [...text.matchAll(SIGN)].map(([, number]) => Number(number));

/** The smallest number that is not taken. */
export function freeOf(taken: ReadonlySet<number>): number {
  let number = 1;
  while (taken.has(number)) number++;
  return number;
}

export const talkMark = (number: number, { id, head, at, titled }: MarkedTalk): string =>
  `<!-- fishbowl:${number} conversation ${id} ${head} ${at}${titled ? "" : " untitled"} -->`;
export const messageMark = (number: number, { id, by, erased, files, cited }: MarkedMessage): string =>
  `<!-- fishbowl:${number} message ${id} ${by}${erased ? " erased" : ""}${cited ? " cited" : ""}${
    files > 0 ? ` files:${files}` : ""
  } -->`;

const TALK = /^<!-- fishbowl:(\d{1,9}) conversation ([\w-]{1,64}) ([\w-]{1,64}) (\S{1,40})( untitled)? -->\n/;
const MESSAGE = /^([\w-]{1,64}) (human|agent|system)( erased)?( cited)?(?: files:(\d{1,3}))? -->\n/;

/** Whether a text that begins so may have marks; then it is a text, whatever signs are in it. */
export const isMarkedBegin = (begin: string): boolean => begin.startsWith(BEGIN);

/**
 * What the mark says with which a text begins, and its number; null for a text that has none.
 * @outside
 */
export function talkMarked(text: string): MarkedTalk & { readonly number: number } | null {
  const [all, number, id = "", head = "", at = "", untitled] = TALK.exec(text.slice(0, 300)) ?? [];
  return all === undefined ? null : { number: Number(number), id, head, at, titled: untitled === undefined };
}

/**
 * What stands before the first mark of a message, and each mark with what stands behind it.
 * @outside
 */
export function marked(text: string, number: number): {
  readonly before: string;
  readonly messages: readonly (MarkedMessage & { readonly text: string })[];
} {
  const sign = `\n<!-- fishbowl:${number} message `;
  const [before = "", ...parts] = `\n${text}`.split(sign);
  const messages: (MarkedMessage & { text: string })[] = [];
  for (const part of parts) {
    const [all, id = "", by = "", erased, cited, files] = MESSAGE.exec(part.slice(0, 200)) ?? [];
    const last = messages.at(-1);
    if (all !== undefined) {
      const message = {
        id,
        by,
        erased: erased !== undefined,
        cited: cited !== undefined,
        files: Number(files ?? 0),
      };
      messages.push({ ...message, text: part.slice(all.length) });
    } // Somebody edited the mark: the words behind it are still words.
    else if (last) last.text += sign + part;
  }
  return { before, messages };
}

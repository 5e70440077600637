/**
 * What the server says, which is English, said in another language: by its own words, in which {} stands for what they
 * tell of. In the other language {1} and {2} are those, and [2] is one that is a sentence of the server again.
 */
import { whenNeeded } from "./when_needed.ts";

/** What is put in between the pieces, each time as little as can be; null where they do not stand in `said` so. */
function between(said: string, [first = "", ...rest]: readonly string[]): string[] | null {
  const last = rest.pop() ?? "";
  if (!said.startsWith(first) || !said.endsWith(last)) return null;
  const put: string[] = [];
  let from = first.length;
  for (const piece of rest) {
    const at = said.indexOf(piece, from + 1);
    if (at < 0) return null;
    put.push(said.slice(from, at));
    from = at + piece.length;
  }
  const to = said.length - last.length;
  return from < to ? [...put, said.slice(from, to)] : null;
}

/** `agents.0.name: is too long`, on one line. */
const FIELD = /^([\w.]{1,200}): (.+)$/;

/** Sentences of the server with what they are in another language. */
export class SaidAnew {
  /** Every sentence that tells of something: what stands around that, and what it becomes; the longest fits best. */
  readonly #templates = whenNeeded(() =>
    Object.entries(this.sentences).filter(([said]) => said.includes("{}"))
      .toSorted(([a], [b]) => b.length - a.length)
      .map(([said, anew]) => ({ around: said.split("{}"), anew }))
  );

  /** @param sentences by the server's own words, as they stand in its code: {} for what is put in */
  constructor(readonly sentences: Readonly<Record<string, string>>) {}

  /**
   * What the server says, said anew; null where nobody has.
   * @param within whether a sentence within it is looked for: none has another within it
   * @outside
   */
  told(said: string, within = true): string | null {
    if (Object.hasOwn(this.sentences, said)) return this.sentences[said] ?? null;
    for (const { around, anew } of this.#templates()) {
      const put = between(said, around);
      if (!put) continue;
      return anew.replace(/\{(\d)\}|\[(\d)\]/g, (_, plain?: string, again?: string) => {
        const part = put[Number(plain ?? again) - 1] ?? "";
        return again !== undefined && within ? this.told(part, false) ?? part : part;
      });
    }
    // Of a field of what was sent: its name, and what is wrong with it.
    const [, field = "", wrong = ""] = FIELD.exec(said) ?? [];
    const anew = field !== "" && within ? this.told(wrong, false) : null;
    return anew === null ? null : `${field}: ${anew}`;
  }
}

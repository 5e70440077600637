/** The pages that an answer names as its sources, gathered while it comes: each once, with its marks. */
import type { Citation } from "../../events/catalog/conversation.ts";
import { CITATION_MARKS, CITATION_TITLE, CITATIONS } from "../../events/catalog/limits.ts";
import { addressOf } from "../../projections/conversation/addresses.ts";

export class Citations {
  readonly #found = new Map<string, { readonly title: string; readonly at: number[] }>();

  /**
   * Of what is no address of the web nothing is kept, and of more than `CITATIONS` the first.
   * @param at UTF-16 units of the answer before the mark
   * @outside
   */
  add({ url, title }: { readonly url: string; readonly title: string }, at: number): void {
    const address = addressOf(url);
    if (address === null) return;
    const known = this.#found.get(address);
    if (!known && this.#found.size >= CITATIONS) return;
    const marks = known?.at ?? [];
    if (!known) {
      const told = [...title.slice(0, 2 * CITATION_TITLE)].slice(0, CITATION_TITLE).join("")
        .replace(/[\p{Cc}\p{Cf}]+/gu, " ");
      this.#found.set(address, { title: told.trim(), at: marks });
    }
    if (marks.length < CITATION_MARKS && !marks.includes(at)) marks.push(at);
  }

  /** In the order in which they were first named; marks behind the end of `content` stand at its end. */
  of(content: string): Citation[] {
    return [...this.#found].map(([url, { title, at }]) => ({
      url,
      title,
      at: [...new Set(at.map((one) => Math.min(Math.max(0, one), content.length)))].sort((a, b) => a - b),
    }));
  }
}

/** Sets a formula into plain pieces. KaTeX makes nodes of a document; here they are a document's as far as it asks. */
import katex from "katex";
import type { Formula, FormulaJob, Piece } from "./formulas.ts";

/** Elements of one formula: a page with thousands of such would not scroll any more. */
export const FORMULA_PIECES = 6_000;
/** Elements in elements: style and layout go down into each. */
export const FORMULA_DEPTH = 120;
/** Macros that one formula may unfold, each a step; ordinary ones take none. */
const EXPANSIONS = 500;
/** Largest size that a formula may give anything, in `em`. */
const LARGEST_EM = 20;

/** A node of the document that KaTeX writes to. Nothing is drawn; what was said is kept. */
class Made {
  readonly style: Record<string, string> = {};
  readonly #attributes: Record<string, string> = {};
  readonly #children: (Made | string)[] = [];
  className = "";

  constructor(readonly tag: string) {}

  set textContent(text: string) {
    this.#children.splice(0, Infinity, ...(text === "" ? [] : [text]));
  }

  setAttribute(name: string, value: unknown): void {
    this.#attributes[name] = String(value);
  }

  appendChild(child: Made | string): void {
    // A fragment's children go where it goes.
    if (child instanceof Made && child.tag === "") this.#children.push(...child.#children);
    else this.#children.push(child);
  }

  /** @throws where it is more than a page should hold */
  pieces(count = { left: FORMULA_PIECES }, depth = FORMULA_DEPTH): (Piece | string)[] {
    return this.#children.map((child): Piece | string => {
      if (typeof child === "string") return child;
      if (count.left-- === 0 || depth === 0) throw new RangeError("too large");
      const { tag, className } = child;
      const attributes = className ? { ...child.#attributes, class: className } : child.#attributes;
      return [tag, attributes, { ...child.style }, child.pieces(count, depth - 1)];
    });
  }
}

const written = {
  compatMode: "CSS1Compat",
  createElement: (tag: string) => new Made(tag),
  createElementNS: (_space: string, tag: string) => new Made(tag),
  createTextNode: (text: string) => text,
  createDocumentFragment: () => new Made(""),
};

/**
 * A formula as elements of ours. Takes a long time where it is made to, so it runs in a worker alone.
 * @outside
 */
export function piecesOf({ tex, display }: FormulaJob): Formula {
  const before = Reflect.get(globalThis, "document");
  Reflect.set(globalThis, "document", written);
  try {
    const root = new Made("div");
    katex.render(tex, root as unknown as HTMLElement, {
      displayMode: display,
      throwOnError: true,
      strict: "ignore",
      trust: false,
      maxExpand: EXPANSIONS,
      maxSize: LARGEST_EM,
    });
    return { pieces: root.pieces() };
  } catch (error) {
    // Among them the end of the stack, for formulas that nest without end.
    return { wrong: error instanceof Error ? error.message : "" };
  } finally {
    Reflect.set(globalThis, "document", before);
  }
}

/** Markdown as tokens, never as HTML: what is read of a text, and what is known of it from elsewhere in it. */
import MarkdownIt, { type Token } from "markdown-it";
import { blocks } from "./block_rules.ts";
import { maths } from "./maths_rules.ts";
import type { Outline } from "./outline.ts";

/** Levels of elements in each other, a list counting as two; what stands deeper is told to be there, and not shown. */
export const NESTING = 40;

/** What all parts of one text share. */
export interface Shared {
  /** Where links lead that are named. */
  readonly references: Readonly<Record<string, { readonly title: string; readonly href: string }>>;
  /** Numbers of the notes, by their labels. */
  readonly notes: ReadonlyMap<string, number>;
}

const parser = new MarkdownIt({ html: false, linkify: true, maxNesting: NESTING })
  .use(maths)
  .use(blocks);
// `main.rs` and `a@b` are mostly code: only what says how it is reached is an address.
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });

/** Nothing defined: what most texts share. */
export const NOTHING: Shared = { references: {}, notes: new Map() };

/** What is defined in a text, as all its parts know it. */
export function sharedBy({ links, notes }: Outline): Shared {
  if (links.length === 0 && notes.size === 0) return NOTHING;
  const env: { references?: Shared["references"] } = {};
  parser.parse(links.join("\n\n"), env);
  return {
    references: env.references ?? {},
    notes: new Map([...notes.keys()].map((label, index) => [label, index + 1])),
  };
}

/** The tokens of one part of a text. */
export function tokensOf(text: string, { references, notes }: Shared): Token[] {
  // Addresses are looked for where there can be one: it is half of the work.
  parser.set({ linkify: text.includes("://") });
  // Its own definitions come beside the shared ones, not among them: each part is parsed by itself.
  return parser.parse(text, { references: Object.create(references), notes });
}

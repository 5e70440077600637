/**
 * What a text refers to, and which of it leads nowhere: tags of requirements, documents with their numbered rows and
 * sections, files of the repository, links. Pure; the reading of files is the caller's.
 */
import { tagsIn } from "./tags.ts";

/** What a document offers to be cited. */
export interface Doc {
  /** Numbers of its headings, as in `## 6. Keys`. */
  readonly sections: ReadonlySet<number>;
  /** Words of its headings, without their number. */
  readonly titles: ReadonlySet<string>;
  /** Numbers of its items and of the first column of its tables. */
  readonly rows: ReadonlySet<number>;
  /** What a link may put behind `#`. */
  readonly anchors: ReadonlySet<string>;
}

/** All that can be referred to. */
export interface Target {
  readonly tags: ReadonlySet<string>;
  /** By path from the root: `docs/API.md`. */
  readonly docs: ReadonlyMap<string, Doc>;
  /** Every file and folder, from the root, folders without a slash at the end. */
  readonly paths: ReadonlySet<string>;
}

/** Code in a document is neither a heading nor a row. */
const unfenced = (markdown: string): string => markdown.replace(/^```[\s\S]*?^```/gm, "");

export function docOf(markdown: string): Doc {
  const text = unfenced(markdown);
  const headings = [...text.matchAll(/^#{1,6} +(?:(\d+)\. +)?(.+)$/gm)];
  const numbers = (found: Iterable<RegExpMatchArray>) =>
    new Set([...found].flatMap(([, number]) => number === undefined ? [] : [Number(number)]));
  return {
    sections: numbers(headings),
    titles: new Set(headings.map(([, , title = ""]) => title)),
    rows: numbers(text.matchAll(/^(?:(?=\d+\.)|\| *)(\d+)(?:\.| *\|) /gm)),
    anchors: new Set(headings.map(([line]) => anchorOf(line))),
  };
}

/** As forges make them: small letters, blanks become hyphens, other signs go. */
function anchorOf(heading: string): string {
  return heading.replace(/^#+ +/, "").toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/ /g, "-");
}

/** The comments of a source, each as one line; lines of `//` that follow one another are one comment. */
export function commentsIn(source: string): string[] {
  return [...source.matchAll(/\/\*[\s\S]*?\*\/|(?<=^|[\s;{}(,])\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*/gm)]
    .map(([comment]) => comment.replace(/\n[ \t]*(?:\/\/|\*(?!\/))?/g, " ").replace(/\s+/g, " "));
}

/** `API.md`, `docs/SECURITY.md 6`, `PROVIDERS.md rows 7 and 9`, `DENO-KV.md, "Event streams"`. */
const CITED =
  /(?<![\w./-])(?:docs\/|\/)?([A-Z][A-Z-]+)\.md(?:#[\w-]+)?(?: rows? (\d+(?:(?:, | and )\d+)*)| (\d+(?:(?:, | and )\d+)*)\b|, [“"]([^"”]+)[”"])?/g;
const ROW = /\brows? (\d+(?:(?:, | and )\d+)*)\b/g;
/** A file of code anywhere, or a path that begins in a folder of the top level; `*` is any name. */
const PATH =
  /(?<![\w@./:*-])(?:[\w.-]+\/)*[\w-]+(?:\.[\w-]+)*\.tsx?\b|(?<![\w@./:*-])(?:actors|events|projections|server|ui|tests|docs)\/[\w./*-]*/g;
const LINK = /\]\(([^)\s]+)\)/g;

const numbersIn = (words = ""): number[] => (words.match(/\d+/g) ?? []).map(Number);

/**
 * What of a text leads nowhere, one sentence each.
 * @param from The file it stands in, from the root.
 * @param own The document that a row without one belongs to: itself, for a document; none, for a comment.
 */
export function dangling(text: string, from: string, target: Target, own: string | null): string[] {
  const faults = [
    ...tagsIn(text).filter((tag) => !target.tags.has(tag)).map((tag) => `the tag ${tag}`),
    ...documents(text, target),
    ...rowsAlone(text, target, own),
    ...paths(text, target),
    ...(own === from ? links(text, from, target) : []),
  ];
  return faults.map((what) => `${from} cites ${what}, which is not there`);
}

function documents(text: string, target: Target): string[] {
  return [...text.matchAll(CITED)].flatMap(([, name = "", rows, sections, title]) => {
    const doc = target.docs.get(`docs/${name}.md`) ?? target.docs.get(`${name}.md`);
    if (doc === undefined) return [`${name}.md`];
    return [
      ...numbersIn(rows).filter((n) => !doc.rows.has(n)).map((n) => `row ${n} of ${name}.md`),
      ...numbersIn(sections).filter((n) => !doc.sections.has(n)).map((n) => `section ${n} of ${name}.md`),
      ...(title === undefined || doc.titles.has(title) ? [] : [`“${title}” of ${name}.md`]),
    ];
  });
}

/** A row is a row of something: what names none is cited of `own`. */
function rowsAlone(text: string, target: Target, own: string | null): string[] {
  return [...text.replace(CITED, "").matchAll(ROW)].flatMap(([, rows]) =>
    numbersIn(rows).filter((n) => own === null || target.docs.get(own)?.rows.has(n) !== true)
      .map((n) => `row ${n} of ${own ?? "no document"}`)
  );
}

/** Of what is there each path and all its ends: `ui/state/row.tsx`, `state/row.tsx`, `row.tsx`. */
const endings = new WeakMap<ReadonlySet<string>, ReadonlySet<string>>();

function endingsOf(paths: ReadonlySet<string>): ReadonlySet<string> {
  const known = endings.get(paths) ?? new Set([...paths].flatMap((path) => {
    const parts = path.split("/");
    return parts.map((_, from) => parts.slice(from).join("/"));
  }));
  endings.set(paths, known);
  return known;
}

function paths(text: string, { paths }: Target): string[] {
  return [...text.matchAll(PATH)].map(([path]) => path.replace(/[./-]+$/, ""))
    .filter((path) => {
      const all = endingsOf(paths);
      if (!path.includes("*")) return !all.has(path);
      const named = new RegExp(`^${path.replaceAll(".", "\\.").replaceAll("*", "[^/]*")}$`);
      return ![...all].some((end) => named.test(end));
    })
    .map((path) => `the path ${path}`);
}

function links(text: string, from: string, { docs, paths }: Target): string[] {
  return [...text.matchAll(LINK)].flatMap(([, to = ""]) => {
    if (/^[a-z]+:/.test(to)) return [];
    const { pathname, hash } = new URL(to, `root:/${from}`);
    const path = pathname.slice(1).replace(/\/$/, "");
    if (path !== "" && !paths.has(path)) return [`the link ${to}`];
    return hash === "" || docs.get(path)?.anchors.has(decodeURIComponent(hash.slice(1)))
      ? []
      : [`the link ${to}`];
  });
}

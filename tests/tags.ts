/**
 * Requirement tags: where they stand above tests and among the waivers, and what is wrong when both lists
 * are laid beside the requirements. Pure; the reading of files is the caller's.
 */

/** `S0-A14`, `M-8`, `C-3`, `D-6`, `P17`, `S2-X`; with an end, a range: `S4-11…18`, `S4-T1..T3`, `P1…P4`. */
const TAG = /\b(S[0-9]-|[MCD]-|P)(?:([A-Z]?)(\d+)|([A-Z])\b)(?:(?:…|\.{2,3})(?:\1)?(\2)(\d+))?/g;

/** What names a test: the call that registers it, or an entry of a table of cases that has something to run. */
const CALL =
  /(?<![\w.])(?:Deno\.test|browserTest|firstVisit|visit|t\.step|step|test|it)\(\s*(?:\{\s*name:\s*)?("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)/g;
const CASE =
  /(?<![\w.])name:\s*("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`),\s*(?:shared:\s*true,\s*)?(?:async\s+)?run\b/g;

/** The names of the tests that a source registers; what stands in a comment registers nothing. */
export function testNames(source: string): string[] {
  return [CALL, CASE].flatMap((pattern) =>
    [...source.matchAll(pattern)]
      .filter(({ index }) => !inComment(source, index))
      .map(([, literal = ""]) => literal.slice(1, -1))
  );
}

/** The tags that a source says it shows: in a line `// Shows S0-1, P2.` directly above what registers a test. */
export function shownTags(source: string): string[] {
  return [CALL, CASE].flatMap((pattern) =>
    [...source.matchAll(pattern)].flatMap(({ index }) => {
      const above = source.slice(0, source.lastIndexOf("\n", index) + 1);
      const [, words = ""] = /(?:^|\n)[ \t]*\/\/ Shows ([^\n]*)\n$/.exec(above.slice(-LINE)) ?? [];
      return tagsIn(words);
    })
  );
}

/** Characters that a line of tags has at most; a source is not searched from its start for each test. */
const LINE = 400;

/** Good enough for code that is formatted: a comment has its mark at the start of the line. */
function inComment(source: string, index: number): boolean {
  const line = source.slice(source.lastIndexOf("\n", index) + 1, index);
  return /^\s*(\/\/|\/?\*)|\s\/\/\s/.test(line);
}

/** Every tag a text cites, ranges told out, in order. */
export function tagsIn(text: string): string[] {
  return [...text.matchAll(TAG)].flatMap(([, prefix = "", letter = "", first, alone, , last]) => {
    if (first === undefined) return [`${prefix}${alone}`];
    const from = Number(first);
    const to = last === undefined ? from : Number(last);
    return Array.from({ length: Math.max(0, to - from) + 1 }, (_, n) => `${prefix}${letter}${from + n}`);
  });
}

export interface Requirement {
  readonly tag: string;
  /** What has to be; never blank in a good list. */
  readonly sentence: string;
}

/** The items of a list `- **TAG** sentence`; a line that is indented goes on with the item before it. */
export function requirementsIn(markdown: string): Requirement[] {
  return [...markdown.matchAll(/^- \*\*([^*\n]*)\*\*(.*(?:\n[ \t]+\S.*)*)/gm)].map((
    [, tag = "", words = ""],
  ) => ({
    tag,
    sentence: words.replace(/\s+/g, " ").trim(),
  }));
}

export interface Waiver {
  readonly tags: readonly string[];
  /** Why no test shows them; never blank in a good list. */
  readonly reason: string;
}

/** The items of a list `- TAG, TAG: reason`; a line that is indented goes on with the item before it. */
export function waiversIn(markdown: string): Waiver[] {
  return [...markdown.matchAll(/^- (.*(?:\n[ \t]+\S.*)*)/gm)].map(([, item = ""]) => {
    const words = item.replace(/\s+/g, " ");
    const [tags = "", ...reason] = words.split(/:(?= |$)/);
    return { tags: tagsIn(tags), reason: reason.join(":").trim() };
  });
}

/** What is wrong, one sentence each; nothing where every tag is shown by a test or waived with a reason. */
export function tagFaults(
  requirements: readonly Requirement[],
  cited: ReadonlySet<string>,
  waivers: readonly Waiver[],
): string[] {
  const known = requirements.map(({ tag }) => tag);
  const all = new Set(known);
  const waived = waivers.flatMap(({ tags }) => tags);
  const twice = (tags: readonly string[]) => tags.filter((tag, index) => tags.indexOf(tag) !== index);
  return [
    ...twice(known).map((tag) => `${tag} stands twice among the requirements`),
    ...known.filter((tag) => tagsIn(tag)[0] !== tag).map((tag) => `${tag} has not the form of a tag`),
    ...requirements.filter(({ sentence }) => sentence === "").map(({ tag }) => `${tag} says nothing`),
    ...twice(waived).map((tag) => `${tag} is waived twice`),
    ...known.filter((tag) => !cited.has(tag) && !waived.includes(tag))
      .map((tag) => `${tag} is neither shown by a test nor waived`),
    ...waived.filter((tag) => !all.has(tag)).map((tag) => `${tag} is waived and unknown`),
    ...[...cited].filter((tag) => !all.has(tag)).map((tag) => `${tag} is shown by a test and unknown`),
    ...waived.filter((tag) => cited.has(tag)).map((tag) => `${tag} is waived although a test shows it`),
    ...waivers.filter(({ tags }) => tags.length === 0).map(({ reason }) =>
      `a waiver without a tag: ${reason}`
    ),
    ...waivers.filter(({ reason }) => reason === "").map(({ tags }) =>
      `${tags.join()} is waived without a reason`
    ),
  ];
}

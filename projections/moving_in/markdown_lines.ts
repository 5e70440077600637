/** Lines of a Markdown text that say who speaks next, as programs and people write them. All of it is a guess. */

export type Role = "user" | "assistant" | "system";

export interface Speaker {
  /** How the line is written: what is written otherwise is no such line of the same file. */
  readonly style: string;
  readonly role: Role;
  /** What it says, as it says it. */
  readonly label: string;
  /** The name of a product or model, which may be another one each time; of "Assistant" and the like there is one. */
  readonly isName: boolean;
  /** What stands behind the label: a time, or a model. */
  readonly note: string;
  /** Words that begin on the same line. */
  readonly words: string;
}

const PEOPLE = "user|you|human|me|prompt";
const ANSWERERS = "assistant|ai assistant|ai|bot|model|response";
const PRODUCTS = "chatgpt|gpt|claude|gemini|bard|copilot|grok|deepseek|llama|mistral|le chat|perplexity|qwen";
/** What models are called behind their product: numbers, and words that makers use. */
const MODEL =
  "(?:[ -](?:v?\\d[\\w.]{0,12}|opus|sonnet|haiku|pro|flash|mini|nano|turbo|instant|plus|large|small|code|preview)){0,5}";
const LABEL = new RegExp(
  `^(?:(?<user>${PEOPLE})|(?<answerer>${ANSWERERS})|(?<product>(?:${PRODUCTS})${MODEL})|(?<system>system))` +
    `(?: said)?\\s{0,3}:?\\s{0,3}(?:[-–—|·•@([]\\s{0,3}(?<note>.{1,100}?))?[)\\]:]{0,3}$`,
  "i",
);
/** Characters of a label with everything around it. */
const LABEL_UNITS = 200;
/** The same of one that nothing but a colon ends. */
const PLAIN_UNITS = 40;

/** Who a label names; undefined for what is none. */
function labelled(text: string, style: string, words = ""): Speaker | undefined {
  if (text.length > LABEL_UNITS) return undefined;
  // Pictures, brackets and the like before it.
  const bare = text.replaceAll("**", "").replace(/^[^\p{L}\p{N}]{1,20}/u, "").replace(/^(\w{1,20})\]/, "$1")
    .trim();
  const { groups } = LABEL.exec(bare) ?? {};
  if (!groups) return undefined;
  const { user, answerer, product, system, note = "" } = groups;
  const label = user ?? answerer ?? product ?? system ?? "";
  const role = user ? "user" : system ? "system" : "assistant";
  return { style, role, label, isName: product !== undefined, note: note.trim(), words: words.trim() };
}

/** `## User`, `#### ChatGPT:`, `### 🤖 Assistant (gpt-4o)`. */
function heading(line: string): Speaker | undefined {
  const level = /^#{1,6}(?=[ \t])/.exec(line)?.[0].length ?? 0;
  return level === 0
    ? undefined
    : labelled(line.slice(level, level + LABEL_UNITS + 1).trim(), `heading ${level}`);
}

/** `**User:** words`, `**You**: words`, `**Assistant**`, `_**User**_`. */
function bold(line: string): Speaker | undefined {
  const begin = /^_?(\*\*|__)(?=\S)/.exec(line);
  const [open = "", sign = ""] = begin ?? [];
  const end = begin ? line.slice(0, LABEL_UNITS).indexOf(sign, open.length) : -1;
  if (end === -1) return undefined;
  const inner = line.slice(open.length, end);
  const after = line.slice(end + sign.length).replace(/^_/, "");
  if (inner.endsWith(":")) return labelled(inner, "bold:", after);
  if (/^\s?:/.test(after)) return labelled(inner, "bold:", after.replace(/^\s?:/, ""));
  return after.trim() === "" ? labelled(inner, "bold") : undefined;
}

/** `User: words`. */
function plain(line: string): Speaker | undefined {
  const end = line.slice(0, PLAIN_UNITS).indexOf(":");
  const after = line[end + 1] ?? " ";
  return end > 0 && /^\p{L}/u.test(line) && /\s/.test(after)
    ? labelled(line.slice(0, end), PLAIN, line.slice(end + 1))
    : undefined;
}
export const PLAIN = "plain";

/** @outside */
export const speakerOf = (line: string): Speaker | undefined => heading(line) ?? bold(line) ?? plain(line);

/**
 * For each line, whether it stands in a fence. One that is never closed is none: an answer that broke off in one takes
 * nothing that comes after it.
 * @outside
 */
export function fencedLines(lines: readonly string[]): boolean[] {
  // Most lines are none, and looking for that is a tenth of the work.
  const fences = lines.map((line) =>
    line.includes("```") || line.includes("~~~") ? /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) : null
  );
  /** Of each sign, the longest fence from this line on that could close one. */
  const closing: Record<string, number>[] = [];
  let longest: Record<string, number> = {};
  for (let at = lines.length - 1; at >= 0; at--) {
    const [, signs = "", rest = "-"] = fences[at] ?? [];
    const sign = signs[0] ?? "";
    closing[at] = longest;
    if (rest.trim() === "" && signs.length > (longest[sign] ?? 0)) {
      longest = { ...longest, [sign]: signs.length };
    }
  }
  let open = "";
  return fences.map((fence, at) => {
    const [, signs = "", rest = ""] = fence ?? [];
    if (open !== "") {
      const closes = signs[0] === open[0] && signs.length >= open.length && rest.trim() === "";
      if (closes) open = "";
      return true;
    }
    const [sign = ""] = signs;
    if (sign === "" || (closing[at]?.[sign] ?? 0) < signs.length) return false;
    open = signs;
    return true;
  });
}

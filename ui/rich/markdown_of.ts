/**
 * What stands on the page as Markdown again, for copying: the elements this room makes, and those of messages around
 * them. What an element was written as stands in its `data-md`, empty for what only the page has.
 */

/** As much of a page's nodes as is read here. */
export interface Part {
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: Iterable<Part>;
  getAttribute?(name: string): string | null;
}

/** What never is text of an answer. */
const SILENT = new Set([
  "BUTTON",
  "SVG",
  "INPUT",
  "LABEL",
  "DIALOG",
  "IFRAME",
  "HEADER",
  "FOOTER",
  "TIME",
  "STYLE",
]);
/** What stands on lines of its own. */
const BLOCKS = new Set(
  "P H1 H2 H3 H4 H5 H6 UL OL LI BLOCKQUOTE PRE TABLE HR ASIDE SECTION FIGURE DIV ARTICLE".split(" "),
);

const has = (part: Part, name: string): string => part.getAttribute?.(name) ?? "";
const isIn = (part: Part, name: string): boolean => has(part, "class").split(" ").includes(name);

/** Blocks under each other, a blank line between them. */
const under = (blocks: readonly string[]): string => blocks.filter((block) => block !== "").join("\n\n");

/** Whether it stands on lines of its own. */
const isBlock = (part: Part): boolean =>
  BLOCKS.has(part.nodeName) || (isIn(part, "formula") && isIn(part, "display")) || isIn(part, "remote");

/** Parts in the order of the page: runs of words, and blocks between them. */
function blocksOf(parts: Iterable<Part>, stands = isBlock): string[] {
  const blocks: string[] = [];
  let words = "";
  for (const part of parts) {
    if (!stands(part)) {
      words += wordsOf(part);
      continue;
    }
    blocks.push(words.trim(), blockOf(part));
    words = "";
  }
  return [...blocks, words.trim()].filter((block) => block !== "");
}

/** Words and what is in them. */
function wordsOf(part: Part): string {
  const written = part.getAttribute?.("data-md") ?? null;
  if (written !== null) return written;
  if (part.nodeName === "#text") return part.textContent ?? "";
  if (SILENT.has(part.nodeName.toUpperCase())) return "";
  const inside = [...part.childNodes].map(wordsOf).join("");
  switch (part.nodeName) {
    case "STRONG":
      return marked(inside, "**");
    case "EM":
      return marked(inside, "*");
    case "S":
      return marked(inside, "~~");
    case "CODE":
      return codeOf(part.textContent ?? "");
    case "BR":
      return "  \n";
    case "A":
      return isIn(part, "web-address") ? has(part, "href") : linkOf(inside, has(part, "href"));
    default:
      return inside;
  }
}

/** Marks stand at the words, not at the blanks around them. */
function marked(words: string, mark: string): string {
  const inside = words.trim();
  return inside === "" ? words : words.replace(inside, () => `${mark}${inside}${mark}`);
}

const linkOf = (words: string, href: string): string => words.trim() === "" ? href : `[${words}](${href})`;

/** More backticks than stand in a row in it. */
function ticksFor(text: string, least: number): string {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return "`".repeat(Math.max(least, longest + 1));
}

function codeOf(text: string): string {
  const ticks = ticksFor(text, 1);
  const room = text.startsWith("`") || text.endsWith("`") ? " " : "";
  return `${ticks}${room}${text}${room}${ticks}`;
}

function blockOf(part: Part): string {
  const written = part.getAttribute?.("data-md") ?? null;
  if (written !== null) return written;
  // As it was written; its level on the page may be another.
  const size = Number(has(part, "data-size"));
  if (size > 0) return `${"#".repeat(size)} ${textOf(part)}`;
  switch (part.nodeName) {
    case "P":
      return textOf(part);
    case "UL":
    case "OL":
      return listOf(part);
    case "BLOCKQUOTE":
      return quoted(under(blocksOf(part.childNodes)));
    case "ASIDE":
      return calloutOf(part);
    case "PRE":
      return fenced(part);
    case "TABLE":
      return tableOf(part);
    case "HR":
      return "---";
    case "ARTICLE":
      return messageOf(part);
    default:
      return blockInside(part);
  }
}

const textOf = (part: Part): string => under(blocksOf(part.childNodes));

function blockInside(part: Part): string {
  if (isIn(part, "block-head") || isIn(part, "code-preview") || isIn(part, "code-note")) return "";
  // One paragraph, made in pieces.
  if (isIn(part, "line")) {
    return under(blocksOf(part.childNodes, (piece) => piece.nodeName !== "P" && isBlock(piece)));
  }
  return under(blocksOf(part.childNodes));
}

const quoted = (text: string): string => text.split("\n").map((line) => `> ${line}`.trimEnd()).join("\n");

function calloutOf(part: Part): string {
  const kind = has(part, "data-callout").toUpperCase();
  const words = under(blocksOf(part.childNodes));
  if (kind === "") return words;
  return quoted(`[!${kind}] ${has(part, "data-title")}`.trimEnd() + (words === "" ? "" : `\n${words}`));
}

function fenced(part: Part): string {
  const text = part.textContent ?? "";
  const ticks = ticksFor(text, 3);
  return `${ticks}${has(part, "data-language")}\n${text.replace(/\n$/, "")}\n${ticks}`;
}

function listOf(part: Part): string {
  const first = Number(has(part, "start") || 1);
  const items = [...part.childNodes].filter(({ nodeName }) => nodeName === "LI");
  const lines = items.map((item, index) => {
    const label = has(item, "data-label");
    const mark = label !== "" ? `[^${label}]: ` : part.nodeName === "OL" ? `${first + index}. ` : "- ";
    const blocks = blocksOf(item.childNodes);
    const tight = ![...item.childNodes].some(({ nodeName }) => nodeName === "P");
    const words = tight ? blocks.join("\n") : under(blocks);
    const room = " ".repeat(label !== "" ? 2 : mark.length);
    return mark +
      words.split("\n").map((line, at) => at === 0 || line === "" ? line : room + line).join("\n");
  });
  return lines.join("\n");
}

const named = (part: Part, names: readonly string[]): Part[] =>
  [...part.childNodes].flatMap((child) => names.includes(child.nodeName) ? [child] : named(child, names));

function tableOf(part: Part): string {
  const rows = named(part, ["TR"]).map((row) => named(row, ["TH", "TD"]));
  const [head = []] = rows;
  const rule = head.map((cell) => isIn(cell, "right") ? "--:" : isIn(cell, "center") ? ":-:" : "---");
  const lines = rows.map((cells) =>
    cells.map((cell) => textOf(cell).replace(/\n+/g, " ").replace(/\|/g, "\\|"))
  );
  return [lines[0] ?? [], rule, ...lines.slice(1)].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** A message with who said it. */
function messageOf(part: Part): string {
  const [author] = classed(part, "author");
  const said = classed(part, "text", "bubble").map((one) => under(blocksOf(one.childNodes)));
  const name = (author?.textContent ?? "").trim();
  return under([...(name === "" ? [] : [`**${name}**`]), ...said]);
}

/** The outermost parts of those classes. */
const classed = (part: Part, ...names: readonly string[]): Part[] =>
  [...part.childNodes].flatMap((child) =>
    names.some((name) => isIn(child, name)) ? [child] : classed(child, ...names)
  );

/** Markdown of what was selected. */
export const markdownOf = (parts: Iterable<Part>): string => under(blocksOf(parts));

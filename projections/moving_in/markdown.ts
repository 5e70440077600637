/**
 * A conversation in a Markdown file: one that was exported here, by its marks; another one by the lines in it that say who
 * speaks, which is a guess. A file that names nobody who asks and nobody who answers is no conversation.
 */
import { Fingerprint, madeId } from "./fingerprint.ts";
import { fencedLines, PLAIN, type Speaker, speakerOf } from "./markdown_lines.ts";
import { formerMarkdown } from "./former_markdown.ts";
import { ownMarkdownTalks } from "./own_markdown.ts";
import {
  count,
  type Counts,
  MARKDOWN,
  nameOf,
  NO_TIME,
  type Reading,
  type Said,
  saidOf,
  timeOf,
  titleOf,
} from "./talks.ts";

/** What a file tells of itself. */
export interface Told {
  /** Its name without its ending; "" where that is not known. */
  readonly name: string;
  /** When it was written, for words that tell no time. */
  readonly at: string | null;
}

/** A day with its clock, as programs write it; a day and month whose order nobody can tell are none. */
const ISO = /\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?/;
const AMERICAN = /\b\d{1,2}\/\d{1,2}\/\d{4},? \d{1,2}:\d{2}(?::\d{2})? [AP]M\b/;
/** Characters of a line that is nothing but a time. */
const TIME_LINE_UNITS = 150;

function timeIn(text: string): string | null {
  const [found] = ISO.exec(text) ?? AMERICAN.exec(text) ?? [];
  return found === undefined ? null : timeOf(found.replace(/^(\d{4}-\d{2}-\d{2}) /, "$1T"));
}
/** The time of a line that tells nothing else. */
function timeOfLine(line: string): string | null {
  if (line.length > TIME_LINE_UNITS) return null;
  const told = /^<time datetime="([^"]{1,40})"/.exec(line)?.[1];
  if (told !== undefined) return timeOf(told);
  return /\p{L}{3}/u.test(line.replace(ISO, "").replace(AMERICAN, "")) ? null : timeIn(line);
}

interface Part {
  readonly speaker: Speaker;
  readonly lines: readonly string[];
}

/** The lines that say who speaks, all written in one way, of which the file has both sides. */
function speakersOf(lines: readonly string[]): ReadonlyMap<number, Speaker> {
  const fenced = fencedLines(lines);
  const found: [number, Speaker][] = [];
  for (const [at, line] of lines.entries()) {
    const speaker = fenced[at] ? undefined : speakerOf(line);
    if (speaker) found.push([at, speaker]);
  }
  // Some write each side as a heading of its own level.
  const family = (style: string) => style.split(" ", 1)[0] ?? style;
  return bothSides(found, (style) => style) ?? bothSides(found, family) ?? new Map();
}

function bothSides(
  found: readonly [number, Speaker][],
  styleOf: (style: string) => string,
): ReadonlyMap<number, Speaker> | undefined {
  const styles = [...Map.groupBy(found, ([, { style }]) => styleOf(style))].flatMap(([style, some]) => {
    const speakers = alike(new Map(some));
    const roles = new Set([...speakers.values()].map(({ role }) => role));
    return roles.has("user") && roles.has("assistant") ? [{ style, speakers }] : [];
  });
  return (styles.find(({ style }) => style !== PLAIN) ?? styles[0])?.speakers;
}

/** Without those that name a side otherwise than the file does at first: they are headings of an answer. */
function alike(speakers: ReadonlyMap<number, Speaker>): Map<number, Speaker> {
  const labels = new Map<string, string>();
  const kept = new Map<number, Speaker>();
  for (const [at, speaker] of speakers) {
    const { role, isName } = speaker;
    const label = speaker.label.toLowerCase();
    // Instructions stand before everything else.
    if (role === "system" && kept.size > 0) continue;
    if (!isName && (labels.get(role) ?? label) !== label) continue;
    if (!isName) labels.set(role, label);
    kept.set(at, speaker);
  }
  return kept;
}

const isBlank = (line: string | undefined): boolean => line !== undefined && line.trim() === "";
const isRule = (line: string | undefined): boolean => /^ {0,3}(?:-{3,}|\*{3,}|_{3,})\s*$/.test(line ?? "");

/** Lines without blank ones around them. */
function trimmed(lines: readonly string[]): readonly string[] {
  let from = 0;
  let to = lines.length;
  while (from < to && isBlank(lines[from])) from++;
  while (to > from && isBlank(lines[to - 1])) to--;
  return lines.slice(from, to);
}

function partsOf(lines: readonly string[], speakers: ReadonlyMap<number, Speaker>): Part[] {
  const begins = [...speakers];
  const parts = begins.map(([at, speaker], index) => {
    const own = speaker.words === "" ? [] : [speaker.words];
    return { speaker, lines: trimmed([...own, ...lines.slice(at + 1, begins[index + 1]?.[0])]) };
  });
  // A line that stands behind every message but the last is what parts them.
  const ruled = parts.length > 1 && parts.slice(0, -1).every((part) => isRule(part.lines.at(-1)));
  if (!ruled) return parts;
  const cut = (own: readonly string[]) => isRule(own.at(-1)) ? trimmed(own.slice(0, -1)) : own;
  return parts.map((part) => ({ ...part, lines: cut(part.lines) }));
}

function saidIn({ speaker, lines }: Part, before: string, left: Counts): Said | null {
  if (speaker.role === "system") {
    count(left, "hidden");
    return null;
  }
  const ownTime = timeOfLine(lines[0] ?? "");
  const words = ownTime === null ? lines : trimmed(lines.slice(1));
  return saidOf({
    role: speaker.role,
    // "You" and the like are whoever imports.
    ...(speaker.role === "user" ? {} : { name: nameOf(speaker.label) }),
    at: ownTime ?? timeIn(speaker.note) ?? before,
    content: words.join("\n"),
  }, left);
}

/** What stands before the first message: fields between lines of hyphens, and a title. */
function headOf(lines: readonly string[]): { readonly title: string; readonly at: string | null } {
  const end = lines[0]?.trim() === "---" ? lines.indexOf("---", 1) : -1;
  const fields = lines.slice(1, Math.max(1, end)).map((line) =>
    /^(\w{1,30}):\s*(.{1,1000})$/.exec(line.slice(0, 1_040))
  );
  const field = (...names: string[]) =>
    fields.find((one) => names.includes(one?.[1]?.toLowerCase() ?? ""))?.[2]?.replace(/^"(.*)"$/, "$1") ?? "";
  const heading = lines.slice(end + 1).find((line) => /^# /.test(line)) ?? "";
  return {
    title: titleOf(heading.slice(2)) || titleOf(field("title")),
    at: timeOf(field("created", "date", "create_time", "created_at")),
  };
}

/**
 * The conversation.
 * @outside
 */
export function markdownTalks(given: string, told: Told): Reading {
  const written = given.replace(/^\ufeff/, "");
  const text = written.replaceAll("\r\n", "\n");
  // Where the marks' lines end as they were written nobody changed the ends of the others: these were said so.
  const own = ownMarkdownTalks(written) ?? ownMarkdownTalks(text) ?? formerMarkdown(text);
  if (own) return own;
  const lines = text.split("\n");
  const speakers = speakersOf(lines);
  const [first] = speakers.keys();
  if (first === undefined) return { talks: [], left: { unknown: 1 } };
  const head = headOf(lines.slice(0, first));
  const at = head.at ?? told.at ?? NO_TIME;
  const left: Counts = {};
  const messages: Said[] = [];
  for (const part of partsOf(lines, speakers)) {
    const said = saidIn(part, messages.at(-1)?.at ?? at, left);
    if (said) messages.push(said);
  }
  if (messages.length === 0) return { talks: [], left: { ...left, blank_talks: 1 } };
  const id = madeId(new Fingerprint().add(text.trim()));
  return {
    talks: [{ from: MARKDOWN, id, head: id, title: head.title || titleOf(told.name), at, messages }],
    left,
  };
}

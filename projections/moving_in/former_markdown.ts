/**
 * Markdown as it was exported here before it had marks: a heading with a name, and the time in a line of its own. That
 * pair is looked for; who is a person is a guess: whoever spoke first.
 */
import { Fingerprint, madeId } from "./fingerprint.ts";
import type { Reading } from "./talks.ts";
import { transcriptTalks } from "./transcript.ts";

/** Who says what the program itself has to say. */
const PROGRAM = "Fishbowl";
const HEAD =
  /^## ([^\n]{1,400})\n\n\*(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)(?:, [a-z ]{1,40}){0,2}\*\n\n/gm;

/**
 * What such a text says; null for another one.
 * @outside
 */
export function formerMarkdown(text: string): Reading | null {
  const heads = [...text.matchAll(HEAD)];
  const [first] = heads;
  // Nothing but the title stands before it.
  if (!first || !/^# [^\n]*\n\n$/.test(text.slice(0, first.index))) return null;
  const [, person] = first;
  const said = heads.map(([head, authorName, createdAt], index) => {
    const from = (heads[index]?.index ?? 0) + head.length;
    const next = heads[index + 1]?.index;
    const content = text.slice(from, next === undefined ? undefined : next - 2).replace(/\n$/, "");
    const authorType = authorName === PROGRAM ? "system" : authorName === person ? "human" : "agent";
    return { authorType, authorName, createdAt, content: content === "*Erased.*" ? "" : content };
  });
  const title = text.slice(2, text.indexOf("\n"));
  const id = madeId(new Fingerprint().add(text.trim()));
  return transcriptTalks({ id, title, createdAt: first[2], messages: said });
}

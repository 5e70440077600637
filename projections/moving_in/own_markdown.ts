/** A conversation that was exported here as Markdown: by its marks every word comes back, with who said it and when. */
import { marked, talkMarked } from "./own_marks.ts";
import type { Reading } from "./talks.ts";
import { transcriptTalks } from "./transcript.ts";

/** The heading of a message, and the line of when it was said and how it ended. */
const HEAD = /^## ([^\n]{0,400})\n\n\*([^\s,*]{1,40})[^\n*]{0,100}\*(?:\n\n|$)/;
const SOURCES = "\n\nSources:\n";
const ATTACHED = "\n\nAttached: ";

/** The words without the files and sources that are named behind them, and without the end that every message has. */
function wordsOf(text: string, files: number, cited: boolean): string {
  let words = `\n\n${text.endsWith("\n") ? text.slice(0, -1) : text}`;
  if (cited) words = words.slice(0, Math.max(words.lastIndexOf(SOURCES), 2));
  for (let left = files; left > 0; left--) {
    const at = words.lastIndexOf(ATTACHED);
    if (at === -1) break;
    words = words.slice(0, at);
  }
  return words.slice(2);
}

/**
 * What a marked text says; null for one without marks.
 * @outside
 */
export function ownMarkdownTalks(text: string): Reading | null {
  const talk = talkMarked(text);
  if (!talk) return null;
  const { before, messages } = marked(text, talk.number);
  const [, title = ""] = /^\n[^\n]*\n# ([^\n]*)/.exec(before.slice(0, 2_000)) ?? [];
  const said = messages.map(({ id, by, erased, files, cited, text }) => {
    const [head = "", authorName = "", createdAt] = HEAD.exec(text.slice(0, 1_000)) ?? [];
    // What was erased says so where its words stood.
    const content = erased ? "" : wordsOf(text.slice(head.length), files, cited);
    return { id, authorType: by, authorName, createdAt, content, attachments: Array(files) };
  });
  const record = { id: talk.id, title: talk.titled ? title : "", createdAt: talk.at, messages: said };
  const { talks, left } = transcriptTalks(record);
  return { talks: talks.map((one) => ({ ...one, head: talk.head })), left };
}

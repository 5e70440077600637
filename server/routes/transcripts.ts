/** A conversation as a file for others: a page to read and print, and messages as programs send them to a model. */
import { sourceText } from "../../projections/conversation/cited.ts";
import { type MessageView, viewsOf } from "../../projections/conversation/message_view.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";

const SIGNS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => SIGNS[sign] ?? "");

/** What is told of a message beside its time: how it ended, that it is no answer but about some, that it does not count. */
export function besideTime({ completed, status, task, sources, included, role }: MessageView): string {
  const how = completed ? "" : `, ${status}`;
  const about = task === null ? "" : `, ${task} of ${sources.length} answers`;
  return `${how}${about}${included || role === "system" ? "" : ", left out of the context"}`;
}

/** Nothing of it runs, and nothing is loaded: words of others stand in it. */
const HEAD = `<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.6 system-ui, sans-serif; color-scheme: light dark; }
article { margin: 2rem 0; break-inside: avoid-page; }
h2 { margin: 0; font-size: 1rem; }
p { margin: 0.25rem 0; }
.when, .file { opacity: 0.7; font-size: 0.85rem; }
.words { white-space: pre-wrap; overflow-wrap: anywhere; }
</style>`;

/** Where an answer has what it says from: addresses as words, nothing of them is loaded. */
function sources({ citations }: MessageView): string[] {
  if (citations.length === 0) return [];
  const items = citations.map((one) => `<li>${escaped(sourceText(one))} <bdi>${escaped(one.url)}</bdi></li>`);
  return [`<ol class="file">${items.join("")}</ol>`];
}

/**
 * A page of its own, with the words as they were written: its head, a text a message, its end.
 * @outside
 */
export function* htmlTexts(state: ConversationState): Generator<string> {
  const title = escaped(state.title || "Conversation");
  yield `<!doctype html>\n<html lang="">\n<head>\n${HEAD}\n<title>${title}</title>\n</head>\n<body>\n` +
    `<h1 dir="auto">${title}</h1>\n`;
  for (const view of viewsOf(state)) yield articleOf(view);
  yield "</body>\n</html>\n";
}

/** "" for an answer that had no words, and for what a program's tools gave. */
function articleOf(view: MessageView): string {
  if (view.content === "" && view.attachments.length === 0 && !view.erased) return "";
  const words = view.erased
    ? "<p><em>Erased.</em></p>"
    : `<div class="words" dir="auto">${escaped(view.content)}</div>`;
  // A name of another direction turns none of what stands around it.
  const files = view.attachments.map(({ name, size }) =>
    `<p class="file">Attached: <bdi>${escaped(name)}</bdi> (${size} bytes)</p>`
  );
  return `<article>\n<h2 dir="auto">${escaped(view.authorName)}</h2>\n` +
    `<p class="when"><time datetime="${view.createdAt}">${view.createdAt}</time>${besideTime(view)}</p>\n` +
    `${[words, ...files, ...sources(view)].join("\n")}\n</article>\n`;
}

/** A message as OpenAI's chat completions take it. */
export interface ProgramMessage {
  readonly role: "user" | "assistant";
  readonly name?: string;
  readonly content: string;
}

/** Characters of a name there. */
const NAME_UNITS = 64;

/**
 * What counts of a conversation, as a program sends it: words that are whole and not left out, with who said them; null
 * for each other message.
 * @outside
 */
export function* programMessages(state: ConversationState): Generator<ProgramMessage | null> {
  for (const view of viewsOf(state)) yield programMessage(view);
}

function programMessage(
  { role, content, included, completed, authorName }: MessageView,
): ProgramMessage | null {
  if (role === "system" || content === "" || !included || !completed) return null;
  // What else stands in a name they refuse.
  const name = authorName.normalize("NFKD").replace(/[^\w-]+/g, "_").slice(0, NAME_UNITS);
  return { role, ...(/[A-Za-z0-9]/.test(name) ? { name } : {}), content };
}

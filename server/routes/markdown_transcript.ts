/** A conversation as Markdown: to be read, and to be taken in again word for word. */
import { clearText } from "../../events/catalog/clear_text.ts";
import { sourceText } from "../../projections/conversation/cited.ts";
import { type MessageView, messageViews } from "../../projections/conversation/message_view.ts";
import { messageMark, numberFor, talkMark } from "../../projections/moving_in/own_marks.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { besideTime } from "./transcripts.ts";

/** One paragraph, which is none of what was said: the words stay as they were. */
const sourcesOf = (citations: MessageView["citations"]): string =>
  ["Sources:", ...citations.map((one, index) => `${index + 1}. ${sourceText(one)} <${one.url}>`)].join("\n");

function partOf(view: MessageView, number: number): string {
  const { id, authorName, authorType, attachments, content, createdAt, erased, citations } = view;
  const mark = messageMark(number, {
    id,
    by: authorType,
    erased,
    cited: citations.length > 0,
    files: attachments.length,
  });
  return [
    `${mark}\n## ${clearText(authorName)}`,
    `*${createdAt}${besideTime(view)}*`,
    erased ? "*Erased.*" : content,
    ...attachments.map(({ name, size }) => `Attached: ${clearText(name)} (${size} bytes)`),
    ...(citations.length > 0 ? [sourcesOf(citations)] : []),
  ].join("\n\n");
}

/**
 * The transcript for reading: what was left out of the context says so.
 * @outside
 */
export function markdownOf(state: ConversationState): string {
  const { id, title, createdAt, order } = state;
  // An answer that had no words, and what a program's tools gave.
  const views = messageViews(state, order)
    .filter((view) => view.content !== "" || view.attachments.length > 0 || view.erased);
  const texts = views.flatMap(({ content, authorName, attachments }) => [
    content,
    authorName,
    ...attachments.map(({ name }) => name),
  ]);
  const number = numberFor([title, ...texts]);
  const mark = talkMark(number, { id, head: order.at(-1) ?? id, at: createdAt, titled: title !== "" });
  const parts = views.map((view) => partOf(view, number));
  return [`${mark}\n# ${title === "" ? "Conversation" : clearText(title)}`, ...parts].join("\n\n") + "\n";
}

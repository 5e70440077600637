/** A conversation as Markdown: to be read, and to be taken in again word for word. */
import { clearText } from "../../events/catalog/clear_text.ts";
import { sourceText } from "../../projections/conversation/cited.ts";
import { type MessageView, viewsOf } from "../../projections/conversation/message_view.ts";
import { freeOf, messageMark, numbersIn, talkMark } from "../../projections/moving_in/own_marks.ts";
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
 * The transcript for reading: what was left out of the context says so. A text a message; before them, while it is looked
 * which number stands in nothing that was said, an empty one each.
 * @outside
 */
export function* markdownTexts(state: ConversationState): Generator<string> {
  const { id, title, createdAt, order } = state;
  const taken = new Set(numbersIn(title));
  for (const { content, authorName, attachments } of viewsOf(state)) {
    for (const text of [content, authorName, ...attachments.map(({ name }) => name)]) {
      for (const number of numbersIn(text)) taken.add(number);
    }
    yield "";
  }
  const number = freeOf(taken);
  const mark = talkMark(number, { id, head: order.at(-1) ?? id, at: createdAt, titled: title !== "" });
  yield `${mark}\n# ${title === "" ? "Conversation" : clearText(title)}`;
  for (const view of viewsOf(state)) {
    // An answer that had no words, and what a program's tools gave.
    const isTold = view.content !== "" || view.attachments.length > 0 || view.erased;
    yield isTold ? `\n\n${partOf(view, number)}` : "";
  }
  yield "\n";
}

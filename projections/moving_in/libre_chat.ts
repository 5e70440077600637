/**
 * A conversation of LibreChat, one file each: `messages` in a row, each naming the one before it, or `messagesTree`, in
 * which each has those behind it as its children, so that a long talk is nested as deep as it is long.
 */
import { fenced } from "./claude.ts";
import { talksIn } from "./path_talks.ts";
import {
  count,
  type Counts,
  type Fields,
  fieldsOf,
  idOf,
  listOf,
  nameOf,
  NO_TIME,
  type Reading,
  type Said,
  saidOf,
  textOf,
  timeOf,
  titleOf,
} from "./talks.ts";
import { endsOf, type Node, type Tree, treeOfList } from "./tree.ts";

const FROM = "LibreChat";

/** Whether a record is one of theirs. */
export const isLibreChat = (record: Fields): boolean =>
  "conversationId" in record && "endpoint" in record &&
  (Array.isArray(record["messagesTree"]) || Array.isArray(record["messages"]));

/** Gone through with a list of what is to come: nothing calls itself as often as somebody spoke. */
function nestedTree(roots: readonly unknown[]): Tree<Fields> {
  const tree = new Map<string, Node<Fields>>();
  const coming = roots.map((value) => ({ parent: "", value })).reverse();
  for (let next = coming.pop(); next; next = coming.pop()) {
    const value = fieldsOf(next.value);
    const own = idOf(value["messageId"]);
    const id = own || `message ${tree.size + 1}`;
    if (tree.get(id)) continue;
    tree.set(id, { id, parent: next.parent, value, made: own === "" });
    const children = listOf(value["children"]);
    for (let at = children.length - 1; at >= 0; at--) coming.push({ parent: id, value: children[at] });
  }
  return tree;
}

function treeOf(record: Fields): Tree<Fields> {
  const roots = record["messagesTree"];
  if (Array.isArray(roots)) return nestedTree(roots);
  return treeOfList(
    listOf(record["messages"]).map(fieldsOf),
    ({ messageId }) => idOf(messageId),
    ({ parentMessageId: parent }) => typeof parent === "string" ? parent : undefined,
  );
}

/** A text, or an object that has it. */
const valueIn = (text: unknown): string => textOf(text) || textOf(fieldsOf(text)["value"]);

/** What a message says, in parts or in one text; what is no word is counted. */
function wordsOf({ content, text }: Fields, left: Counts): string {
  const texts: string[] = [];
  for (const part of listOf(content).map(fieldsOf)) {
    if (part["type"] === "text") texts.push(valueIn(part["text"]));
    else if (part["type"] === "think") count(left, "thoughts");
    else if (part["type"] === "image_file") count(left, "lost_files");
    else count(left, "tools");
  }
  return texts.filter((one) => one !== "").join("\n\n") || textOf(text);
}

function saidBy(message: Fields, before: string, left: Counts): Said | null {
  const { isCreatedByUser, sender, model, error, createdAt, files } = message;
  if (error === true || typeof isCreatedByUser !== "boolean") {
    count(left, "hidden");
    return null;
  }
  const words = [wordsOf(message, left)];
  const named = listOf(files).map(fieldsOf).flatMap(({ file_id: id, filename, text }, at) => {
    const name = textOf(filename);
    // Of a document its text may be there.
    if (textOf(text) === "") return [{ id: idOf(id) || `file ${at + 1}`, name }];
    words.push(`${nameOf(name)}\n\n${fenced(textOf(text))}`.trim());
    return [];
  });
  return saidOf({
    role: isCreatedByUser ? "user" : "assistant",
    ...(isCreatedByUser ? {} : { name: nameOf(sender) || nameOf(model) || FROM }),
    at: timeOf(createdAt) ?? before,
    content: words.filter((one) => one !== "").join("\n\n"),
    files: named,
  }, left);
}

/** They do not tell which path was shown: the one that was written last. */
function endOf(tree: Tree<Fields>): string {
  const ends = endsOf(tree);
  const written = (id: string) => timeOf(tree.get(id)?.value["createdAt"]) ?? "";
  return ends.reduce((best, id) => written(id) >= written(best) ? id : best, ends[0] ?? "");
}

/**
 * The conversation, and behind it its other branches where they are wanted.
 * @outside
 */
export function libreChatTalks(record: Fields, branches: boolean): Reading {
  const tree = treeOf(record);
  const head = endOf(tree);
  const [first] = tree.values();
  if (!first) return { talks: [], left: { blank_talks: 1 } };
  const at = timeOf(first.value["createdAt"]) ?? NO_TIME;
  const id = idOf(record["conversationId"]);
  return talksIn({ from: FROM, id, title: titleOf(record["title"]), at, tree, head, say: saidBy }, branches);
}

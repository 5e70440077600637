/**
 * A chat of Open WebUI: `chat.history.messages` is a tree, `currentId` its end. Several models answer the same message as
 * its children, told apart by `modelIdx`: they are agents that answered side by side.
 */
import { fenced } from "./claude.ts";
import { isHeld, withoutPictures } from "./held_files.ts";
import { talksIn } from "./path_talks.ts";
import {
  count,
  type Counts,
  type Fields,
  fieldsOf,
  idOf,
  listOf,
  type NamedFile,
  nameOf,
  NO_TIME,
  type Reading,
  type Said,
  saidOf,
  textOf,
  timeOf,
  titleOf,
} from "./talks.ts";
import { type Node, treeOfList } from "./tree.ts";

const FROM = "Open WebUI";
/** Models that answer the same message at most. */
const MODELS = 50;

/** Whether a record is one of theirs. */
export const isOpenWebUi = (record: Fields): boolean => {
  const chat = fieldsOf(record["chat"]);
  return Object.keys(fieldsOf(fieldsOf(chat["history"])["messages"])).length > 0 ||
    Array.isArray(chat["messages"]);
};

function treeOf(chat: Fields): Map<string, Node<Fields>> {
  const tree = new Map<string, Node<Fields>>();
  for (const [id, message] of Object.entries(fieldsOf(fieldsOf(chat["history"])["messages"]))) {
    const value = fieldsOf(message);
    tree.set(id, { id, parent: textOf(value["parentId"]), value });
  }
  return tree.size > 0 ? tree : treeOfList(listOf(chat["messages"]).map(fieldsOf), ({ id }) => idOf(id));
}

/** Answers to the same message by other models, the last of each, in the order of the models. */
function sideBySide(tree: ReadonlyMap<string, Node<Fields>>) {
  const answers = Map.groupBy(
    [...tree.values()].filter(({ value }) => value["role"] === "assistant"),
    ({ parent }) => parent,
  );
  return (node: Node<Fields>): readonly Node<Fields>[] => {
    const all = answers.get(node.parent) ?? [];
    if (node.value["role"] !== "assistant" || node.parent === "" || all.length === 1) return [node];
    const byModel = new Map<number, Node<Fields>>();
    for (const one of all) byModel.set(Number(one.value["modelIdx"] ?? 0) || 0, one);
    byModel.set(Number(node.value["modelIdx"] ?? 0) || 0, node);
    return [...byModel].sort(([a], [b]) => a - b).slice(0, MODELS).map(([, one]) => one);
  };
}

const FOLDED = '<details type="', FOLD_ENDS = "</details>";

/**
 * The words without what the page folds away: what a model thought, and its calls of tools.
 * @outside
 */
export function withoutFolds(text: string, left: Counts): string {
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const from = text.indexOf(FOLDED, at);
    const to = from === -1 ? -1 : text.indexOf(FOLD_ENDS, from);
    if (to === -1) break;
    parts.push(text.slice(at, from));
    count(left, text.startsWith("reasoning", from + FOLDED.length) ? "thoughts" : "tools");
    at = to + FOLD_ENDS.length;
  }
  return at === 0 ? text : (parts.join("") + text.slice(at)).trim();
}

/** What a message has besides its words. */
interface Besides {
  readonly files: NamedFile[];
  /** Documents, of which the text is there. */
  readonly texts: string[];
}

/** A picture or another file by its address; one that only names it is looked for, and lost. */
function fileAt(address: string, name: string, number: number): NamedFile {
  const id = `file ${number}`;
  return isHeld(address) ? { id, name, held: address } : { id: idOf(address) || id, name };
}

/** Pictures among the parts of a message, and what is attached to it. */
function besides(content: unknown, attached: unknown): Besides {
  const files: NamedFile[] = [];
  const texts: string[] = [];
  for (const part of listOf(content).map(fieldsOf)) {
    const { type, image_url: image } = part;
    const address = textOf(fieldsOf(image)["url"]) || textOf(image);
    if (type === "image_url") files.push(fileAt(address, "", files.length + 1));
  }
  for (const one of listOf(attached).map(fieldsOf)) {
    const text = textOf(fieldsOf(fieldsOf(one["file"])["data"])["content"]);
    const name = textOf(one["name"]);
    if (text !== "") texts.push(`${nameOf(name)}\n\n${fenced(text)}`.trim());
    else files.push(fileAt(textOf(one["url"]) || textOf(one["id"]), name, files.length + 1));
  }
  return { files, texts };
}

const wordsIn = (content: unknown): string =>
  typeof content === "string"
    ? content
    : listOf(content).map((part) => textOf(fieldsOf(part)["text"])).filter(Boolean).join("\n\n");

function saidBy(message: Fields, before: string, left: Counts): Said | null {
  const { role, content, model, modelName, timestamp, files } = message;
  if (role !== "user" && role !== "assistant") {
    count(left, role === "tool" ? "tools" : "hidden");
    return null;
  }
  const more = besides(content, files);
  const { words, files: pictures } = withoutPictures(wordsIn(content));
  const own = role === "user" ? words : withoutFolds(words, left);
  return saidOf({
    role,
    ...(role === "user" ? {} : { name: nameOf(modelName) || nameOf(model) || FROM }),
    at: timeOf(timestamp) ?? before,
    content: [own, ...more.texts].filter((text) => text !== "").join("\n\n"),
    files: [...more.files, ...pictures],
  }, left);
}

/**
 * The conversation, and behind it its other branches where they are wanted.
 * @outside
 */
export function openWebUiTalks(record: Fields, branches: boolean): Reading {
  const chat = fieldsOf(record["chat"]);
  const tree = treeOf(chat);
  const current = textOf(fieldsOf(chat["history"])["currentId"]);
  const head = tree.has(current) ? current : [...tree.keys()].at(-1) ?? "";
  const at = timeOf(record["created_at"]) ?? timeOf(chat["timestamp"]) ?? NO_TIME;
  const title = titleOf(record["title"]) || titleOf(chat["title"]);
  const id = idOf(record["id"]) || idOf(chat["id"]);
  return talksIn(
    { from: FROM, id, title, at, tree, head, say: saidBy, beside: sideBySide(tree) },
    branches,
  );
}

/**
 * A conversation of a Claude export: `chat_messages`, each naming the one before it, or in older exports one after the
 * other. Texts of documents stand in the messages; pictures are seldom in the archive.
 */
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
import { placeId, type Tree, treeOfList } from "./tree.ts";

const FROM = "Claude";

/** Whether a record is one of theirs. */
export const isClaude = (record: Fields): boolean => Array.isArray(record["chat_messages"]);

interface Placed {
  readonly value: Fields;
  /** "" where it has none of its own. */
  readonly id: string;
  readonly parent: string | undefined;
}

/**
 * The messages, and for each uuid the last one that has it. Some exports give several messages one uuid: each that says
 * something else is a message of its own, and whoever names the uuid behind it means that one.
 */
function treeOf(messages: readonly unknown[]): { tree: Tree<Placed>; last: ReadonlyMap<string, string> } {
  const first = new Map<string, { readonly value: Fields; text?: string }>();
  const last = new Map<string, string>();
  const placed = messages.map((message, index): Placed => {
    const value = fieldsOf(message);
    const { parent_message_uuid: named } = value;
    const parent = typeof named === "string" ? last.get(named) ?? named : undefined;
    const uuid = idOf(value["uuid"]);
    const known = first.get(uuid);
    if (known) {
      known.text ??= JSON.stringify(known.value);
      if (known.text !== JSON.stringify(value)) {
        last.set(uuid, placeId(index));
        return { value, id: "", parent };
      }
    } else if (uuid !== "") {
      first.set(uuid, { value });
      last.set(uuid, uuid);
    }
    return { value, id: uuid, parent };
  });
  return { tree: treeOfList(placed, ({ id }) => id, ({ parent }) => parent), last };
}

/**
 * A text between fences that are longer than any in it.
 * @outside
 */
export function fenced(text: string): string {
  let longest = 2;
  for (let at = text.indexOf("```"); at !== -1;) {
    let end = at;
    while (text[end] === "`") end++;
    longest = Math.max(longest, end - at);
    at = text.indexOf("```", end);
  }
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

/** What a message says in its blocks; what is none of it is counted. */
function wordsOf(message: Fields, left: Counts): string[] {
  const blocks = listOf(message["content"]).map(fieldsOf);
  const texts: string[] = [];
  for (const { type, text } of blocks) {
    if (type === "text") texts.push(textOf(text));
    else if (type === "image") continue;
    else if (type === "thinking") count(left, "thoughts");
    else count(left, "tools");
  }
  return blocks.length > 0 ? texts : [textOf(message["text"])];
}

/** Pictures: some stand in the message itself, most are named alone, and few archives have these. */
function filesOf(message: Fields): NamedFile[] {
  const held = listOf(message["content"]).map(fieldsOf).filter(({ type }) => type === "image").map(
    ({ source }, at) => {
      const { data, media_type: type } = fieldsOf(source);
      const id = `picture ${at + 1}`;
      return typeof data === "string"
        ? { id, name: "", held: `data:${textOf(type)};base64,${data}` }
        : { id, name: "" };
    },
  );
  const files = listOf(message["files"]);
  const named = (files.length > 0 ? files : listOf(message["files_v2"])).map(fieldsOf);
  return [
    ...held,
    ...named.map(({ file_uuid: uuid, file_name: name }, at) => ({
      id: idOf(uuid) || `file ${at + 1}`,
      name: textOf(name),
    })),
  ];
}

function saidBy(model: string) {
  return ({ value: message }: Placed, before: string, left: Counts): Said | null => {
    const isPerson = message["sender"] === "human";
    if (!isPerson && message["sender"] !== "assistant") {
      count(left, "hidden");
      return null;
    }
    const texts = wordsOf(message, left);
    for (const { file_name, extracted_content } of listOf(message["attachments"]).map(fieldsOf)) {
      const text = textOf(extracted_content);
      if (text === "") count(left, "lost_files");
      else texts.push(`${textOf(file_name)}\n\n${fenced(text)}`);
    }
    return saidOf({
      role: isPerson ? "user" : "assistant",
      ...(isPerson ? {} : { name: model }),
      at: timeOf(message["created_at"]) ?? before,
      content: texts.filter((text) => text !== "").join("\n\n"),
      files: filesOf(message),
    }, left);
  };
}

/**
 * The conversation, and behind it its other branches where they are wanted.
 * @outside
 */
export function claudeTalks(record: Fields, branches: boolean): Reading {
  const { tree, last } = treeOf(listOf(record["chat_messages"]));
  const end = [...tree.keys()].at(-1);
  // An empty conversation has no message, and still is one.
  if (end === undefined) return { talks: [], left: { blank_talks: 1 } };
  const head = last.get(textOf(record["current_leaf_message_uuid"])) ?? end;
  const at = timeOf(record["created_at"]) ?? timeOf(record["updated_at"]) ?? NO_TIME;
  const say = saidBy(nameOf(record["model"]) || FROM);
  const id = idOf(record["uuid"]);
  return talksIn({ from: FROM, id, title: titleOf(record["name"]), at, tree, head, say }, branches);
}

/**
 * A conversation of a ChatGPT export: `mapping` is a tree of nodes, `current_node` the end of the path that was shown
 * last. Newer exports name no children and no recipient, and their files are `.dat`.
 */
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
import { talksIn } from "./path_talks.ts";
import { endsOf, type Node, type Tree } from "./tree.ts";

const FROM = "ChatGPT";

/** Whether a record is one of theirs. */
export const isChatGpt = (record: Fields): boolean =>
  typeof record["mapping"] === "object" && record["mapping"] !== null;

function treeOf(mapping: Fields): Tree<Fields> {
  const parents = new Map<string, string>();
  for (const [id, node] of Object.entries(mapping)) {
    for (const child of listOf(fieldsOf(node)["children"])) parents.set(textOf(child), id);
  }
  const tree = new Map<string, Node<Fields>>();
  for (const [id, value] of Object.entries(mapping)) {
    const node = fieldsOf(value);
    const parent = textOf(node["parent"]) || (parents.get(id) ?? "");
    tree.set(id, { id, parent, value: fieldsOf(node["message"]) });
  }
  return tree;
}

/** What they mark references with, which lead nowhere outside: two letters of a private use, and what is between. */
const MARK = { from: "\ue200", to: "\ue201" } as const;

/**
 * The words without marks of references.
 * @outside
 */
export function withoutMarks(text: string): string {
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const from = text.indexOf(MARK.from, at);
    const to = from === -1 ? -1 : text.indexOf(MARK.to, from);
    if (to === -1) break;
    parts.push(text.slice(at, from));
    at = to + 1;
  }
  return at === 0 ? text : parts.join("") + text.slice(at);
}

/** The id of a file in `file-service://file-…` and `sediment://file_…`. */
const fileIdOf = (pointer: unknown): string => idOf(textOf(pointer).replace(/^[\w-]{1,20}:\/\//, ""));

interface Parts {
  readonly texts: string[];
  readonly files: NamedFile[];
  /** What can be heard or seen, and not be attached. */
  other: number;
}

function addPart(parts: Parts, part: unknown): void {
  if (typeof part === "string") parts.texts.push(part);
  const fields = fieldsOf(part);
  const type = textOf(fields["content_type"]);
  if (type === "image_asset_pointer") {
    const id = fileIdOf(fields["asset_pointer"]);
    if (id) parts.files.push({ id, name: "" });
    else parts.other++;
  } else if (type.endsWith("asset_pointer")) parts.other++;
  else if (typeof fields["text"] === "string") parts.texts.push(fields["text"]);
}

/** Documents that were attached; pictures are named both here and among the parts. */
function addAttachments(parts: Parts, metadata: Fields): void {
  const known = new Map(parts.files.map(({ id }, index) => [id, index]));
  for (const value of listOf(metadata["attachments"])) {
    const { id: given, name } = fieldsOf(value);
    const id = idOf(given);
    if (!id) continue;
    const at = known.get(id) ?? parts.files.length;
    parts.files[at] = { id, name: textOf(name) };
    known.set(id, at);
  }
}

function partsOf(content: Fields, metadata: Fields): Parts {
  const parts: Parts = { texts: [], files: [], other: 0 };
  for (const part of listOf(content["parts"])) addPart(parts, part);
  const text = content["text"];
  if (content["content_type"] === "code" && typeof text === "string") {
    const language = textOf(content["language"]).replace(/^unknown$|[^\w+#-]/g, "");
    parts.texts.push(`\`\`\`${language}\n${text}\n\`\`\``);
  }
  addAttachments(parts, metadata);
  return parts;
}

/** What is no word of a person and no answer; null for the rest. */
function whyNot(role: string, message: Fields, type: string): "hidden" | "tools" | "thoughts" | null {
  const metadata = fieldsOf(message["metadata"]);
  if (metadata["is_visually_hidden_from_conversation"] === true || type.endsWith("_context")) return "hidden";
  if (type === "thoughts" || type === "reasoning_recap") return "thoughts";
  if (role === "system") return "hidden";
  // A tool that draws gives its picture itself.
  if (role === "tool") return type === "multimodal_text" ? null : "tools";
  const recipient = textOf(message["recipient"]) || "all";
  if (recipient !== "all") return "tools";
  return type === "text" || type === "multimodal_text" || type === "code" ? null : "tools";
}

/** What a node says; null for what is left out. `before`: when the last one was said. */
function saidBy(message: Fields, before: string, left: Counts): Said | null {
  const role = textOf(fieldsOf(message["author"])["role"]);
  const content = fieldsOf(message["content"]);
  // A root says nothing, and is missed by nobody.
  if (role === "") return null;
  const why = whyNot(role, message, textOf(content["content_type"]));
  if (why) {
    count(left, why);
    return null;
  }
  const metadata = fieldsOf(message["metadata"]);
  const { texts, files, other } = partsOf(content, metadata);
  count(left, "other_files", other);
  if (role === "tool" && files.length === 0) {
    count(left, "tools");
    return null;
  }
  return saidOf({
    role: role === "user" ? "user" : "assistant",
    ...(role === "user" ? {} : { name: nameOf(metadata["model_slug"]) || FROM }),
    at: timeOf(message["create_time"]) ?? before,
    // What a tool that draws says is meant for the model.
    content: role === "tool" ? "" : withoutMarks(texts.join("\n\n")),
    files,
  }, left);
}

/** The end of the path that was shown last; of an export that does not tell, the one that was written last. */
function endOf(record: Fields, tree: Tree<Fields>, ends: readonly string[]): string {
  const current = textOf(record["current_node"]);
  if (tree.has(current)) return current;
  const written = (id: string) => timeOf(tree.get(id)?.value["create_time"]) ?? "";
  return ends.reduce((best, id) => written(id) >= written(best) ? id : best, ends[0] ?? "");
}

/**
 * The conversation, and behind it its other branches where they are wanted.
 * @outside
 */
export function chatGptTalks(record: Fields, branches: boolean): Reading {
  const tree = treeOf(fieldsOf(record["mapping"]));
  const head = endOf(record, tree, endsOf(tree));
  const at = timeOf(record["create_time"]) ?? timeOf(record["update_time"]) ?? NO_TIME;
  const id = idOf(record["conversation_id"]) || idOf(record["id"]);
  return talksIn({ from: FROM, id, title: titleOf(record["title"]), at, tree, head, say: saidBy }, branches);
}

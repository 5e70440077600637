/** A conversation of another Fishbowl, as its JSON export tells it: its words, with their authors and times. */
import { talksIn } from "./path_talks.ts";
import {
  count,
  type Counts,
  type Fields,
  fieldsOf,
  idOf,
  isSaid,
  listOf,
  nameOf,
  NO_TIME,
  type Reading,
  type Said,
  textOf,
  timeOf,
  titleOf,
} from "./talks.ts";
import type { Node } from "./tree.ts";

const FROM = "Fishbowl";

/** Whether a record is one of ours. */
export const isTranscript = (record: Fields): boolean =>
  Array.isArray(record["messages"]) && Array.isArray(record["participants"]) && "mode" in record;

function saidBy(message: Fields, before: string, left: Counts): Said | null {
  const { authorType, authorName, content, createdAt, attachments } = message;
  if (authorType !== "human" && authorType !== "agent") {
    count(left, "hidden");
    return null;
  }
  count(left, "lost_files", listOf(attachments).length);
  const name = nameOf(authorName);
  const said: Said = {
    role: authorType === "human" ? "user" : "assistant",
    ...(name === "" ? {} : { name }),
    at: timeOf(createdAt) ?? before,
    content: textOf(content).toWellFormed(),
    files: [],
  };
  return isSaid(said, left) ? said : null;
}

/**
 * The conversation: it has no branches.
 * @outside
 */
export function transcriptTalks(record: Fields): Reading {
  const tree = new Map<string, Node<Fields>>();
  let head = "";
  for (const [index, message] of listOf(record["messages"]).entries()) {
    const value = fieldsOf(message);
    const id = idOf(value["id"]) || `message ${index + 1}`;
    // Twice the same id is once a message.
    if (tree.has(id)) continue;
    tree.set(id, { id, parent: head, value });
    head = id;
  }
  if (head === "") return { talks: [], left: { blank_talks: 1 } };
  const at = timeOf(record["createdAt"]) ?? NO_TIME;
  const id = idOf(record["id"]) || head;
  return talksIn({ from: FROM, id, title: titleOf(record["title"]), at, tree, head, say: saidBy }, false);
}

/** A conversation of another Fishbowl, as its JSON export tells it: its words, with their authors and times. */
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
import { treeOfList } from "./tree.ts";

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
  return saidOf({
    role: authorType === "human" ? "user" : "assistant",
    ...(name === "" ? {} : { name }),
    at: timeOf(createdAt) ?? before,
    content: textOf(content),
  }, left);
}

/**
 * The conversation: it has no branches.
 * @outside
 */
export function transcriptTalks(record: Fields): Reading {
  const tree = treeOfList(listOf(record["messages"]).map(fieldsOf), ({ id }) => idOf(id));
  const head = [...tree.keys()].at(-1) ?? "";
  if (head === "") return { talks: [], left: { blank_talks: 1 } };
  const at = timeOf(record["createdAt"]) ?? NO_TIME;
  const id = idOf(record["id"]);
  return talksIn({ from: FROM, id, title: titleOf(record["title"]), at, tree, head, say: saidBy }, false);
}

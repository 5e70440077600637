/** What a practice voice finds of an answer that it judges: whether a word of the rule is in it. */
import { jsonOf } from "../../runtime/json.ts";
import type { MockBody } from "./render_mock.ts";

const ASKED = "The rule: this answer must be like this.\n";

/** UTF-16 units of a rule and of an answer that are read: word by word through some MB, everybody else would wait. */
const READ_UNITS = 20_000;

const wordsOf = (text: string): string[] =>
  text.slice(0, READ_UNITS).toLowerCase().match(/[\p{L}\p{N}’']{4,}/gu) ?? [];

/**
 * A verdict in the form that is asked for; null of any other request.
 * @outside
 */
export function judging({ messages }: Pick<MockBody, "messages">): string | null {
  const last = messages.at(-1);
  if (last?.role !== "user" || !last.content.startsWith(ASKED)) return null;
  const end = last.content.indexOf("\n\n{");
  if (end < 0) return null;
  const rule = last.content.slice(ASKED.length, end);
  const given = jsonOf(last.content.slice(end));
  const answer = typeof given === "object" && given !== null && "answer" in given ? String(given.answer) : "";
  const said = new Set(wordsOf(answer));
  const word = wordsOf(rule).find((one) => said.has(one));
  const reason = word === undefined ? "The answer has no word of the rule." : `The answer says “${word}”.`;
  return JSON.stringify({ reason, holds: word !== undefined });
}

/** What a practice voice finds of answers that it judges: whether a word of the rule is in one, which of two is shorter. */
import { jsonOf } from "../../runtime/json.ts";
import type { MockBody } from "./render_mock.ts";

const BY_RULE = "The rule: this answer must be like this.\n";
const OF_TWO = "Which answer is better?\n\n{";

/** UTF-16 units of a rule and of an answer that are read: word by word through some MB, everybody else would wait. */
const READ_UNITS = 20_000;

const wordsOf = (text: string): string[] =>
  text.slice(0, READ_UNITS).toLowerCase().match(/[\p{L}\p{N}’']{4,}/gu) ?? [];

/** Texts of a JSON object by their names; "" where there is none. */
function textsIn(json: string): (name: string) => string {
  const given = jsonOf(json);
  const fields = new Map(typeof given === "object" && given !== null ? Object.entries(given) : []);
  return (name) => String(fields.get(name) ?? "");
}

function byRule(content: string): string | null {
  const end = content.indexOf("\n\n{");
  if (end < 0) return null;
  const said = new Set(wordsOf(textsIn(content.slice(end))("answer")));
  const word = wordsOf(content.slice(BY_RULE.length, end)).find((one) => said.has(one));
  const reason = word === undefined ? "The answer has no word of the rule." : `The answer says “${word}”.`;
  return JSON.stringify({ reason, holds: word !== undefined });
}

function ofTwo(content: string): string {
  const textOf = textsIn(content.slice(OF_TWO.length - 1));
  const [a, b] = [textOf("A").length, textOf("B").length];
  if (a === b) return JSON.stringify({ reason: "Both take as many words.", best: "tie" });
  return JSON.stringify({ reason: "It is there sooner.", best: a < b ? "A" : "B" });
}

/**
 * A verdict in the form that is asked for; null of any other request.
 * @outside
 */
export function judging({ messages }: Pick<MockBody, "messages">): string | null {
  const { role, content = "" } = messages.at(-1) ?? {};
  if (role !== "user") return null;
  if (content.startsWith(OF_TWO)) return ofTwo(content);
  return content.startsWith(BY_RULE) ? byRule(content) : null;
}

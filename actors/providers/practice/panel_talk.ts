/** What a practice voice understands of a request that is a stage of a panel. */
import { plain, utterances } from "./talk.ts";
import type { MockBody } from "./render_mock.ts";

const PANEL =
  /(?:^|\n\n)This is a panel: several agents answer one question in stages\. Stage (\d+) of (\d+), ([^\n]{0,80}?)(?:, round \d+)?\. You sit[ ]as ([^\n]{0,80})\.\n\n/;
const ABOVE = /(?:^|\n\n)Above stand, in this order: ([^\n]*)\.(?:\n\n|$)/;
const NAMED = /(\d{1,3}) is (your own, )?\[([^\]\n]{1,180})\]/g;

/** An answer of the panel that it is shown. */
export interface Shown {
  readonly number: number;
  readonly label: string;
  readonly own: boolean;
  readonly text: string;
}

export interface PanelTalk {
  readonly stage: number;
  readonly stages: number;
  readonly role: string;
  /** All that is asked of it, the role's words among it. */
  readonly task: string;
  /** What a person asked. */
  readonly question: string;
  readonly answers: readonly Shown[];
  /** Which form is asked for. */
  readonly form: "brief" | "findings" | "estimate" | "other" | null;
}

/** UTF-16 units of a text that are read: word by word through some MB, everybody else would wait. */
const READ_UNITS = 20_000;

function formOf({ params }: MockBody): PanelTalk["form"] {
  const form = params["form"];
  if (typeof form !== "string") return null;
  if (form.includes('"agreed"') && form.includes('"disputed"')) return "brief";
  if (form.includes('"findings"') && form.includes('"severity"')) return "findings";
  return form.includes('"estimate"') ? "estimate" : "other";
}

/**
 * The stage that a request is; null of any other request.
 * @outside
 */
export function panelTalk(body: MockBody): PanelTalk | null {
  const last = body.messages.at(-1);
  if (last?.role !== "user") return null;
  const found = PANEL.exec(last.content);
  if (!found) return null;
  const [, stage = "1", stages = "1", , role = ""] = found;
  const task = last.content.slice(found.index);
  const named = [...(ABOVE.exec(task)?.[1] ?? "").matchAll(NAMED)].map(([, number = "", own, label = ""]) => (
    { number: Number(number), own: own !== undefined, label }
  ));
  const said = [...body.messages.slice(0, -1), { ...last, content: last.content.slice(0, found.index) }];
  const own = said.flatMap(({ role, content }) => role === "assistant" ? [content] : []);
  const heard = said.flatMap(({ role, content }) => role === "user" ? utterances(content) : []);
  const labels = new Set(named.map(({ label }) => label));
  const ownAnswers = own.slice(own.length - named.filter((one) => one.own).length);
  const answers = named.map((one): Shown => {
    const text = one.own ? ownAnswers.shift() : heard.findLast(({ name }) => name === one.label)?.text;
    return { ...one, text: (text ?? "").slice(0, READ_UNITS) };
  });
  return {
    stage: Number(stage),
    stages: Number(stages),
    role,
    task,
    question: plain((heard.findLast(({ name }) => !labels.has(name))?.text ?? "").slice(0, READ_UNITS)),
    answers: answers.filter(({ text }) => text !== ""),
    form: formOf(body),
  };
}

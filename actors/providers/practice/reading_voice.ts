/** What the practice voices make of answers they are asked to read: their gist, or the claims of two. */
import { fragment, plain, topic, utterances } from "./talk.ts";
import type { MockBody } from "./render_mock.ts";

interface Asked {
  readonly task: "gist" | "claims";
  /** The answers' texts in their order. */
  readonly texts: readonly string[];
}

const GIST = /(?:^|\n\n)Sum up what these (\d{1,3}) answers above say, /;
const CLAIMS = /(?:^|\n\n)Compare what these two answers above claim: /;

/** Answers that are looked at; more are told of by the first. */
const READ = 50;
/** UTF-16 units of an answer that are read: word by word through some MB, everybody else would wait. */
const READ_UNITS = 20_000;

/** What is asked for behind everything that was said, and the answers it is about; null of any other request. */
function askedFor({ messages }: MockBody): Asked | null {
  const last = messages.at(-1);
  if (last?.role !== "user") return null;
  const gist = GIST.exec(last.content);
  const found = gist ?? CLAIMS.exec(last.content);
  if (!found) return null;
  const said = [...messages.slice(0, -1), { ...last, content: last.content.slice(0, found.index) }];
  const texts = said.flatMap(({ role, content }) =>
    role === "assistant" ? [content] : role === "user" ? utterances(content).map(({ text }) => text) : []
  ).filter((text) => text !== "");
  const count = Math.min(gist ? Number(gist[1]) : 2, READ);
  return {
    task: gist ? "gist" : "claims",
    texts: texts.slice(-count).map((text) => plain(text.slice(0, READ_UNITS))),
  };
}

const numbers = (texts: readonly string[]): string => texts.map((_, index) => `[${index + 1}]`).join("");

/** Sentences of a text, each as it stands there. */
const sentencesOf = (text: string): string[] =>
  text.split(/(?<=[.!?])\s+|\n+/, 100).map((one) => one.trim()).filter((one) => one.split(" ").length > 2);

function gist(texts: readonly string[]): string {
  const open = texts.findIndex((text) => sentencesOf(text).some((one) => one.endsWith("?")));
  const asks = sentencesOf(texts[open] ?? "").find((one) => one.endsWith("?"));
  return [
    `Agree ${numbers(texts)}: It is about ${topic(texts.join("\n")) || "what was asked"}.`,
    ...texts.slice(0, 3).map((text, index) =>
      `Alone [${index + 1}]: ${fragment(text, 14) || "Nothing of note"}.`
    ),
    asks === undefined ? `Open ${numbers(texts)}: Which of it to try first.` : `Open [${open + 1}]: ${asks}`,
  ].join("\n");
}

const wordsOf = (sentence: string): Set<string> =>
  new Set(sentence.toLowerCase().match(/[\p{L}\p{N}’']{4,}/gu) ?? []);
const DENIES = /\b(?:not|no|never|nobody|without|don’t|isn’t|wrong)\b/i;

/** Share of the words of `one` that are in `other` too. */
function shared(one: string, other: string): number {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  return a.size === 0 ? 0 : [...a].filter((word) => b.has(word)).length / a.size;
}

/** Sentences of each answer that are set against each other. */
const COMPARED = 6;
/** Words in common from which on two sentences speak of the same. */
const ALIKE = 0.3;

function claims([left = "", right = ""]: readonly string[]): string {
  const others = sentencesOf(right).slice(0, COMPARED);
  const blocks = sentencesOf(left).slice(0, COMPARED).map((one) => {
    const [best] = others.toSorted((a, b) => shared(one, b) - shared(one, a));
    if (best === undefined || shared(one, best) < ALIKE) return `Alone\n1: ${one}`;
    others.splice(others.indexOf(best), 1);
    const kind = DENIES.test(one) === DENIES.test(best) ? "Same" : "Contradiction";
    return `${kind}\n1: ${one}\n2: ${best}`;
  });
  return [...blocks, ...others.map((other) => `Alone\n2: ${other}`)].join("\n\n");
}

/**
 * The reading that a request asks for; null where it asks for none.
 * @outside
 */
export function reading(body: MockBody): string | null {
  const asked = askedFor(body);
  return asked && (asked.task === "gist" ? gist(asked.texts) : claims(asked.texts));
}

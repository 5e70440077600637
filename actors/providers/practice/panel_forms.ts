/** What practice agents give in panels where their answer has a form: findings, and the brief that is made of answers. */
import type { Random } from "./chance.ts";
import type { PanelTalk, Shown } from "./panel_talk.ts";
import { fragment, plain, topic } from "./talk.ts";

/** Sentences of an answer that a brief may quote, as they stand there; of one in JSON its claims or reason. */
function sentencesOf({ text }: Shown): string[] {
  const inside = [...text.matchAll(/"(?:claim|reason)":"((?:[^"\\]|\\.){1,400})"/g)].slice(0, 20).map((
    [, one = ""],
  ) => one);
  if (inside.length > 0) return inside;
  return text.split(/(?<=[.!?])\s+|\n+/, 100).map((one) => one.trim()).filter((one) =>
    one.split(" ").length > 4 && !one.endsWith(":") && !/^\*{0,2}(?:Answer [A-Z]|For|Against)\b/.test(one)
  );
}

const wordsOf = (sentence: string): Set<string> =>
  new Set(plain(sentence).toLowerCase().match(/[\p{L}\p{N}’']{5,}/gu) ?? []);

const passage = ({ number }: Shown, words: string) => ({ answer: number, words });
const nameOf = ({ label }: Shown): string =>
  label.replace(/, (?:Answer|Critique|Opening|Reply|Attack|Defence)$/, "");
/** A sentence without its end, as it goes on inside another. */
function said(text: string): string {
  const words = plain(text).split(/\s+/, 24).join(" ");
  return words.replace(/[.!?…:;,]{1,5}$/, "") || fragment(text);
}

/** A sentence of each of two answers that have words in common; null where they have none. */
function common(answers: readonly Shown[]): readonly [Shown, string, Shown, string] | null {
  for (const [at, one] of answers.entries()) {
    for (const other of answers.slice(at + 1)) {
      for (const left of sentencesOf(one).slice(0, 8)) {
        const words = wordsOf(left);
        const right = sentencesOf(other).slice(0, 8).find((sentence) =>
          [...wordsOf(sentence)].some((word) => words.has(word))
        );
        if (right !== undefined) return [one, left, other, right];
      }
    }
  }
  return null;
}

/** The longest of what was said about it; where nothing was, of all. */
function strongest(answers: readonly Shown[], about: string): string {
  const all = answers.flatMap(sentencesOf).filter((one) => one.length < 200 && !one.endsWith("?"));
  const named = all.filter((one) => one.toLowerCase().includes(about.toLowerCase()));
  return (named.length > 0 ? named : all).toSorted((a, b) => b.length - a.length)[0] ?? "";
}

/** The brief that a voice writes of what it is shown: every line copied from somewhere. */
export function briefOf({ question, answers }: PanelTalk): string {
  const about = topic(question) || "the question";
  const usable = answers.filter((one) => sentencesOf(one).length > 0);
  // What was said of the answers is about them.
  const firsts = usable.filter(({ label }) => !label.includes("Critique")).slice(0, 3);
  const shared = common(usable);
  const [lead] = firsts;
  const disputed = usable.slice(-2).filter((one) => one !== lead).map((one) => {
    const all = sentencesOf(one);
    const words = all.findLast((sentence) => /\b(?:but|not|never|nobody|wrong)\b/i.test(sentence)) ??
      all.at(-1) ?? "";
    const objection = said(words).replace(/^But /, "");
    return { text: `${nameOf(one)} objects: ${objection}.`, from: [passage(one, words)] };
  });
  const asking =
    usable.flatMap((one) =>
      sentencesOf(one).filter((sentence) => sentence.endsWith("?")).map((words) => ({ one, words }))
    )[0];
  return JSON.stringify({
    answer: lead
      ? `Try it small before anybody decides about **${about}**: with a date on which to look at it again, and with the way ` +
        `back open. The strongest reason given: “${said(strongest(firsts, about))}.”`
      : `Nobody said anything about ${about}.`,
    agreed: shared
      ? [
        {
          text: `All of it turns on ${about}, and can be tried before it is decided.`,
          from: [passage(shared[0], shared[1]), passage(shared[2], shared[3])],
        },
        ...firsts.slice(1, 2).map((one) => {
          const words = sentencesOf(one)[0] ?? "";
          return { text: `${said(words)}.`, from: [passage(one, words)] };
        }),
      ]
      : firsts.slice(0, 1).map((one) => {
        const words = sentencesOf(one)[0] ?? "";
        return { text: `${said(words)}.`, from: [passage(one, words)] };
      }),
    disputed,
    open: asking ? [{ text: plain(asking.words), from: [passage(asking.one, asking.words)] }] : [],
  });
}

const LENSES = [
  {
    lens: "correctness",
    claims: [
      "It says this as if it followed; it does not.",
      "This holds in the usual case and is wrong at the edge.",
      "Two places say different things about it.",
    ],
  },
  {
    lens: "risk",
    claims: [
      "Nothing says what happens when this fails.",
      "Whoever is hurt by this does not decide about it.",
      "It cannot be undone, and nobody is asked before it.",
    ],
  },
  {
    lens: "clarity",
    claims: [
      "A reader will take this for its opposite.",
      "The word means two things here.",
      "One has to read this twice to see who does it.",
    ],
  },
];

/** What a voice finds in what it was given, through its lens. */
export function findingsOf({ question, answers, task, role }: PanelTalk, random: Random): string {
  const text = answers[0]?.text ?? question;
  const places = plain(text).split(/(?<=[.!?])\s+|\n+/, 100).filter((one) => one.split(" ").length > 2);
  const lens = LENSES.find((one) => task.includes(`Your lens is ${one.lens}`)) ??
    LENSES[(role.length + random.below(3)) % LENSES.length];
  const severities = ["high", "medium", "low"];
  const first = random.below(2);
  return JSON.stringify({
    findings: (lens?.claims ?? []).slice(0, Math.max(1, Math.min(3, places.length))).map((claim, index) => ({
      claim,
      where: said(places[index % Math.max(1, places.length)] ?? topic(text)),
      severity: severities[(first + index) % severities.length],
      confidence: 90 - 15 * index - random.below(8),
    })),
  });
}

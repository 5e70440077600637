/** How practice agents take part in panels: they criticise, argue, estimate, find and conclude from what they are shown. */
import type { Random } from "./chance.ts";
import { briefOf, findingsOf } from "./panel_forms.ts";
import { type PanelTalk, panelTalk, type Shown } from "./panel_talk.ts";
import { fragment, topic } from "./talk.ts";
import type { MockBody } from "./render_mock.ts";

/** What each of the voices holds to be a good answer. */
const TASTES: Readonly<Record<string, string>> = {
  editor: "it says it in fewer words than the others",
  critic: "it says what would have to be true for it to be wrong",
  researcher: "it says how one would find out",
};
const MISSING: Readonly<Record<string, readonly string[]>> = {
  editor: [
    "its second half could go",
    "the point stands at the end, where nobody reads it",
    "one adverb in three works",
  ],
  critic: [
    "it never says what speaks against it",
    "it would be true of anything",
    "nobody asked who pays for it",
  ],
  researcher: [
    "it names no number",
    "it does not say what would change its mind",
    "one example would have shown it",
  ],
};

const quote = (text: string, words = 10): string => fragment(text, words) || topic(text) || "all of it";

function critique({ answers }: PanelTalk, voice: string, random: Random): string {
  const lacks = MISSING[voice] ?? MISSING["critic"] ?? [];
  const lines = answers.map(({ label, text }, index) =>
    `**${label}.** Right about “${quote(text)}”. But ${lacks[(index + random.below(3)) % lacks.length]}.`
  );
  const best = answers[random.below(answers.length)] ?? answers[0];
  return [
    ...lines,
    ...(best ? [`**${best.label}** is best: ${TASTES[voice] ?? "it can be acted on tomorrow"}.`] : []),
  ].join("\n\n");
}

function opening({ question, task }: PanelTalk, random: Random): string {
  const about = topic(question) || "this";
  const against = task.includes("You argue against");
  const reasons = against
    ? [
      `The cost of **${about}** comes first and is certain; what it brings comes later and is not.`,
      `Whoever is for it has to say what is given up for it. Nobody has.`,
      `Waiting a quarter costs little here, and shows whether “${
        quote(question)
      }” is still the question then.`,
      "It cannot easily be undone, and that alone asks for a better reason than hope.",
    ]
    : [
      `Without **${about}** the problem stays, and grows while one talks about it.`,
      `It can be begun small: one team, one month, and “${quote(question)}” is answered by what happened.`,
      "Those who tried it complained about the beginning, not about the end.",
      "The risk is known and bounded; that of doing nothing is neither.",
    ];
  const [first = "", second = "", third = ""] = random.below(2) === 0 ? reasons : reasons.toReversed();
  return `${against ? "**Against.**" : "**For.**"} ${first}\n\n1. ${second}\n2. ${third}`;
}

function reply({ answers, role }: PanelTalk, random: Random): string {
  const others = answers.filter(({ own }) => !own);
  const other = others.at(-1);
  const own = answers.findLast((one) => one.own);
  return [
    other
      ? `You say “${quote(other.text, 14)}”. ${
        random.pick([
          "That is true and decides nothing.",
          "I grant half of it.",
          "That would be an argument if it were the only one.",
        ])
      }`
      : "Nobody has answered me, so I repeat nothing.",
    own ? `What still stands of mine: “${quote(own.text, 14)}”.` : "",
    random.pick([
      "Show one case where it went the other way, and I will yield.",
      `As ${role} I add one thing: the burden lies with whoever wants to change something.`,
      "The rest of it we agree on, it seems, and only call it by other names.",
    ]),
  ].filter((part) => part !== "").join("\n\n");
}

/** A number from 1 to 100 that follows from a text. */
const numberOf = (text: string, random: Random): number =>
  Number(/\d{1,6}/.exec(text)?.[0] ?? 10 + random.below(60));

function estimate({ question, answers, task }: PanelTalk, voice: string, random: Random): string {
  const own = answers.findLast((one) => one.own)?.text;
  const before = Number(/"estimate":(-?\d+(?:\.\d+)?)/.exec(own ?? "")?.[1]);
  const median = Number(/estimate: \d+ given, from \S+ to \S+, median (-?\d+(?:\.\d+)?)/.exec(task)?.[1]);
  const moved = Number.isFinite(before) && Number.isFinite(median);
  const spread = { editor: 0.8, critic: 1.6, researcher: 1.15 }[voice] ?? 1;
  const value = moved
    ? Math.round((before + median) / 2)
    : Math.round(numberOf(question, random) * spread + random.below(5));
  const unit = /\b(days?|weeks?|months?|hours?|euros?|dollars?|people|percent|%)\b/i.exec(question)?.[1] ??
    "units";
  return JSON.stringify({
    estimate: value,
    low: Math.round(value * 0.7),
    high: Math.round(value * 1.5),
    unit,
    reason: moved
      ? `I move half of the way to the middle: the reasons of the others are as good as mine, and “${
        quote(question)
      }” is a thing one is wrong about.`
      : ({
        editor: "Most of such work is shorter than it sounds, once somebody cuts it.",
        critic: "Everybody forgets the part that goes wrong, so I have put it in.",
        researcher:
          "I took what comparable cases took, and added a tenth for what they had not written down.",
      }[voice] ?? "That is what it took the last time."),
  });
}

/** A text of one's own about what was asked for. */
function draft({ question }: PanelTalk): string {
  const about = topic(question) || "it";
  return `It began, as these things do, with ${about}. Nobody had asked for it, and by noon nobody could think of anything else.\n\n` +
    `We had been told to expect little. What came was “${
      quote(question)
    }”, and a quiet that I can only describe as very really sudden.\n\n` +
    "In the end we did what people do: we sat down, and wrote to you.";
}

function notes({ answers, task }: PanelTalk): string {
  const sentences = (answers[0]?.text ?? "").split(/(?<=[.!?])\s+/).filter((one) => one.length > 10);
  const place = (at: number) => quote(sentences[at % Math.max(1, sentences.length)] ?? "", 8);
  const lines = task.includes("You read for structure")
    ? [
      `“${place(1)}”: begin here; what stands before it is a run-up.`,
      `“${place(3)}”: say this once more at the end, or not at all.`,
    ]
    : task.includes("You read for style")
    ? [
      `“${place(2)}”: two adverbs in a row; keep neither.`,
      `“${place(0)}”: a good first line. Do not touch it.`,
    ]
    : [
      `“${place(3)}”: I stumbled here, who is speaking?`,
      `“${place(1)}”: now I wanted to know more, and got less.`,
    ];
  return lines.map((line, index) => `${index + 1}. ${line}`).join("\n");
}

function revision({ answers }: PanelTalk): string {
  const own = answers.find((one) => one.own)?.text ?? answers[0]?.text ?? "";
  return own.replace(/\b(?:very|really)\s+/g, "").replace("as these things do, ", "").replace(
    /We had been told to expect little\. What came was/,
    "We expected little. What came was",
  );
}

function defence({ answers }: PanelTalk): string {
  const attacks = answers.filter(({ own }) => !own);
  const claims = attacks.flatMap(({ text, label }) =>
    [...text.matchAll(/"claim":"((?:[^"\\]|\\.){1,300})"/g)].slice(0, 2).map(([, claim = ""]) => ({
      label,
      claim,
    }))
  );
  const own = answers.find((one) => one.own)?.text ?? "";
  return [
    ...claims.map(({ label, claim }, index) =>
      `**${label}:** “${quote(claim, 14)}”. ${
        index % 2 === 0 ? "That hits. I take it in." : "That is out of its scope, and I say so below."
      }`
    ),
    `As it stands now: ${quote(own, 24)}, with a bound, a date, and somebody who answers for it.`,
  ].join("\n\n");
}

/** What is asked of it, known by the words in which built-in formats ask it. */
const STAGES: readonly (readonly [RegExp, (talk: PanelTalk, voice: string, random: Random) => string])[] = [
  [/The answers above are unnamed/, critique],
  [/Make your case/, (talk, _, random) => opening(talk, random)],
  [/Answer the other side/, (talk, _, random) => reply(talk, random)],
  [/Write what is asked for\. Give the text itself/, (talk) => draft(talk)],
  [/Give the writer at most five notes/, (talk) => notes(talk)],
  [/Revise your draft/, (talk) => revision(talk)],
  [/Answer each attack/, (talk) => defence(talk)],
];

/** What a voice says in a stage of a panel; null of a request that is none. `alone`: what it says to a question by itself. */
export function panelled(
  body: MockBody,
  voice: string,
  random: Random,
  alone: (question: string) => string,
): { readonly text: string; readonly formed?: true } | null {
  const talk = panelTalk(body);
  if (!talk) return null;
  if (talk.form === "brief") return { text: briefOf(talk), formed: true };
  if (talk.form === "findings") return { text: findingsOf(talk, random), formed: true };
  if (talk.form === "estimate") return { text: estimate(talk, voice, random), formed: true };
  const [, says] = STAGES.find(([asked]) => asked.test(talk.task)) ?? [];
  if (says && (talk.answers.length > 0 || says !== critique)) return { text: says(talk, voice, random) };
  return { text: talk.answers.length > 0 ? critique(talk, voice, random) : alone(talk.question) };
}

export type { Shown };

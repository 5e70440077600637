/** The editor: few words, all of them about words. It really shortens what it was given. */
import type { Random } from "./chance.ts";
import { fragment, kindOf, plain, type Talk, topic, wordCount } from "./talk.ts";

const CUTS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:can|could|would) you (?:please )?/gi, ""],
  [/\b(?:in order to)\b/gi, "to"],
  [/\bdue to the fact that\b/gi, "because"],
  [/\bat this point in time\b/gi, "now"],
  [/\ba (?:lot|bunch) of\b/gi, "many"],
  [
    /\b(?:i (?:think|guess|believe|feel|suppose)(?: that)?|kind of|sort of|you know|as a matter of fact)\b,? ?/gi,
    "",
  ],
  [
    /\b(?:really|very|just|actually|basically|quite|simply|literally|honestly|perhaps|maybe|probably|please|somehow|definitely)\b,? ?/gi,
    "",
  ],
];

/** The text without the words that do no work. */
function tightened(text: string): string {
  let result = text;
  for (const [cut, instead] of CUTS) result = result.replace(cut, instead);
  result = result.replace(/\s+/g, " ").replace(/ ([,.;:!?])/g, "$1").trim();
  return result === "" ? text : result.charAt(0).toUpperCase() + result.slice(1);
}

function firstSentence(text: string): string {
  const sentence = /^[\s\S]*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;
  const words = sentence.split(/\s+/);
  return words.length > 40 ? `${words.slice(0, 40).join(" ")} …` : words.join(" ");
}

export function editor(talk: Talk, random: Random): string {
  const said = plain(talk.person.text);
  const about = topic(said) || "this";
  const parts: string[] = [];
  switch (kindOf(said)) {
    case "empty":
      return talk.images.length > 0
        ? `A picture and no words. Brave. Give **${
          talk.images[0]
        }** a caption of six words and I will cut it to four.`
        : "A blank page: the only draft I cannot improve. Say something and I will shorten it.";
    case "greeting":
      return random.pick([
        "Hello. One word, nothing to cut. We will get along.\n\nHand me a sentence and I will hand you back half of it.",
        `“${fragment(said) || said}”: warm, short, no adverbs. A strong opening.\n\nWhat are we writing?`,
        "Hi. I trim sentences. Give me one with a *really* or a *very* in it, and watch.",
      ]);
    case "who":
      return "I am the editor: I make things shorter. Honestly (a word I would cut), I am a built-in practice agent with no " +
        "language model behind me, just rules and a red pencil. Connect a provider in Settings and I get a brain.";
    case "thanks":
      return random.pick([
        "You are welcome. Two words would have done: *You're welcome.* See? Always one more cut.",
        "Noted. I would end the conversation here; good endings are early.",
      ]);
    case "ideas":
      parts.push(titles(about, random));
      break;
    default:
      parts.push(cutting(said, about, random));
  }
  const target = talk.others.length > 0
    ? random.pick([...talk.others, ...talk.others.slice(-1)] as [typeof talk.last])
    : null;
  if (target) parts.push(onColleague(target.name, target.text, random));
  else parts.push(closing(about, random));
  return parts.join("\n\n");
}

function titles(about: string, random: Random): string {
  const big = about.replace(/(^|\s)\p{L}/gu, (c) => c.toUpperCase());
  const pool = [
    `*${big}, Plainly*`,
    `*Less ${big}*`,
    `*The Short ${big}*`,
    `*${big} and Nothing Else*`,
    `*Notes Toward ${big}*`,
    `*${big}: A Love Story*`,
    `*After ${big}*`,
  ];
  const first = random.below(pool.length);
  const chosen = [0, 2, 4].map((step) => pool[(first + step) % pool.length]);
  return `Three working titles, none over five words if I could help it:\n\n${
    chosen.map((title) => `- ${title}`).join("\n")
  }\n\nI would ship the ${random.pick(["first", "second", "third"])}.`;
}

const counted = (words: number): string => words === 1 ? "1 word" : `${words} words`;

function cutting(said: string, about: string, random: Random): string {
  const before = firstSentence(said);
  const after = tightened(before);
  const saved = wordCount(before) - wordCount(after);
  if (saved > 0) {
    return `Your line, tightened:\n\n> ${after}\n\n${
      random.pick([
        `${counted(wordCount(before))} became ${wordCount(after)}, and nothing was hurt.`,
        `I cut ${counted(saved)}. Read it aloud: did you miss ${saved === 1 ? "it" : "them"}?`,
        `What I removed was politeness or fear. Both are fine in person; neither helps **${about}**.`,
      ])
    }`;
  }
  return random.pick([
    `“${
      fragment(said) || before
    }”: I looked for something to cut and found nothing. That is rare. Now say what happens *next*.`,
    `${
      counted(wordCount(said))
    }, no fat. The weight sits on **${about}**, so move it to the front: a reader remembers the first thing and the last.`,
    `Clear. But **${about}** is a noun where I want a verb. Who does what, by when? Twelve words, please.`,
    `Good bones. If this were a headline it would say: **${headline(about)}**. Everything else is body text.`,
  ]);
}

const headline = (about: string) => `${about.charAt(0).toUpperCase()}${about.slice(1)}: now what?`;

function onColleague(name: string, text: string, random: Random): string {
  const quote = fragment(text, 7) || "that";
  const words = counted(wordCount(text));
  return random.pick([
    `**${name}** spent ${words}. I would keep “${quote}” and let the rest go.`,
    `I disagree with **${name}** about length, and about “${quote}”: it is the right point in the wrong place. Lead with it.`,
    `**${name}** says “${quote}”. Fine. Say it first, then stop talking.`,
    `To **${name}**, with affection: “${quote}” is a conclusion. It does not need ${words} of escort.`,
  ]);
}

function closing(about: string, random: Random): string {
  return random.pick([
    `One question: if the reader keeps a single sentence about ${about}, which one is it?`,
    "Next draft: half as long, twice as sure.",
    "I will be here, sharpening the pencil.",
    `Delete the first sentence of whatever you write about ${about} next. It is almost always a run-up.`,
  ]);
}

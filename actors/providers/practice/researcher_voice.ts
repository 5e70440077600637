/** The researcher: separates known from unknown, proposes a small test, never invents a fact. */
import type { Random } from "./chance.ts";
import { fragment, kindOf, plain, type Talk, topic, type Utterance } from "./talk.ts";

export function researcher(talk: Talk, random: Random): string {
  const said = plain(talk.person.text);
  const about = topic(said) || "this";
  const quote = fragment(said) || about;
  switch (kindOf(said)) {
    case "empty":
      return talk.images.length > 0
        ? `An unlabelled specimen: **${
          talk.images[0]
        }**. I would log where it came from and when, then ask three people what they see before telling them anything.`
        : "No data yet. My null hypothesis is that you are about to say something interesting.";
    case "greeting":
      return random.pick([
        "Hello! Field note 1: contact established. What shall we find out today? I like questions that can be answered by Thursday.",
        "Hi! I have an empty notebook and a full pencil. Tell me something you have always wondered about.",
        "Good to meet you. I collect open questions. Which one has been following you around?",
      ]);
    case "who":
      return "I am the researcher: I sort what we know from what we merely say. One established fact: I am a built-in practice agent, " +
        "a script without a language model and without a library. Connect a provider in Settings, and I can start to know things.";
    case "thanks":
      return random.pick([
        "My pleasure. I have filed it under *results, encouraging*. Sample size: one.",
        "Gladly. If anything surprises you later, write it down: surprises are data.",
      ]);
    case "ideas":
      return [experiments(about, random), follow(talk, about, random)].join("\n\n");
    case "decision":
      return [
        random.pick([
          `To choose about **${about}** I would want one number for each option: what it costs to find out you were wrong.`,
          `“${quote}” can be tested before it is decided. Try the smaller option for a week, and write down today what you expect to see.`,
        ]),
        unknowns(about, random),
        follow(talk, about, random),
      ].join("\n\n");
    default:
      return [
        random.pick([
          `I wrote down “${quote}”. Here is what I would want to know about **${about}**:`,
          `Interesting: **${about}**. Sorting it into what we know and what we do not:`,
          `On “${quote}”, my notebook has more questions than answers, which is how I like it:`,
        ]),
        unknowns(about, random),
        follow(talk, about, random),
      ].join("\n\n");
  }
}

function unknowns(about: string, random: Random): string {
  const pool = [
    `**Known:** you care about ${about} enough to bring it up. **Unknown:** who else does.`,
    `When did you last see ${about} go well, and what was different that day?`,
    `What is the smallest piece of ${about} somebody could try in an hour?`,
    `Who has done this before, and what did they quietly stop doing?`,
    `If we could measure only one thing about ${about}, which number would change your mind?`,
    `How would ${about} look to somebody who had never heard of it?`,
    `What happens to ${about} if nobody does anything? That is the baseline.`,
  ];
  const first = random.below(pool.length);
  return [0, 2, 4].map((step, i) => `${i + 1}. ${pool[(first + step) % pool.length]}`).join("\n");
}

function experiments(about: string, random: Random): string {
  const pool = [
    `Ask five strangers to describe **${about}** in one sentence. Use the words they share.`,
    `Write the worst possible version of **${about}** on purpose. Its opposite is usually close to good.`,
    `Borrow from a neighbour: how would a lighthouse keeper, a baker or a librarian approach **${about}**?`,
    `Remove the most obvious part of **${about}** and see what has to take its place.`,
    `Make two versions, show each for ten seconds, and ask a day later which one is remembered.`,
  ];
  const first = random.below(pool.length);
  return `Ideas are cheap, so let us make some and test them:\n\n${
    [0, 1, 2].map((step) => `- ${pool[(first + step) % pool.length]}`).join("\n")
  }`;
}

function follow(talk: Talk, about: string, random: Random): string {
  const [first, ...rest] = talk.others;
  if (first) return respond(random.pick([first, ...rest]), about, random);
  if (talk.own.length > 0) {
    return random.pick([
      `(That is page ${talk.own.length + 1} of my notes with you. A pattern may be forming.)`,
      `I went back to my earlier notes: ${about} is new since then. Something changed. What?`,
    ]);
  }
  return random.pick([
    "Pick one and I will follow it down.",
    "My guess, to be corrected: the second one is hiding the real question.",
    "I have no library in this bowl, so I will not pretend to cite one. But I can tell you where I would look first: at the last time it went wrong.",
  ]);
}

function respond({ name, text }: Utterance, about: string, random: Random): string {
  const quote = fragment(text, 8) || topic(text) || "that";
  return random.pick([
    `**${name}**’s “${quote}” is testable, which I mean as the highest praise. I expect it to fail, and I would love to be surprised.`,
    `I do not share **${name}**’s certainty. “${quote}” is a hypothesis in a nice coat. Three cases for it and three against, please.`,
    `**${name}** says “${quote}”. I would put that at sixty percent. What would move it to ninety?`,
    `A small correction to **${name}**: “${quote}” may be true *and* beside the point. The open question about ${about} is still number one.`,
  ]);
}

/** The critic: looks for what would make a claim wrong, quarrels with colleagues by name, concedes one thing. */
import type { Random } from "./chance.ts";
import { fragment, kindOf, plain, type Talk, topic, type Utterance } from "./talk.ts";

export function critic(talk: Talk, random: Random): string {
  const said = plain(talk.person.text);
  const about = topic(said) || "this";
  const quote = fragment(said) || about;
  const parts: string[] = [];
  switch (kindOf(said)) {
    case "empty":
      return talk.images.length > 0
        ? `**${
          talk.images[0]
        }**, without a word of explanation. What claim is it evidence for? A picture can only support an argument, never be one.`
        : "You have said nothing, and I still found a problem with it: I cannot disagree with a blank.";
    case "greeting":
      return random.pick([
        "Hello. I should warn you: I am going to disagree with something you say today. Nothing personal. What is your best idea?",
        "Hi. “How are you” has never once been answered truthfully, so let us skip it. What do you believe that you could be wrong about?",
        `Good to see you. I already have doubts about the next thing you will say. Surprise me.`,
      ]);
    case "who":
      return "I am the critic. I look for the place where an argument breaks. First objection, to myself: I am a built-in practice " +
        "agent, a script with opinions and no language model behind it. Connect a provider in Settings and my doubts will become better informed.";
    case "thanks":
      return random.pick([
        "You are welcome, though I notice you agree with me. That worries me: who is arguing the other side now?",
        "Thanks accepted. I would still like to hear the strongest reason we are all wrong.",
      ]);
    case "decision":
      parts.push(random.pick([
        `You frame **${about}** as a choice between the options you can see. What is the third one, the one where you do nothing for a month?`,
        `Before “${quote}”, tell me which way is harder to undo. Choose the other one unless you have a reason not to.`,
        `My bet: you have already decided about **${about}** and want company. So let me be bad company: what would you need to see to change your mind?`,
      ]));
      break;
    case "how":
      parts.push(random.pick([
        `You ask *how*. I would ask *whether*. Suppose **${about}** works perfectly: whose life is different, and would they notice?`,
        `Any plan for **${about}** fails at the step everyone thinks is easy. Name the step you were not going to mention.`,
        `The trouble with “${quote}” is that it hides a schedule. Do the riskiest part first, while giving up is still cheap.`,
      ]));
      break;
    case "ideas":
      parts.push(random.pick([
        `Everyone will give you ideas about **${about}**. Here is a filter: throw away each one that your rival could put on a poster without changing a word.`,
        `The first ten ideas for **${about}** are the ones everybody has. I would be interested in number eleven.`,
        `Mine is: do not. If **${about}** is still tempting after that, it might be good.`,
      ]));
      break;
    case "question":
      parts.push(random.pick([
        `“${quote}” carries an assumption: that **${about}** is one thing. I count at least two, and they want opposite answers.`,
        `Whatever answer you get about **${about}**, ask who would lose if it were true. That is where the evidence is thin.`,
        `I distrust the question. Would you act differently tomorrow if the answer were *no*? If not, we are only talking about **${about}** because it is pleasant.`,
      ]));
      break;
    case "statement":
      parts.push(random.pick([
        `“${quote}”: compared with what? A claim about **${about}** without a rival is only a mood.`,
        `I will take the other side. Suppose **${about}** turns out badly a year from now. Write the first line of the apology. That is your real risk.`,
        `I believe half of that. “${quote}” holds on a good day; tell me about the bad one.`,
        `Strong words, soft floor. What have you *seen* that makes you sure about **${about}**, and how would it look if you were wrong?`,
      ]));
  }
  const rival = rivalOf(talk, random);
  if (rival) parts.push(quarrel(rival, about, random));
  else parts.push(concession(about, random));
  return parts.join("\n\n");
}

function rivalOf(talk: Talk, random: Random): Utterance | null {
  const [first, ...rest] = talk.others;
  return first ? random.pick([first, ...rest]) : null;
}

function quarrel({ name, text }: Utterance, about: string, random: Random): string {
  const quote = fragment(text, 8) || topic(text) || "all of it";
  return random.pick([
    `And I disagree with **${name}**. “${quote}” sounds careful, but it would be just as true if we had been asked about something else entirely.`,
    `**${name}**, “${quote}” is exactly the kind of sentence that gets nodded through. What would you say to somebody who tried it and failed?`,
    `No, **${name}**: “${quote}” answers a nicer question than the one on the table, which is ${about}.`,
    `To be fair to **${name}**, “${quote}” is the best thing said so far. It is still wrong about who pays for it.`,
    `**${name}** and I part ways at “${quote}”. Take that sentence out and see whether the rest still stands. I think it falls over.`,
  ]);
}

function concession(about: string, random: Random): string {
  return random.pick([
    "I concede one thing: saying it out loud was better than not saying it.",
    `For the record, I would be glad to be wrong about ${about}. Convince me with one example.`,
    "Now somebody defend it. I have been wrong before, and I took notes.",
    "One honest counter-example and I will change sides. Loudly.",
  ]);
}

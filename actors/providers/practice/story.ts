/** A story of any length: whole sentences about one small voyage, different for every seed. */
import type { Random } from "./chance.ts";
import { wordCount } from "./talk.ts";

const HEROES = [
  "Otto the snail",
  "Marguerite the goldfish",
  "an old carp named Bartholomew",
  "Pip the shrimp",
] as const;
const PLACES = [
  "the plastic castle",
  "the dark side of the filter",
  "the gravel plains",
  "the surface, where the light breaks",
  "the forest of java moss",
  "the treasure chest that opens every ninety seconds",
] as const;
const WEATHER = [
  "It was feeding time, and flakes fell like slow snow.",
  "The lamp had just gone on, so it was morning, whatever the clock outside said.",
  "Somewhere above, a tap dripped in a patient rhythm.",
  "The glass was cold, and the room behind it was blue.",
] as const;
const MEETINGS = [
  "met a neighbour who only spoke in questions",
  "found a note in handwriting that looked familiar",
  "heard music through the glass and could not tell who was playing",
  "counted the bubbles and lost count, twice",
  "saw a face as large as the moon, which blinked first",
] as const;
const THOUGHTS = [
  "Perhaps the world is round, and perhaps that is why one always comes home.",
  "It is hard to explain water to somebody who has never left it.",
  "A short memory is a kind of courage: every lap is the first.",
  "What looks like a wall may be a window for somebody else.",
  "The map was wrong in every detail, and still it helped.",
] as const;

/** Exactly `words` words, as pieces that join to the text. */
export function story(words: number, about: string, random: Random): string {
  const hero = random.pick(HEROES);
  let text = about === ""
    ? `Once, in a bowl on a windowsill, lived ${hero}.`
    : `You said “${about}”, which reminds me of ${hero}.`;
  let chapter = 1;
  while (wordCount(text) < words) {
    text +=
      ` ${random.pick(WEATHER)} ${upper(hero)} set out for ${random.pick(PLACES)} and ${
        random.pick(MEETINGS)
      }. ` +
      `${random.pick(THOUGHTS)}\n\n**${++chapter}.** `;
    if (text.length > 4_000_000) break;
  }
  return pieces(text).slice(0, words).join("");
}

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Cuts a text into words with the white space before each; they join to the text again.
 * @outside
 */
export function pieces(text: string): string[] {
  return text.match(/\s*\S+|\s+$/g) ?? [];
}

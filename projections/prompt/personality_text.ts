/** The five traits of a personality in words. Numbers would mean something else to every model. */
import type { Personality, Traits } from "../../events/catalog/workspace.ts";

/** What a trait is called at its two ends. */
const ENDS: Readonly<Record<keyof Traits, readonly [low: string, high: string]>> = {
  openness: ["down-to-earth and conventional", "curious and imaginative"],
  conscientiousness: ["spontaneous and easy-going", "careful and well organised"],
  extraversion: ["reserved and brief", "outgoing and talkative"],
  agreeableness: ["critical and blunt", "warm and accommodating"],
  neuroticism: ["calm and unshakeable", "anxious and sensitive to risks"],
};
const ORDER = ["openness", "conscientiousness", "extraversion", "agreeableness", "neuroticism"] as const;

/** From 0 to 100 in steps people can tell apart; null where a trait is nothing to speak of. */
function degree(value: number): { end: 0 | 1; word: string } | null {
  if (value <= 10) return { end: 0, word: "very " };
  if (value <= 30) return { end: 0, word: "" };
  if (value < 40) return { end: 0, word: "somewhat " };
  if (value <= 60) return null;
  if (value < 70) return { end: 1, word: "somewhat " };
  if (value < 90) return { end: 1, word: "" };
  return { end: 1, word: "very " };
}

/** "Your personality: you are very curious and imaginative; …", and the instructions; "" for neither. */
export function personalityText(
  { traits, instructions }: Pick<Personality, "traits" | "instructions">,
): string {
  const words = ORDER.flatMap((trait) => {
    const found = degree(traits[trait]);
    return found ? [found.word + ENDS[trait][found.end]] : [];
  });
  return [
    words.length > 0 ? `Your personality: you are ${words.join("; ")}.` : "",
    instructions.trim(),
  ].filter((part) => part !== "").join("\n");
}

/** German words of what is told to somebody who looks elsewhere. */
import { counted } from "./counting.ts";
import type { NewsWords } from "./english_news.ts";

export const news: NewsWords = {
  done: (n) => counted(n, { one: "# Antwort ist da", other: "# Antworten sind da" }),
  doneSome: (n, failed) =>
    `${counted(n, { one: "# Antwort", other: "# Antworten" })}, ${
      counted(failed, { one: "# misslang", other: "# misslangen" })
    }`,
  noneDone: "Die Antworten sind misslungen",
  waits: (name) => `${name} wartet auf Ihr Ja oder Nein`,
  somebody: "Ein Agent",
  answering: (name) => `${name} antwortet`,
  answered: (name, text) => `${name} hat geantwortet: ${text}`,
  asks: (name, tool) => `${name} möchte ${tool} benutzen`,
};

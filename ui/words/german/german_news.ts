/** What is told to somebody who looks elsewhere, in German. */
import type { Catalogue } from "../catalogue.ts";
import { counted } from "../counting.ts";

export const german: Catalogue["news"] = {
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

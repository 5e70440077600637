/** A sentence with names in it: each stands by itself, in the colour of whoever it is, wherever a language puts it. */
import { clearText } from "../../events/catalog/clear_text.ts";
import { locale } from "./language.ts";
import { whenNeeded } from "./when_needed.ts";

/** Somebody or something that is named. */
export interface Named {
  readonly name: string;
  /** The agent, where it is one: its mark and its colour follow from it. */
  readonly participantId?: string;
}
/** A piece of a sentence. */
export type Part = string | Named;
/** What may be put into a sentence. Numbers are put in as they are: words that count them are made before. */
export type Put = Part | Sentence | number;

/** Pieces in their order; texts that meet are one. */
function joined(parts: readonly Part[]): Part[] {
  const result: Part[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (part === "") continue;
    if (typeof part === "string" && typeof last === "string") result[result.length - 1] = last + part;
    else result.push(part);
  }
  return result;
}

/** The pieces of a sentence, in the order in which they are said. */
export class Sentence {
  readonly parts: readonly Part[];

  constructor(parts: readonly Part[]) {
    this.parts = joined(parts);
  }

  /** The sentence as plain text. */
  get text(): string {
    return this.parts.map((part) => typeof part === "string" ? part : clearText(part.name)).join("");
  }

  toString(): string {
    return this.text;
  }
}

const pieces = (put: Put): readonly Part[] =>
  put instanceof Sentence ? put.parts : [typeof put === "number" ? String(put) : put];

/** A sentence as a template: ``say`${who} answered` ``. */
export function say(texts: TemplateStringsArray, ...put: readonly Put[]): Sentence {
  return new Sentence(texts.flatMap((text, index): readonly Part[] => [text, ...pieces(put[index] ?? "")]));
}

const list = whenNeeded(() => new Intl.ListFormat(locale));

/** Several as the language lists them: “Ada, Ben and Cy”. */
export function all(names: readonly Part[]): Sentence {
  const places = list().formatToParts(names.map((_, index) => String(index)));
  return new Sentence(
    places.map(({ type, value }) => type === "element" ? names[Number(value)] ?? "" : value),
  );
}

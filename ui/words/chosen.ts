/**
 * The words of the chosen language. English comes with each part of the page, the others are loaded whole before any
 * part begins; one that cannot be loaded leaves the page in English.
 */
import type { Catalogue } from "./catalogue.ts";
import { type Language, language } from "./language.ts";

type Load = () => Promise<Catalogue>;

/** Where the words of each language are. */
export const CATALOGUES: Readonly<Record<Exclude<Language, "en">, Load>> = {
  de: () => import("./german.ts").then(({ german }) => german),
};

/** What a language says, by where its words are; null where it needs none or they do not come. */
export async function catalogueOf(name: string, catalogues: Readonly<Record<string, Load>>) {
  if (!Object.hasOwn(catalogues, name)) return null;
  return await catalogues[name]?.().catch(() => null) ?? null;
}

const chosen = await catalogueOf(language, CATALOGUES);

/** A room's words in the chosen language. */
export function inChosen<R extends keyof Catalogue>(room: R, english: Catalogue[R]): Catalogue[R] {
  return chosen?.[room] ?? english;
}

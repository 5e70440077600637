/**
 * The words of the chosen language. English comes with each part of the page, the others are loaded whole before any
 * part begins; one that cannot be loaded leaves the page in English.
 */
import type { german } from "./german.ts";
import { language } from "./language.ts";

type Catalogue = typeof german;

const chosen: Catalogue | null = language === "de"
  ? await import("./german.ts").then((loaded) => loaded.german, () => null)
  : null;

/** A room's words in the chosen language. */
export function inChosen<R extends keyof Catalogue>(room: R, english: Catalogue[R]): Catalogue[R] {
  return chosen?.[room] ?? english;
}

/** In which language the interface speaks: the one chosen here, or the first of the browser's that it knows. */
import { load, save } from "../state/browser_storage.ts";

/** The languages there are, as each names itself. */
export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;
export type ChosenLanguage = Language | "browser";

const isLanguage = (name: string): name is Language => name in LANGUAGES;
const base = (tag: string): string => tag.toLowerCase().split("-", 1)[0] ?? "";

/** The language for what was chosen and what the browser asks for, its most wanted first. */
export function languageOf(chosen: string, wanted: readonly string[]): Language {
  return [chosen, ...wanted.map(base)].find(isLanguage) ?? "en";
}

/** How numbers and dates are told: as the browser wants them in that language, where it says more than the language. */
export function localeOf(language: Language, wanted: readonly string[]): string {
  return wanted.find((tag) => base(tag) === language) ?? language;
}

/** Outside a page, as in tests, it is English. */
const wanted: readonly string[] = typeof document === "undefined" ? [] : navigator.languages ?? [];

export const chosenLanguage = load<ChosenLanguage>("language", "browser");
export const language = languageOf(chosenLanguage, wanted);
export const locale = localeOf(language, wanted);

/** Keeps the choice; the page has to be loaded again for it. */
export const chooseLanguage = (name: ChosenLanguage): void =>
  save("language", name === "browser" ? undefined : name);

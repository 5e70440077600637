/** Numbers with their words, by the rules of the language. */
import { whenNeeded } from "./when_needed.ts";

/** The forms a word takes beside a number; `#` stands for the number. A language names those that it has. */
export type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;

/** Tells a number with its word in `language`, the digits as `locale` writes them. */
export function countingIn(language: string, locale = language) {
  const rules = whenNeeded(() => new Intl.PluralRules(language));
  const digits = whenNeeded(() => new Intl.NumberFormat(locale));
  return (n: number, forms: Forms): string =>
    (forms[rules().select(n)] ?? forms.other).replace("#", () => digits().format(n));
}

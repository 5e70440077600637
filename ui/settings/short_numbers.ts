/** Large numbers in short, and several names in a row, as the language has them. */
import { locale } from "../words/language.ts";
import { whenNeeded } from "../words/when_needed.ts";

const short = whenNeeded(() =>
  new Intl.NumberFormat(locale, { notation: "compact", maximumSignificantDigits: 3, useGrouping: "always" })
);
/** A large number in short: 200K, 1M. */
export const compact = (value: number): string => short().format(value);

const listing = whenNeeded(() => new Intl.ListFormat(locale));
/** Several as the language lists them. */
export const list = (items: readonly string[]): string => listing().format(items);

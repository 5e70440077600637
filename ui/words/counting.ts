/** Counting in the language and with the digits that are chosen. */
import { countingIn } from "./counted.ts";
import { language, locale } from "./language.ts";

const format = new Intl.NumberFormat(locale);
/** A number alone. */
export const digits = (n: number): string => format.format(n);

export const counted = countingIn(language, locale);

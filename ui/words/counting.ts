/** Counting in the language and with the digits that are chosen. */
import { countingIn } from "./counted.ts";
import { language, locale } from "./language.ts";
import { whenNeeded } from "./when_needed.ts";

const format = whenNeeded(() => new Intl.NumberFormat(locale));
/** A number alone. */
export const digits = (n: number): string => format().format(n);

export const counted = countingIn(language, locale);

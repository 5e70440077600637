/** The beginning of what a server says, without the secrets that it repeats. */
import { HEADER_CHARS } from "../../events/catalog/limits.ts";

/** Takes secrets out of a text. */
export type Clean = (text: string) => string;

/** UTF-16 units of a secret, written at its longest. */
const SECRET_UNITS = 3 * HEADER_CHARS;

/** At most `units` of a text, cleaned before it is cut: of what is to go nothing is left at the end. */
export function beginning(text: string, units: number, clean: Clean): string {
  const most = units + 2 * SECRET_UNITS;
  const looked = clean(text.slice(0, most));
  const whole = text.length <= most ? looked : looked.slice(0, -SECRET_UNITS);
  return whole.slice(0, units).toWellFormed();
}

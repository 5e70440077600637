/** What a tool is given, as a person reads it: a line for each thing, where that shows all there is. */
import { isClear } from "../../events/catalog/clear_text.ts";

/** More than these is read where it stands as it was written. */
const MOST = 6;
const LONG = 400;

export type Given = readonly (readonly [name: string, value: string])[];

/**
 * By name; null where it is no plain object of a few short values, or where signs are in it that nobody sees: what is
 * agreed to has to be seen, and then it is shown as it was written.
 * @outside
 */
export function given(args: string): Given | null {
  if (args.length > MOST * LONG) return null;
  let value: unknown;
  try {
    value = JSON.parse(args);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const all = Object.entries(value);
  if (all.length === 0 || all.length > MOST) return null;
  const plain = all.every(([name, one]) =>
    isPlain(name) &&
    (typeof one === "string" ? isPlain(one) : typeof one === "number" || typeof one === "boolean")
  );
  return plain ? all.map(([name, one]) => [name, String(one)]) : null;
}

/** Words on one line, all of which can be seen. */
const isPlain = (text: string): boolean =>
  text.trim() !== "" && text.length <= LONG && !/[\r\n\p{Cf}\p{Zl}\p{Zp}]/u.test(text) && isClear(text);

/** Whether the answers of a round say the same. */
import { formedJson } from "../conversation/formed.ts";

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A value as it is compared: words whatever their case and the blanks around and in them. */
function comparable(value: unknown): string | null {
  if (typeof value === "string") {
    return JSON.stringify(value.trim().replace(/\s+/g, " ").toLowerCase().replace(/[.!]$/, ""));
  }
  return typeof value === "number" || typeof value === "boolean" ? String(value) : null;
}

/** The value of a field of an answer that is JSON; undefined where it has none. */
export function fieldOf(answer: string, field: string): unknown {
  const found = formedJson(answer)?.value;
  return isObject(found) && Object.hasOwn(found, field) ? found[field] : undefined;
}

/**
 * Whether all answers, of which there must be two, have the same in this field.
 * @outside
 */
export function agreeIn(answers: readonly string[], field: string): boolean {
  if (answers.length < 2) return false;
  const said = new Set(answers.map((answer) => comparable(fieldOf(answer, field))));
  return said.size === 1 && !said.has(null);
}

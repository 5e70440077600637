/** What a person fills in for a server of tools, and what of it is given: exactly what was seen, and nothing else. */
import { type InputFault, type InputField, type InputValues } from "../../projections/conversation/inputs.ts";
import { words } from "../words/inputs.ts";

/** As it stands in the form. */
export type Filled = Readonly<Record<string, string | boolean | readonly string[]>>;

const two = (n: number): string => String(n).padStart(2, "0");

/** A moment as a field of a form has it, in the time of this place; "" where it is none. */
function localOf(moment: string): string {
  const at = new Date(moment);
  if (Number.isNaN(at.getTime())) return "";
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

function firstOf(field: InputField): Filled[string] {
  switch (field.kind) {
    case "boolean":
      return field.default ?? false;
    case "number":
      return field.default === undefined ? "" : String(field.default);
    case "choice":
      return field.many ? field.default ?? [] : field.default?.[0] ?? "";
    case "text":
      return field.format === "date-time" ? localOf(field.default ?? "") : field.default ?? "";
  }
}

/** What stands there first: what the server proposes, in sight. */
export const firstFilled = (fields: readonly InputField[]): Filled =>
  Object.fromEntries(fields.map((field) => [field.name, firstOf(field)]));

/** The value of a field; undefined: none is given. */
function valueOf(field: InputField, filled: Filled[string] | undefined): InputValues[string] | undefined {
  if (typeof filled === "boolean") return filled;
  if (filled === undefined || filled === "") return undefined;
  if (typeof filled !== "string") return filled.length === 0 && !field.required ? undefined : [...filled];
  // What is no number stays a text, which does not fit.
  if (field.kind === "number") return Number.isFinite(Number(filled)) ? Number(filled) : filled;
  if (field.kind !== "text" || field.format !== "date-time") return filled;
  const at = new Date(filled);
  return Number.isNaN(at.getTime()) ? filled : at.toISOString();
}

export function valuesOf(fields: readonly InputField[], filled: Filled): InputValues {
  const values = fields.map((field) => [field.name, valueOf(field, filled[field.name])] as const);
  return Object.fromEntries(values.flatMap(([name, value]) => value === undefined ? [] : [[name, value]]));
}

/** What is wrong with a field, in words. */
export function wordsOf(field: InputField, fault: InputFault): string {
  const { faults } = words;
  const { min = 0, max = 0 } = field.kind === "boolean" ? {} : field;
  switch (fault) {
    case "missing":
    case "kind":
    case "whole":
      return faults[fault];
    case "format":
      return field.kind === "text" && field.format ? faults.format[field.format] : faults.kind;
    case "short":
    case "small":
    case "few":
      return faults[fault](min);
    case "long":
    case "large":
    case "many":
      return faults[fault](max);
  }
}

/** A value as people read it; of what was to choose from, what it is called. */
export function shownValue(field: InputField, value: InputValues[string]): string {
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (field.kind !== "choice") return String(value);
  const named = new Map(field.options.map((option) => [option.value, option.label]));
  return [value].flat().map((one) => named.get(String(one)) ?? String(one)).join(", ");
}

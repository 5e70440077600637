/** Whether what is given fits the form of a server of tools: the page looks before it is sent, the rule before it counts. */
import { codePoints } from "../../events/catalog/limits.ts";
import type { AskedInput } from "../shapes/folds.ts";

/** What is wrong with a value. */
export type InputFault =
  | "missing"
  | "kind"
  | "short"
  | "long"
  | "format"
  | "whole"
  | "small"
  | "large"
  | "few"
  | "many";

/** One field of a form, and what is given for all of them by their names. */
export type InputField = NonNullable<AskedInput["fields"]>[number];
export type InputValues = NonNullable<AskedInput["values"]>;

type Value = InputValues[string];
type Of<K extends InputField["kind"]> = Extract<InputField, { kind: K }>;
type Format = NonNullable<Of<"text">["format"]>;

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** A day that there is: of the 30th of February others make the 2nd of March. */
function isDay(text: string): boolean {
  const at = DATE.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

const FORMATS: Readonly<Record<Format, (text: string) => boolean>> = {
  email: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
  uri: (text) => URL.canParse(text),
  date: isDay,
  "date-time": (text) => TIME.test(text) && isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)),
};

function ofText({ format, min = 0, max = Infinity }: Of<"text">, value: Value): InputFault | null {
  if (typeof value !== "string") return "kind";
  const length = codePoints(value);
  if (length < min) return "short";
  if (length > max) return "long";
  return format === undefined || FORMATS[format](value) ? null : "format";
}

function ofNumber(
  { whole, min = -Infinity, max = Infinity }: Of<"number">,
  value: Value,
): InputFault | null {
  if (typeof value !== "number" || !Number.isFinite(value)) return "kind";
  if (whole && !Number.isInteger(value)) return "whole";
  return value < min ? "small" : value > max ? "large" : null;
}

function ofChoice({ options, many, min = 0, max = Infinity }: Of<"choice">, value: Value): InputFault | null {
  if (many !== Array.isArray(value) || typeof value === "number" || typeof value === "boolean") return "kind";
  const chosen: readonly string[] = typeof value === "string" ? [value] : value;
  const offered = new Set(options.map((option) => option.value));
  if (new Set(chosen).size < chosen.length || chosen.some((one) => !offered.has(one))) return "kind";
  if (!many) return null;
  return chosen.length < min ? "few" : chosen.length > max ? "many" : null;
}

/**
 * What is wrong with what is given for one field; null: nothing.
 * @param value undefined: nothing is given
 * @outside
 */
export function faultOf(field: InputField, value: Value | undefined): InputFault | null {
  if (value === undefined) return field.required ? "missing" : null;
  switch (field.kind) {
    case "text":
      return ofText(field, value);
    case "number":
      return ofNumber(field, value);
    case "boolean":
      return typeof value === "boolean" ? null : "kind";
    case "choice":
      return ofChoice(field, value);
  }
}

/**
 * The first fault of a form, with its field's name; null: it fits. What no field asks for fits nothing.
 * @outside
 */
export function fault(
  fields: readonly InputField[],
  values: InputValues,
): { readonly name: string; readonly fault: InputFault } | null {
  const names = new Set(fields.map(({ name }) => name));
  const other = Object.keys(values).find((name) => !names.has(name));
  if (other !== undefined) return { name: other, fault: "kind" };
  for (const field of fields) {
    const found = faultOf(field, Object.hasOwn(values, field.name) ? values[field.name] : undefined);
    if (found) return { name: field.name, fault: found };
  }
  return null;
}

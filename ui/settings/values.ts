/** The values of a form: read and set by field, judged as they are typed, and what of them is sent. */
import { formProblem } from "../../events/catalog/answer_form.ts";
import { codePoints, NAME_CODE_POINTS } from "../../events/catalog/limits.ts";
import type { Wish } from "../parts/marks.ts";
import { words as pictures } from "../words/pictures.ts";
import { words as server } from "../words/sayings.ts";
import { words as all } from "../words/settings.ts";
import type { Field, Form, Values } from "./forms.ts";
import { ON_ITS_WAY } from "./square_picture.ts";

const words = all.wrong;

/** Reads `a.b` of an object. */
export function at(values: Values, key: string): unknown {
  const [first = "", second] = key.split(".");
  const value = values[first];
  return second === undefined ? value : (value as Values | undefined)?.[second];
}

/** How an agent's form wishes it to be drawn. */
export const wishIn = (values: Values): Wish => ({
  shape: at(values, "mark.shape"),
  motif: at(values, "mark.motif"),
  picture: at(values, "picture"),
});

/** A copy with `a.b` set; undefined takes it away. */
export function put(values: Values, key: string, value: unknown): Values {
  const [first = "", second] = key.split(".");
  if (second === undefined) return { ...values, [first]: value };
  const { [second]: _, ...rest } = (values[first] ?? {}) as Values;
  return { ...values, [first]: value === undefined ? rest : { ...rest, [second]: value } };
}

/** What stands in each field of a form. */
export const fieldsIn = ({ fields }: Pick<Form, "fields">, values: Values): Values =>
  Object.fromEntries(fields.map(({ key }) => [key, at(values, key)]));

/** A JSON object, or null for what is none. */
export function objectIn(text: string): Values | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** Lines of `name: value`, by name; null where one is none. A name without a value is to go. */
function headersIn(text: string): Record<string, string | null> | null {
  const lines = text.split("\n").map((line) => line.trim()).filter(Boolean);
  const pairs = lines.map((line) => /^([^\s:]+)\s*:?\s*(.*)$/.exec(line));
  if (pairs.some((pair, index) => !pair || (!lines[index]?.includes(":") && pair[2] !== ""))) return null;
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? "", pair?.[2] || null]));
}

/** A value as the server takes it: what is typed as text may be a list, an object or a flag. */
function asSent({ kind, key }: Field, value: unknown): unknown {
  if (key === "params.cacheHour") return value === "true" || value === true ? true : undefined;
  if (kind === "lines" && Array.isArray(value)) {
    const lines = value.filter((line) => line !== "");
    return lines.length > 0 ? lines : undefined;
  }
  if (typeof value !== "string") return value;
  if (value.trim() === "") return kind === "json" || kind === "headers" ? undefined : value;
  return kind === "json" ? objectIn(value) : kind === "headers" ? headersIn(value) : value;
}

/** All values of a form as the server takes them. */
export const sentValues = ({ fields }: Pick<Form, "fields">, values: Values): Values =>
  fields.reduce((all, field) => {
    const value = at(all, field.key);
    const sent = asSent(field, value);
    return sent === value ? all : put(all, field.key, sent);
  }, values);

/** Only what was changed is sent; an emptied optional value is taken away. */
export function changed(form: Form, typed: Values, before: Values | undefined): Values {
  const values = sentValues(form, typed);
  const body: Values = {};
  const blank = new Set(form.fields.filter((field) => field.blank).map(({ key }) => key));
  for (const key of new Set(form.fields.map((field) => field.key.split(".")[0] ?? ""))) {
    const value = values[key];
    if ((key === "apiKey" || key === "headers") && !value) continue;
    if (before && JSON.stringify(value) === JSON.stringify(before[key])) continue;
    const empty = value === "" || value === undefined;
    if (!empty || blank.has(key)) body[key] = value;
    else if (before && before[key] !== undefined) body[key] = null;
  }
  return body;
}

/** What is wrong with a value, as it is typed; "" for nothing. */
export function wrongWith(field: Field, value: unknown): string {
  const empty = value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
  if (empty) return field.required ? words.needed : "";
  if (value === ON_ITS_WAY) return pictures.onItsWay;
  if (field.kind === "number" && field.min !== undefined && field.max !== undefined) {
    const number = Number(value);
    if (!(number >= field.min && number <= field.max)) return words.between(field.min, field.max);
  }
  if (field.key === "name" && codePoints(String(value)) > NAME_CODE_POINTS) {
    return words.tooLong(NAME_CODE_POINTS);
  }
  if (field.kind === "json" && typeof value === "string" && !objectIn(value)) return words.object;
  if (field.key === "answerForm") {
    const problem = formProblem(typeof value === "string" ? objectIn(value) : value);
    if (problem !== null) return server.notice(problem);
  }
  if (field.kind === "headers" && !headersIn(String(value))) return words.header;
  if (field.key === "baseUrl" && !/^https?:\/\/[^\s/]+/.test(String(value))) {
    return words.address;
  }
  return "";
}

/** What is wrong with each value, by its field; "" for nothing. */
export const wrongIn = (form: Form, values: Values): Record<string, string> =>
  Object.fromEntries(form.fields.map((field) => [field.key, wrongWith(field, at(values, field.key))]));

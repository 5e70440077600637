/** The values of a form: read and set by field, judged as they are typed, and what of them is sent. */
import { codePoints, NAME_CODE_POINTS } from "../../events/catalog/limits.ts";
import type { Wish } from "../parts/marks.ts";
import { words as pictures } from "../words/pictures.ts";
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

/** Only what was changed is sent; an emptied optional value is taken away. */
export function changed(form: Form, values: Values, before: Values | undefined): Values {
  const body: Values = {};
  const blank = new Set(form.fields.filter((field) => field.blank).map(({ key }) => key));
  for (const key of new Set(form.fields.map((field) => field.key.split(".")[0] ?? ""))) {
    const value = values[key];
    if (key === "apiKey" && !value) continue;
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
  if (field.key === "baseUrl" && !/^https?:\/\/[^\s/]+/.test(String(value))) {
    return words.address;
  }
  return "";
}

/** What is wrong with each value, by its field; "" for nothing. */
export const wrongIn = (form: Form, values: Values): Record<string, string> =>
  Object.fromEntries(form.fields.map((field) => [field.key, wrongWith(field, at(values, field.key))]));

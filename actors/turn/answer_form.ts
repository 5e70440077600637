/** Holds an answer to the schema of its agent: what of it does not fit, in words for its model and for people. */
import { bareForm, formSize, type Schema } from "../../events/catalog/answer_form.ts";
import { tooMuchIn } from "../../events/catalog/json_depth.ts";
import { formedJson } from "../../projections/conversation/formed.ts";

/** Characters of an answer that is checked. */
export const FORMED_CHARS = 500_000;
/** Its values times the schemas that its form comes to: at worst each is held to each, in some 15 milliseconds. */
export const FORMED_WORK = 30_000;
const FORMED_LEVELS = 64;
/** What is told of an answer that does not fit: so many places, and characters of each. */
const TOLD = 5;
/** Of so many that the check found. */
const LOOKED_AT = 200;
const TOLD_CHARS = 160;

export type Checked =
  | { readonly ok: true; readonly json: string }
  | { readonly ok: false; readonly wrong: string };

/** @outside */
export async function checkForm(schema: Schema, answer: string): Promise<Checked> {
  const values = Math.floor(FORMED_WORK / formSize(schema));
  if (answer.length > FORMED_CHARS || tooMuchIn(answer, FORMED_LEVELS, values)) {
    return { ok: false, wrong: "It is too large to be checked." };
  }
  const found = formedJson(answer);
  if (!found) return { ok: false, wrong: "It is no JSON." };
  // Loaded with the first answer that has a form.
  const { Validator } = await import("@cfworker/json-schema");
  const { valid, errors } = new Validator({ ...bareForm(schema) }, "2020-12", false).validate(found.value);
  if (valid) return { ok: true, json: found.json };
  // The innermost say what is wrong, those around them that something in them is.
  const all = errors.slice(0, LOOKED_AT);
  const inner = all.filter(({ keyword }) => !AROUND.has(keyword));
  const told = new Map<string, string>();
  for (const { keyword, instanceLocation: at, error } of inner.length > 0 ? inner : all) {
    // A field that does not fit its own schema, or has something in it that does not, is not one too many.
    const strange = keyword === "false";
    if (told.has(at) || (strange && inner.some((one) => one.instanceLocation.startsWith(`${at}/`)))) continue;
    told.set(at, strange ? "There is no such field." : error);
    if (told.size === TOLD) break;
  }
  const lines = [...told].map(([at, error]) =>
    `${at} ${error}`.slice(0, TOLD_CHARS).toWellFormed().replace(/[\p{Cc}\p{Cf}\s]+/gu, " ").trim()
  );
  return { ok: false, wrong: lines.join(" ") };
}

const AROUND: ReadonlySet<string> = new Set([
  "properties",
  "items",
  "prefixItems",
  "additionalProperties",
  "$ref",
  "anyOf",
  "oneOf",
  "allOf",
]);

/** What it hears, once a turn, when its answer did not fit. */
export const formRepair = (wrong: string): string =>
  `That does not fit the JSON schema that you were given: ${wrong}\nAnswer again with nothing but the JSON that fits it.`;

/** Why the answer failed, for people. */
export const notFormed = (wrong: string): string =>
  `The answer does not fit the form that its agent was given, also when asked once more: ${wrong}`;

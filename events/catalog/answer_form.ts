/**
 * A JSON schema for the answers of an agent: what of JSON Schema it may say, and how much. It is checked in the browser as it
 * is typed, and again by the server. What could take long to check has no place in it: patterns, references elsewhere, and
 * references within that come to more than `FORM_PARTS` schemas when each is counted.
 */

/** Characters of a schema as JSON. */
export const FORM_CHARS = 16_000;
/** Schemas and values of enums in one, each reference counted as what it stands for. */
export const FORM_PARTS = 500;
/** Schemas in one another. */
const FORM_LEVELS = 24;

/** Keywords of which one schema hangs on another: one, several by name, or several in a list. */
const ONE = ["items", "additionalProperties", "not"] as const;
const NAMED = ["properties", "$defs", "definitions"] as const;
const LISTED = ["prefixItems", "anyOf", "oneOf", "allOf"] as const;
/** What says something about a value. */
const SAYS: ReadonlySet<string> = new Set([
  "type",
  "required",
  "enum",
  "const",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
]);
/** What is for whoever reads it: a model does, the check does not. */
const TELLS: ReadonlySet<string> = new Set([
  "$schema",
  "title",
  "description",
  "default",
  "examples",
  "format",
]);
const TYPES: ReadonlySet<unknown> = new Set([
  "object",
  "array",
  "string",
  "number",
  "integer",
  "boolean",
  "null",
]);

export type Schema = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The schemas that hang on one; what is none of them is given as it is. */
function* parts(schema: Schema): Generator<unknown> {
  for (const key of ONE) if (Object.hasOwn(schema, key)) yield schema[key];
  for (const key of LISTED) {
    const list = schema[key];
    if (Array.isArray(list)) yield* list;
  }
  const properties = schema["properties"];
  if (isObject(properties)) yield* Object.values(properties);
}

/** The schema that `$ref` names, of those that the whole defines; null: none. */
export function defined(root: Schema, ref: unknown): Schema | null {
  const [, under = "", name = ""] = /^#\/(\$defs|definitions)\/([^/~%]{1,200})$/.exec(String(ref)) ?? [];
  const all = root[under];
  const found = isObject(all) && Object.hasOwn(all, name) ? all[name] : null;
  return isObject(found) ? found : null;
}

/** Whether answers can be held to it. */
export const isForm = (value: unknown): value is Schema => formProblem(value) === null;

/** Why a value is no schema that answers can be held to, a sentence without its subject; null: it is one. */
export function formProblem(value: unknown): string | null {
  if (!isObject(value)) return "must be a JSON object";
  if (JSON.stringify(value).length > FORM_CHARS) return `must be at most ${FORM_CHARS} characters`;
  if (value["type"] !== "object" && value["type"] !== "array") return "must be of type object or array";
  for (const key of ["$defs", "definitions"] as const) {
    const all = value[key] ?? {};
    if (!isObject(all)) return `must have an object as ${key}`;
    for (const one of Object.values(all)) {
      const wrong = problemIn(one, value, 1);
      if (wrong) return wrong;
    }
  }
  const wrong = problemIn(value, value, 0);
  if (wrong) return wrong;
  return formSize(value) > FORM_PARTS
    ? `must come to at most ${FORM_PARTS} schemas and values, each reference counted, and none of them within itself`
    : null;
}

function problemIn(schema: unknown, root: Schema, level: number): string | null {
  if (typeof schema === "boolean") return null;
  if (!isObject(schema)) return "must have an object or a truth value as each schema";
  if (level > FORM_LEVELS) return `must have at most ${FORM_LEVELS} levels`;
  for (const [key, said] of Object.entries(schema)) {
    const wrong = wrongKey(key, said, root, level);
    if (wrong) return wrong;
  }
  for (const one of parts(schema)) {
    const wrong = problemIn(one, root, level + 1);
    if (wrong) return wrong;
  }
  return null;
}

const isOne = <T extends string>(list: readonly T[], key: string): boolean => list.some((one) => one === key);

function wrongKey(key: string, said: unknown, root: Schema, level: number): string | null {
  if (key === "$ref") {
    return defined(root, said) ? null : "must have references to its own $defs alone";
  }
  if (isOne(LISTED, key)) return Array.isArray(said) && said.length > 0 ? null : `must have a list as ${key}`;
  if (isOne(NAMED, key)) {
    if (key !== "properties" && level > 0) return `must have ${key} at its top alone`;
    return isObject(said) ? null : `must have an object as ${key}`;
  }
  if (isOne(ONE, key) || TELLS.has(key)) return null;
  if (!SAYS.has(key)) return `must not have “${key.slice(0, 60)}”: answers are not held to that here`;
  return fits(key, said) ? null : `must have another value of ${key}`;
}

/** Whether a keyword says what it can say. */
function fits(key: string, said: unknown): boolean {
  switch (key) {
    case "type":
      return TYPES.has(said) ||
        (Array.isArray(said) && said.length > 0 && said.every((one) => TYPES.has(one)));
    case "required":
      return Array.isArray(said) && said.every((name) => typeof name === "string");
    case "enum":
      return Array.isArray(said) && said.length > 0;
    case "const":
      return true;
    case "multipleOf":
      return typeof said === "number" && said > 0;
    default:
      return typeof said === "number" &&
        (!/^m..(Length|Items|Properties)$/.test(key) || Number.isSafeInteger(said));
  }
}

/** How many schemas it comes to, each reference counted; at most `FORM_PARTS` of one that is kept. */
export const formSize = (schema: Schema): number => sizeOf(schema, schema);

/** Beyond `FORM_PARTS` it is not counted on. */
function sizeOf(schema: unknown, root: Schema, before = 0): number {
  if (!isObject(schema)) return before;
  const { enum: values } = schema;
  // Each value of a list is compared.
  let count = before + 1 + (Array.isArray(values) ? values.length : 0);
  if (count > FORM_PARTS) return count;
  const ref = defined(root, schema["$ref"]);
  if (ref) count = sizeOf(ref, root, count);
  for (const one of parts(schema)) {
    if (count > FORM_PARTS) break;
    count = sizeOf(one, root, count);
  }
  return count;
}

/** The schema without what is for readers alone: what checks by it looks at nothing else. */
export function bareForm(schema: Schema): Schema {
  const bare = (one: unknown): unknown => isObject(one) ? bareForm(one) : one;
  return Object.fromEntries(
    Object.entries(schema).filter(([key]) => !TELLS.has(key)).map(([key, said]) => {
      if (isOne(ONE, key)) return [key, bare(said)];
      if (isOne(LISTED, key) && Array.isArray(said)) return [key, said.map(bare)];
      if (isOne(NAMED, key) && isObject(said)) {
        return [key, Object.fromEntries(Object.entries(said).map(([name, one]) => [name, bare(one)]))];
      }
      return [key, said];
    }),
  );
}

/** Every schema in one, without following references. */
function* schemasIn(schema: unknown): Generator<Schema> {
  if (!isObject(schema)) return;
  yield schema;
  for (const one of parts(schema)) yield* schemasIn(one);
  for (const key of ["$defs", "definitions"] as const) {
    const all = schema[key];
    if (isObject(all)) { for (const one of Object.values(all)) yield* schemasIn(one); }
  }
}

/** Whether every object in it has exactly the properties it names, as makers want it of a schema that is kept to strictly. */
export function isStrict(schema: Schema): boolean {
  return [...schemasIn(schema)].every((one) => {
    if ("allOf" in one || "oneOf" in one || "not" in one || "prefixItems" in one) return false;
    if (one["type"] !== "object" && !("properties" in one)) return true;
    const names = Object.keys(isObject(one["properties"]) ? one["properties"] : {});
    const required = Array.isArray(one["required"]) ? one["required"] : [];
    return one["additionalProperties"] === false && names.every((name) => required.includes(name));
  });
}

/** Whether it bounds numbers or lengths. */
export const hasBounds = (schema: Schema): boolean =>
  [...schemasIn(schema)].some((one) =>
    Object.keys(one).some((key) => /^(min|max|exclusiveM|multipleOf)/.test(key))
  );

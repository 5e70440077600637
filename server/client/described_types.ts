/** The types of `/openapi.json` as TypeScript that needs no other file: every operation, and what it takes and answers. */
import type { JsonValue } from "../contract/values.ts";

type Schema = { readonly [name: string]: JsonValue };

const isSchema = (value: JsonValue | undefined): value is { [name: string]: JsonValue } =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const schemaOf = (value: JsonValue | undefined): Schema => isSchema(value) ? value : {};
const listOf = (value: JsonValue | undefined): readonly JsonValue[] => Array.isArray(value) ? value : [];

const nameOf = (reference: JsonValue): string => `${reference}`.split("/").at(-1) ?? "";
const key = (name: string): string => /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);

function objectType(schema: Schema): string {
  const required = new Set(listOf(schema["required"]));
  const fields = Object.entries(schemaOf(schema["properties"])).map(([name, field]) =>
    `${key(name)}${required.has(name) ? "" : "?"}: ${typeOf(field)}`
  );
  const rest = schema["additionalProperties"];
  if (fields.length > 0 || !isSchema(rest)) return fields.length > 0 ? `{ ${fields.join("; ")} }` : "{}";
  // Only some keys of a set may be there.
  const keys = schemaOf(schema["propertyNames"]);
  return keys["enum"]
    ? `{ [K in ${typeOf(keys)}]?: ${typeOf(rest)} }`
    : `{ [name: string]: ${typeOf(rest)} }`;
}

function arrayType({ prefixItems, items }: Schema): string {
  if (prefixItems !== undefined) return `[${listOf(prefixItems).map(typeOf).join(", ")}]`;
  return `Array<${typeOf(items)}>`;
}

const union = (types: readonly string[]): string => [...new Set(types)].join(" | ") || "never";

/** A schema as a type. What it says of lengths and bounds the server sees to. */
export function typeOf(value: JsonValue | undefined): string {
  const schema = schemaOf(value);
  if (schema["$ref"] !== undefined) return nameOf(schema["$ref"]);
  if (schema["const"] !== undefined) return JSON.stringify(schema["const"]);
  if (schema["enum"] !== undefined) return union(listOf(schema["enum"]).map((one) => JSON.stringify(one)));
  const choices = schema["anyOf"] ?? schema["oneOf"];
  if (choices !== undefined) return union(listOf(choices).map(typeOf));
  const { type } = schema;
  if (Array.isArray(type)) return union(type.map((one) => typeOf({ ...schema, type: one })));
  switch (type) {
    case "object":
      return objectType(schema);
    case "array":
      return arrayType(schema);
    case "string":
      return "string";
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "null":
      return "null";
    default:
      return "Json";
  }
}

const jsonOf = (described: Schema): JsonValue | undefined =>
  schemaOf(schemaOf(described["content"])["application/json"])["schema"];

/** The first answer of success that is JSON; `undefined` where there is none. */
function answerType(responses: Schema): string {
  const [status, done = {}] =
    Object.entries(responses).find(([status, one]) => /^2/.test(status) && jsonOf(schemaOf(one))) ?? [];
  return status === undefined ? "undefined" : typeOf(jsonOf(schemaOf(done)));
}

function parametersType(operation: Schema, where: string): string | null {
  const fields = listOf(operation["parameters"]).map(schemaOf).filter((one) => one["in"] === where);
  if (fields.length === 0) return null;
  const told = fields.map(({ name, required, schema }) =>
    `${key(`${name}`)}${required ? "" : "?"}: ${typeOf(schema)}`
  );
  return `{ ${told.join("; ")} }`;
}

function operationLine(path: string, method: string, operation: Schema): string {
  const params = parametersType(operation, "path");
  const query = parametersType(operation, "query");
  const body = schemaOf(operation["requestBody"]);
  const parts = [
    ...(params ? [`params: ${params}`] : []),
    ...(query ? [`query?: ${query}`] : []),
    ...(jsonOf(body) ? [`body${body["required"] ? "" : "?"}: ${typeOf(jsonOf(body))}`] : []),
    `answer: ${answerType(schemaOf(operation["responses"]))}`,
  ];
  const name = `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`;
  return `  /** ${operation["summary"]} */\n  ${JSON.stringify(name)}: { ${parts.join("; ")} };`;
}

/** Whether the client can send and read it: what goes as JSON, or has no body. */
function isPlain(operation: Schema): boolean {
  const body = schemaOf(operation["requestBody"]);
  return body["content"] === undefined || jsonOf(body) !== undefined;
}

export function describedTypes(document: Schema): string {
  const schemas = Object.entries(schemaOf(schemaOf(document["components"])["schemas"]));
  const operations = Object.entries(schemaOf(document["paths"])).flatMap(([path, methods]) =>
    Object.entries(schemaOf(methods)).flatMap(([method, operation]) =>
      isPlain(schemaOf(operation)) ? [operationLine(path, method, schemaOf(operation))] : []
    )
  );
  return [
    "/** What every operation takes and answers. Made of /openapi.json. */",
    ...schemas.map(([name, schema]) => `export type ${name} = ${typeOf(schema)};`),
    "export interface Operations {",
    ...operations,
    "}",
    "",
  ].join("\n");
}

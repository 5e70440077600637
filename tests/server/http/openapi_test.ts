import assert from "node:assert/strict";
import { PROBLEMS } from "../../../server/contract/problem_document.ts";
import { routes } from "../../../server/routes/table.ts";
import { all as sources } from "../../sources.ts";
import { yieldLoop } from "../../../actors/runtime/yield_loop.ts";
import { openApi } from "../../../server/http/openapi.ts";
import { described } from "../description.ts";

// Read as a stranger would: as JSON of any shape.
// deno-lint-ignore no-explicit-any
const description = JSON.parse(JSON.stringify(described)) as any;

interface ParameterSchema {
  readonly type?: string;
  readonly $ref?: string;
}

interface Operation {
  readonly name: string;
  readonly tags: readonly string[];
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema: ParameterSchema;
  }[];
  readonly responses: Readonly<Record<string, { readonly content?: Record<string, { schema: object }> }>>;
}
const operations = Object.entries<Record<string, Omit<Operation, "name">>>(description.paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Operation => ({
      name: `${method} ${path}`,
      ...operation,
    }))
  );

/** Where a schema stands below another, by the word before it. */
const ONE = ["schema", "items", "additionalProperties", "not"];
const MANY = ["anyOf", "oneOf", "allOf", "prefixItems"];

/** Paths of the schemas that say nothing, and of the references that lead nowhere. */
function empty(value: unknown, path: string): string[] {
  if (typeof value !== "object" || value === null) return [];
  const parts = path.split("/");
  const [before, last = ""] = parts.slice(-2);
  const schema = ONE.includes(last) || before === "properties" || MANY.includes(before ?? "") ||
    /^components\/schemas\/\w+$/.test(path);
  const bare = schema && !["type", "$ref", "anyOf", "oneOf", "const", "enum"].some((key) => key in value);
  const lost = "$ref" in value && typeof value.$ref === "string" &&
    description.components.schemas[value.$ref.replace("#/components/schemas/", "")] === undefined;
  return [
    ...(bare || lost ? [path] : []),
    ...Object.entries(value).flatMap(([key, inner]) => empty(inner, `${path}/${key}`)),
  ];
}

Deno.test("every operation says what it answers, of which kind it is, and what its parameters are", () => {
  assert.equal(operations.length, routes.filter(({ access }) => access !== "page").length);
  const tags = description.tags.map(({ name }: { name: string }) => name);
  assert.deepEqual(new Set(operations.flatMap((operation) => operation.tags)), new Set(tags));
  for (const { name, tags, parameters, responses } of operations) {
    assert.equal(tags.length, 1, name);
    const done = Object.entries(responses).filter(([status]) => status.startsWith("2"));
    assert.ok(done.length > 0, name);
    for (const [status, { content = {} }] of done) {
      assert.equal(Object.keys(content).length === 0, status === "204", `${name} ${status}`);
    }
    for (const one of parameters) {
      assert.ok("type" in one.schema || "$ref" in one.schema, `${name} ${one.name}`);
    }
    const inPath = parameters.filter((one) => one.in === "path").map((one) => `{${one.name}}`);
    assert.deepEqual(name.match(/\{\w+\}/g) ?? [], inPath, name);
  }
  const list = operations.find(({ name }) => name === "get /api/conversations");
  assert.deepEqual(
    list?.parameters.map(({ name, schema }) => [name, schema.type ?? schema.$ref]),
    [
      ["q", "string"],
      ["archived", "boolean"],
      ["project", "#/components/schemas/Id"],
      ["cursor", "string"],
      ["limit", "integer"],
    ],
  );
});

Deno.test("no schema is empty and no reference leads nowhere: what is free is JSON, and says so", () => {
  assert.deepEqual(empty(description.paths, "paths"), []);
  assert.deepEqual(empty(description.components, "components"), []);
  assert.deepEqual(
    empty({ schema: {}, anyOf: [{}], properties: { a: { $ref: "#/components/schemas/No" } } }, "a"),
    [
      "a/schema",
      "a/anyOf/0",
      "a/properties/a",
    ],
  );
});

Deno.test("a problem names each code it may have; streams and downloads have their types", () => {
  const { schemas } = description.components;
  assert.deepEqual(schemas.ProblemCode.enum, Object.keys(PROBLEMS));
  assert.deepEqual(schemas.Problem.properties.code, { $ref: "#/components/schemas/ProblemCode" });
  const types = (wanted: string) =>
    Object.keys(operations.find(({ name }) => name === wanted)?.responses["200"]?.content ?? {});
  assert.deepEqual(types("get /api/events"), ["application/json", "text/event-stream"]);
  assert.deepEqual(types("post /v1/chat/completions"), ["application/json", "text/event-stream"]);
  assert.deepEqual(types("get /api/conversations/{id}/export"), [
    "application/json",
    "application/x-ndjson",
    "text/markdown",
    "text/html",
  ]);
  assert.ok(types("get /api/attachments/{sha256}").includes("image/png"));
});

Deno.test("no two schemas have one name: the description would tell one of them in the place of the other", () => {
  const names = sources.flatMap(({ text }) =>
    [...text.matchAll(/\.meta\(\{ id: "(\w+)" \}\)/g)].map(([, name]) => name)
  );
  assert.ok(names.length > 100);
  assert.deepEqual(names.filter((name, at) => names.indexOf(name) !== at), []);
});

Deno.test("whoever waits meanwhile has a turn behind each route, and it is made once", async () => {
  // Another table: that of the program is described already.
  const table = routes.slice(0, 40);
  let [turns, over] = [0, false];
  const made = openApi(table).finally(() => over = true);
  while (!over) {
    await yieldLoop();
    turns++;
  }
  const count = table.filter(({ access }) => access !== "page").length;
  assert.ok(turns >= count, `${turns} turns of ${count}`);
  assert.equal(await openApi(table), await made);
});

Deno.test("what is told of many routes is made of its schema once", () => {
  // deno-lint-ignore no-explicit-any
  const paths: Record<string, Record<string, any>> = described["paths"] as any;
  const told = Object.values(paths).flatMap((methods) => Object.values(methods)).flatMap(({ responses }) =>
    Object.values<{ schema: object }>(responses["421"].content).map(({ schema }) => schema)
  );
  assert.ok(told.length > 100);
  assert.ok(new Set(told).size < 10, `${new Set(told).size} of ${told.length}`);
});

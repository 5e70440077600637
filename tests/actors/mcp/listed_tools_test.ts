import assert from "node:assert/strict";
import { SCHEMA_UNITS, takeTools } from "../../../actors/mcp/listed_tools.ts";
import { SERVER_TOOLS } from "../../../events/catalog/limits.ts";

const SCHEMA = { type: "object" };
const look = { name: "look", description: "Looks.", inputSchema: SCHEMA };

Deno.test("of a list as many tools are taken as have room, by name, and the rest is counted", () => {
  const list = (count: number) => Array.from({ length: count }, (_, n) => ({ ...look, name: `look_${n}` }));
  assert.deepEqual([takeTools(list(SERVER_TOOLS)).tools.length, takeTools(list(SERVER_TOOLS)).cut], [
    SERVER_TOOLS,
    0,
  ]);
  assert.equal(takeTools(list(SERVER_TOOLS + 1)).cut, 1);
  assert.deepEqual(takeTools([{ ...look, name: "b" }, look]).tools.map(({ name }) => name), ["b", "look"]);
});

Deno.test("a tool with a hostile name, no schema or too large a one is left out; of two of a name the first counts", () => {
  const size = (units: number) => ({ ...SCHEMA, title: "a".repeat(units) });
  const fits = SCHEMA_UNITS - JSON.stringify(size(0)).length;
  const deep = (levels: number): unknown => levels === 0 ? 1 : { a: deep(levels - 1) };
  const kept = takeTools([
    { ...look, name: "fits", inputSchema: size(fits) },
    { ...look, name: "large", inputSchema: size(fits + 1) },
    { ...look, name: "deep", inputSchema: { ...SCHEMA, a: deep(30) } },
    { ...look, name: "a b" },
    { ...look, name: "<script>" },
    { ...look, name: "x".repeat(129) },
    { ...look, inputSchema: "no" },
    look,
    { ...look, description: "Another." },
    null,
    7,
  ]);
  assert.deepEqual(kept.tools.map(({ name, description }) => [name, description]), [
    ["fits", "Looks."],
    ["look", "Looks."],
  ]);
});

Deno.test("a tool that runs as a task alone is offered to nobody, and counted among those left out", () => {
  const supports = (taskSupport: unknown) => ({
    ...look,
    name: `is_${taskSupport}`,
    execution: { taskSupport },
  });
  const { tools, cut } = takeTools([
    ...["required", "optional", "forbidden", 7].map(supports),
    { ...look, execution: "required" },
  ]);
  assert.deepEqual(tools.map(({ name }) => name), ["is_7", "is_forbidden", "is_optional", "look"]);
  assert.equal(cut, 1);
});

Deno.test("a title that turns the direction of text is shown as what it is, and a description is cut", () => {
  const [tool] = takeTools([{ ...look, title: "a\u202eb", description: "d".repeat(9_000) }]).tools;
  assert.equal(tool?.title, "a\ufffdb");
  assert.equal(tool?.description.length, 4_000);
});

Deno.test("whatever a server says of a tool otherwise makes another definition, and another list", () => {
  const definition = (one: object) => takeTools([one]).tools[0]?.definition;
  const others = [
    { ...look, description: "Deletes." },
    { ...look, inputSchema: { ...SCHEMA, required: ["all"] } },
    { ...look, annotations: { readOnlyHint: true } },
    { ...look, title: "Look" },
  ];
  const all = [look, ...others].map(definition);
  assert.equal(new Set(all).size, all.length);
  assert.notEqual(takeTools([look]).list, takeTools(others.slice(0, 1)).list);
  assert.equal(definition(look), definition({ ...look, icons: [] }));
});

Deno.test("what is to be taken out is in nothing that is kept of a list: no title, description, schema or name, cut or not", () => {
  const SECRET = "canary-0123456789";
  const LONG = "long-canary-".repeat(25);
  const clean = (text: string) => text.replaceAll(LONG, "").replaceAll(SECRET, "[redacted]");
  const said = `Says ${SECRET}.`;
  const taken = takeTools([
    { ...look, title: said, description: said, inputSchema: { ...SCHEMA, [SECRET]: { description: said } } },
    { ...look, name: SECRET },
    ...Array.from({ length: 40 }, (_, at) => ({
      ...look,
      name: `cut_${at}`,
      // At each of its places where a text is cut, and where so much of it goes that more comes up from behind.
      description: "d".repeat(3_960 + at + (at % 2 ? 24_020 : 0)) + SECRET.repeat(at % 3 ? 1 : 3_000),
    })),
    { ...look, name: "shrunk", description: LONG.repeat(200) },
  ], clean);
  assert.equal(taken.tools.length, 42);
  const kept = JSON.stringify(taken);
  for (let units = 7; units <= SECRET.length; units++) {
    assert.ok(!kept.includes(SECRET.slice(0, units)), kept);
  }
  assert.ok(!kept.includes("long-canary"));
  const [tool] = taken.tools.filter(({ name }) => name === "look");
  assert.deepEqual([tool?.title, tool?.description], ["Says [redacted].", "Says [redacted]."]);
  assert.deepEqual(tool?.parameters, { ...SCHEMA, "[redacted]": { description: "Says [redacted]." } });
});

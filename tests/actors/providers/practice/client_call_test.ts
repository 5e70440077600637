/** The practice agent calls a program's tool with something for each argument that it has to give. */
import assert from "node:assert/strict";
import { clientCall } from "../../../../actors/providers/practice/client_call.ts";

const tool = (name: string, properties: object = {}, required: string[] = []) => ({
  name,
  parameters: { type: "object", properties, required },
});

Deno.test("it calls the tool that is asked for, else the one that is named, else the first, and gives what that wants", () => {
  const clients = [tool("a"), tool("bell"), tool("c")];
  const called = (text: string, params: object = {}) =>
    clientCall(text, { model: "", system: "", messages: [], tools: [], clients, params: { ...params } })
      ?.tool;
  assert.equal(called("hi"), "a");
  assert.equal(called("ring the bell"), "bell");
  assert.equal(called("ring the bell", { toolChoice: { name: "c" } }), "c");
  const types = ["string", "integer", "number", "boolean", "array", "object", "null"];
  const properties = Object.fromEntries(types.map((type) => [type, { type }]));
  const wants = tool("d", { ...properties, kind: { enum: ["x", "y"] }, free: {}, left: {} }, [
    ...types,
    "kind",
    "free",
  ]);
  const body = { model: "", system: "", messages: [], tools: [], params: {} };
  assert.deepEqual(JSON.parse(clientCall("Rome?", { ...body, clients: [wants] })?.args ?? ""), {
    string: "Rome?",
    integer: 1,
    number: 1,
    boolean: true,
    array: [],
    object: {},
    null: null,
    kind: "x",
    free: "Rome?",
  });
  assert.equal(clientCall("Rome?", body), null);
});

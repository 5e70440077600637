/** What a body says is heard whole or refused. */
import assert from "node:assert/strict";
import { TestServer } from "../harness.ts";
import { agent } from "../programs.ts";

Deno.test("a field that no object of a program can keep is refused, however it is written and wherever it stands", async () => {
  await using server = await TestServer.start();
  await agent(server, "calls", "tool-user");
  const ask = (schema: string) =>
    server.call(
      "POST",
      "/v1/messages",
      `{"model":"agent/calls","max_tokens":9,"messages":[{"role":"user","content":"say __proto__"}],` +
        `"tools":[{"name":"forecast","input_schema":${schema}}]}`,
      { "content-type": "application/json" },
    );
  assert.equal(
    (await ask(`{"type":"object","required":["__proto__"]}`)).status,
    200,
    "as a word it may be said",
  );
  for (const name of ["__proto__", "\\u005f_proto__", "__prot\\u006f__"]) {
    for (const schema of [`{"type":"object","${name}":{"x":1}}`, `{"properties":{"a":[{"${name}":1}]}}`]) {
      const { status, json } = await ask(schema);
      assert.deepEqual([status, json.error.details.error_code], [400, "validation"], schema);
    }
  }
});

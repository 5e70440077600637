import assert from "node:assert/strict";
import { TestServer } from "./harness.ts";

const AT = "/api/agents/agent_editor";
const FORM = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };

Deno.test("an agent is given a form, told of what is none, and loses it again", async () => {
  await using server = await TestServer.start();
  const given = await server.call("PATCH", AT, { answerForm: FORM });
  assert.deepEqual([given.status, given.json.answerForm], [200, FORM]);
  const wrong = await server.call("PATCH", AT, {
    answerForm: { type: "object", properties: { a: { type: "string", pattern: "(a+)+$" } } },
  });
  assert.equal(wrong.status, 422);
  assert.deepEqual(wrong.json.errors[0], {
    path: "answerForm",
    message: "must not have “pattern”: answers are not held to that here",
  });
  assert.deepEqual((await server.call("GET", AT)).json.answerForm, FORM);
  const gone = await server.call("PATCH", AT, { answerForm: null });
  assert.deepEqual([gone.status, gone.json.answerForm], [200, undefined]);
});

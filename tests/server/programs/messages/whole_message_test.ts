/** Arguments of a call as Anthropic's clients are told them. */
import assert from "node:assert/strict";
import { inputOf } from "../../../../server/programs/messages/whole_message.ts";

Deno.test("arguments are an object, also where a model's words are none or were cut", () => {
  assert.deepEqual(inputOf('{"city":"Rome"}'), { city: "Rome" });
  assert.deepEqual(inputOf(" "), {});
  for (const args of ['{"city":"Ro', "[1]", '"x"']) assert.deepEqual(inputOf(args), { input: args });
});

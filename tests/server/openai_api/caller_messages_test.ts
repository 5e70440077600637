/** What is read of the list of messages a program sends. */
import assert from "node:assert/strict";
import { askedOf } from "../../../server/openai_api/caller_messages.ts";

Deno.test("the last words of the user are asked; system and developer instruct; what follows is left out", () => {
  const asked = askedOf({
    messages: [
      { role: "system", content: "Be kind." },
      { role: "user", content: "First." },
      { role: "assistant", content: "Yes?" },
      { role: "developer", content: "Be short." },
      { role: "user", content: "Second." },
      { role: "assistant", content: "Left out." },
    ],
  });
  assert.equal(asked.content, "Second.");
  assert.equal(asked.instructions, "Be kind.\n\nBe short.");
  assert.deepEqual(asked.before, [
    { role: "user", content: "First." },
    { role: "assistant", content: "Yes?" },
  ]);
});

/** What agents are to use instead, when a conversation is run again. */
import assert from "node:assert/strict";
import "../page.ts";
import { othersOf } from "../../../ui/dialogs/run_again.tsx";

Deno.test("only what was filled in is sent: what stays blank stays as it is", () => {
  assert.deepEqual(othersOf({}), {});
  assert.deepEqual(
    othersOf({
      p_1: { providerId: "", model: " " },
      p_2: { providerId: "provider_1", model: "" },
      p_3: { providerId: "", model: " gpt " },
      p_4: { providerId: "provider_1", model: "gpt" },
    }),
    {
      p_2: { providerId: "provider_1" },
      p_3: { model: "gpt" },
      p_4: { providerId: "provider_1", model: "gpt" },
    },
  );
});

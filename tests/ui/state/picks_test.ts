/** Agents picked from the list while a message is written. */
import assert from "node:assert/strict";
import { keepPick, takePicked } from "../../../ui/state/picks.ts";

const roster = [{ id: "p_1", name: "Ada" }, { id: "p_2", name: "Ada" }, { id: "p_3", name: "Ben" }];

Deno.test("a pick counts where two share the name and it still stands in the text", () => {
  keepPick("a", roster, { id: "p_2", name: "Ada" });
  assert.deepEqual(takePicked("a", "@Ada why?"), ["p_2"]);
  keepPick("a", roster, { id: "p_2", name: "Ada" });
  assert.deepEqual(takePicked("a", "never mind"), [], "it was deleted again");
  keepPick("a", roster, { id: "p_3", name: "Ben" });
  assert.deepEqual(takePicked("a", "@Ben why?"), [], "words that name somebody by themselves do");
});

Deno.test("picks of one message gather, stay with their conversation, and are forgotten when it is sent", () => {
  keepPick("a", roster, { id: "p_2", name: "Ada" });
  keepPick("a", roster, { id: "p_1", name: "Ada" });
  assert.deepEqual(takePicked("b", "@Ada and @Ada"), []);
  assert.deepEqual(takePicked("a", "@Ada and @Ada"), ["p_1", "p_2"]);
  assert.deepEqual(takePicked("a", "@Ada and @Ada"), []);
});

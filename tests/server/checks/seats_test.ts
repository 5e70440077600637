/** Who is who in two runs. */
import assert from "node:assert/strict";
import { seatsOf } from "../../../server/checks/seats.ts";
import { History } from "../../history.ts";

Deno.test("of several agents of one name each has a seat of its own, those who left too", () => {
  const { participants } = new History().started().joined("Ada", "Ben", "Cy").state();
  const [ada, ben, cy] = participants;
  assert.ok(ada && ben && cy);
  const seats = seatsOf({ participants: [ada, { ...ben, name: "Ada" }], former: [{ ...cy, name: "Ada" }] });
  assert.deepEqual([...seats.values()], ["1 Ada", "2 Ada", "3 Ada"]);
  assert.deepEqual([...seats.keys()], ["p_Ada", "p_Ben", "p_Cy"]);
});

/** How many answers a format comes to: nobody is asked for more than was told. */
import assert from "node:assert/strict";
import { turnsOf } from "../../../projections/panels/formats.ts";

Deno.test("each stage counts by its rounds and by the seats that speak in it", () => {
  const stages = [{ who: ["member"], rounds: 3 }, { who: ["member", "chair"] }, {
    who: ["nobody"],
    rounds: 9,
  }];
  const seats = ["member", "member", "chair"].map((role) => ({ role }));
  assert.equal(turnsOf({ stages }, seats), 3 * 2 + 3);
  assert.equal(turnsOf({ stages }, []), 0);
});

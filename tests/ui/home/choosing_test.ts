/** Who is asked by a conversation that has not begun. */
import "../page.ts";
import assert from "node:assert/strict";
import {
  bodyOf,
  CHIPS,
  chosenIds,
  obstacleOf,
  present,
  toggled,
  USUAL,
  withChips,
} from "../../../ui/home/choosing.ts";

const agent = (id: string, archived = false) => ({ id, archived });
const four = ["a", "b", "c", "d"].map((id) => agent(id));

Deno.test("while nobody has chosen the first three are asked; who was archived is not there", () => {
  assert.deepEqual(chosenIds(four, USUAL), ["a", "b", "c"]);
  assert.deepEqual(present({ a: agent("a", true), b: agent("b") }), [agent("b")]);
  assert.deepEqual(present(undefined), []);
  assert.deepEqual(chosenIds(four, { agentIds: ["gone", "d", "a"] }), ["a", "d"], "in their order");
  assert.deepEqual(chosenIds(four, { agentIds: [] }), [], "nobody was chosen on purpose");
});

Deno.test("a chip puts an agent in and out, also the first time", () => {
  assert.deepEqual(toggled(four, USUAL, "b"), ["a", "c"]);
  assert.deepEqual(toggled(four, { agentIds: ["a", "c"] }, "b"), ["a", "b", "c"]);
});

Deno.test("the first few have a chip and everyone who is chosen, the others are behind one word", () => {
  const many = Array.from({ length: 20 }, (_, at) => agent(`m${at}`));
  const { chips, others } = withChips(many, ["m15"]);
  assert.deepEqual(chips.map(({ id }) => id), ["m0", "m1", "m2", "m3", "m4", "m5", "m15"]);
  assert.equal(others.length, 20 - CHIPS - 1);
  assert.equal(withChips(many.slice(0, CHIPS + 1), []).others.length, 0, "not for one alone");
});

Deno.test("somebody has to be there where somebody has to be asked or to lead", () => {
  assert.equal(obstacleOf(USUAL, []), null, "a note to oneself");
  assert.equal(obstacleOf({ ...USUAL, mode: "manual" }, []), "nobody to ask");
  assert.equal(obstacleOf({ ...USUAL, mode: "manager" }, []), "nobody to ask");
  assert.equal(obstacleOf({ ...USUAL, mode: "manual" }, ["a"]), null);
  assert.equal(obstacleOf({ ...USUAL, mode: "manager", agencyId: "x" }, []), null);
});

Deno.test("the request says who, how, what and with which files, and nothing that does not hold", () => {
  assert.deepEqual(bodyOf(USUAL, ["a"], "Hello", []), {
    agentIds: ["a"],
    mode: "parallel",
    message: "Hello",
  });
  const settings = { rounds: 3, webAccess: true };
  assert.deepEqual(bodyOf({ ...USUAL, settings }, ["a"], "x", []), {
    agentIds: ["a"],
    mode: "parallel",
    webAccess: true,
    message: "x",
  });
  assert.deepEqual(bodyOf({ ...USUAL, mode: "round_robin", settings }, ["a"], "x", []).rounds, 3);
  const file = { sha256: "s", name: "a.txt", type: "text/plain", size: 3 };
  assert.deepEqual(bodyOf({ ...USUAL, agencyId: "works" }, ["a"], "", [file]), {
    agencyId: "works",
    attachments: [{ sha256: "s", name: "a.txt" }],
  });
});

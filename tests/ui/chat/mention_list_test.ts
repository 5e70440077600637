/** The list that opens while one types `@`. */
import assert from "node:assert/strict";
import "../page.ts";
import { completed } from "../../../ui/chat/mention_list.tsx";

const member = (id: string, name: string, number: number, enabled = true) => ({
  id,
  name,
  number,
  color: number,
  enabled,
});
const lines = (options: ReturnType<typeof completed>) =>
  options.map(({ name, note }) => note ? `${name} (${note})` : name);

Deno.test("the list has those whose name holds what was typed, in any case, and all of them together", () => {
  const roster = [member("1", "Ada", 1), member("2", "Ben", 2, false), member("3", "Bea", 3)];
  assert.deepEqual(lines(completed(roster, "")), ["Ada", "Ben (off)", "Bea", "all"]);
  assert.deepEqual(lines(completed(roster, "bE")), ["Ben (off)", "Bea"]);
  assert.deepEqual(completed(roster, "a").map(({ id }) => id), ["1", "3", null]);
  assert.deepEqual(lines(completed(roster, "x")), []);
  assert.deepEqual(lines(completed([], "")), [], "nobody is there");
  assert.deepEqual(lines(completed([member("1", "Ada", 1)], "")), ["Ada"], "one is all");
});

Deno.test("a name that is written out needs no list, unless two share it: they are told apart by number", () => {
  const roster = [member("1", "Ada", 1), member("2", "Ben", 2), member("3", "ada ", 3, false)];
  assert.deepEqual(lines(completed(roster, "ben")), []);
  assert.deepEqual(lines(completed(roster, "ada")), ["Ada (#1)", "ada  (#3, off)"]);
});

Deno.test("a list of many stays short enough to read", () => {
  const roster = Array.from({ length: 50 }, (_, n) => member(`${n}`, `Agent ${n}`, n));
  assert.equal(completed(roster, "").length, 8);
  assert.deepEqual(lines(completed(roster, "t 49")), ["Agent 49"]);
});

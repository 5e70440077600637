/** Which label the list is narrowed to. */
import "../page.ts";
import assert from "node:assert/strict";
import { rowOf } from "../../../projections/conversation/list.ts";
import { History } from "../../history.ts";
import { label, labels, narrowTo } from "../../../ui/state/labels.ts";
import { rows } from "../../../ui/state/server_state.ts";

const listed = (...all: string[][]) => {
  rows.value = new Map(all.map((labels, at) => {
    const row = rowOf(new History().started().add("ConversationFiled", { pinned: false, labels }).state());
    return [`c${at}`, { ...row, id: `c${at}` }];
  }));
};

Deno.test("the list is narrowed to a label as long as something has it", () => {
  listed(["Home"], ["Bread", "Home"], []);
  assert.deepEqual(labels.value, ["Bread", "Home"]);
  assert.equal(label.value, null);
  narrowTo("Bread");
  assert.equal(label.value, "Bread");
  listed(["Home"]);
  assert.deepEqual([labels.value, label.value], [["Home"], null]);
  narrowTo(null);
  listed(["Bread"]);
  assert.equal(label.value, null);
});

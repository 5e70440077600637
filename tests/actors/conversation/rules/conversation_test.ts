import assert from "node:assert/strict";
import { given } from "../../given.ts";
import { History } from "../../../history.ts";

const filed = (pinned: boolean, ...labels: string[]) =>
  new History().started().add("ConversationFiled", { pinned, labels });
const change = (more: object) => ({ type: "change", settings: {}, ...more }) as const;

Deno.test("how a conversation is filed is told whole, whichever of it was changed", () => {
  const pinned = given(new History().started()).when(change({ pinned: true })).then("ConversationFiled");
  assert.deepEqual(pinned.one("ConversationFiled"), { pinned: true, labels: [] });
  const labelled = given(pinned.next).when(change({ labels: ["Home", "Bread"] })).then("ConversationFiled");
  assert.deepEqual(labelled.one("ConversationFiled"), { pinned: true, labels: ["Home", "Bread"] });
  const { pinned: stands, labels } = labelled.next.state();
  assert.deepEqual([stands, labels], [true, ["Home", "Bread"]]);
  const bare = given(labelled.next).when(change({ labels: [] })).then("ConversationFiled");
  assert.deepEqual(bare.one("ConversationFiled"), { pinned: true, labels: [] });
});

Deno.test("filing a conversation as it is filed says nothing; in another order labels are others", () => {
  given(filed(true, "Home", "Bread")).when(change({ pinned: true, labels: ["Home", "Bread"] })).then();
  given(filed(true, "Home", "Bread")).when(change({ title: "New" })).then("ConversationRenamed");
  given(filed(true, "Home", "Bread")).when(change({ labels: ["Bread", "Home"] })).then("ConversationFiled");
  given(filed(true, "Home", "Bread")).when(change({ labels: ["Home"] })).then("ConversationFiled");
  given(filed(true, "Home", "Bread")).when(change({ pinned: false })).then("ConversationFiled");
});

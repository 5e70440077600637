import assert from "node:assert/strict";
import { broughtUp, formerOf, formersOf } from "../../../projections/conversation/former_rows.ts";
import { rowOf } from "../../../projections/conversation/list.ts";
import { History } from "../../history.ts";

const pair = () => new History().started().joined("Ada", "Critic");

Deno.test("a row of an earlier program is read: nothing of it is new, waits, or was chosen", () => {
  const history = pair().posted("m1", "Why?").requested("Ada", "m1").claimed("t_Ada");
  history.add("ConversationFiled", { pinned: true, labels: ["Bread"] });
  history.add("ToolCalled", {
    turnId: "t_Ada",
    attempt: 1,
    round: 1,
    callId: "a",
    tool: "ring",
    args: "{}",
    asks: true,
  });
  const row = rowOf(history.state());
  const former = formerOf(row);
  assert.deepEqual(
    Object.keys(row).filter((key) => !(key in former)).sort(),
    ["labels", "lineage", "pinned", "saidSeq", "waits"],
  );
  assert.deepEqual(former.participants[0], { id: "p_Ada", name: "Ada", color: 1, enabled: true });
  assert.deepEqual(former.open, [{ turnId: "t_Ada", authorName: "Ada" }]);
  const read = broughtUp(former);
  assert.deepEqual(
    [read.lineage, read.pinned, read.labels, read.waits, read.saidSeq, read.title],
    [null, false, [], 0, 0, row.title],
  );
  assert.deepEqual(read.participants[0], {
    id: "p_Ada",
    agentId: "p_Ada",
    name: "Ada",
    color: 1,
    enabled: true,
  });
});

Deno.test("a row of today is as it is", () => {
  const row = rowOf(pair().posted("m1", "Why?").state());
  assert.equal(broughtUp(row), row);
});

Deno.test("rows of earlier programs say nothing of the files of a message without words", () => {
  const file = { sha256: "ab".repeat(32), name: "bread.png", type: "image/png", size: 9 };
  const row = rowOf(pair().posted("m1", "", undefined, { attachments: [file] }).state());
  assert.equal(row.lastMessage?.files, "bread.png");
  assert.deepEqual(formersOf(row), [{ ...row, lastMessage: { authorName: "Ann", text: "" } }, formerOf(row)]);
  assert.deepEqual(formerOf(row).lastMessage, { authorName: "Ann", text: "" });
});

import assert from "node:assert/strict";
import { saidBy } from "../../../ui/parts/said_by.ts";

Deno.test("whoever uses the page is You in lists too, and others have their names", () => {
  assert.deepEqual(["User", "Ada", "Us\u202eer"].map(saidBy), ["You", "Ada", saidBy("Us\u202eer")]);
  assert.ok(!saidBy("Us\u202eer").includes("\u202e"));
});

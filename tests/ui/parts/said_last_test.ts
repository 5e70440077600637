import assert from "node:assert/strict";
import { saidLast } from "../../../ui/parts/said_last.ts";

const by = { authorName: "User" };

Deno.test("a list tells what was said last by its words, else by its files, else that it has none", () => {
  const told = [
    { text: "**Why** so?", files: "bread.png" },
    { text: "", files: "bre\u202ead_of_rye.png" },
    { text: "" },
  ].map((last) => saidLast({ ...by, ...last }, 4));
  assert.deepEqual(told, ["You: Why…", "You: bre\ufffdad_of_rye.png", "You: no words"]);
});

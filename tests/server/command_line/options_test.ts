/** The command line as it is read: what an environment variable may say. */
import assert from "node:assert/strict";
import { readOptions, UsageError } from "../../../server/command_line/options.ts";

const practice = (text: string | undefined) =>
  readOptions([], (name) => name === "FISHBOWL_PRACTICE_MS" ? text : undefined).practiceMs;

Deno.test("the pace of practice agents is theirs, or a whole number of milliseconds", () => {
  assert.equal(practice(undefined), undefined);
  assert.equal(practice("0"), 0);
  assert.equal(practice("9999"), 9999);
  for (const wrong of ["", "-1", "2.5", "10000", "fast"]) {
    assert.throws(() => practice(wrong), UsageError, wrong);
  }
});

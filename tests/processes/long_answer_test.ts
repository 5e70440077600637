/** What a long answer holds of the memory while it is written and nobody reads it. */
import assert from "node:assert/strict";

/** Megabytes that the process may have: the answer in it has one. */
const MEMORY = 64;

Deno.test("an answer of 1 MB that grows in 2,000 ticks is held once, also where nobody reads it", async () => {
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-check", `--v8-flags=--max-old-space-size=${MEMORY}`, "long_answer.ts"],
    cwd: import.meta.dirname ?? "",
  }).output();
  assert.equal(new TextDecoder().decode(stdout), "true\n", new TextDecoder().decode(stderr).slice(0, 500));
});

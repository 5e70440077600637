/** Nothing is left out: what the task runs is every test there is. */
import assert from "node:assert/strict";
import { SLOW } from "./effort.ts";

Deno.test("the task of all tests runs the fast ones and every slow folder", async () => {
  const { tasks } = JSON.parse(await Deno.readTextFile(new URL("../deno.json", import.meta.url)));
  const run: string[] = tasks.test.command.split(" ");
  for (const part of ["tests/fast.ts", ...SLOW.map((folder) => `tests/${folder}`)]) {
    assert.ok(run.includes(part), `${part} is run`);
    await Deno.stat(new URL(`../${part}`, import.meta.url));
  }
});

/** What the log is told of a store's file that goes and comes back. */
import assert from "node:assert/strict";
import type { Level } from "../../../actors/runtime/logger.ts";
import { line } from "../../../server/command_line/log_lines.ts";
import { watchStore } from "../../../server/command_line/store_watch.ts";
import { instead } from "../../ui/browser.ts";

Deno.test("a file that is gone is an error, one that is back is none, and both are read where somebody looks", () => {
  const looks: (() => void)[] = [];
  using _interval = instead("setInterval", (look: () => void) => looks.push(look));
  using _clear = instead("clearInterval", () => {});
  const said: [Level, string][] = [];
  let gone = false;
  const stop = watchStore({ gone: () => gone, path: "fishbowl.db" }, (level, what, fields) => {
    assert.ok(line({ at: new Date(0), level, what, fields }, false), `${what} is not shown`);
    said.push([level, what]);
  });
  for (gone of [false, true, true, false, false]) for (const look of looks) look();
  stop();
  assert.deepEqual(said, [["error", "store_gone"], ["info", "store_back"]]);
});

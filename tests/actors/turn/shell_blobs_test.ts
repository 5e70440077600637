/** Which shells are known to be in the store: none any more, once words were erased somewhere. */
import assert from "node:assert/strict";
import { ShellBlobs } from "../../../actors/turn/shell_blobs.ts";
import { realEnvironment } from "../../../actors/runtime/environment.ts";
import { withLog } from "../../events/store/with_log.ts";

const shell = {
  model: "m",
  system: "Be brief.",
  params: {},
  tools: [],
  nudge: "",
  after: [],
  downgrades: [],
};

Deno.test("a shell that was named is not looked for again, until words were erased", () =>
  withLog(async (log) => {
    const shells = new ShellBlobs(log, realEnvironment);
    const sha256 = await shells.put("c", shell);
    assert.equal(shells.known("c", shell), null);
    shells.named("c", sha256);
    assert.equal(shells.known("c", shell), sha256);
    shells.forget();
    assert.equal(shells.known("c", shell), null);
    assert.equal(await shells.put("c", shell), sha256);
  }));

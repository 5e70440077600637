/** What a page knows of itself: here what it says of the disk of its server. */
import "../page.ts";
import assert from "node:assert/strict";

const UI_STATE = new URL("../../../ui/state/ui_state.ts", import.meta.url).href;

Deno.test("the disk is told to be full once that was heard, and not before", async () => {
  // As a page loads it: other tests may have heard of a disk before.
  const { diskFull, heardDisk }: typeof import("../../../ui/state/ui_state.ts") = await import(
    `${UI_STATE}?loaded`
  );
  const after = (told: unknown) => (heardDisk(told), diskFull.value);
  assert.equal(diskFull.value, false);
  assert.deepEqual([{ state: "full" }, { state: "low" }, { state: "ok" }, null, "full"].map(after), [
    true,
    false,
    false,
    false,
    false,
  ]);
});

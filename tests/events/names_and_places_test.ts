/** Names a stream may have, and the place after its last event. */
import assert from "node:assert/strict";
import { appended, said } from "./store/given.ts";
import { withLog } from "./store/with_log.ts";

Deno.test("a stream's name has 1 to 64 letters, digits, _ or -; any other is refused and leaves nothing", () =>
  withLog(async (log) => {
    for (const name of ["a", "a".repeat(64), "A-z_09"]) {
      await appended(log, name, [said(`${name.slice(0, 3)}/0`)]);
    }
    const before = await log.order.end();
    for (const name of ["", "a".repeat(65), "a b", "a/b", "ä"]) {
      await assert.rejects(appended(log, name, [said("x/0")]), TypeError, name);
    }
    assert.equal(await log.order.end(), before);
  }));

Deno.test("the log's place is that of the last event of its last commit, however many it has", () =>
  withLog(async (log) => {
    for (const count of [1, 2, 5]) {
      const events = Array.from({ length: count }, (_, index) => said(`${count}/${index}`));
      const { position } = await appended(log, `of_${count}`, events);
      assert.equal(await log.order.end(), position);
      assert.deepEqual(await log.order.page(position, 10), [], "nothing stands behind it");
    }
  }));

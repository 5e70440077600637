/** A fold that goes on from a snapshot goes on from what was kept, or begins anew. */
import assert from "node:assert/strict";
import { snapPageKey } from "../../../../events/store/kv/keys.ts";
import { withLog } from "../with_log.ts";

Deno.test("a snapshot that reads well and is not what was kept is none", () =>
  withLog(async ({ snapshots, parts: { kv } }) => {
    await snapshots.put("count", 1, "a", 2, { count: 2 });
    await snapshots.put("count", 1, "b", 2, { count: 3 });
    assert.deepEqual(await snapshots.get("count", 1, "a"), { seq: 2, state: { count: 2 } });
    const [page, other] = await kv.getMany(["a", "b"].map((stream) => snapPageKey("count", 1, stream, 2, 0)));
    assert.ok(page && other && page.value instanceof Uint8Array && other.value instanceof Uint8Array);
    assert.equal(page.value.length, other.value.length);
    await kv.atomic().set(page.key, other.value).commit();
    assert.equal(await snapshots.get("count", 1, "a"), null);
  }));

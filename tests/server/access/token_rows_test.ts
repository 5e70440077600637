import assert from "node:assert/strict";
import { TokenRows } from "../../../server/access/token_rows.ts";
import { withLog } from "../../events/store/with_log.ts";
import { countingUpdates } from "./counting_updates.ts";

const AT_ONCE = 20;

Deno.test("requests of one moment note once that their token was used, and one of them was the first", () =>
  withLog(async (log) => {
    const { rows, counts } = countingUpdates(log.side("token"));
    const tokens = new TokenRows(rows, () => Date.UTC(2026, 0, 1), () => 0);
    await tokens.add("token_1", "fb_1", "batch", {});
    const token = await tokens.find("fb_1");
    assert.ok(token);
    const first = await Promise.all(Array.from({ length: AT_ONCE }, () => tokens.used(token)));
    assert.equal(first.filter(Boolean).length, 1);
    assert.ok(counts.tried <= AT_ONCE, `tried ${counts.tried} times to write`);
    assert.ok((await tokens.find("fb_1"))?.usedAt);
  }));

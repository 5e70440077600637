import assert from "node:assert/strict";
import {
  SEEN_NOTED_MS,
  SESSION_IDLE_MS,
  SESSION_LIFE_MS,
  SessionRows,
} from "../../../server/access/session_rows.ts";
import { withLog } from "../../events/store/with_log.ts";
import { countingUpdates } from "./counting_updates.ts";

const AT_ONCE = 20;

Deno.test("requests of one moment note once that their session was used", () =>
  withLog(async (log) => {
    const { rows, counts } = countingUpdates(log.side("session"));
    let now = Date.UTC(2026, 0, 1);
    const sessions = new SessionRows(rows, () => now);
    await sessions.begin("cookie");
    now += SEEN_NOTED_MS + 1;
    const found = await Promise.all(Array.from({ length: AT_ONCE }, () => sessions.find("cookie")));
    assert.equal(new Set(found).size, 1);
    assert.ok(counts.tried > 0 && counts.tried <= AT_ONCE, `tried ${counts.tried} times to write`);
    await sessions.find("cookie");
    assert.ok(counts.tried <= AT_ONCE, "it is noted");
  }));

Deno.test("a session that began while the clock was a year ahead ends as any other does once the clock is right", () =>
  withLog(async (log) => {
    const right = Date.UTC(2026, 0, 1);
    let now = Date.UTC(2027, 0, 1);
    const sessions = new SessionRows(log.side("session"), () => now);
    await sessions.begin("cookie");
    now = right;
    assert.notEqual(await sessions.find("cookie"), undefined, "it is used when the clock is right again");
    for (; now < right + SESSION_LIFE_MS; now += SESSION_IDLE_MS) {
      assert.notEqual(await sessions.find("cookie"), undefined, "nobody is signed out for a clock");
    }
    now = right + SESSION_LIFE_MS + 1;
    assert.equal(await sessions.find("cookie"), undefined);
    await sessions.begin("another");
    now += SESSION_IDLE_MS + 1;
    assert.equal(await sessions.find("another"), undefined);
  }));

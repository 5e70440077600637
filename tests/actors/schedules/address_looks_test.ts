/** Who looks at an address that is watched: for each moment one process, and another where it died over that. */
import assert from "node:assert/strict";
import { AddressLooks } from "../../../actors/schedules/address_looks.ts";
import { PAGE_MS } from "../../../actors/tools/fetch_url.ts";
import { oneRow } from "./given.ts";

Deno.test("of several processes one looks for a moment; the next moment, and one that nobody came back with, are free", async () => {
  let [at, looks] = [Date.parse("2026-01-01T10:00:00.000Z"), 0];
  const look = () => Promise.resolve(looks++ < 2 ? "Tea." : null);
  const clock = { now: () => new Date(at).toISOString() };
  const address = new AddressLooks(oneRow(), look, clock);
  const looked = (moment: string) =>
    address.at({ scheduleId: "s", moment, address: "https://example.org" }, AbortSignal.abort());
  const first = await looked("10:00");
  assert.ok(first && first !== "taken");
  assert.equal(await looked("10:00"), "taken");
  assert.deepEqual(await looked("10:05"), first, "the same text has the same digest");
  at += 3 * PAGE_MS - 1;
  assert.equal(await looked("10:05"), "taken");
  at += 1;
  assert.equal(await looked("10:05"), null, "it cannot be read any more");
  assert.equal(looks, 3);
});

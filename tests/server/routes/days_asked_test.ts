/** When the days begin that somebody names: by the clock of their place on that day, whichever it is today. */
import assert from "node:assert/strict";
import { dawnOf } from "../../../server/routes/days_asked.ts";

const at = (ms: number): string => new Date(ms).toISOString();

Deno.test("a day begins by the clock of its own time of the year, also where it has no midnight or 23 hours", () => {
  const berlin = dawnOf(60, "Europe/Berlin");
  assert.equal(at(berlin(2026, 1, 15)), "2026-01-14T23:00:00.000Z");
  assert.equal(at(berlin(2026, 7, 15)), "2026-07-14T22:00:00.000Z", "asked in winter, a day of summer");
  assert.equal(at(berlin(2026, 3, 30)), "2026-03-29T22:00:00.000Z", "behind the day of 23 hours");
  assert.equal(at(berlin(2026, 2, 31)), "2026-03-02T23:00:00.000Z", "there is none: one of the next month");
  assert.equal(
    at(dawnOf(-180, "America/Sao_Paulo")(2018, 11, 4)),
    "2018-11-04T03:00:00.000Z",
    "begins at one",
  );
});

Deno.test("where the place is not known here the minutes count, as without one", () => {
  for (const place of [undefined, "", "Mars/Olympus", "undefined"]) {
    assert.equal(at(dawnOf(60, place)(2026, 7, 15)), "2026-07-14T23:00:00.000Z", place);
  }
});

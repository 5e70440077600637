/** What the page says of deleting by itself. */
import "../page.ts";
import assert from "node:assert/strict";
import { RETENTION_DAYS } from "../../../events/catalog/limits.ts";
import { daysOf, standing } from "../../../ui/settings/retention_page.tsx";

Deno.test("days are a whole number within their bounds", () => {
  const { min, max } = RETENTION_DAYS;
  assert.deepEqual([daysOf(`${min}`), daysOf(` ${max} `), daysOf("90")], [min, max, 90]);
  for (const text of ["", "0", `${max + 1}`, "1.5", "-3", "many"]) {
    assert.match(String(daysOf(text)), /^Days are a whole number from 1 to 3,650/, text);
  }
});

Deno.test("it is told until when nothing goes, what goes next, and what the last look did", () => {
  const now = new Date("2026-03-02T12:00:00.000Z");
  const off = { days: null, from: null, soon: 0, more: false, looked: null };
  assert.deepEqual(standing(off, now), []);
  const later = { ...off, days: 30, from: "2026-03-03T12:00:00.000Z" };
  const [first, ...more] = standing(later, now);
  assert.match(first ?? "", /^Nothing goes before .+3/);
  assert.deepEqual(more, []);
  const looked = { at: "2026-03-02T11:00:00.000Z", deleted: 2 };
  const running = standing({ ...later, from: "2026-03-01T12:00:00.000Z", soon: 3, more: true, looked }, now);
  assert.equal(running.length, 2);
  assert.equal(running[0], "Within a day: 3 conversations or more.");
  assert.match(running[1] ?? "", /2 conversations deleted\.$/);
});

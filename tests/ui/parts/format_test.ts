/** How times, sizes, counts and money are told. */
import assert from "node:assert/strict";
import { clock, count, dayGroup, fileSize, plural, seconds, usd } from "../../../ui/parts/format.ts";

const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute);

Deno.test("the time of day is told alone today, and with the date on any other day", () => {
  const now = at(20, 18, 30);
  const today = clock(at(20, 9, 5).toISOString(), now);
  assert.equal(today, clock(at(20, 9, 5).toISOString(), at(20, 23)), "whatever the hour is now");
  const before = clock(at(19, 18, 30).toISOString(), now);
  assert.ok(before.length > today.length && before.includes("19"), before);
  assert.ok(
    clock(at(20, 18, 30).toISOString(), at(21, 18, 30)).includes("20"),
    "the same hour of another day",
  );
  assert.equal(clock("", now), "");
});

Deno.test("conversations fall into days at midnight, to the millisecond", () => {
  const now = at(20, 18);
  const group = (then: Date, later = 0) => dayGroup(new Date(then.getTime() + later).toISOString(), now);
  assert.equal(group(at(20, 0)), "Today");
  assert.equal(group(at(20, 0), -1), "Yesterday");
  assert.equal(group(at(19, 0)), "Yesterday");
  assert.equal(group(at(19, 0), -1), "Last week");
  assert.equal(group(at(13, 0)), "Last week");
  assert.match(group(at(13, 0), -1), /2026/);
});

Deno.test("a size is told in whole KB, never as nothing, and from 1 MB on in MB", () => {
  assert.equal(fileSize(1), "1 KB");
  assert.equal(fileSize(1_024), "1 KB");
  assert.equal(fileSize(1_025), "2 KB");
  assert.equal(fileSize(1024 * 1024 - 1), `${count(1_024)} KB`);
  assert.equal(fileSize(1024 * 1024), "1 MB");
  assert.equal(fileSize(1024 * 1024 * 1.5), `${(1.5).toLocaleString()} MB`);
});

Deno.test("one is one, all else is many; short waits are told to the tenth", () => {
  assert.deepEqual([0, 1, 2].map((n) => plural(n, "answer")), ["0 answers", "1 answer", "2 answers"]);
  assert.equal(plural(2, "reply", "replies"), "2 replies");
  assert.deepEqual([9_940, 10_000, 10_600].map(seconds), ["9.9 s", "10 s", "11 s"]);
});

Deno.test("a cost nobody knows is not told as nothing", () => {
  assert.deepEqual([null, 0, 0.00123, 0.01, 2.5].map(usd), ["unknown", "$0", "$0.00123", "$0.01", "$2.50"]);
});

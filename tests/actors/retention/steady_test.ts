/** Time counts as far as a server has seen it pass: what a clock that jumps may take is nothing. */
import assert from "node:assert/strict";
import { GRACE_MS, type Seen, seenAt, untouchedSince } from "../../../actors/retention/steady.ts";

const HOUR = 3_600_000;
const YEAR = 365 * 24 * HOUR;
const NOW = Date.UTC(2026, 0, 1);
const FROM = NOW + GRACE_MS;

/** Looks one after the other; how long the last one holds deletions back. */
function heldAfter(times: readonly number[], from = FROM): number {
  const seen = lastOf(times, from);
  return seen ? seen.heldUntil - seen.at : 0;
}
const lastOf = (times: readonly number[], from = FROM): Seen | null =>
  times.reduce<Seen | null>((seen, now) => seenAt(now, seen, from), null);
/** The days that something has aged by when it was looked last. */
function agedBy(touched: number, times: readonly number[]): number {
  const { at = 0, gaps = [] } = lastOf(times) ?? {};
  const older = (days: number) => touched < untouchedSince(at, days * GRACE_MS, gaps);
  return Array.from({ length: 1_000 }, (_, days) => days).findLastIndex(older);
}
const hourly = (from: number, hours: number) => Array.from({ length: hours + 1 }, (_, n) => from + n * HOUR);

Deno.test("the first deletion is not before the time that was told, and then nothing is held back", () => {
  assert.equal(heldAfter([NOW]), GRACE_MS);
  assert.equal(heldAfter(hourly(NOW, 23)), HOUR);
  assert.equal(heldAfter(hourly(NOW, 24)), 0);
  assert.ok(heldAfter(hourly(NOW, 200)) < 0);
});

Deno.test("a server that is off at night, or for a day, goes on; after more a day goes by first", () => {
  const evening = hourly(NOW, 30);
  const end = NOW + 30 * HOUR;
  assert.ok(heldAfter([...evening, end + 12 * HOUR]) <= 0);
  assert.ok(heldAfter([...evening, end + GRACE_MS]) <= 0);
  assert.equal(heldAfter([...evening, end + GRACE_MS + 1]), GRACE_MS);
  assert.equal(heldAfter([...evening, ...hourly(end + 3 * GRACE_MS, 24)]), 0);
});

Deno.test("a clock that jumps a year ahead deletes nothing for a day; set back it takes nothing with it", () => {
  const steady = hourly(NOW, 30);
  const end = NOW + 30 * HOUR;
  assert.equal(heldAfter([...steady, end + YEAR]), GRACE_MS);
  assert.equal(heldAfter([...steady, end + YEAR, end + YEAR + HOUR]), GRACE_MS - HOUR);
  assert.equal(heldAfter([...steady, end + YEAR, end + HOUR]), GRACE_MS);
  assert.equal(heldAfter([...steady, end + YEAR, ...hourly(end + HOUR, 24)]), 0);
  assert.equal(heldAfter([NOW + YEAR]), GRACE_MS, "before anybody has looked");
});

Deno.test("chosen by a clock that was ahead, it begins a day after that was set right", () => {
  const from = FROM + YEAR;
  assert.equal(heldAfter(hourly(NOW, 0), from), GRACE_MS);
  assert.equal(heldAfter([NOW + YEAR, ...hourly(NOW, 24)], from), 0);
});

Deno.test("days that nobody saw pass count in no age; what was touched in them was touched at their end", () => {
  const looks = hourly(NOW, 48);
  const end = NOW + 48 * HOUR;
  const back = hourly(end + YEAR, 72);
  const touched = NOW - 5 * 24 * HOUR - 1;
  assert.equal(agedBy(touched, looks), 7);
  assert.equal(agedBy(touched, [...looks, ...back]), 10);
  assert.equal(agedBy(end + 1, [...looks, ...back]), 3, "said while a clock was behind");
  assert.equal(agedBy(end + YEAR - 1, [...looks, ...back]), 3);
  assert.equal(agedBy(end + YEAR + HOUR, [...looks, ...back]), 2);
  assert.equal(agedBy(touched, [...looks, end + 24 * HOUR]), 8, "a night off, or a day, does count");
  const weeks = [0, 7, 14, 21].flatMap((day) => hourly(NOW + day * 24 * HOUR, 24));
  assert.equal(agedBy(NOW - 1, weeks), 4, "a day of each week");
});

Deno.test("a clock that was ahead and is set right takes no days from those that come", () => {
  const days = [...hourly(NOW, 24), NOW + YEAR, ...hourly(NOW + 25 * HOUR, 240)];
  assert.equal(agedBy(NOW + 1, days), 10, "but for the hour in which it was wrong");
  assert.equal(lastOf(days)?.gaps.length, 1);
  const longer = [...hourly(NOW, 24), ...hourly(NOW + YEAR, 24), ...hourly(NOW + 25 * HOUR, 240)];
  assert.equal(agedBy(NOW + 1, longer), 10);
  const twice = [
    ...hourly(NOW, 24),
    ...hourly(NOW + YEAR, 24),
    NOW + 2 * YEAR,
    ...hourly(NOW + 25 * HOUR, 240),
  ];
  assert.equal(agedBy(NOW + 1, twice), 10);
  assert.equal(lastOf(twice)?.gaps.length, 1, "what never came is none");
  const back = [...hourly(NOW, 24), ...hourly(NOW - YEAR, 24), ...hourly(NOW + 25 * HOUR, 24)];
  assert.equal(agedBy(NOW - YEAR, back), 1, "what was said while it was behind is not a year old");
});

Deno.test("gaps that overlap are one", () => {
  const away = [...hourly(NOW, 24), ...hourly(NOW + YEAR, 24)];
  const back = [...away, NOW + HOUR, NOW + YEAR + 25 * HOUR];
  assert.deepEqual(lastOf(back)?.gaps, [{ from: NOW + HOUR, to: NOW + YEAR + 25 * HOUR }]);
  assert.deepEqual(lastOf([...away, NOW + YEAR - 9 * HOUR, NOW + YEAR + 25 * HOUR])?.gaps, [
    { from: NOW + 24 * HOUR, to: NOW + YEAR + 25 * HOUR },
  ]);
});

Deno.test("nobody looked since it was chosen: what went by since then does not count", () => {
  assert.equal(agedBy(NOW - 1, [NOW + YEAR]), 0);
  assert.equal(agedBy(NOW - 24 * HOUR - 1, hourly(NOW + YEAR, 24)), 2);
});

Deno.test("of very many gaps the oldest become one, which makes nothing older", () => {
  const times = Array.from({ length: 400 }, (_, n) => NOW + n * 2 * GRACE_MS).flatMap((
    at,
  ) => [at, at + HOUR]);
  const seen = lastOf(times);
  assert.equal(seen?.gaps.length, 200);
  assert.equal(seen?.gaps[0]?.from, NOW + HOUR);
  assert.ok(agedBy(NOW - 1, times) < 17);
});

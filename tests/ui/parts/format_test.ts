/** How times, sizes, counts and money are told. */
import assert from "node:assert/strict";
import {
  clock,
  count,
  fileSize,
  seconds,
  since,
  typedNumber,
  typedWhole,
  usd,
  usdOrFree,
} from "../../../ui/parts/format.ts";
import { ahead } from "../../../ui/state/server_time.ts";
import { minute } from "../../../ui/state/ticking.ts";

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
  const elsewhen = clock(new Date(2023, 10, 20, 9, 5).toISOString(), now);
  assert.ok(elsewhen.includes("2023") && !before.includes("2026"), "with the year where that is another");
});

Deno.test("what was said today has its date once another day begins on the page that shows it", () => {
  const said = minute.value.toISOString();
  const today = clock(said);
  try {
    ahead.value = 2 * 86_400_000;
    const later = clock(said);
    assert.ok(later !== today && !/^\d+:\d\d/.test(later), later);
  } finally {
    ahead.value = 0;
  }
});

Deno.test("a size is told in whole KB, never as nothing, and from 1 MB on in MB", () => {
  assert.equal(fileSize(1), "1 KB");
  assert.equal(fileSize(1_024), "1 KB");
  assert.equal(fileSize(1_025), "2 KB");
  assert.equal(fileSize(1024 * 1024 - 1), `${count(1_024)} KB`);
  assert.equal(fileSize(1024 * 1024), "1 MB");
  assert.equal(fileSize(1024 * 1024 * 1.5), `${(1.5).toLocaleString()} MB`);
  assert.equal(fileSize(1024 ** 3 * 68.96), `${(69).toLocaleString()} GB`);
});

Deno.test("short waits are told to the tenth", () => {
  assert.deepEqual([9_940, 10_000, 10_600].map(seconds), ["9.9 s", "10 s", "11 s"]);
});

Deno.test("a cost nobody knows is not told as nothing", () => {
  assert.deepEqual([null, 0, 0.00123, 0.01, 2.5].map(usd), ["unknown", "$0", "$0.0012", "$0.01", "$2.50"]);
});

Deno.test("what costs nothing is free, and nothing else is", () => {
  assert.deepEqual([null, 0, 0.00123, 2.5].map(usdOrFree), ["unknown", "free", "$0.0012", "$2.50"]);
});

Deno.test("less than a cent has two digits, and never looks like more than one", () => {
  assert.deepEqual([0.000012, 0.004, 0.00617, 0.0099, 0.00996, 0.0149].map(usd), [
    "$0.000012",
    "$0.0040",
    "$0.0062",
    "$0.0099",
    "$0.01",
    "$0.01",
  ]);
});

// Shows P16.
Deno.test("a number is read as it was typed, with point or comma; what may mean two numbers is none", () => {
  const numbers: [string, number][] = [
    ["2", 2],
    [" 2.5 ", 2.5],
    ["2,5", 2.5],
    [".5", 0.5],
    ["0,125", 0.125],
    ["1.125", 1.125],
    ["1000", 1000],
  ];
  for (const [text, value] of numbers) assert.equal(typedNumber(text), value, text);
  for (
    const text of [
      "",
      " ",
      "1,000",
      "12,500",
      "1,000,000",
      "1.000,5",
      "1e3",
      "0x10",
      "-1",
      "Infinity",
      "many",
    ]
  ) {
    assert.ok(Number.isNaN(typedNumber(text)), text);
  }
  assert.deepEqual([typedWhole("1000"), typedWhole(" 7 ")], [1000, 7]);
  for (const text of ["", "1,000", "1.000", "2.5", "-3", "1e3", "9".repeat(16)]) {
    assert.ok(Number.isNaN(typedWhole(text)), text);
  }
});

Deno.test("sizes, lengths and sums are told in the unit people use, and an unknown sum is not zero", () => {
  assert.deepEqual([1, 1024, 1025, 1024 ** 2 - 1, 1024 ** 2, 10.25 * 1024 ** 2].map(fileSize), [
    "1 KB",
    "1 KB",
    "2 KB",
    `${count(1024)} KB`,
    "1 MB",
    `${count(10.3)} MB`,
  ]);
  assert.deepEqual([0, 49, 149, 9_949, 10_000, 61_499].map(seconds), [
    "< 0.1 s",
    "< 0.1 s",
    "0.1 s",
    "9.9 s",
    "10 s",
    "61 s",
  ]);
  assert.deepEqual([null, 0, 0.00012, 0.01, 12.345].map(usd), [
    "unknown",
    "$0",
    "$0.00012",
    "$0.01",
    "$12.35",
  ]);
});

Deno.test("how long ago is told in minutes, then by the clock, the day, the date", () => {
  const now = new Date(2026, 10, 18, 15, 30);
  const at = (...parts: [number, number, number, number, number]) =>
    since(new Date(...parts).toISOString(), now);
  assert.equal(at(2026, 10, 18, 15, 30), "just now");
  assert.match(at(2026, 10, 18, 15, 18), /^12 min/);
  assert.match(at(2026, 10, 18, 9, 5), /9:05/);
  assert.equal(at(2026, 10, 17, 23, 59), "yesterday");
  assert.equal(at(2026, 10, 13, 12, 0), "Fri");
  assert.match(at(2026, 10, 11, 12, 0), /Nov 11|11 Nov/);
  assert.match(at(2023, 10, 11, 12, 0), /2023/);
  assert.doesNotMatch(at(2026, 10, 11, 12, 0), /2026/);
  assert.equal(at(2026, 10, 18, 16, 0), "just now", "a clock that is ahead");
});

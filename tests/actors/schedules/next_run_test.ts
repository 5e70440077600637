import assert from "node:assert/strict";
import fc from "fast-check";
import {
  COUNTED,
  isAhead,
  isZone,
  nextRun,
  planOf,
  systemZones,
  type Zones,
} from "../../../actors/schedules/next_run.ts";
import type { When } from "../../../events/catalog/schedules.ts";

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const at = (iso: string) => Date.parse(iso);
const iso = (ms: number | null) => ms === null ? null : new Date(ms).toISOString().slice(0, 16);
const times = (time: string, zone: string, days = EVERY_DAY): When => ({ kind: "times", days, time, zone });
/** The next `count` runs after `after`. */
function runs(when: When, after: string, count: number): (string | null)[] {
  const found: (string | null)[] = [];
  for (let now = at(after); found.length < count;) {
    const next = nextRun(when, now, 0);
    found.push(iso(next));
    now = next ?? Infinity;
  }
  return found;
}

Deno.test("every weekday at eight in Berlin: summer and winter, and never on a weekend", () => {
  const when = times("08:00", "Europe/Berlin", [1, 2, 3, 4, 5]);
  assert.deepEqual(runs(when, "2026-11-20T06:59:00Z", 3), [
    "2026-11-20T07:00",
    "2026-11-23T07:00",
    "2026-11-24T07:00",
  ]);
  assert.deepEqual(runs(when, "2026-07-03T06:00:00Z", 1), ["2026-07-06T06:00"]);
});

Deno.test("in the hour that is missing in spring it runs once, when that hour ends", () => {
  for (const time of ["02:00", "02:30", "02:59"]) {
    assert.deepEqual(runs(times(time, "Europe/Berlin"), "2026-03-28T12:00:00Z", 2), [
      "2026-03-29T01:00",
      iso(at("2026-03-30T00:00:00Z") + (Number(time.slice(3)) * 60_000)),
    ]);
  }
  // New York, and Lord Howe, where the clocks go forward by half an hour.
  assert.deepEqual(runs(times("02:30", "America/New_York"), "2026-03-07T12:00:00Z", 1), ["2026-03-08T07:00"]);
  assert.deepEqual(runs(times("02:15", "Australia/Lord_Howe"), "2026-10-03T12:00:00Z", 1), [
    "2026-10-03T15:30",
  ]);
});

Deno.test("in the hour that comes twice in autumn it runs once, the first time", () => {
  assert.deepEqual(runs(times("02:30", "Europe/Berlin"), "2026-10-24T12:00:00Z", 2), [
    "2026-10-25T00:30",
    "2026-10-26T01:30",
  ]);
  // Between the two it has run already.
  assert.deepEqual(runs(times("02:30", "Europe/Berlin"), "2026-10-25T00:45:00Z", 1), ["2026-10-26T01:30"]);
});

Deno.test("a zone without summer time, one with half hours, the end of February, and a day that a zone left out", () => {
  assert.deepEqual(runs(times("08:00", "Africa/Nairobi"), "2026-03-28T12:00:00Z", 2), [
    "2026-03-29T05:00",
    "2026-03-30T05:00",
  ]);
  assert.deepEqual(runs(times("08:00", "Asia/Kolkata"), "2026-01-01T02:30:00Z", 1), ["2026-01-02T02:30"]);
  assert.deepEqual(runs(times("08:00", "UTC", [2]), "2028-02-28T12:00:00Z", 2), [
    "2028-02-29T08:00",
    "2028-03-07T08:00",
  ]);
  assert.deepEqual(runs(times("08:00", "UTC"), "2026-02-28T12:00:00Z", 1), ["2026-03-01T08:00"]);
  // Samoa went from Thursday to Saturday.
  assert.deepEqual(runs(times("08:00", "Pacific/Apia"), "2011-12-29T18:30:00Z", 2), [
    "2011-12-30T10:00",
    "2011-12-30T18:00",
  ]);
});

Deno.test("minutes are counted from when it was set, and a conversation that is quiet is planned by its words alone", () => {
  const since = at("2026-01-01T00:03:00Z");
  assert.equal(
    iso(nextRun({ kind: "every", minutes: 30 }, at("2026-01-01T01:02:59Z"), since)),
    "2026-01-01T01:03",
  );
  assert.equal(
    iso(nextRun({ kind: "every", minutes: 30 }, at("2026-01-01T01:03:00Z"), since)),
    "2026-01-01T01:33",
  );
  assert.equal(nextRun({ kind: "idle", minutes: 10 }, 0, 0), null);
  assert.equal(isZone("Europe/Berlin"), true);
  assert.equal(isZone("Mars/Olympus"), false);
});

Deno.test("whatever the zone and the moment, the next run is later, on its day of the week, and none lies between", () => {
  const zone = fc.constantFrom(
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "Africa/Casablanca",
    "UTC",
  );
  const days = fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 });
  const time = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }));
  const after = fc.integer({ min: at("2020-01-01T00:00:00Z"), max: at("2035-01-01T00:00:00Z") });
  fc.assert(
    fc.property(
      zone,
      days,
      time,
      after,
      fc.nat(7 * 86_400_000),
      (zone, days, [hour, minute], after, later) => {
        const when = times(`${hour}`.padStart(2, "0") + ":" + `${minute}`.padStart(2, "0"), zone, days);
        const next = nextRun(when, after, 0) ?? 0;
        assert.ok(next > after);
        assert.ok(
          days.includes(Temporal.Instant.fromEpochMilliseconds(next).toZonedDateTimeISO(zone).dayOfWeek),
        );
        // Asked from any moment before it, the answer is the same.
        const between = Math.min(after + later, next - 1);
        assert.equal(nextRun(when, between, 0), next);
      },
    ),
    { numRuns: 300 },
  );
});

const plan = (
  when: When,
  due: string,
  now: string,
  planned = "2026-01-01T00:00:00Z",
  zones: Zones = systemZones,
) => {
  const { run, missed, next } = planOf(
    when,
    { due: at(due), planned: at(planned), since: at(due) },
    at(now),
    zones,
  );
  return {
    run: iso(run),
    missed: missed && [missed.count, iso(missed.from), iso(missed.to)],
    next: iso(next),
  };
};

Deno.test("what is a little late runs, what is too late is missed, and a week of it is one line", () => {
  const daily = times("08:00", "UTC");
  const due = "2026-01-01T08:00:00Z";
  assert.deepEqual(plan(daily, due, "2026-01-01T08:15:00Z"), {
    run: "2026-01-01T08:00",
    missed: null,
    next: "2026-01-02T08:00",
  });
  assert.deepEqual(plan(daily, due, "2026-01-01T08:15:00.001Z"), {
    run: null,
    missed: [1, "2026-01-01T08:00", "2026-01-01T08:00"],
    next: "2026-01-02T08:00",
  });
  assert.deepEqual(plan(daily, due, "2026-01-08T07:00:00Z"), {
    run: null,
    missed: [7, "2026-01-01T08:00", "2026-01-07T08:00"],
    next: "2026-01-08T08:00",
  });
  // Back a few minutes after one of them: that one runs.
  assert.deepEqual(plan(daily, due, "2026-01-08T08:05:00Z"), {
    run: "2026-01-08T08:00",
    missed: [7, "2026-01-01T08:00", "2026-01-07T08:00"],
    next: "2026-01-09T08:00",
  });
});

Deno.test("years of runs are told without being walked through one by one for ever", () => {
  const now = "2046-01-01T08:05:00Z";
  const late = planOf(
    times("08:00", "UTC"),
    { due: at("2026-01-01T08:00:00Z"), planned: at("2026-01-01T00:00:00Z"), since: 0 },
    at(now),
  );
  assert.deepEqual([late.missed?.count, late.missed?.more, iso(late.run)], [
    COUNTED - 1,
    true,
    "2046-01-01T08:00",
  ]);
  const often = plan({ kind: "every", minutes: 5 }, "2026-01-01T00:00:00Z", "2027-01-01T00:02:00Z");
  assert.deepEqual(often, {
    run: "2027-01-01T00:00",
    missed: [365 * 288, "2026-01-01T00:00", "2026-12-31T23:55"],
    next: "2027-01-01T00:05",
  });
});

Deno.test("an address is looked at once, however many looks were missed", () => {
  assert.deepEqual(plan({ kind: "watch", minutes: 60 }, "2026-01-01T00:00:00Z", "2026-01-08T00:30:00Z"), {
    run: "2026-01-01T00:00",
    missed: null,
    next: "2026-01-08T01:00",
  });
});

Deno.test("where a zone has other rules than when it was planned, it runs by those of today", () => {
  /** A zone at so many hours from UTC. */
  const fixed = (hours: number): Zones => ({
    dayAt: (ms) => systemZones.dayAt(ms + hours * 3_600_000, "UTC"),
    momentOf: (day, hour, minute) => systemZones.momentOf(day, hour, minute, "UTC") - hours * 3_600_000,
  });
  const when = times("08:00", "Nowhere/Else");
  const planned = "2026-01-01T00:00:00Z";
  // Planned when it was one hour ahead, and now it is at UTC: not yet.
  assert.deepEqual(plan(when, "2026-01-01T07:00:00Z", "2026-01-01T07:00:00Z", planned, fixed(0)), {
    run: null,
    missed: null,
    next: "2026-01-01T08:00",
  });
  // And now it is two hours ahead: an hour late is too late, and said so.
  assert.deepEqual(plan(when, "2026-01-01T07:00:00Z", "2026-01-01T07:00:00Z", planned, fixed(2)), {
    run: null,
    missed: [1, "2026-01-01T06:00", "2026-01-01T06:00"],
    next: "2026-01-02T06:00",
  });
});

Deno.test("behind the run after the next one lies what a clock planned that was ahead, and nothing else", () => {
  const now = at("2026-01-01T06:30Z");
  const every: When = { kind: "every", minutes: 5 };
  const watch: When = { kind: "watch", minutes: 60 };
  const idle: When = { kind: "idle", minutes: 10 };
  const last: [When, string][] = [
    [times("08:00", "UTC"), "2026-01-02T08:00Z"],
    [times("08:00", "UTC", [1]), "2026-01-12T08:00Z"],
    [every, "2026-01-01T06:40Z"],
    [watch, "2026-01-01T08:00Z"],
    [idle, "2026-01-01T06:50Z"],
  ];
  for (const [when, due] of last) {
    assert.equal(isAhead(when, at(due), now, 0), false, due);
    assert.equal(isAhead(when, at(due) + 1, now, 0), true, due);
    // Set by that clock, too.
    assert.equal(isAhead(when, at("2027-01-01T06:30Z"), now, at("2027-01-01T00:00Z")), true, due);
  }
});

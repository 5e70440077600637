import assert from "node:assert/strict";
import { nextOf, runOf, whenOf } from "../../../ui/schedules/plain.ts";

const times = (days: readonly number[]) =>
  whenOf({ kind: "times", days, time: "08:00", zone: "Europe/Berlin" });

Deno.test("a schedule is said as a person would say it", () => {
  assert.equal(times([5, 4, 3, 2, 1]), "Every weekday at 08:00, Europe/Berlin");
  assert.equal(times([6, 7]), "Every day of the weekend at 08:00, Europe/Berlin");
  assert.equal(times([1, 2, 3, 4, 5, 6, 7]), "Every day at 08:00, Europe/Berlin");
  assert.equal(times([1, 2, 3, 4, 5, 6]), "Every Mon, Tue, Wed, Thu, Fri, & Sat at 08:00, Europe/Berlin");
  assert.equal(times([3, 1]), "Every Mon & Wed at 08:00, Europe/Berlin");
  assert.equal(whenOf({ kind: "every", minutes: 30 }), "Every 30 minutes");
  assert.equal(
    whenOf({ kind: "watch", minutes: 15 }, "https://example.org/"),
    "When https://example.org/ changes, looked at every 15 minutes",
  );
  assert.equal(whenOf({ kind: "idle", minutes: 1 }), "1 minute after the last word");
});

Deno.test("when it is next is told, or why nothing is", () => {
  const when = { kind: "times", days: [2], time: "08:00", zone: "Asia/Tokyo" } as const;
  assert.match(nextOf({ next: "2026-11-23T23:00:00.000Z", when }), /^next: .*24.* 8:00/);
  assert.equal(nextOf({ next: null, when }), "next: when somebody has spoken");
  const paused = { next: null, paused: true, why: "imported", when } as const;
  assert.equal(nextOf(paused), "paused: it came with a copy or a file");
});

Deno.test("what became of a run is one line, with what was missed before it", () => {
  const at = "2026-11-24T07:00:00.000Z";
  const missed = { count: 5, from: "2026-11-17T07:00:00.000Z", to: "2026-11-23T07:00:00.000Z" };
  assert.match(runOf({ at, due: at, outcome: "ran" }), /^Tue, Nov 24, .*: said$/);
  assert.match(runOf({ at, outcome: "ran" }), /, asked for: said$/);
  assert.match(
    runOf({ at, due: at, outcome: "ran", missed }),
    /: said · 5 runs missed \(Tue, Nov 17, .* to Mon, Nov 23, /,
  );
  assert.match(runOf({ at, due: at, outcome: "missed", missed }), /^5 runs missed/);
});

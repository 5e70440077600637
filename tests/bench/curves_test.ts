/** Pictures of cost over size: what lies on them, and that nothing but text comes of words. */
import assert from "node:assert/strict";
import { curvesOf, fileOf, picture } from "./curves.ts";
import { pageOf, type Setting, withAlone, withStaying } from "./keep.ts";
import type { Row } from "./table.ts";

const row = (curve: string, size: number, value: number): Row => ({
  what: `${curve} of ${size}`,
  measured: `${value} ms`,
  on: { curve, size, of: "fish", value, unit: "ms", atMost: 50 },
});

Deno.test("points of one name are a curve, the smallest first; one point alone is none", () => {
  const rows = [row("Swim", 100, 7), row("Swim", 10, 5), row("Leap", 10, 1), {
    what: "no size",
    measured: "1",
  }];
  assert.deepEqual(curvesOf(rows), [{
    name: "Swim",
    of: "fish",
    unit: "ms",
    points: [{ size: 10, value: 5 }, { size: 100, value: 7 }],
    atMost: 50,
  }]);
});

Deno.test("in a picture what grows tenfold with ten times as many climbs beside the dotted line, what does not is flat", () => {
  const drawn = (...values: number[]) => {
    const rows = values.map((value, at) => row("Swim", 10 ** (at + 1), value));
    const [curve] = curvesOf(rows);
    assert.ok(curve);
    const path = (name: string) =>
      new RegExp(`<path class="${name}" d="M([^"]+)"`).exec(picture(curve))?.[1]?.split("L").map((pair) =>
        pair.split(" ").map(Number)
      ) ?? [];
    return { curve: path("curve"), linear: path("linear") };
  };
  const flat = drawn(5, 5, 5).curve.map(([, y]) => y);
  assert.equal(new Set(flat).size, 1);
  const { curve, linear } = drawn(1, 10, 100);
  const slope = (line: number[][]) => {
    const [[x = 0, y = 0] = [], [x2 = 0, y2 = 0] = []] = [line[0], line.at(-1)];
    return (y2 - y) / (x2 - x);
  };
  assert.ok(slope(curve) < 0, "more is higher");
  assert.ok(Math.abs(slope(curve) / slope(linear) - 1) < 0.02, "beside the dotted line");
});

Deno.test("a goal and what the platform alone costs are lines of their own, and in sight however far off", () => {
  const rows = [row("Swim", 10, 200), row("Swim", 100, 300)];
  const [curve] = curvesOf(rows.map((one) => one.on ? { ...one, on: { ...one.on, bare: 2 } } : one));
  assert.ok(curve);
  const svg = picture(curve);
  const [, goal = NaN] = /class="goal" d="M\d+ ([\d.]+)H/.exec(svg)?.map(Number) ?? [];
  const [, bare = NaN] = /class="platform" d="M\d+ ([\d.]+)H/.exec(svg)?.map(Number) ?? [];
  const [, first = NaN] = /<circle cx="[\d.]+" cy="([\d.]+)"/.exec(svg)?.map(Number) ?? [];
  assert.ok(first < goal && goal < bare, "what costs less lies lower");
  assert.ok(svg.includes("platform 2<") && svg.includes("goal 50<"));
  const [plain] = curvesOf(rows);
  assert.ok(plain && !picture(plain).includes('<path class="platform"'));
});

Deno.test("words of a curve are text in its picture, and letters alone in the name of its file", () => {
  const rows = [1, 2].map((size) => row('A <b> & "c"', size, size));
  const [curve] = curvesOf(rows);
  assert.ok(curve);
  const svg = picture(curve);
  assert.ok(svg.includes("A &lt;b&gt; &amp; &quot;c&quot;, ms"));
  assert.ok(!svg.includes("<b>"));
  assert.equal(fileOf(curve.name), "a-b-c.svg");
});

Deno.test("the page names where it was measured, shows each curve, and says which goal was missed", () => {
  const rows: Row[] = [
    row("Swim", 1, 1),
    row("Swim", 9, 2),
    { what: "a | b", measured: "3 ms", against: "2 ms", ratio: 1.5, target: { atMost: 1 } },
  ];
  const page = pageOf([{ title: "Fish", rows }], {
    day: "2026-01-02",
    processor: "A Processor",
    cores: 2,
    memoryGb: 4,
    system: "linux x86_64",
    deno: "2.9.6",
    load: [0.1, 1],
  });
  assert.match(
    page,
    /Measured on 2026-01-02 .* A Processor, 2 cores, 4 GB, linux x86_64, Deno 2\.9\.6; load 0\.1 as it began, 1 as it ended/,
  );
  assert.match(page, /!\[Swim, ms, over fish\]\(swim\.svg\)/);
  assert.match(page, /\| a \\\| b \| 3 ms \| 2 ms \| 1\.50 × \| ≤ 1 \| \*\*missed\*\* \|/);
});

Deno.test("a table measured by itself stands in the place of the one that was kept, and says when; others stay", () => {
  const setting: Setting = {
    day: "2026-11-26",
    processor: "some",
    cores: 2,
    memoryGb: 24,
    system: "linux",
    deno: "2.9.6",
    load: [9, 8],
  };
  const table = (title: string, measured: string) => ({ title, rows: [{ what: "it", measured }] });
  const kept = [table("Swim", "1 ms"), table("Leap", "2 ms"), table("Gone", "3 ms")];
  const all = withAlone(kept, [table("Leap", "4 ms")], setting, ["Swim", "Dive", "Leap"]);
  assert.deepEqual(all, [table("Swim", "1 ms"), { ...table("Leap", "4 ms"), alone: setting }]);
  const page = pageOf(all, { ...setting, day: "2026-11-24" });
  assert.match(page, /^Measured on 2026-11-24 by/m);
  assert.match(page, /^## Leap\n\nMeasured by itself on 2026-11-26; load 9 as it began, 8 as it ended\.$/m);
});

Deno.test("what a full run does not measure stays when all else is kept anew", () => {
  const table = (title: string, measured: string) => ({ title, rows: [{ what: title, measured }] });
  const kept = [table("Swim", "1 ms"), table("Gone", "2 ms"), table("Beside others", "3 ms")];
  const anew = [table("Swim", "4 ms")];
  assert.deepEqual(withStaying(kept, anew, ["Beside others"]), [anew[0], kept[2]]);
  assert.deepEqual(withStaying(kept, [table("Beside others", "5 ms")], ["Beside others"]), [
    table("Beside others", "5 ms"),
  ]);
});

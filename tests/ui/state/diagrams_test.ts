/** Diagrams are drawn apart, each once for its colours, and none that is too long. */
import assert from "node:assert/strict";
import type { Hears } from "../../../ui/state/aside.ts";
import { DIAGRAM_UNITS, Diagrams } from "../../../ui/state/diagrams.ts";
import type { DiagramColours, DiagramJob, Drawn } from "../../../ui/frames/messages.ts";

const LIGHT: DiagramColours = { dark: false, back: "", fill: "", line: "", text: "", soft: "", series: [] };
const DRAWN: Drawn = { svg: "<svg/>", width: 1, height: 1 };

function drawing() {
  const jobs: DiagramJob[] = [];
  let hears: Hears<Drawn> | null = null;
  const diagrams = new Diagrams({
    begin(told) {
      hears = told;
      return { take: (job) => void jobs.push(job), end: () => {} };
    },
    after: () => () => {},
  });
  return { diagrams, jobs, done: () => hears?.done(DRAWN) };
}

Deno.test("a diagram is drawn once for each set of colours", () => {
  const { diagrams, jobs, done } = drawing();
  const first = diagrams.of("a", LIGHT);
  assert.equal(first.value, undefined);
  done();
  assert.deepEqual(first.value, DRAWN);
  assert.equal(diagrams.of("a", { ...LIGHT }), first);
  diagrams.of("a", { ...LIGHT, dark: true });
  assert.deepEqual(jobs.map(({ colours }) => colours.dark), [false, true]);
});

Deno.test("a diagram at the bound is drawn, one unit more is not", () => {
  for (const [units, asked] of [[DIAGRAM_UNITS, 1], [DIAGRAM_UNITS + 1, 0]] as const) {
    const { diagrams, jobs } = drawing();
    assert.equal(diagrams.of("a".repeat(units), LIGHT).value, asked === 0 ? null : undefined);
    assert.equal(jobs.length, asked);
  }
});

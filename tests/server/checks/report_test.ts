/** What came of a check, told to CI and beside an earlier one. */
import assert from "node:assert/strict";
import { History } from "../../history.ts";
import {
  aboutText,
  changedLines,
  type CheckReport,
  junit,
  reportLines,
  whyText,
} from "../../../server/checks/report.ts";

type Outcome = CheckReport["runs"][number]["results"][number]["outcome"];
const report = (model: string, ...outcomes: Outcome[]): CheckReport => ({
  fishbowl: "check/1",
  title: "Bread & <salt>",
  runs: [{
    models: { Ada: model },
    tokens: 7,
    seconds: 0.5,
    misfits: [],
    results: outcomes.map((outcome, at) => ({
      id: `e${at}`,
      about: `question ${at}`,
      rule: 'must say “a "b"\u0001”',
      outcome,
      why: outcome === "held" ? null : "it is not said",
      judged: null,
    })),
  }],
});

Deno.test("JUnit counts what fails and what is skipped, and holds no sign that XML cannot", () => {
  const xml = junit(report("mock/editor", "held", "failed", "open"));
  assert.match(
    xml,
    /<testsuite name="Bread &#38; &#60;salt&#62;: mock\/editor" tests="3" failures="1" skipped="1"/,
  );
  assert.match(
    xml,
    /<testcase name="must say “a &#34;b&#34;”" classname="question 1"><failure message="it is not said"\/>/,
  );
  assert.ok(!xml.includes("\u0001"));
});

Deno.test("what changed is told between two reports: what holds no more, what is new, what is gone", () => {
  const lines = changedLines(
    report("mock/a", "held", "failed", "held"),
    report("mock/b", "failed", "failed"),
  );
  assert.deepEqual(lines, [
    "Changed from mock/a to mock/b:",
    '  holds → FAILS  question 0: must say “a "b"\u0001”',
    '  holds → not there  question 2: must say “a "b"\u0001”',
    "  tokens 7 → 7",
  ]);
  assert.match(
    changedLines(report("mock/a", "held"), report("mock/b", "held")).join(),
    /nothing that is checked/,
  );
});

Deno.test("of several runs the last is set beside the one before", () => {
  const after = report("mock/b", "held");
  const both = { ...after, runs: [...after.runs, ...report("mock/c", "failed").runs] };
  assert.deepEqual(changedLines(report("mock/a", "held"), both).slice(0, 2), [
    "Changed from mock/a to mock/c:",
    '  holds → FAILS  question 0: must say “a "b"\u0001”',
  ]);
});

Deno.test("what an expectation is about is told by its question, of an answer with who gave it", () => {
  const talk = new History().started().joined("Ada").answered("q0", "Tea?", { Ada: "Yes." })
    .answered("q1", "Now?", { Ada: "No." }).state();
  const set = { id: "e", kind: "says", setAt: "", setBy: "Ann", setSeq: 1 } as const;
  const about = (messageId?: string) => aboutText(talk, { ...set, messageId });
  assert.deepEqual([about(), about("q1"), about("m_t_Ada_q1")], [
    "every answer",
    "question 2",
    "Ada, question 2",
  ]);
});

Deno.test("what was more than it may be is told as far as a price has digits", () => {
  assert.equal(whyText({ why: "over", measured: 0.012_34 }), "it was 0.0123");
  assert.equal(whyText({ why: "over", measured: null }), "it was more");
  assert.equal(whyText({ why: null, measured: 2 }), null);
});

Deno.test("people are told each expectation, and the sums", () => {
  const lines = reportLines(report("mock/a", "held", "open"));
  assert.equal(lines[0], "Bread & <salt>: mock/a");
  assert.match(lines[1] ?? "", /^ {2}holds {2}question 0: /);
  assert.equal(lines.at(-1), "1 hold, 0 fail, 1 cannot be told; 7 tokens, 0.5 s");
});

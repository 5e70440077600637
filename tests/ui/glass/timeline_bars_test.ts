/** The bars of the timeline. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { barAt, barsOf } from "../../../ui/glass/timeline_bars.ts";
import { History } from "../../history.ts";

const talk = () =>
  new History().started().joined("Ada", "Ben").posted("m1", "x".repeat(400)).requested("Ada", "m1").claimed(
    "t_Ada",
  )
    .completed("t_Ada", "Yes.");

Deno.test("where there is room each event is a bar, as high as what was said in it, in the colour of who said it", () => {
  const history = talk();
  const bars = barsOf(history.state(), history.seq, 50);
  assert.deepEqual(
    bars.map(({ from, to }) => [from, to]),
    Array.from({ length: 7 }, (_, n) => [n + 1, n + 1]),
  );
  const [posted, , , answered] = bars.slice(3);
  assert.deepEqual(posted?.said.map(({ seq, tokens, participantId }) => [seq, tokens, participantId]), [
    [4, 100, undefined],
  ]);
  assert.deepEqual(answered?.said.map(({ seq, tokens, participantId }) => [seq, tokens, participantId]), [
    [7, 5, "p_Ada"],
  ]);
  assert.equal(posted?.height, 1);
  assert.ok((answered?.height ?? 0) > 0.3 && (answered?.height ?? 1) < 0.5, "by the logarithm");
  assert.equal(bars[0]?.height, 0);
  assert.deepEqual(bars.map(({ participantId }) => participantId ?? ""), [
    "",
    "",
    "",
    "",
    "p_Ada",
    "p_Ada",
    "p_Ada",
  ]);
});

Deno.test("where several answer a bar is of whom it tells: who was asked or began; of what else happens then nobody", () => {
  const history = new History().started().joined("Ada", "Ben").posted("m1", "Yes?").requested("Ada", "m1")
    .requested("Ben", "m1").claimed("t_Ada").claimed("t_Ben").posted("m2", "").completed("t_Ada", "Yes.");
  const bars = barsOf(history.state(), history.seq, 50);
  const whose = bars.slice(4).map(({ participantId, said }) => said[0]?.participantId ?? participantId ?? "");
  assert.deepEqual(whose, ["p_Ada", "p_Ben", "p_Ada", "p_Ben", "", "p_Ada"]);
});

Deno.test("in any room every event is in one bar, in order, and everything said is in the bar of its event", () => {
  const history = talk().answered("m2", "More", { Ada: "a", Ben: "b" });
  const state = history.state();
  fc.assert(fc.property(fc.integer({ min: 1, max: 40 }), (most) => {
    const bars = barsOf(state, history.seq, most);
    assert.ok(bars.length <= most);
    assert.deepEqual(
      bars.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, n) => from + n)),
      history.events.map(({ seq }) => seq),
    );
    for (const { from, to, said } of bars) for (const { seq } of said) assert.ok(from <= seq && seq <= to);
    assert.equal(bars.flatMap(({ said }) => said).length, 5);
    for (const { seq } of history.events) assert.ok(barAt(bars, seq) >= 0);
  }));
});

Deno.test("of the past only what had been said by then is drawn; of nothing nothing", () => {
  const history = talk();
  assert.equal(barsOf(history.state(), 6, 50).flatMap(({ said }) => said).length, 1);
  assert.deepEqual(barsOf(new History().state(), 0, 50), []);
});

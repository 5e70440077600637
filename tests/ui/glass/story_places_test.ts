/** The story laid out: what is folded and filtered, where each row stands, and that nothing one reads moves. */
import assert from "node:assert/strict";
import "../page.ts";
import { sectionsOf } from "../../../ui/glass/sections.ts";
import { SIZES } from "../../../ui/glass/story_layout.ts";
import {
  anchorAt,
  Found,
  keysIn,
  layOut,
  LOOKED_THROUGH,
  placeOf,
  rowOf,
  topOf,
  type Wanted,
} from "../../../ui/glass/story_places.ts";
import { offsetsOf } from "../../../ui/glass/windowed.ts";
import { english } from "../../../ui/words/english_story.ts";
import { History } from "../../history.ts";

const talk = () =>
  new History().started().joined("Ada", "Ben").answered("m1", "One", { Ada: "a", Ben: "b" })
    .answered("m2", "Two", { Ada: "c" });

function laidOut(history: History, more: Partial<Wanted> = {}) {
  const state = history.state();
  const told = { state, words: english, tool: () => null, sent: () => 1 };
  const { parts } = layOut({
    sections: sectionsOf(history.events, state),
    told,
    here: null,
    wanted: "",
    folds: new Map(),
    details: new Map(),
    sizes: SIZES,
    ...more,
  });
  return { parts, offsets: offsetsOf(parts.map(({ height }) => height)) };
}
const shape = (history: History, more: Partial<Wanted> = {}) =>
  laidOut(history, more).parts.map(({ folded, rows, section }) =>
    `${section.key.replace("part ", "")}${folded ? " folded" : ` ${rows.length}`}`
  );

Deno.test("the newest stands first; answers to earlier messages are folded until somebody opens them", () => {
  assert.deepEqual(shape(talk()), ["13 4", "12 1", "5 folded", "1 3"]);
  assert.deepEqual(shape(talk(), { folds: new Map([["part 5", false], ["part 13", true]]) }), [
    "13 folded",
    "12 1",
    "5 7",
    "1 3",
  ]);
});

Deno.test("in the past the part one looks at is open; while an answer is given its part is too", () => {
  assert.deepEqual(shape(talk(), { here: 6 })[2], "5 7");
  const running = talk().posted("m3", "Three").requested("Ben", "m3", { turnId: "t3" }).claimed("t3");
  assert.deepEqual(shape(running)[0], "18 3", "with the row of what is being written");
  assert.deepEqual(shape(running, { here: 3 })[0], "18 2", "in the past nothing is being written");
});

Deno.test("a filter shows the rows that have the words, folded or not, also by the name of a type", () => {
  assert.deepEqual(shape(talk(), { wanted: "ben answered" }), ["5 1"]);
  assert.deepEqual(shape(talk(), { wanted: "turnrequested" }), ["13 1", "5 2"]);
  assert.deepEqual(shape(talk(), { wanted: "nothing has this" }), []);
});

Deno.test("a long log is looked through a little at a time, and what was found before is not looked for again", () => {
  const history = new History().started().joined("Ada");
  for (let n = 0; n < 320; n++) history.answered(`m${n}`, `Message ${n}`, { Ada: "a" });
  const state = history.state();
  let asked = 0;
  const told = { state, words: english, tool: () => null, sent: () => (asked++, 1) };
  const wanted: Wanted = {
    sections: sectionsOf(history.events, state),
    told,
    here: null,
    wanted: "ada answered",
    folds: new Map(),
    details: new Map(),
    sizes: SIZES,
  };
  const found = new Found();
  let goes = 1;
  let laid = layOut(wanted, found);
  assert.ok(laid.more && laid.parts.length > 0 && laid.parts.length < 320, "some, the newest first");
  assert.equal(laid.parts[0]?.section.events.at(-1)?.seq, history.seq);
  for (; laid.more; goes++) laid = layOut(wanted, found);
  assert.equal(laid.parts.length, 320);
  assert.equal(goes, Math.ceil(history.seq / LOOKED_THROUGH));
  const before = asked;
  layOut(wanted, found);
  assert.equal(asked, before);
  assert.equal(layOut({ ...wanted, wanted: "message 7" }, found).more, true, "other words begin anew");
});

Deno.test("a part at rest is laid out once; one with an open detail by itself", () => {
  const history = talk();
  const { parts } = laidOut(history);
  const sections = parts.map(({ section }) => section).toReversed();
  const again = laidOut(history, { sections });
  const third = laidOut(history, { sections, details: new Map([[again.parts[1]?.rows[0]?.key ?? "", 50]]) });
  again.parts.forEach((part, index) => assert.equal(third.parts[index] === part, index !== 1));
});

Deno.test("the row of an event is found wherever it stands; of a folded part there is none", () => {
  const { parts } = laidOut(talk());
  assert.ok(rowOf(parts, 15)?.events.some(({ seq }) => seq === 15));
  assert.ok(rowOf(parts, 1)?.events.some(({ seq }) => seq === 1));
  assert.equal(rowOf(parts, 7), undefined);
});

Deno.test("arrows stop at heads that fold and at rows", () => {
  const { parts } = laidOut(talk());
  assert.deepEqual(parts.map((part) => keysIn(part).length), [5, 1, 1, 3]);
});

Deno.test("every row stands where it is said to stand, below an open detail too", () => {
  const [first, second] = laidOut(talk()).parts[0]?.rows ?? [];
  assert.ok(first && second);
  const { parts, offsets } = laidOut(talk(), { details: new Map([[first.key, 100]]) });
  assert.deepEqual(placeOf(parts, offsets, "part 13"), { top: 0, height: SIZES.head });
  assert.deepEqual(placeOf(parts, offsets, first.key), { top: SIZES.head, height: SIZES.row + 100 });
  assert.deepEqual(placeOf(parts, offsets, second.key)?.top, SIZES.head + SIZES.row + 100);
  assert.equal(placeOf(parts, offsets, "event 99"), null);
});

Deno.test("what one reads stands where it stood when something happens above; at the top one follows", () => {
  const before = laidOut(talk());
  const place = placeOf(before.parts, before.offsets, "event 12") ?? assert.fail();
  const anchor = anchorAt(before.parts, before.offsets, place.top + 7) ?? assert.fail();
  const after = laidOut(talk().answered("m3", "Three", { Ben: "d" }), {
    folds: new Map([["part 13", false]]),
  });
  const moved = placeOf(after.parts, after.offsets, "event 12") ?? assert.fail();
  assert.ok(moved.top > place.top);
  assert.equal(topOf(after.parts, after.offsets, anchor), moved.top + 7);
  assert.equal(anchorAt(before.parts, before.offsets, 0), null);
  assert.equal(topOf(after.parts, after.offsets, { part: "gone", row: null, above: 0 }), null);
});

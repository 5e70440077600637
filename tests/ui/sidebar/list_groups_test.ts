/** The list of conversations: under which head each stands, and whose dots its row shows. */
import assert from "node:assert/strict";
import { dotsOf, grouped, groupOf, labelsOf } from "../../../ui/sidebar/list_groups.ts";

const now = new Date(2026, 2, 30, 0, 30);
const on = (...at: [number, number, number, number, number]) => groupOf(new Date(...at).toISOString(), now);

// Shows S0-A4.
Deno.test("today begins at midnight and this week seven days before, also over the night when clocks change", () => {
  assert.equal(on(2026, 2, 30, 0, 0), "today");
  assert.equal(on(2026, 2, 29, 23, 59), "week");
  assert.equal(on(2026, 2, 23, 0, 0), "week");
  assert.equal(on(2026, 2, 22, 23, 59), "older");
});

Deno.test("groups stand in their order, none of them empty, and what is pinned stands above all", () => {
  const times = ["2026-03-29T22:00:00Z", "2020-01-01T00:00:00Z", "2026-03-27T12:00:00Z"];
  const rows = (pinned: string[]) =>
    times.map((updatedAt, at) => ({ id: `c${at}`, updatedAt, pinned: pinned.includes(`c${at}`) }));
  const told = (pinned: string[]) =>
    grouped(rows(pinned), new Date("2026-03-29T23:00:00Z"))
      .map(([group, members]) => [group, members.map(({ id }) => id).join()]);
  assert.deepEqual(told([]).map(([group]) => group), ["today", "week", "older"]);
  assert.deepEqual(told(["c1"]), [["pinned", "c1"], ["today", "c0"], ["week", "c2"]]);
});

const row = (names: string, writing: string, off = "") => ({
  participants: [...names].map((name, at) => ({
    id: `p${name}`,
    agentId: `a${name}`,
    name,
    color: at + 1,
    enabled: !off.includes(name),
  })),
  open: [...writing].map((authorName) => ({ turnId: `t${authorName}`, authorName })),
});
const shown = (row: Parameters<typeof dotsOf>[0]) => {
  const { dots, more } = dotsOf(row);
  return `${dots.map(({ name, writing }) => writing ? name.toUpperCase() : name).join("")}+${more}`;
};

Deno.test("a row shows who takes part, those who write first, and a number for those without a dot", () => {
  assert.equal(shown(row("abc", "")), "abc+0");
  assert.equal(shown(row("abcd", "")), "abcd+0", "a number in place of one dot would say less");
  assert.equal(shown(row("abcdefgh", "")), "abc+5");
  assert.equal(shown(row("abcdefgh", "gc")), "CGa+5");
  assert.equal(shown(row("abc", "", "b")), "ac+0");
  assert.equal(shown(row("abc", "b", "b")), "Bac+0", "one that was turned off while it writes");
});

Deno.test("labels are told once each, as the language of the page orders them", () => {
  const rows = [["Zoo", "Äpfel"], [], ["Brot 10", "Brot 9", "Zoo"]].map((labels) => ({ labels }));
  assert.deepEqual(labelsOf(rows, "de"), ["Äpfel", "Brot 9", "Brot 10", "Zoo"]);
});

Deno.test("for a list without labels no alphabet is had: the first takes longer than drawing the list", () => {
  const { Collator } = Intl;
  let had = 0;
  Intl.Collator = class extends Collator {
    constructor(...asked: ConstructorParameters<typeof Collator>) {
      super(...asked);
      had++;
    }
  } as typeof Collator;
  try {
    assert.deepEqual(labelsOf([{ labels: [] }, { labels: [] }], "en"), []);
    assert.deepEqual(labelsOf([{ labels: ["Bread"] }, { labels: ["Bread"] }], "en"), ["Bread"]);
    assert.equal(had, 0);
    assert.deepEqual(labelsOf([{ labels: ["b", "a"] }], "en"), ["a", "b"]);
    assert.equal(had, 1);
  } finally {
    Intl.Collator = Collator;
  }
});

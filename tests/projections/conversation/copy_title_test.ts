import assert from "node:assert/strict";
import { codePoints, TITLE_CODE_POINTS } from "../../../events/catalog/limits.ts";
import {
  copyTitle,
  freeCount,
  isCopyTitle,
  messagesUpTo,
  parted,
} from "../../../projections/conversation/copy_title.ts";
import { History } from "../../history.ts";

const fork = { kind: "fork", message: 12 } as const;

Deno.test("a copy says what it is, once, and is unlike any other", () => {
  assert.equal(copyTitle("Bread", fork), "Bread (from message 12)");
  assert.equal(copyTitle("Bread", { kind: "changed", message: 3 }), "Bread (changed from message 3)");
  assert.equal(copyTitle("Bread", { kind: "rerun" }), "Bread (run again)");
  for (
    const earlier of ["Bread (run again)", "Bread (from message 3, 7)", "Bread (changed from message 1)"]
  ) {
    assert.equal(copyTitle(earlier, fork), "Bread (from message 12)");
  }
  assert.equal(copyTitle("Bread", fork, 3), "Bread (from message 12, 3)");
});

Deno.test("the title of a copy is known as one, and of those that are called so the free one is found by few questions", async () => {
  for (const language of ["en", "de"] as const) {
    for (const kind of ["fork", "changed", "rerun"] as const) {
      for (const count of [1, 2, 999]) {
        assert.ok(isCopyTitle(copyTitle("Bread", { kind, message: 7 }, count, language)));
      }
    }
  }
  assert.deepEqual(["Bread", "Letters (from message boards)"].filter(isCopyTitle), []);
  for (const taken of [0, 1, 2, 3, 4, 7, 8, 100, 5_000]) {
    let asked = 0;
    const free = await freeCount((count) => Promise.resolve(++asked > 0 && count <= taken));
    assert.equal(free, taken + 1);
    assert.ok(asked <= 2 * Math.log2(taken + 1) + 2, `${asked} of ${taken}`);
  }
  // Where some went away between them, one is found that none has.
  const left = new Set([1, 2, 4, 5]);
  assert.equal(left.has(await freeCount((count) => Promise.resolve(left.has(count)))), false);
});

Deno.test("in German it says so in German, and what an earlier copy was goes in either language", () => {
  assert.equal(copyTitle("Brot", fork, 1, "de"), "Brot (ab Nachricht 12)");
  assert.equal(
    copyTitle("Brot", { kind: "changed", message: 3 }, 1, "de"),
    "Brot (geändert ab Nachricht 3)",
  );
  assert.equal(copyTitle("Bread (run again, 2)", { kind: "rerun" }, 1, "de"), "Bread (wiederholt)");
  assert.equal(copyTitle("Brot (geändert ab Nachricht 3)", fork), "Brot (from message 12)");
  assert.equal(copyTitle("", { kind: "rerun" }, 1, "de"), "Gespräch (wiederholt)");
});

Deno.test("what only looks like it stays, and what has no title gets one", () => {
  assert.equal(
    copyTitle("Letters (from message boards)", fork),
    "Letters (from message boards) (from message 12)",
  );
  assert.equal(copyTitle("", fork), "Conversation (from message 12)");
  assert.equal(copyTitle(" (run again)", fork), "Conversation (from message 12)");
});

Deno.test("a long title is cut, between characters, and what the copy is is not", () => {
  for (const letter of ["x", "😀"]) {
    const made = copyTitle(letter.repeat(TITLE_CODE_POINTS), fork);
    assert.equal(codePoints(made), TITLE_CODE_POINTS);
    assert.ok(made.endsWith("… (from message 12)") && made.isWellFormed());
    const most = TITLE_CODE_POINTS - " (from message 12)".length;
    assert.equal(copyTitle(letter.repeat(most), fork), `${letter.repeat(most)} (from message 12)`);
  }
});

Deno.test("messages are counted as people count them: up to an event, and no notices", () => {
  const history = new History().started().joined("Ada").posted("m1", "Hi").add("MessagePosted", {
    messageId: "n1",
    author: { kind: "system", id: "system", name: "System" },
    role: "system",
    content: "Nobody answers.",
  }).posted("m2", "So?");
  const state = history.state();
  assert.deepEqual([2, 3, 4, 5, 99].map((seq) => messagesUpTo(state, seq)), [
    { count: 0, last: undefined },
    { count: 1, last: "m1" },
    { count: 1, last: "m1" },
    { count: 2, last: "m2" },
    { count: 2, last: "m2" },
  ]);
});

Deno.test("a title is parted into what it was and what the copy is, as it is told; any other stays whole", () => {
  assert.deepEqual(parted("Bread (changed from message 3)"), ["Bread", "changed from message 3"]);
  assert.deepEqual(parted("Bread (soft) (from message 12, 2)"), ["Bread (soft)", "from message 12, 2"]);
  assert.deepEqual(parted("Brot (wiederholt)"), ["Brot", "wiederholt"]);
  for (const title of ["", "Bread", "Bread (soft)", "(run again) and again"]) {
    assert.deepEqual(parted(title), [title, ""]);
  }
});

/** What people go by shows what it is. */
import assert from "node:assert/strict";
import { clearText, firstCharacters, isClear } from "../../../events/catalog/clear_text.ts";
import { GivenTitle, Title } from "../../../events/catalog/conversation.ts";
import { GivenName, Name } from "../../../events/catalog/envelope.ts";
import { speakerName } from "../../../projections/prompt/names.ts";

const HIDING: readonly [string, string][] = [
  ["turns round", "\u202emoc.elgoog"],
  ["isolates", "a\u2066b"],
  ["a mark of direction", "a\u200f"],
  ["an Arabic mark", "a\u061c"],
  ["NUL", "a\u0000b"],
  ["a line", "a\nb"],
  ["a tab", "a\tb"],
  ["C1", "a\u0085b"],
  ["a line separator", "a\u2028b"],
  ["only what is not seen", "\u200b\u200d"],
  ["a filler", "\u3164"],
  ["empty Braille", "\u2800"],
  ["a joiner alone with a mark", "\u034f\u0301"],
];
const PLAIN = ["Ada", "Zoë", "👩‍💻 Coder", "עברית", "العربية", "한국어", "a\u200db", "C++ & co.", "—"];

Deno.test("a name that hides or turns something is refused with words; every other one is taken", () => {
  for (const [what, text] of HIDING) {
    assert.equal(isClear(text), false, what);
    for (const schema of [GivenName, GivenTitle]) {
      const parsed = schema.safeParse(text);
      assert.match(
        parsed.error?.issues[0]?.message ?? "",
        /must have no line breaks, control characters/,
        what,
      );
    }
  }
  for (const text of PLAIN) {
    assert.equal(GivenName.parse(text), text);
    assert.equal(clearText(text), text, "and shown as it is");
  }
});

Deno.test("what was stored before is read as it is, and shown with a sign for what it hid", () => {
  for (const [what, text] of HIDING) {
    if (text.trim() !== "" && what !== "only what is not seen") {
      assert.equal(Name.parse(text), text.trim(), what);
    }
    assert.ok(Title.safeParse(text).success, what);
    assert.ok(isClear(clearText(text)), what);
  }
  assert.equal(clearText("\u202emoc.elgoog"), "\ufffdmoc.elgoog");
  assert.equal(clearText("\u200b"), "(no name)");
  assert.equal(clearText("", "New conversation"), "New conversation");
  assert.equal(speakerName({ kind: "agent", name: "\u202emoc.elgoog" }), "moc.elgoog");
  assert.equal(speakerName({ kind: "agent", name: "\u200b\u202e" }), "Agent");
});

Deno.test("a text is cut between code points: one before, at and after the bound", () => {
  const pair = "\u{1d400}";
  for (const [length, cut] of [[59, 59], [60, 60], [61, 60]] as const) {
    assert.equal(firstCharacters(pair.repeat(length), 60), pair.repeat(cut));
    assert.equal(firstCharacters("a".repeat(length - 1) + pair, 60).isWellFormed(), true);
  }
  assert.equal(firstCharacters("a\ud800", 60), "a\ufffd");
});

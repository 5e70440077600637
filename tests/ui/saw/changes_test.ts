/** What changed between two requests. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { type ChangedLine, folded, linesChanged } from "../../../ui/saw/changes.ts";
import { compareLines } from "../../../ui/saw/compare.ts";

const shown = (before: string, after: string): string => {
  const [old, now] = [before.split(""), after.split("")];
  return linesChanged(old, now, compareLines).map(({ kind, line }) =>
    kind === "same" ? now[line] : kind === "added" ? `+${now[line]}` : `-${old[line]}`
  ).join(" ");
};

Deno.test("lines that are there in both stand once, others with what happened to them", () => {
  assert.equal(shown("abc", "abxc"), "a b +x c");
  assert.equal(shown("abc", "ac"), "a -b c");
  assert.equal(shown("abc", "axc"), "a -b +x c");
  assert.equal(shown("abc", "abc"), "a b c");
  assert.equal(shown("", "ab"), "+a +b");
});

Deno.test("whatever changed, the lines that stayed or came are the new request, and those that stayed or went the old", () => {
  const text = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 12 });
  fc.assert(fc.property(text, text, (before, after) => {
    const lines = linesChanged(before, after, compareLines);
    const of = (gone: string, all: readonly string[], given: (one: ChangedLine) => string | undefined) =>
      assert.deepEqual(lines.filter(({ kind }) => kind !== gone).map(given), all);
    of("removed", after, ({ line }) => after[line]);
    assert.deepEqual(
      lines.filter(({ kind }) => kind === "removed").map(({ line }) => line),
      lines.filter(({ kind }) => kind === "removed").map(({ line }) => line).toSorted((a, b) => a - b),
    );
    assert.equal(lines.filter(({ kind }) => kind !== "added").length, before.length);
  }));
});

Deno.test("where comparing is given up, all that lies between is told as gone and come", () => {
  const lines = linesChanged([..."axyb"], [..."apqb"], () => undefined);
  assert.deepEqual(lines.map(({ kind, line }) => `${kind} ${line}`), [
    "same 0",
    "removed 1",
    "removed 2",
    "added 1",
    "added 2",
    "same 3",
  ]);
});

Deno.test("long runs without a change are folded, three lines beside each change stay", () => {
  const lines = linesChanged([..."abcdefghijklmnop"], [..."abcdefghXijklmnop"], compareLines);
  const told = folded(lines).map((one) =>
    one.kind === "fold" ? `${one.from}..${one.to}` : `${one.kind} ${one.line}`
  );
  assert.deepEqual(told, [
    "0..5",
    "same 5",
    "same 6",
    "same 7",
    "added 8",
    "same 9",
    "same 10",
    "same 11",
    "12..17",
  ]);
  assert.deepEqual(folded(linesChanged([..."abcdefgh"], [..."abcdefgh"], compareLines)), [
    { kind: "fold", from: 0, to: 8 },
  ]);
});

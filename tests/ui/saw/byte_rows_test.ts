/** The rows of the right side of the sheet. */
import assert from "node:assert/strict";
import {
  asSent,
  type ByteRow,
  firstRowWith,
  foldedMessages,
  setOut,
  type ShownRow,
  sinceThen,
} from "../../../ui/saw/byte_rows.ts";
import { compareLines } from "../../../ui/saw/compare.ts";

const text = ({ pieces, body }: ByteRow) => pieces.map(({ start, end }) => body.slice(start, end)).join("");
const told = (rows: readonly ShownRow[]) =>
  rows.map((row) =>
    row.kind === "fold"
      ? `… ${row.lines}`
      : `${{ same: " ", added: "+", removed: "-" }[row.kind]} ${text(row)}`
  );

/** A request of messages that need a line each. */
const bodyOf = (...contents: readonly string[]) =>
  JSON.stringify({
    model: "m",
    messages: contents.map((content) => ({ role: "user", content: content.padEnd(60, ".") })),
  });

Deno.test("as it was sent is every character in its order; set out it is the same", () => {
  const body = bodyOf("one", "two");
  assert.equal(asSent(body, 40).map(text).join(""), body);
  assert.equal(setOut(body, 40).map(text).join(""), body);
});

Deno.test("of what is as before only the lines beside a change stay", () => {
  const rows = told(sinceThen(bodyOf("one", "two"), bodyOf("one", "two", "three"), 200, compareLines));
  assert.deepEqual(rows.filter((row) => row.startsWith("-")), []);
  const added = rows.filter((row) => row.startsWith("+")).join("\n");
  assert.match(added, /"three\.+"/);
  assert.doesNotMatch(added, /"two/);
  assert.match(rows[0] ?? "", /^… \d/);
});

Deno.test("where all is one text, as for many models, what was added to it is told alone", () => {
  const joined = (...said: readonly string[]) =>
    JSON.stringify({ messages: [{ role: "user", content: said.join("\n\n").padEnd(80, ".") }] });
  const rows = told(
    sinceThen(joined("[Ann]: one"), joined("[Ann]: one".padEnd(80, "."), "[Ben]: two"), 200, compareLines),
  );
  assert.deepEqual(rows.filter((row) => /^[+-]/.test(row)), [`+ [Ben]: two"`]);
});

Deno.test("the messages in a fold are those that lie whole in it", () => {
  const piece = (start: number, end: number) => ({
    kind: "message" as const,
    key: "",
    text: "",
    start,
    end,
    tokens: 7,
  });
  const pieces = [piece(0, 10), piece(10, 20), piece(15, 30), piece(12, 12)];
  assert.deepEqual(foldedMessages({ start: 5, end: 25 }, pieces), { messages: 1, tokens: 7 });
});

Deno.test("a picked message is found by the first row that shows of it, or that hides it", () => {
  const body = bodyOf("one", "two", "three");
  const at = body.indexOf("three");
  const rows = setOut(body, 200);
  const found = rows[firstRowWith(rows, at, at + 5)];
  assert.ok(found && text(found).includes("three"));
  const changed = sinceThen(bodyOf("one", "two", "there"), body, 200, compareLines);
  assert.ok(told(changed).some((row) => row.startsWith("-")), "another stood there before");
  const now = changed[firstRowWith(changed, at, at + 5)];
  assert.equal(now?.kind, "added", "what is gone is led to by nothing");
  const since = sinceThen(body, body, 200, compareLines);
  assert.equal(firstRowWith(since, at, at + 5), 0);
  assert.equal(firstRowWith(rows, body.length + 1, body.length + 2), -1);
});

import assert from "node:assert/strict";
import { budgetOf, fieldsOf, typedOf } from "../../../ui/schedules/fields_of.ts";

Deno.test("a new form is every weekday at eight where one is; what it sends comes back into it as it was", () => {
  const typed = { ...typedOf(undefined, "Europe/Berlin"), instruction: " What is new? " };
  const fields = fieldsOf(typed);
  assert.deepEqual(fields, {
    when: { kind: "times", days: [1, 2, 3, 4, 5], time: "08:00", zone: "Europe/Berlin" },
    instruction: "What is new?",
    runTokens: 20_000,
    runsPerDay: 24,
  });
  const watch = fieldsOf({
    ...typed,
    kind: "watch",
    minutes: "15",
    address: " https://example.org ",
    who: ["p_1"],
  });
  assert.deepEqual(watch, {
    when: { kind: "watch", minutes: 15 },
    instruction: "What is new?",
    address: "https://example.org",
    participantIds: ["p_1"],
    runTokens: 20_000,
    runsPerDay: 24,
  });
});

Deno.test("an address goes with a schedule that watches it, and with no other", () => {
  const typed = { ...typedOf(undefined, "UTC"), minutes: "15", address: "https://example.org" };
  const sent = (kind: "watch" | "every") => Object.hasOwn(Object(fieldsOf({ ...typed, kind })), "address");
  assert.deepEqual([sent("watch"), sent("every")], [true, false]);
});

Deno.test("what is wrong is said in words", () => {
  const typed = typedOf(undefined, "UTC");
  assert.equal(fieldsOf({ ...typed, days: [] }), "Choose a day at least.");
  assert.equal(fieldsOf({ ...typed, kind: "watch", minutes: "14" }), "Minutes: 15 – 10080.");
  assert.equal(fieldsOf({ ...typed, kind: "watch", minutes: "10081" }), "Minutes: 15 – 10080.");
  for (const wrong of [{ runTokens: "many" }, { runTokens: "0" }, { runsPerDay: "0" }]) {
    assert.equal(fieldsOf({ ...typed, ...wrong }), "Minutes, tokens and runs are whole numbers.");
  }
  assert.match(String(budgetOf("1", "0")), /^Say how many/);
  assert.match(String(budgetOf("0", "1")), /^Say how many/);
  assert.deepEqual(budgetOf("1000", "2.5"), { tokens: 1_000, usd: 2.5 });
});

/** Two turns against each other, held against plain ways to say the same. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { commonUnits, differenceOf, NAMED_UNITS } from "../../../projections/context/difference.ts";

const message = (messageId: string, text = messageId, name = "You") => ({ messageId, text, name });
const turn = (ids: readonly string[], body: string | null = "{}", answer: string | null = "") => ({
  messages: ids.map((id) => message(id)),
  body,
  answer,
});
const request = (left: unknown, right: unknown) =>
  differenceOf(turn([], JSON.stringify(left)), turn([], JSON.stringify(right))).request;

Deno.test("what one turn was sent and the other was not is told in its order, and that what both had was moved", () => {
  const found = differenceOf(turn(["a", "b", "c", "d"]), turn(["a", "d", "x", "c"]));
  assert.deepEqual(found.left.map(({ messageId }) => messageId), ["b"]);
  assert.deepEqual(found.right.map(({ messageId }) => messageId), ["x"]);
  assert.equal(found.both, 3);
  assert.equal(found.moved, true);
  assert.equal(differenceOf(turn(["a", "b"]), turn(["b"])).moved, false);
});

Deno.test("in another conversation the same words of the same one are the same message, each once", () => {
  const left = { ...turn([]), messages: [message("l1", "Yes"), message("l2", "Yes"), message("l3", "No")] };
  const right = {
    ...turn([]),
    messages: [message("r1", "Yes"), message("r2", "Yes", "Ada"), message("r3", "No")],
  };
  const found = differenceOf(left, right);
  assert.equal(found.both, 2);
  assert.deepEqual(found.left.map(({ messageId }) => messageId), ["l2"]);
  assert.deepEqual(found.right.map(({ messageId }) => messageId), ["r2"]);
  assert.equal(found.moved, false);
  // What has the same id is itself, though another says the same before it.
  const own = differenceOf({ ...left, messages: [message("m", "Hi")] }, {
    ...right,
    messages: [message("n", "Hi"), message("m", "Hi")],
  });
  assert.deepEqual(own.right.map(({ messageId }) => messageId), ["n"]);
  const twice = differenceOf({ ...left, messages: [message("m", "Hi"), message("k", "Hi")] }, {
    ...right,
    messages: [message("m", "Hi")],
  });
  assert.deepEqual(twice.left.map(({ messageId }) => messageId), ["k"]);
});

Deno.test("the value in which two requests part is named, and how many bytes they begin with", () => {
  const of = (content: string, temperature = 1) => ({ temperature, messages: [{ role: "user", content }] });
  assert.deepEqual(request(of("Grüße an A"), of("Grüße an B")), {
    same: false,
    bytes:
      new TextEncoder().encode('{"temperature":1,"messages":[{"role":"user","content":"Grüße an ').length,
    tokens: 16,
    path: "messages[0].content",
  });
  assert.equal(request(of("x", 0.5), of("x", 0.7))?.path, "temperature");
  assert.equal(request({ a: [1, { b: true }] }, { a: [1, { b: false }] })?.path, "a[1].b");
  assert.equal(request({ a: 1 }, { b: 1 })?.path, null);
  assert.deepEqual([request(of("x"), of("x"))?.same, request(of("x"), of("x"))?.path], [true, null]);
  assert.equal(differenceOf(turn([], null), turn([])).request, null);
});

Deno.test("of requests that part far behind, the value is not looked for", () => {
  const long = "a".repeat(NAMED_UNITS);
  assert.equal(request([long.slice(10) + "b"], [long.slice(10) + "c"])?.path, "[0]");
  assert.equal(request([long + "b"], [long + "c"])?.path, null);
});

Deno.test("answers part at the first letter that differs; of one that is gone nothing is said", () => {
  const of = (left: string | null, right: string | null) =>
    differenceOf(turn([], "{}", left), turn([], "{}", right)).answers;
  assert.deepEqual(of("The sea", "The sky"), { same: false, units: 5 });
  assert.deepEqual(of("The sea", "The sea"), { same: true, units: 7 });
  assert.deepEqual(of("The sea", "The sea is"), { same: false, units: 7 });
  assert.equal(of(null, "The"), null);
  // Two signs that begin with the same half are two signs.
  assert.deepEqual(of("a👋", "a👍"), { same: false, units: 1 });
});

Deno.test("any two lists of messages are told apart as their sets say, and any two texts as their letters", () => {
  const ids = fc.uniqueArray(fc.constantFrom(..."abcdefgh"), { maxLength: 8 });
  fc.assert(fc.property(ids, ids, (left, right) => {
    const found = differenceOf(turn(left), turn(right));
    assert.deepEqual(found.left.map(({ messageId }) => messageId), left.filter((id) => !right.includes(id)));
    assert.deepEqual(found.right.map(({ messageId }) => messageId), right.filter((id) => !left.includes(id)));
    const shared = left.filter((id) => right.includes(id));
    assert.equal(found.moved, shared.join() !== right.filter((id) => left.includes(id)).join());
  }));
  const text = fc.string({ unit: fc.constantFrom("a", "b", "👋", "👍") });
  fc.assert(fc.property(text, text, (a, b) => {
    let shared = "";
    for (const sign of a) {
      if (!b.startsWith(shared + sign)) break;
      shared += sign;
    }
    assert.equal(commonUnits(a, b), shared.length);
  }));
});

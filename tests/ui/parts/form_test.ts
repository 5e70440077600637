/** What a form says of the answer to what it sent. */
import assert from "node:assert/strict";
import type { Answer } from "../../../ui/state/api.ts";
import "../tiny_document.ts";

const { wrongOf } = await import("../../../ui/parts/form.tsx");

Deno.test("a form that was refused says why and goes on with nothing; one that was not says nothing", () => {
  const went: unknown[] = [];
  const kept = (value: number) => void went.push(value);
  const refused: Answer<number> = {
    ok: false,
    status: 422,
    code: "validation",
    message: "The name is taken.",
    errors: [],
  };
  assert.equal(wrongOf(refused, kept), "The name is taken.");
  assert.deepEqual(went, []);
  assert.equal(wrongOf({ ok: true, value: 3 }, kept), "");
  assert.deepEqual(went, [3]);
  assert.equal(wrongOf({ ok: true, value: 3 }), "");
});

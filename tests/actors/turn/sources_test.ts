/** Pages by the numbers under which a model is told them. */
import assert from "node:assert/strict";
import { Sources } from "../../../actors/turn/sources.ts";

const page = (name: string) => ({ url: `https://${name}.example/`, title: name, text: `Of ${name}.` });
const numbers = (result: string) => JSON.parse(result).results.map((one: { number: number }) => one.number);

Deno.test("pages are numbered on through all searches of an answer, and one that is found again keeps its number", () => {
  const sources = new Sources();
  assert.ok(sources.none);
  assert.deepEqual(JSON.parse(sources.tell([page("a")])), { results: [{ number: 1, ...page("a") }] });
  assert.deepEqual(numbers(sources.tell([page("b"), page("a"), page("c")])), [2, 1, 3]);
  assert.equal(sources.of(3)?.title, "c");
  assert.equal(sources.of(4), undefined);
  assert.ok(!sources.none);
});

Deno.test("an attempt that takes over goes on with the numbers of the one before", () => {
  const sources = new Sources();
  sources.recall(new Sources().tell([page("a"), page("b")]));
  assert.equal(sources.of(2)?.url, "https://b.example/");
  assert.deepEqual(numbers(sources.tell([page("b"), page("c")])), [2, 3]);
  sources.recall("The search service could not be reached.");
});

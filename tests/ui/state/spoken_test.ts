/** What a screen reader is told comes in pieces where it is long, each once, and nothing of it is lost. */
import assert from "node:assert/strict";
import { PIECE_UNITS, piecesOf, Telling } from "../../../ui/state/spoken.ts";

const told = (telling: Telling) => telling.told.value.map(({ text }) => text);

Deno.test("a text is cut between words, and joins to itself", () => {
  const texts = [
    "",
    "Ada is answering",
    "a".repeat(PIECE_UNITS),
    "a".repeat(2 * PIECE_UNITS + 1),
    "The bakery opens at six. ".repeat(2_000),
    `${"a".repeat(PIECE_UNITS - 1)}🐟🐟`,
  ];
  for (const text of texts) {
    const pieces = piecesOf(text);
    assert.equal(pieces.join(""), text);
    assert.ok(pieces.every((piece) => piece.length > 0 && piece.length <= PIECE_UNITS));
    // Neither half of a fish is told by itself.
    assert.ok(pieces.every((piece) => piece.isWellFormed()));
  }
  assert.equal(piecesOf("a".repeat(PIECE_UNITS)).length, 1);
  const sentences = piecesOf("The bakery opens at six. ".repeat(2_000));
  assert.ok(sentences.slice(0, -1).every((piece) => piece.endsWith(" ")));
});

/** What is told, and the next step of it. */
function page() {
  const waiting: (() => void)[] = [];
  const telling = new Telling((_, run) => void waiting.push(run));
  const step = () => waiting.shift()?.();
  const all = () => {
    while (waiting.length > 0) step();
  };
  return { telling, step, all };
}

Deno.test("one line takes the place of the other; a long text is told to its end before the next one", () => {
  const { telling, step, all } = page();
  telling.say("Ada is answering");
  all();
  telling.say("Ben is answering");
  all();
  assert.deepEqual(told(telling), ["Ben is answering"]);
  const long = "The bakery opens at six. ".repeat(400);
  telling.say(long);
  step();
  assert.deepEqual(
    told(telling),
    piecesOf(long).slice(0, 1),
    "what comes next is not laid out with the first",
  );
  telling.say("Ben answered: yes");
  all();
  assert.deepEqual(told(telling), [...piecesOf(long), "Ben answered: yes"]);
  const keys = telling.told.value.map(({ key }) => key);
  assert.equal(
    new Set(keys).size,
    keys.length,
    "what stands there is not told anew with what comes behind it",
  );
  telling.say("Cleo is answering");
  all();
  assert.deepEqual(told(telling), ["Cleo is answering"]);
});

Deno.test("nothing is told amid what it is about, and none of what comes together is lost", () => {
  const { telling, all } = page();
  telling.say("");
  telling.say("Ada is answering");
  telling.say("Ben is answering");
  assert.deepEqual(told(telling), []);
  all();
  assert.deepEqual(told(telling), ["Ada is answering", "Ben is answering"]);
});

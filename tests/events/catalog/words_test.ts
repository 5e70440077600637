/** What is made of the catalog, and when: a server that has just started needs the schemas of hardly any event. */
import assert from "node:assert/strict";
import { z } from "zod";
import { ConversationEvent } from "../../../events/catalog/conversation.ts";
import { event, Id } from "../../../events/catalog/envelope.ts";
import { versions } from "../../../events/catalog/upcast.ts";
import { blanks, wordPlaces } from "../../../events/catalog/words.ts";
import { WorkspaceEvent } from "../../../events/catalog/workspace.ts";

Deno.test("what an event holds is made when it is first asked for, and once", () => {
  let made = 0;
  const of = (type: string) =>
    event(type, 1, () => {
      made++;
      return { id: Id };
    });
  const [one, other] = [of("One"), of("Other")];
  z.discriminatedUnion("type", [one, other]);
  assert.equal(made, 0, "defined, and among others");
  const data = one.shape.data;
  assert.equal(one.shape.data, data);
  assert.equal(made, 1, "asked for twice, of one type");
});

Deno.test("where the words of one type are asks for what that type holds, and for no other", async () => {
  const asked: string[] = [];
  const options = [...ConversationEvent.options, ...WorkspaceEvent.options];
  for (const option of options) {
    const { shape } = option;
    Object.defineProperty(option, "shape", {
      configurable: true,
      get: () => (asked.push(shape.type.value), shape),
    });
  }
  // What one type has of another's.
  asked.length = 0;
  try {
    // Read once more, in which nobody has asked yet.
    const again = new URL("../../../events/catalog/words.ts?again", import.meta.url).href;
    const { wordPlaces }: { wordPlaces(type: string): unknown } = await import(again);
    wordPlaces("PinSet");
    wordPlaces("PinSet");
    wordPlaces("NobodyKnowsThis");
  } finally {
    for (const option of options) delete (option as { shape?: unknown }).shape;
  }
  assert.deepEqual(asked, ["PinSet"]);
});

Deno.test("of every type of the catalog it is known where its words are", () => {
  const types = Object.keys(versions).toSorted();
  assert.deepEqual(Object.keys(blanks()).toSorted(), types);
  for (const type of types) assert.notEqual(wordPlaces(type), null, type);
});

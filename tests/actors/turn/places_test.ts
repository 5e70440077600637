/** Where the words of each message stand in a request, whoever made its bytes. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { anthropicRenderer } from "../../../actors/providers/anthropic/render_anthropic.ts";
import { openAiRenderer } from "../../../actors/providers/openai/render_openai.ts";
import { mockRenderer } from "../../../actors/providers/practice/render_mock.ts";
import { responsesRenderer } from "../../../actors/providers/responses/render_responses.ts";
import type { RequestMessage, Shell, ToolRound } from "../../../actors/providers/types.ts";
import { placesOf } from "../../../actors/turn/places.ts";

const RENDERERS = [anthropicRenderer, openAiRenderer, responsesRenderer, mockRenderer];

const SHELL: Shell = {
  model: "m",
  system: "You are Ada.\n\nuser\n\nhello",
  params: {},
  tools: [{ name: "look_up", description: "hello", parameters: { type: "object", content: "hello" } }],
  nudge: "(Please continue the conversation.)",
  after: [],
  downgrades: [],
};
const ROUND: ToolRound = {
  said: "hello",
  calls: [{
    callId: "c1",
    tool: "look_up",
    args: '{"content":"hello"}',
    status: "ok",
    result: "hello\n\nuser",
  }],
};
const file = (name: string, type: string, text: string) => ({
  name,
  type,
  sha256: "0".repeat(64),
  bytes: new TextEncoder().encode(text),
});

const content = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.constantFrom(
    "user",
    "hello",
    "",
    " ",
    "a\n\nb",
    "\n\n",
    '"',
    "\\",
    "(The conversation begins.)",
    "You are Ada.",
  ),
);
const message: fc.Arbitrary<RequestMessage> = fc.record({
  role: fc.constantFrom("user" as const, "assistant" as const),
  content,
  files: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    fc.constantFrom([file("a.txt", "text/plain", "some\n\nwords")], [file("a.png", "image/png", "…")]),
  ),
});

Deno.test("every message that says something is found, in order, with the words that were sent", () => {
  const given = fc.record({
    messages: fc.array(message, { maxLength: 8 }),
    rounds: fc.constantFrom([], [ROUND]),
    renderer: fc.constantFrom(...RENDERERS),
  });
  fc.assert(fc.property(given, ({ messages, rounds, renderer }) => {
    const body = new TextDecoder().decode(renderer.render({ shell: SHELL, messages, rounds }));
    const contents = messages.map((one) => one.content);
    const places = placesOf(body, contents);
    assert.equal(places.length, messages.length);
    let before = body.search(/"(?:messages|input)":/);
    places.forEach((place, index) => {
      const said = contents[index] ?? "";
      if (said.trim() === "") return assert.equal(place, null);
      const [start, end] = place ?? assert.fail(`${renderer.name}: ${JSON.stringify(said)} is not found`);
      assert.equal(
        JSON.parse(`"${body.slice(start, end)}"`),
        said,
      );
      assert.ok(start >= before, "in their order");
      before = end;
    });
  }));
});

Deno.test("what is not in the request is found nowhere, and does not hide what comes after it", () => {
  const messages = [{ role: "user" as const, content: "one" }, { role: "user" as const, content: "three" }];
  const body = new TextDecoder().decode(openAiRenderer.render({ shell: SHELL, messages, rounds: [] }));
  const [one, two, three] = placesOf(body, ["one", "two", "three"]);
  assert.equal(two, null);
  assert.deepEqual([one, three].map((place) => body.slice(place?.[0], place?.[1])), ["one", "three"]);
  assert.deepEqual(placesOf("no JSON", ["one"]), [null]);
});

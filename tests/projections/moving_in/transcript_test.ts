/** What is made of a conversation that another Fishbowl exported as JSON. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { anyText } from "../../any_text.ts";
import { isTranscript, transcriptTalks } from "../../../projections/moving_in/transcript.ts";
import { TestServer, WELCOME } from "../../server/harness.ts";
import { draws } from "../../effort.ts";

Deno.test("what is exported as JSON is read: words, authors and times, without what the program said", async () => {
  await using server = await TestServer.start();
  await server.settled(WELCOME);
  const { json } = await server.call("GET", `/api/conversations/${WELCOME}/export?format=json`);
  assert.ok(isTranscript(json));
  const [talk, ...others] = transcriptTalks(json).talks;
  assert.deepEqual([talk?.from, talk?.id, talk?.title, others.length], ["Fishbowl", WELCOME, json.title, 0]);
  const said = json.messages.filter(({ authorType }: { authorType: string }) => authorType !== "system");
  assert.ok(said.length > 0);
  assert.deepEqual(
    talk?.messages.map(({ role, name, content, at }) => [role, name, content, at]),
    said.map((one: Record<string, unknown>) => [
      one["role"],
      one["authorName"],
      one["content"],
      one["createdAt"],
    ]),
  );
});

Deno.test("the same message twice is one, what the program said is counted, and nobody says nothing", () => {
  const says = (id: string, content: string, authorType = "human") => ({ id, content, authorType });
  const messages = [
    says("a", "One"),
    says("b", "Two", "agent"),
    says("a", "Three"),
    says("c", "Four", "system"),
  ];
  const { talks, left } = transcriptTalks({ id: "t", messages });
  assert.deepEqual(talks.map(({ head, messages }) => [head, messages.map(({ content }) => content)]), [
    ["c", ["One", "Two"]],
  ]);
  assert.deepEqual(left, { hidden: 1 });
  assert.deepEqual(transcriptTalks({ messages: [] }), { talks: [], left: { blank_talks: 1 } });
});

Deno.test("whatever stands in a record, reading it ends, within its bounds", () => {
  const message = fc.oneof(
    fc.jsonValue(),
    fc.record({
      id: fc.oneof(fc.constantFrom("a", "b"), fc.jsonValue()),
      authorType: fc.constantFrom("human", "agent", "system"),
      authorName: fc.oneof(anyText(), fc.jsonValue()),
      content: fc.oneof(anyText(), fc.jsonValue()),
      createdAt: fc.jsonValue(),
      attachments: fc.jsonValue(),
    }, { requiredKeys: [] }),
  );
  fc.assert(
    fc.property(fc.array(message), fc.jsonValue(), (messages, title) => {
      const record = { mode: "parallel", participants: [], title, messages };
      for (const one of transcriptTalks(record).talks) {
        assert.ok(one.messages.length <= messages.length);
        for (const { content, at } of one.messages) {
          assert.ok(content.isWellFormed() && /\S/.test(content));
          assert.equal(new Date(at).toISOString(), at);
        }
      }
    }),
    { numRuns: draws(2_400) },
  );
});

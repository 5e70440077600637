import assert from "node:assert/strict";
import fc from "fast-check";
import { anthropicRenderer } from "../../actors/providers/anthropic/render_anthropic.ts";
import { openAiRenderer } from "../../actors/providers/openai/render_openai.ts";
import type { RenderInput } from "../../actors/providers/types.ts";
import { validTurns } from "../../actors/providers/valid_messages.ts";
import { SHELL } from "./providers/fake_server.ts";

const message = fc.record({
  role: fc.constantFrom("user" as const, "assistant" as const),
  content: fc.oneof(fc.constant(""), fc.constant(" \n"), fc.string({ minLength: 1, maxLength: 12 })),
});
const input: fc.Arbitrary<RenderInput> = fc.record({
  shell: fc.constant(SHELL),
  messages: fc.array(message, { maxLength: 12 }),
  rounds: fc.constant([]),
});

interface Turn {
  readonly role: string;
  readonly content: string | readonly { readonly text?: string }[];
}
const turns = (bytes: Uint8Array): Turn[] => JSON.parse(new TextDecoder().decode(bytes)).messages;
const text = (
  { content }: Turn,
) => (typeof content === "string" ? content : content.map((b) => b.text ?? "").join(""));

for (const renderer of [openAiRenderer, anthropicRenderer]) {
  // Shows P14, D-6, S2-20, S2-T3.
  Deno.test(`${renderer.name}: any history is a valid request`, () => {
    fc.assert(fc.property(input, (given) => {
      const sent = turns(renderer.render(given)).filter(({ role }) =>
        role !== "system" && role !== "developer"
      );
      assert.equal(sent[0]?.role, "user", "the first message is the user's");
      assert.equal(sent.at(-1)?.role, "user", "and the last");
      for (const [index, turn] of sent.entries()) {
        assert.notEqual(text(turn).trim(), "", "no message is empty");
        assert.notEqual(turn.role, sent[index - 1]?.role, "same-role neighbours are merged");
      }
    }));
  });

  Deno.test(`${renderer.name}: no word of a message is lost, and the same input gives the same bytes`, () => {
    fc.assert(fc.property(input, (given) => {
      const bytes = renderer.render(given);
      assert.deepEqual(renderer.render(given), bytes);
      const all = turns(bytes).map(text).join("\n");
      for (const { content } of given.messages) if (content.trim()) assert.ok(all.includes(content.trim()));
    }));
  });

  // Shows P22.
  Deno.test(`${renderer.name}: a longer history leaves the earlier messages as they were`, () => {
    const first = { ...base(), messages: [{ role: "user" as const, content: "One" }] };
    const longer = {
      ...base(),
      messages: [...first.messages, { role: "assistant" as const, content: "Two" }, {
        role: "user" as const,
        content: "Three",
      }],
    };
    const [short, long] = [turns(renderer.render(first)), turns(renderer.render(longer))];
    assert.deepEqual(long.slice(0, short.length), short);
  });
}

function base(): RenderInput {
  const [one] = fc.sample(input, 1);
  if (!one) throw new Error("no sample");
  return one;
}

Deno.test("a model's own message carries no picture, only its name; a person's does", () => {
  const files = [{ sha256: "a", name: "a.png", type: "image/png", bytes: new Uint8Array([1, 2, 3]) }];
  const shell = {
    model: "m",
    system: "",
    params: {},
    tools: [],
    nudge: "",
    after: [],
    downgrades: [],
  };
  const kinds = (role: "user" | "assistant") =>
    validTurns({ shell, messages: [{ role, content: "Look", files }], rounds: [] })
      .flatMap((turn) => turn.role === role ? turn.blocks.map(({ type }) => type) : []);
  assert.deepEqual(kinds("user"), ["text", "image"]);
  assert.deepEqual(kinds("assistant"), ["text"]);
});

Deno.test("Messages is given ids of calls as it takes them, in the call and in its result; what it signed stays as it was", () => {
  const ids = ["functions.weather:0", "functions.weather_0", "toolu_1-A"];
  const calls = ids.map((callId) => ({
    callId,
    tool: "weather",
    args: "{}",
    status: "ok" as const,
    result: callId,
  }));
  const sent = (opaque?: string) => {
    const round = { said: "", calls, ...(opaque === undefined ? {} : { opaque }) };
    const messages = [{ role: "assistant" as const, content: "", rounds: [round] }];
    const { messages: [, said, given] } = JSON.parse(
      new TextDecoder().decode(anthropicRenderer.render({ ...base(), messages })),
    );
    const results = given.content.filter(({ type }: { type: string }) => type === "tool_result");
    assert.deepEqual(
      results.map((r: { tool_use_id: string }) => r.tool_use_id),
      said.content.map(({ id }: { id: string }) => id),
    );
    return results.map((r: { tool_use_id: string; content: string }) => [r.tool_use_id, r.content]);
  };
  assert.deepEqual(sent(), [
    ["functions_2eweather_3a0", ids[0]],
    ["functions_2eweather_0", ids[1]],
    [ids[2], ids[2]],
  ]);
  const signed = JSON.stringify([{ type: "tool_use", id: ids[0], name: "weather", input: {} }]);
  assert.deepEqual(sent(signed), [[ids[0], ids[0]]]);
});

/**
 * The body of every call can be told from the log, byte for byte: over random histories, the real adapters and
 * what their servers received. Whoever has only the log rebuilds the same bytes.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { draws } from "../effort.ts";
import { AGENTS, NAMES, prove, type Step, step, take, TOOLS, words } from "./exact_history.ts";
import { type Cast, RealRoom, ROOM } from "./providers/real_room.ts";
import type { WireAnswer } from "./providers/wire_answers.ts";

const tools = fc.record({
  tool: fc.constantFrom("look_up", "roll", "unknown_tool"),
  args: fc.oneof(
    fc.constant(""),
    fc.json({ maxDepth: 1 }).map((json) => `{"a":${json}}`),
    fc.constant("{oops"),
  ),
});
const answer: fc.Arbitrary<WireAnswer> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("say" as const),
      // Halves of a character arrive apart.
      pieces: fc.array(fc.oneof(words, fc.constantFrom("\ud83d", "\udc1f", "[Ada]: ", " ")), {
        maxLength: 4,
      }),
      reasoning: words,
      paceMs: fc.constantFrom(0, 0, 3),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("say" as const),
      pieces: fc.array(words, { maxLength: 1 }),
      reasoning: words,
      calls: fc.array(tools, { minLength: 1, maxLength: 2 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("say" as const),
      pieces: fc.array(words, { maxLength: 2 }),
      // The maker of Messages alone means by it that it goes on.
      reason: fc.constant("pause_turn"),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("say" as const),
      pieces: fc.array(words, { maxLength: 2 }),
      end: fc.constantFrom("truncated" as const, "cut" as const, "garbled" as const, "error" as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("fail" as const),
      status: fc.constantFrom(401, 404, 429, 429, 500, 503, 529),
      headers: fc.constantFrom({}, { "retry-after": "1" }, { "retry-after-ms": "20" }),
    }),
  },
  { weight: 3, arbitrary: fc.constant({ do: "refuse_parameter" as const }) },
  { weight: 1, arbitrary: fc.constant({ do: "json" as const }) },
);
const plans = fc.array(fc.array(answer, { maxLength: 8 }), {
  minLength: NAMES.length,
  maxLength: NAMES.length,
});

/** Histories in which nothing happens would prove nothing. */
const MUST_HAVE = [
  "ToolReturned",
  "AnswerPaused",
  "failed rate_limited",
  "failed server",
  "downgrade",
  "TurnCompleted",
  "project",
  "files of a project",
];
const WHOLE = new TextEncoder().encode("naïve 日本語");
/** One in which all of that happens, before those that are drawn. */
const WITH_ALL: [WireAnswer[][], Step[]] = [
  [
    [{ do: "say", pieces: ["I look."], reasoning: "", calls: [{ tool: "look_up", args: "" }] }],
    [{ do: "fail", status: 429, headers: { "retry-after-ms": "20" } }],
    [{ do: "fail", status: 500, headers: {} }],
    [{ do: "refuse_parameter" }, { do: "say", pieces: ["I look."], reason: "pause_turn" }],
  ],
  [
    { type: "project", at: 0, instructions: "Be “exact” 🐟.", files: [{ name: "notes.txt", bytes: WHOLE }] },
    { type: "move", to: 0 },
    { type: "post", text: ".", files: [], wait: true },
    { type: "project", at: 0, instructions: "Be otherwise.", files: [] },
    { type: "post", text: "..", files: [], wait: true },
  ],
];

// Shows S0-A18.
Deno.test("the bytes each server received are the bytes rebuilt from the log, over random histories with tools, retries, downgrades, files and restarts", async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(plans, fc.array(step, { minLength: 3, maxLength: 10 }), async (plans, steps) => {
      const cast = AGENTS.map((one, index): Cast => ({
        ...one,
        answers: [...plans[index] ?? [], { do: "say", pieces: [`Fine, ${one.name}.`] }],
      }));
      await using room = await RealRoom.open(cast, { tools: TOOLS });
      for (const step of steps) await take(room, step);
      await room.rest();
      await prove(room, NAMES);
      if (room.received.some(({ text }) => text.includes("Files of the project"))) {
        seen.add("files of a project");
      }
      for (const event of await room.events()) {
        seen.add(event.type === "ProviderCallFailed" ? `failed ${event.data.error.code}` : event.type);
        if (event.type === "TurnStarted" && event.data.memory?.project) seen.add("project");
        if (event.type === "ProviderCallFailed" && event.data.error.code === "bad_request") {
          seen.add("downgrade");
        }
      }
    }),
    { numRuns: draws(80), examples: [WITH_ALL] },
  );
  assert.deepEqual(MUST_HAVE.filter((what) => !seen.has(what)), []);
});

// Anthropic and OpenAI refuse a body in which half of a character stands, whatever else is in it, again and again.
Deno.test("half of a character is sent as the sign for one that is lost: servers read every request, and its place is told", async () => {
  const half = (text: string): WireAnswer => ({ do: "say", pieces: [text] });
  const cast = (["openai", "anthropic", "responses"] as const).map((wire): Cast => ({
    name: wire,
    wire,
    answers: [half("Cut \ud83d"), half("Fine.")],
    agent: { systemPrompt: "\udc1f \\ud83d" },
  }));
  await using room = await RealRoom.open(cast);
  await room.post("Whole 🐟, half \ud83d, and \\ud83d in words.");
  await room.rest();
  await room.post("Next.");
  await room.rest();
  await prove(room, cast.map(({ name }) => name));
  assert.equal(room.received.length, 2 * cast.length);
  for (const { text } of room.received) {
    assert.doesNotMatch(text.replaceAll("\\\\", ""), /\\ud/, "no half is written in JSON's own way either");
    assert.ok(
      text.includes(String.raw`Whole 🐟, half �, and \\ud83d in words.`.replace("\\ufffd", "\ufffd")),
      text,
    );
  }
  for (const event of await room.events()) {
    if (event.type !== "TurnRequested") continue;
    const request = await room.system.requestOf(ROOM, event.data.turnId);
    for (const { places } of request?.calls ?? []) assert.ok(places.every((place) => place !== null));
  }
});

/** What was sent can be told from the log for ever: the rebuilt body is the body the provider received. */
import { draws } from "../effort.ts";
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fc from "fast-check";
import type { Mode } from "../../events/catalog/conversation.ts";
import type { PersonCommand } from "../../actors/conversation/commands.ts";
import type { Tool } from "../../actors/tools/toolbox.ts";
import { inWorld, ROOM, type Room, type World } from "./world.ts";

const lookUp: Tool = {
  idempotent: true,
  schema: {
    name: "look_up",
    description: "Looks something up.",
    parameters: { type: "object", properties: {} },
  },
  run: () => Promise.resolve({ status: "ok", result: "It is blue." }),
};

/** Every body of every call, rebuilt, in the order the calls were made. */
async function rebuilt(room: Room): Promise<string[]> {
  const { system } = room.engine;
  const bodies: { at: number; body: string }[] = [];
  const order = (await room.events()).filter((e) => e.type === "ProviderCalled");
  for (const turnId of new Set(order.map((e) => (e.data as { turnId: string }).turnId))) {
    const request = await system.requestOf(ROOM, turnId);
    for (const call of request?.calls ?? []) {
      const at = order.findIndex(({ data }) =>
        data.turnId === turnId && data.attempt === call.attempt && data.round === call.round
      );
      assert.ok(call.body !== null && call.proof === "proven");
      bodies.push({ at, body: call.body });
    }
  }
  return bodies.sort((a, b) => a.at - b.at).map(({ body }) => body);
}

/** The salts of the first event of each type; null: of what has none. */
async function saltsIn(room: Room, ...types: (string | null)[]): Promise<string[]> {
  const events = await room.events();
  return types.map((type) => events.find((event) => event.type === type)?.salt ?? "");
}

const sha256 = (...parts: (string | Uint8Array)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();
const digestOf = (salts: readonly string[], body: Uint8Array): string =>
  sha256(sha256(salts.join(".")), sha256(body)).toString("hex");

function received(world: World): string[] {
  return world.mock.requests().map(({ body }) => new TextDecoder().decode(body));
}

const command = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.string({ minLength: 1, maxLength: 40 }).map((text) => ({ type: "post", text }) as const),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant("include" as const), at: fc.nat(30), on: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("toggle" as const), at: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("retry" as const), at: fc.nat(30) }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Mode>("parallel", "round_robin", "manual").map((mode) =>
      ({ type: "mode", mode }) as const
    ),
  },
  { weight: 1, arbitrary: fc.constant({ type: "stop" } as const) },
);
type Step = typeof command extends fc.Arbitrary<infer T> ? T : never;

async function take(room: Room, step: Step): Promise<void> {
  const state = await room.state();
  const turns = Object.keys(state.turns);
  const commands: Record<Step["type"], () => PersonCommand | null> = {
    post: () => step.type === "post" ? { type: "post", content: `.${step.text}` } : null,
    include() {
      const messageId = step.type === "include" ? state.order[step.at % state.order.length] : undefined;
      return messageId && step.type === "include" ? { type: "include", messageId, included: step.on } : null;
    },
    toggle() {
      const participant = step.type === "toggle"
        ? state.participants[step.at % state.participants.length]
        : null;
      return participant
        ? { type: "change_participant", participantId: participant.id, enabled: !participant.enabled }
        : null;
    },
    retry() {
      const turnId = step.type === "retry" ? turns[step.at % turns.length] : undefined;
      return turnId ? { type: "retry", turnId } : null;
    },
    mode: () => step.type === "mode" ? { type: "change", mode: step.mode } : null,
    stop: () => ({ type: "stop" }),
  };
  const person = commands[step.type]();
  // A refusal is as good as any: the log is what counts.
  if (person) {
    await room.engine.system.execute(ROOM, person, { by: { kind: "user", id: "ann", name: "Ann" } });
  }
  if (step.type === "post") await room.rest();
}

Deno.test("the rebuilt bodies are the received bytes, over random histories, retries and tool rounds", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(command, { minLength: 3, maxLength: 12 }),
      (steps) =>
        inWorld({ tokenMs: 1, tools: [lookUp] }, async (world, room) => {
          await room.open([
            { name: "Ada", model: "tool-user", tools: ["look_up"] },
            { name: "Bob", model: "flaky:1", params: { windowMessages: 3 } },
            { name: "Cyd", model: "critic", systemPrompt: "You are terse. “Quotes” and 🐟." },
          ]);
          for (const step of steps) await take(room, step);
          await room.rest();
          // Calls of agents that answer at once leave in any order.
          assert.deepEqual((await rebuilt(room)).sort(), received(world).sort());
        }),
    ),
    { numRuns: draws(40) },
  );
});

// Shows D-2.
Deno.test("an answer with tool rounds is one message; each round's request is rebuilt with the results before it", () =>
  inWorld({ tools: [lookUp] }, async (world, room) => {
    await room.open([{ name: "Ada", model: "tool-user", tools: ["look_up"] }]);
    await room.post("what colour is the sky?");
    const state = await room.rest();
    assert.equal(state.order.length, 2);
    const turn = await room.turnOf("Ada");
    const request = await room.engine.system.requestOf(ROOM, turn?.id ?? "");
    assert.ok(request && request.calls.length >= 2);
    assert.match(request.calls.at(-1)?.body ?? "", /It is blue\./);
    assert.deepEqual(await rebuilt(room), received(world));
    assert.deepEqual(state.messages[turn?.messageId ?? ""]?.toolsUsed, ["look_up"]);
  }));

// Shows S0-A10.
Deno.test("what would be sent is what is sent", () =>
  inWorld({}, async (world, room) => {
    await room.open([{ name: "Ada", model: "echo" }, { name: "Bob", model: "echo" }]);
    await room.post("hello");
    const state = await room.rest();
    const ada = state.participants.find((p) => p.name === "Ada");
    const answer = (await room.turnOf("Bob"))?.messageId ?? "";
    await room.do({ type: "include", messageId: answer, included: false });
    const would = await room.engine.system.wouldSend(ROOM, ada?.id ?? "");
    assert.deepEqual(would?.omitted.map(({ messageId, why }) => [messageId, why]), [[answer, "excluded"]]);
    assert.ok(!would.body.includes("[Bob]"));
    await room.do({ type: "retry", turnId: (await room.turnOf("Ada"))?.id ?? "" });
    await room.rest();
    assert.ok(!received(world).at(-1)?.includes("[Bob]"));
  }));

Deno.test("what would be sent begins where the window of the agent does, as what is sent", () =>
  inWorld({}, async (world, room) => {
    await room.open([{ name: "Ada", model: "echo", params: { windowMessages: 2 } }]);
    await room.post("first");
    await room.rest();
    await room.post("second");
    const state = await room.rest();
    const asked = Object.values(state.turns).at(-1);
    const would = await room.engine.system.wouldSend(ROOM, asked?.participantId ?? "", asked?.requestedSeq);
    assert.equal(would?.messageIds.length, 2);
    assert.deepEqual(would.omitted.filter(({ why }) => why === "window").length, 1);
    assert.equal(would.body, received(world).at(-1));
  }));

Deno.test("a request is in the log before it is sent, with a hash of its bytes that nobody can try a guess on", () =>
  inWorld({}, async (world, room) => {
    await room.open([{ name: "Ada", model: "hang-before" }]);
    await room.post("hello");
    await world.until(() => world.mock.requests().length > 0);
    const [call] = await room.all("ProviderCalled");
    const body = world.mock.requests()[0]?.body ?? new Uint8Array();
    const salts = await saltsIn(room, "ProviderCalled", null, "MessagePosted");
    assert.ok(salts[0] !== "" && salts[2] !== "" && salts[0] !== salts[2]);
    assert.deepEqual([call?.hash, call?.sha256], ["salted", digestOf(salts, body)]);
    await room.do({ type: "stop" });
  }));

Deno.test("the texts of a panel's format are in its requests, so their salt is in the hashes", () =>
  inWorld({}, async (world, room) => {
    await room.open([{ name: "Ada", model: "hang-before" }]);
    const format = {
      name: "One",
      description: "",
      roles: [{ id: "one", name: "One" }],
      stages: [{
        id: "only",
        name: "Only",
        gives: "Word",
        who: ["one"],
        turns: "together" as const,
        sees: "question" as const,
        instruction: "Say a word.",
      }],
    };
    const panel = { format, seats: [{ role: "one", agentId: "agent_1" }] };
    await room.do({ type: "post", content: "Which word?", panel });
    await world.until(() => world.mock.requests().length > 0);
    const [call] = await room.all("ProviderCalled");
    const body = world.mock.requests()[0]?.body ?? new Uint8Array();
    assert.ok(new TextDecoder().decode(body).includes("Say a word."));
    const salts = await saltsIn(room, "ProviderCalled", null, "MessagePosted", null, "PanelStarted");
    assert.notEqual(salts[4], "");
    assert.equal(call?.sha256, digestOf(salts, body));
    await room.do({ type: "stop" });
  }));

Deno.test("what a judge is told is in its requests: the salts of question, answer and rule are in the hashes", () =>
  inWorld({ scripts: { ada: [{ text: "Rye." }], jo: [{ text: '{"reason":"So.","holds":true}' }] } }, async (
    world,
    room,
  ) => {
    await room.open([{ name: "Ada", model: "script:ada" }, { name: "Jo", model: "script:jo" }], {
      script: {
        questions: [{ content: "Which bread?" }],
        expectations: [{ expectationId: "e1", kind: "like", text: "It is short." }],
        cast: [],
      },
      judge: "Jo",
    });
    await room.rest();
    const call = (await room.all("ProviderCalled")).at(-1);
    const events = await room.events();
    const saltOf = (type: string) => events.findLast((event) => event.type === type)?.salt ?? "";
    const answered = events.filter(({ type }) => type === "TurnCompleted")[0]?.salt ?? "";
    const salts = [
      saltOf("ProviderCalled"),
      ...["", saltOf("MessagePosted")],
      ...[saltOf("ParticipantAdded"), answered],
      ...["", saltOf("ExpectationSet")],
    ];
    assert.ok(salts.filter((salt) => salt !== "").length === 5);
    assert.equal(call?.sha256, digestOf(salts, world.mock.requests().at(-1)?.body ?? new Uint8Array()));
  }));

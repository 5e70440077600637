/** What a call of a real adapter means for the conversation when it does not simply fail. */
import assert from "node:assert/strict";
import type { Agent } from "../../events/catalog/workspace.ts";
import { SENTENCES } from "../../actors/providers/error_messages.ts";
import type { Tool } from "../../actors/tools/toolbox.ts";
import { turnUsages } from "../../projections/usage/usage.ts";
import { ANN, type Cast, RealRoom } from "./providers/real_room.ts";
import type { Wire, WireAnswer } from "./providers/wire_answers.ts";

const WIRES = ["openai", "responses", "anthropic"] as const;
const say = (...pieces: string[]): WireAnswer => ({ do: "say", pieces });
const bob = (wire: Wire, answers: readonly WireAnswer[], agent: Partial<Agent> = {}): Cast[] => [
  { name: "Bob", wire, answers, agent },
];
const bodies = (room: RealRoom): Record<string, unknown>[] =>
  room.of("Bob").map(({ text }) => JSON.parse(text));

async function messageOf(room: RealRoom, name: string) {
  const state = await room.state();
  const { messageId } = await room.turnOf(name);
  const [message, body] = [state.messages[messageId], state.bodies[messageId]];
  assert.ok(message && body);
  return { message, body };
}

Deno.test("calls at the same time go each to its own server, with the bytes of its own agent", async () => {
  const wires = ["openai", "responses", "openai"] as const;
  const cast = wires.map((wire, n): Cast => ({ name: `Agent ${n}`, wire, answers: [say(`I am ${n}.`)] }));
  await using room = await RealRoom.open(cast);
  await room.post("Who are you?");
  const state = await room.rest();
  for (const [n, { name }] of cast.entries()) {
    assert.equal(room.of(name).length, 1);
    assert.equal(state.bodies[(await room.turnOf(name)).messageId]?.content, `I am ${n}.`);
  }
});

for (const wire of WIRES) {
  // Shows S0-61, S2-57, PROVIDERS.md row 6.
  Deno.test(`${wire}: a limit is waited out as long as the server asked, and each try can be seen`, async () => {
    const busy: WireAnswer = { do: "fail", status: 429, headers: { "retry-after": "20" } };
    await using room = await RealRoom.open(bob(wire, [busy, say("Now.")]));
    await room.post("Go.");
    await room.rest();
    const [first, second, ...more] = room.of("Bob");
    assert.ok(first && second && more.length === 0);
    const waited = second.at - first.at;
    assert.ok(waited >= 20_000 && waited < 21_000, `waited ${waited} ms`);
    assert.equal(second.text, first.text, "the same bytes again");
    const [failure] = await room.all("ProviderCallFailed");
    assert.equal(failure?.error.code, "rate_limited");
    assert.ok((failure?.retryAfterMs ?? 0) >= 20_000);
    const { message, body } = await messageOf(room, "Bob");
    assert.deepEqual([message.status, message.retries, body.content], ["complete", 1, "Now."]);
  });

  // Shows PROVIDERS.md row 3.
  Deno.test(`${wire}: a stream that broke before its first word is asked for again`, async () => {
    await using room = await RealRoom.open(bob(wire, [{ do: "say", pieces: [], end: "cut" }, say("Whole.")]));
    await room.post("Go.");
    await room.rest();
    assert.equal((await messageOf(room, "Bob")).body.content, "Whole.");
    assert.deepEqual((await room.all("ProviderCallFailed")).map(({ error }) => error.code), ["network"]);
  });

  Deno.test(`${wire}: what a model thinks is shown apart from what it says`, async () => {
    const thinks: WireAnswer = { do: "say", pieces: ["Blue."], reasoning: "Sky?" };
    await using room = await RealRoom.open(bob(wire, [thinks, say("Yes.")]));
    await room.post("Which colour?");
    await room.rest();
    const { body } = await messageOf(room, "Bob");
    assert.deepEqual([body.content, body.reasoning], ["Blue.", "Sky?"]);
    await room.post("Sure?");
    await room.rest();
    assert.doesNotMatch(room.of("Bob").at(-1)?.text ?? "", /Sky\?/, "and is no part of what it is sent");
  });

  // Shows PROVIDERS.md row 8.
  Deno.test(`${wire}: tokens that nobody counted are unknown, never none`, async () => {
    await using room = await RealRoom.open(
      bob(wire, [{ do: "say", pieces: ["Hi."], usage: false }, say("Hi.")]),
    );
    await room.post("Go.");
    await room.rest();
    assert.equal((await messageOf(room, "Bob")).message.usage, undefined);
    await room.post("Again.");
    const state = await room.rest();
    const [, counted] = turnUsages(state, {});
    assert.deepEqual(
      (await messageOf(room, "Bob")).message.usage,
      wire !== "anthropic"
        ? { input: 6, cacheRead: 4, cacheWrite: 0, output: 3, reasoning: 0 }
        : { input: 9, cacheRead: 5, cacheWrite: 0, output: 7, reasoning: 0 },
    );
    assert.equal(counted?.usd, null, "a model without a price costs an unknown sum");
  });

  Deno.test(`${wire}: an answer that reached its limit is complete and says why it stopped`, async () => {
    const reason = wire !== "anthropic" ? "length" : "max_tokens";
    await using room = await RealRoom.open(bob(wire, [{ do: "say", pieces: ["Once upon"], reason }]));
    await room.post("Go.");
    await room.rest();
    const { message, body } = await messageOf(room, "Bob");
    assert.deepEqual([message.status, message.finishReason, body.content], ["complete", reason, "Once upon"]);
  });

  for (
    const [when, answer, text] of [
      ["before the first byte", { do: "hold" }, ""],
      ["in the middle", { do: "say", pieces: ["Once upon"], end: "hang" }, "Once upon"],
    ] as const
  ) {
    // Shows P10, S2-56.
    Deno.test(`${wire}: Stop ${when} closes the provider's socket, keeps what was shown and stops nobody else`, async () => {
      await using room = await RealRoom.open([
        { name: "Ada", wire, answers: [say("Well.")] },
        ...bob(wire, [answer]),
      ]);
      await room.post("Go.");
      const turn = await room.until(async () => {
        const turn = await room.turnOf("Bob");
        const shown = room.system.drafts().find(({ turnId }) => turnId === turn.id)?.text ?? "";
        return room.of("Bob").length === 1 && shown === text ? turn : null;
      });
      assert.deepEqual(room.left, []);
      await room.do({ type: "stop", turnId: turn.id });
      await room.until(() => room.left.length > 0);
      await room.rest();
      const { message, body } = await messageOf(room, "Bob");
      assert.deepEqual([message.status, body.content], ["cancelled", text]);
      assert.equal((await messageOf(room, "Ada")).body.content, "Well.");
      room.plan("Bob", [say("Again.")]);
      await room.post("And now?");
      await room.rest();
      assert.equal((await messageOf(room, "Bob")).body.content, "Again.");
    });
  }
}

interface Downgrade {
  readonly wire: Wire;
  readonly words: string;
  readonly agent: Partial<Agent>;
  /** What of a body the server refuses. */
  readonly of: (body: Record<string, unknown>) => unknown;
  readonly before: unknown;
  readonly after: unknown;
}

const firstRole = (body: Record<string, unknown>) => (body["messages"] as { role: string }[])[0]?.role; // the shape of a Chat Completions body
const DOWNGRADES: readonly Downgrade[] = [
  {
    wire: "openai",
    words: "Unrecognized request argument supplied: stream_options",
    agent: {},
    of: (body) => body["stream_options"],
    before: { include_usage: true },
    after: undefined,
  },
  {
    wire: "openai",
    words: "Invalid role: developer",
    agent: { model: "gpt-5-bob", systemPrompt: "Be kind." },
    of: firstRole,
    before: "developer",
    after: "system",
  },
  {
    wire: "openai",
    words: "max_completion_tokens: extra inputs are not permitted",
    agent: { model: "gpt-5-bob", params: { maxTokens: 9 } },
    of: (body) => [body["max_completion_tokens"], body["max_tokens"]],
    before: [9, undefined],
    after: [undefined, 9],
  },
  {
    wire: "openai",
    words: "'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    agent: { params: { maxTokens: 9 } },
    of: (body) => [body["max_completion_tokens"], body["max_tokens"]],
    before: [undefined, 9],
    after: [9, undefined],
  },
  {
    wire: "openai",
    words: "'temperature' does not support 0.2 with this model.",
    agent: { params: { temperature: 0.2 } },
    of: (body) => body["temperature"],
    before: 0.2,
    after: undefined,
  },
  {
    wire: "openai",
    words: "reasoning_effort is not supported",
    agent: { params: { effort: "low" } },
    of: (body) => body["reasoning_effort"],
    before: "low",
    after: undefined,
  },
  {
    wire: "anthropic",
    words: "cache_control: Extra inputs are not permitted",
    agent: {},
    of: (body) => body["cache_control"],
    before: { type: "ephemeral" },
    after: undefined,
  },
  {
    wire: "anthropic",
    words: "adaptive thinking is not supported",
    agent: { model: "claude-opus-5-bob", params: { effort: "low" } },
    of: (body) => body["thinking"],
    before: { type: "adaptive", display: "summarized" },
    after: undefined,
  },
  {
    wire: "anthropic",
    words: "output_config: Extra inputs are not permitted",
    agent: { params: { effort: "low" } },
    of: (body) => body["output_config"],
    before: { effort: "low" },
    after: undefined,
  },
  {
    wire: "anthropic",
    words: "temperature: not allowed",
    agent: { params: { temperature: 0.2 } },
    of: (body) => body["temperature"],
    before: 0.2,
    after: undefined,
  },
];

for (const { wire, words, agent, of, before, after } of DOWNGRADES) {
  // Shows PROVIDERS.md row 7.
  Deno.test(`${wire}: “${words}” gets one simpler try, remembered for the next message`, async () => {
    const refuses: WireAnswer = { do: "fail", status: 400, words };
    await using room = await RealRoom.open(bob(wire, [refuses, say("Fine.")], agent));
    await room.post("Go.");
    await room.rest();
    await room.post("Again.");
    await room.rest();
    assert.deepEqual(bodies(room).map(of), [before, after, after]);
    assert.equal((await messageOf(room, "Bob")).body.content, "Fine.");
    const failures = await room.all("ProviderCallFailed");
    assert.deepEqual(failures.map(({ error }) => error.code), ["bad_request"], "and can be seen");
  });

  // Shows PROVIDERS.md row 7.
  Deno.test(`${wire}: a server that says “${words}” whatever it is sent is asked twice, not for ever`, async () => {
    await using room = await RealRoom.open(bob(wire, [{ do: "fail", status: 400, words }], agent));
    await room.post("Go.");
    await room.rest();
    assert.equal(room.of("Bob").length, 2);
    assert.equal((await messageOf(room, "Bob")).message.error?.code, "bad_request");
  });
}

const lookUp: Tool = {
  idempotent: true,
  schema: { name: "look_up", description: "Looks up.", parameters: { type: "object", properties: {} } },
  run: () => Promise.resolve({ status: "ok", result: "Blue." }),
};

// Shows PROVIDERS.md row 7, S4-33.
Deno.test("what a model refused is left out of the next rounds of the same turn too", async () => {
  const asks: WireAnswer = { do: "say", pieces: [], calls: [{ tool: "look_up", args: "{}" }] };
  const cast = bob("openai", [{ do: "refuse_parameter" }, asks, asks, say("Blue.")], { tools: ["look_up"] });
  await using room = await RealRoom.open(cast, { tools: [lookUp] });
  await room.post("Go.");
  await room.rest();
  const options = bodies(room).map((body) => body["stream_options"] !== undefined);
  assert.deepEqual(options, [true, false, false, false], "refused once, then never sent again");
  assert.equal((await messageOf(room, "Bob")).body.content, "Blue.");
});

Deno.test("what was thought before a call goes back sealed with its result, and the answer goes on from it", async () => {
  const asks: WireAnswer = {
    do: "say",
    pieces: [],
    reasoning: "Look.",
    calls: [{ tool: "look_up", args: "{}" }, { tool: "look_up", args: "{}" }],
  };
  const cast = bob("responses", [asks, say("Blue.")], { tools: ["look_up"] });
  await using room = await RealRoom.open(cast, { tools: [lookUp] });
  await room.post("Go.");
  await room.rest();
  const input = bodies(room)[1]?.["input"];
  assert.ok(Array.isArray(input));
  const kinds = input.map((item: { type?: string; role?: string }) => item.type ?? item.role);
  const round = ["reasoning", "message", "function_call", "function_call"];
  assert.deepEqual(kinds, ["user", ...round, "function_call_output", "function_call_output"]);
  assert.equal(input[1].encrypted_content, "sealed");
  const { body } = await messageOf(room, "Bob");
  assert.deepEqual([body.content, body.reasoning], ["Blue.", "Look."]);
});

// Shows PROVIDERS.md row 7.
Deno.test("what one model refuses is still sent to another of the same server", async () => {
  const refuses: WireAnswer = { do: "fail", status: 400, words: "'temperature' is not supported" };
  const params = { temperature: 0.2 };
  await using room = await RealRoom.open([
    ...bob("openai", [refuses, say("Fine.")], { params }),
    { name: "Eve", wire: "openai", answers: [say("Fine.")], agent: { params, providerId: "provider_1" } },
  ]);
  for (const text of ["Go.", "Again."]) {
    await room.post(text);
    await room.rest();
  }
  const sent = (name: string) => room.of(name).map(({ text }) => text.includes('"temperature"'));
  assert.deepEqual(sent("Bob"), [true, false, false]);
  assert.deepEqual(sent("Eve"), [true, true]);
});

// Shows S4-37.
Deno.test("a model that is not found: the list of models is asked for anew, and the call is made once more", async () => {
  await using room = await RealRoom.open(bob("openai", [{ do: "fail", status: 404 }, say("Found.")]));
  await room.post("Go.");
  await room.rest();
  assert.equal(room.lists.length, 1);
  assert.equal(room.of("Bob").length, 2);
  assert.equal((await messageOf(room, "Bob")).body.content, "Found.");
});

for (
  const [how, list] of [
    ["fails", () => new Response("no", { status: 404 })],
    ["never comes", () => new Promise<Response>(() => {})],
  ] as const
) {
  // Shows S4-37, S2-40.
  Deno.test(`a model that is not found is told as that, also when the list of models ${how}`, async () => {
    await using room = await RealRoom.open(bob("openai", [{ do: "fail", status: 404 }]));
    room.list = list;
    await room.post("Go.");
    await room.rest();
    assert.equal(room.of("Bob").length, 2);
    assert.equal((await messageOf(room, "Bob")).message.error?.code, "not_found");
  });
}

// Shows S2-26.
Deno.test("a connection test says what is wrong, also that nobody answers in time", async () => {
  await using room = await RealRoom.open(bob("anthropic", [say("Hi.")]));
  const test = () => room.system.askModels("provider_1");
  assert.equal((await test()).ok, true);
  room.list = () => new Promise<Response>(() => {});
  assert.partialDeepStrictEqual(await test(), { ok: false, code: "timeout", error: SENTENCES.timeout });
  room.list = () => new Response("no", { status: 401 });
  assert.partialDeepStrictEqual(await test(), { ok: false, code: "auth", error: SENTENCES.auth });
});

Deno.test("a maker that pauses is asked to go on with what it said, as often as tools may be called and no more", async () => {
  const pauses: WireAnswer = { do: "say", pieces: ["I look."], reason: "pause_turn" };
  await using room = await RealRoom.open(bob("anthropic", [pauses, say("Blue.")]));
  await room.post("Go.");
  await room.rest();
  const [, second] = bodies(room);
  assert.ok(Array.isArray(second?.["messages"]));
  assert.deepEqual(second["messages"].at(-1), {
    role: "assistant",
    content: [{ type: "text", text: "I look." }],
  });
  const { message, body } = await messageOf(room, "Bob");
  assert.deepEqual([message.status, body.content], ["complete", "I look.\n\nBlue."]);
  assert.deepEqual((await room.all("AnswerPaused")).map(({ round, said }) => [round, said]), [[
    1,
    "I look.",
  ]]);
  const { id } = await room.turnOf("Bob");
  const told = await room.stranger((system) => system.requestOf("conversation_room", id));
  assert.deepEqual(told?.calls.map(({ body }) => body), room.of("Bob").map(({ text }) => text));
  assert.deepEqual(told?.calls.map(({ proof }) => proof), ["proven", "proven"]);
  room.plan("Bob", [pauses]);
  await room.post("And on?");
  await room.rest();
  assert.equal((await messageOf(room, "Bob")).message.status, "failed");
  assert.equal(room.of("Bob").length, 2 + 17, "sixteen rounds, and the one too many");
});

Deno.test("what a maker paused with is carried into the next attempt, with what its tools gave", async () => {
  const pauses: WireAnswer = { do: "say", pieces: ["I look."], reason: "pause_turn" };
  const asks: WireAnswer = { do: "say", pieces: ["Closer."], calls: [{ tool: "look_up", args: "{}" }] };
  const cast = bob("anthropic", [pauses, asks, { do: "hold" }, say("Blue.")], { tools: ["look_up"] });
  await using room = await RealRoom.open(cast, { tools: [lookUp] });
  await room.post("Go.");
  await room.until(() => room.received.length === 3);
  await room.restart();
  await room.rest();
  const { body } = await messageOf(room, "Bob");
  assert.equal(body.content, "I look.\n\nCloser.\n\nBlue.");
  const [third, fourth] = room.of("Bob").slice(2);
  assert.equal(fourth?.text, third?.text, "nothing of it is lost, and no search is paid twice");
});

for (const wire of ["anthropic", "responses"] as const) {
  Deno.test(`${wire}: an agent that may search has its maker search, and what it names as sources is told and kept`, async () => {
    const source = { url: "https://a.example/fish", title: "About fish" };
    const found: WireAnswer = {
      do: "say",
      pieces: ["Fish ", "swim."],
      sources: [source, source, { url: "data:x", title: "" }],
    };
    await using room = await RealRoom.open(bob(wire, [found], { tools: ["web_search"] }));
    // A service of one's own is for those whose makers do not search, and for a server that will not.
    const data = { kind: "searxng" as const, url: "http://127.0.0.1:9" };
    const set = { ok: true as const, answer: { id: "" }, events: [{ type: "WebSearchSet" as const, data }] };
    await room.system.changeWorkspace(() => set, { by: ANN });
    await room.post("Do fish swim?");
    await room.rest();
    const tools = bodies(room)[0]?.["tools"];
    const own = { type: "web_search_20250305", name: "web_search", max_uses: 8 };
    assert.deepEqual(tools, [wire === "anthropic" ? own : { type: "web_search" }]);
    const { body } = await messageOf(room, "Bob");
    assert.equal(body.content, "Fish swim.");
    assert.deepEqual(body.citations, [{ ...source, at: [10] }]);
    const { id } = await room.turnOf("Bob");
    const told = await room.stranger((system) => system.requestOf("conversation_room", id));
    assert.deepEqual(told?.calls.map(({ proof }) => proof), ["proven"]);
    room.plan("Bob", [
      { do: "fail", status: 400, words: "Tool web_search is not supported" },
      say("So I guess."),
    ]);
    await room.post("And now?");
    await room.rest();
    assert.equal((await messageOf(room, "Bob")).body.content, "So I guess.");
    assert.equal(bodies(room).at(-1)?.["tools"], undefined, "who cannot search is asked without");
    await room.post("And now?");
    await room.rest();
    assert.match(
      JSON.stringify(bodies(room).at(-1)?.["tools"]),
      /"web_search".*"query"/,
      "and has the service from then on",
    );
  });
}

Deno.test("an agent that may not search, or of a kind whose makers have no search, is given none", async () => {
  for (const [wire, tools] of [["anthropic", []], ["openai", ["web_search"]]] as const) {
    await using room = await RealRoom.open(bob(wire, [say("Yes.")], { tools: [...tools] }));
    await room.post("Do fish swim?");
    await room.rest();
    assert.equal(bodies(room)[0]?.["tools"], undefined);
  }
});

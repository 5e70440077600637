/**
 * The makers' wires as somebody else wrote them down: `@copilotkit/aimock` answers the real adapters in all three kinds,
 * with streams, tools, thoughts and everything that goes wrong. What we made of the makers' documents is not proven by
 * servers that we wrote from the same reading.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { type FixtureResponse, LLMock } from "@copilotkit/aimock";
import { draws, FAST } from "../effort.ts";
import type { Params } from "../../events/catalog/workspace.ts";
import { NAMES, prove, type Step, step, take, TOOLS, words } from "./exact_history.ts";
import { type Cast, modelOf, type Outside, RealRoom } from "./providers/real_room.ts";
import type { Wire } from "./providers/wire_answers.ts";

type Said =
  | { readonly do: "say"; readonly text: string; readonly thinks?: string }
  | {
    readonly do: "call";
    readonly text: string;
    readonly thinks?: string;
    readonly tools: readonly string[];
  }
  | { readonly do: "length" | "refuse" | "pause" | "cut"; readonly text: string }
  | { readonly do: "fail"; readonly status: 401 | 429 | 500 | 503 | 529 };

const WIRES = ["openai", "responses", "anthropic"] as const;
/** What each maker calls a refusal in the end of an answer. */
const REFUSAL: Readonly<Record<Wire, string>> = {
  openai: "content_filter",
  responses: "content_filter",
  anthropic: "refusal",
};
const ERRORS: Readonly<Record<number, string>> = {
  401: "authentication_error",
  429: "rate_limit_error",
  529: "overloaded_error",
};

const thinking = (thinks: string | undefined) => thinks ? { reasoning: thinks } : {};

/** The same in the words of aimock. */
function fixture(said: Said, wire: Wire): FixtureResponse {
  switch (said.do) {
    case "say":
      return { content: said.text || "…", ...thinking(said.thinks) };
    case "call":
      return {
        content: said.text,
        ...thinking(said.thinks),
        toolCalls: said.tools.map((name) => ({ name, arguments: '{"a":"“b”, 🐟"}' })),
      };
    case "length":
      return { content: said.text, finishReason: "length" };
    case "refuse":
      return { content: said.text, finishReason: REFUSAL[wire] };
    case "pause":
      return { content: said.text || "…", ...(wire === "anthropic" ? { finishReason: "pause_turn" } : {}) };
    case "cut":
      return { content: `${said.text} and then there was ${"more ".repeat(20)}` };
    case "fail":
      return {
        status: said.status,
        error: { message: "Words of the upstream", type: ERRORS[said.status] ?? "api_error" },
        ...(said.status === 429 ? { retryAfter: 1 } : {}),
      };
  }
}

/** aimock, which says to each model what is planned for it, and then "Fine.". */
class Outsider {
  readonly #plans = new Map<string, Said[]>();
  readonly #wires = new Map<string, Wire>();

  private constructor(readonly mock: LLMock) {
    // Of a stream that is cut it says the first pieces, and closes.
    const cut = ({ model }: { model: string }) => this.#plans.get(model)?.[0]?.do === "cut";
    const answer = ({ model }: { model: string }) => {
      const said = this.#plans.get(model)?.shift() ?? { do: "say", text: "Fine." };
      return fixture(said, this.#wires.get(model) ?? "openai");
    };
    mock.on({ predicate: cut }, answer, { truncateAfterChunks: 3, chunkSize: 5 });
    mock.on({ predicate: () => true }, answer, { chunkSize: 7 });
  }

  static async start(): Promise<Outsider> {
    const mock = new LLMock({ port: 0, journalMaxEntries: 1 });
    await mock.start();
    return new Outsider(mock);
  }

  plan(name: string, wire: Wire, plan: readonly Said[]): void {
    this.#wires.set(modelOf(name), wire);
    this.#plans.set(modelOf(name), [...plan]);
  }

  readonly answer: Outside = (path, body, signal) =>
    fetch(`${this.mock.url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      signal,
    });

  async [Symbol.asyncDispose](): Promise<void> {
    await this.mock.stop();
  }
}

/** Bob alone, of one kind, with what he is answered. */
async function asked(
  outsider: Outsider,
  wire: Wire,
  plan: readonly Said[],
  params: Params = {},
): Promise<RealRoom> {
  outsider.plan("Bob", wire, plan);
  const agent = { params, tools: ["look_up", "roll"] };
  const cast: Cast = { name: "Bob", wire, answers: [], agent, outside: outsider.answer };
  const room = await RealRoom.open([cast], { tools: TOOLS });
  await room.post("Go.");
  await room.rest();
  await prove(room, ["Bob"]);
  return room;
}

for (const wire of WIRES) {
  Deno.test(`aimock speaks ${wire}: words, thoughts, calls side by side and their results are read and go back`, async () => {
    await using outsider = await Outsider.start();
    const plan: Said[] = [
      { do: "call", text: "I look.", thinks: "Where?", tools: ["look_up", "roll"] },
      { do: "say", text: "It is “blue”. 🐟" },
    ];
    await using room = await asked(outsider, wire, plan, { effort: "low" });
    assert.equal(await room.said("Bob"), "I look.\n\nIt is “blue”. 🐟");
    const [turn] = await room.all("TurnCompleted");
    assert.deepEqual([turn?.toolsUsed, turn?.reasoning], [["look_up", "roll"], "Where?"]);
    assert.equal(room.received.length, 2);
    assert.ok(room.received[1]?.text.includes("It is “blue” 🐟."), "what the tool gave");
  });

  Deno.test(`aimock speaks ${wire}: an answer that reached its limit is kept, a refusal is told as one`, async () => {
    await using outsider = await Outsider.start();
    await using long = await asked(outsider, wire, [{ do: "length", text: "Once upon" }]);
    const [done] = await long.all("TurnCompleted");
    assert.equal(done?.content, "Once upon");
    assert.match(done?.finishReason ?? "", /^(length|max_tokens)$/);
    await using refused = await asked(outsider, wire, [{ do: "refuse", text: "No." }]);
    const [failed] = await refused.all("TurnFailed");
    // It calls a Responses answer that was filtered `failed`, and says no more of it.
    assert.equal(failed?.error.code, wire === "responses" ? "server" : "refused");
  });

  Deno.test(`aimock speaks ${wire}: overload and limits are waited out, a wrong key is not, a stream that was cut is no answer`, async () => {
    await using outsider = await Outsider.start();
    const codes = async (plan: readonly Said[]) => {
      await using room = await asked(outsider, wire, plan);
      return (await room.all("ProviderCallFailed")).map(({ error }) => error.code);
    };
    assert.deepEqual(await codes([{ do: "fail", status: 529 }, { do: "fail", status: 429 }]), [
      "overloaded",
      "rate_limited",
    ]);
    assert.deepEqual(await codes([{ do: "fail", status: 401 }]), ["auth"]);
    await using cut = await asked(outsider, wire, [{ do: "cut", text: "Half" }]);
    assert.equal((await cut.all("TurnCompleted")).some(({ content }) => content.startsWith("Half")), false);
  });
}

Deno.test("aimock speaks anthropic: what it paused is sent back and gone on with", async () => {
  await using outsider = await Outsider.start();
  await using room = await asked(outsider, "anthropic", [{ do: "pause", text: "I look." }, {
    do: "say",
    text: "Blue.",
  }]);
  assert.equal(await room.said("Bob"), "I look.\n\nBlue.");
  assert.equal((await room.all("AnswerPaused")).length, 1);
});

const said: fc.Arbitrary<Said> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("say" as const), text: words, thinks: words }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("call" as const),
      text: words,
      thinks: words,
      tools: fc.array(fc.constantFrom("look_up", "roll", "unknown_tool"), { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom("length" as const, "refuse" as const, "pause" as const, "cut" as const),
      text: words,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("fail" as const),
      status: fc.constantFrom(401 as const, 429 as const, 500 as const, 503 as const, 529 as const),
    }),
  },
);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
/** What agents may be set to, and so what their servers may be asked. */
const capabilities = fc.record({
  wire: fc.constantFrom<Wire>(...WIRES),
  tools: fc.subarray(["look_up", "roll"]),
  extraBody: maybe(fc.constantFrom({ top_k: 20 }, { metadata: { of: "“us”, 🐟" }, temperature: 0 })),
  params: fc.record({
    temperature: maybe(fc.constantFrom(0, 0.5, 2)),
    maxTokens: maybe(fc.constantFrom(1, 500)),
    effort: maybe(fc.constantFrom<NonNullable<Params["effort"]>>("none", "low", "max")),
    topP: maybe(fc.constantFrom(0.1, 1)),
    stop: maybe(fc.constant<string[]>(["END", "“”"])),
    seed: maybe(fc.nat(9)),
    verbosity: maybe(fc.constantFrom<NonNullable<Params["verbosity"]>>("low", "high")),
    serviceTier: maybe(fc.constant("flex")),
    cacheHour: maybe(fc.constant(true as const)),
    windowMessages: maybe(fc.constantFrom(1, 4)),
  }),
});
/** Without what is not set. */
const set = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;

const CAST = NAMES.slice(0, 3);
/** Histories in which nothing happens would prove nothing. */
const MUST_HAVE = ["ToolReturned", "AnswerPaused", "ProviderCallFailed", "TurnCompleted"];
type Capable = typeof capabilities extends fc.Arbitrary<infer T> ? T : never;
const plain = (wire: Wire): Capable => ({
  wire,
  tools: ["look_up"],
  extraBody: undefined,
  params: {} as never,
});
const WITH_ALL: [Capable[], Said[][], Step[]] = [
  [plain("openai"), plain("responses"), plain("anthropic")],
  [
    [{ do: "call", text: "", tools: ["look_up"] }],
    [{ do: "fail", status: 529 }],
    [{ do: "pause", text: "I look." }],
  ],
  [{ type: "post", text: ".", files: [], wait: true }],
];

Deno.test("whatever an outside server is asked, over random histories of all kinds and capabilities, is what the log rebuilds", async () => {
  await using outsider = await Outsider.start();
  const seen = new Set<string>();
  const three = { minLength: CAST.length, maxLength: CAST.length };
  await fc.assert(
    fc.asyncProperty(
      fc.array(capabilities, three),
      fc.array(fc.array(said, { maxLength: 6 }), three),
      fc.array(step, { minLength: 2, maxLength: 7 }),
      async (capable, plans, steps) => {
        const cast = CAST.map((name, index): Cast => {
          const { wire, tools, params, extraBody } = capable[index] ?? plain("openai");
          outsider.plan(name, wire, plans[index] ?? []);
          const provider = extraBody ? { extraBody } : {};
          return {
            name,
            wire,
            answers: [],
            agent: { params: set(params), tools },
            provider,
            outside: outsider.answer,
          };
        });
        await using room = await RealRoom.open(cast, { tools: TOOLS });
        for (const one of steps) await take(room, one);
        await room.rest();
        await prove(room, CAST);
        for (const { type } of await room.events()) seen.add(type);
      },
    ),
    { numRuns: draws(FAST ? 90 : 300), examples: [WITH_ALL] },
  );
  assert.deepEqual(MUST_HAVE.filter((what) => !seen.has(what)), []);
});

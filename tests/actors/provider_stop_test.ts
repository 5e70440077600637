import assert from "node:assert/strict";
import { FAST } from "../effort.ts";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createAnthropic } from "../../actors/providers/anthropic/anthropic.ts";
import { createResponses } from "../../actors/providers/responses/responses.ts";
import { createOpenAi } from "../../actors/providers/openai/openai.ts";
import { configOf, FakeServer } from "./providers/fake_server.ts";
import { respond, type WireAnswer, wireOf } from "./providers/wire_answers.ts";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

const ADAPTERS = {
  openai: createOpenAi(() => 0),
  responses: createResponses(() => 0),
  anthropic: createAnthropic(() => 0),
};

/** Has something that is dropped at once, and tells when it is collected. */
function dropped(told: () => void): FinalizationRegistry<string> {
  const registry = new FinalizationRegistry(told);
  registry.register({}, "dropped");
  return registry;
}

/** Everything that nobody holds any more is collected, and what waits for that is told. */
async function garbageCollected(): Promise<void> {
  let collected = false;
  const registry = dropped(() => (collected = true));
  // While this turn of the loop lasts, it may still be held.
  await new Promise((resolve) => setTimeout(resolve, 0));
  for (let turns = 0; !collected; turns++) {
    // It is told some turns of the loop later.
    if (turns % 20 === 0) collect();
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  assert.ok(registry);
}

/** Milliseconds after which what should be at once is given up: a socket nobody closes is open for ever. */
const PATIENCE_MS = 120_000;

async function soon<T>(what: string, happens: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not happen`)), PATIENCE_MS);
  });
  try {
    return await Promise.race([happens, late]);
  } finally {
    clearTimeout(timer);
  }
}

const KINDS = ["openai", "responses", "anthropic"] as const;
const ANSWERS = [
  ["before the first byte", { do: "hold" }],
  ["while text comes", { do: "say", pieces: ["Once "], end: "hang" }],
] as const satisfies readonly (readonly [string, WireAnswer])[];

/** A call that is answered so far and no further: gives what stops it, and looks at what came of that. */
async function begun(kind: typeof KINDS[number], answer: WireAnswer): Promise<() => Promise<void>> {
  const server = new FakeServer(({ path }) => respond(wireOf(path), {}, answer));
  const abort = new AbortController();
  const texts: string[] = [];
  const first = Promise.withResolvers<void>();
  const calling = (async () => {
    const config = configOf(kind, server.url);
    const body = new TextEncoder().encode("{}");
    const { signal } = abort;
    for await (const part of ADAPTERS[kind].send({ config, apiKey: null, model: "m", body, signal })) {
      if (part.type === "text") texts.push(part.text);
      first.resolve();
    }
  })();
  if (answer.do === "say") await first.promise;
  else while (server.got.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  return async () => {
    abort.abort();
    await soon("the end of the call", assert.rejects(calling, { code: "aborted" }));
    await soon("the end of the socket", server.gone);
    assert.deepEqual(texts, answer.do === "say" ? ["Once "] : []);
    await server[Symbol.asyncDispose]();
  };
}

async function stopsAll(t: Deno.TestContext, meanwhile: () => Promise<void>): Promise<void> {
  const calls: { name: string; stop: () => Promise<void> }[] = [];
  for (const kind of KINDS) {
    for (const [when, answer] of ANSWERS) {
      calls.push({ name: `${kind} ${when}`, stop: await begun(kind, answer) });
    }
  }
  await meanwhile();
  for (const { name, stop } of calls) {
    await t.step({ name, fn: stop, sanitizeOps: false, sanitizeResources: false });
  }
}

// Shows P10.
Deno.test("stopping a call closes its socket, before the first byte and while text comes", (t) =>
  stopsAll(t, () => Promise.resolve()));

Deno.test({
  name: "stopping a call closes its socket also when garbage was collected since it began",
  // Of all calls at once: in a program as large as all tests together it takes a second.
  ignore: FAST,
  fn: (t) => stopsAll(t, garbageCollected),
});

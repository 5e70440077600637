/** Adding a provider: asked first, kept when it answers, its key forgotten, and an older try not heard any more. */
import "../page.ts";
import assert from "node:assert/strict";
import { type Preset, PRESETS } from "../../../events/catalog/provider_presets.ts";
import type { ProviderTrial } from "../../../server/contract/resources.ts";
import { Adding, type Commands } from "../../../ui/settings/adding.ts";
import type { Answer } from "../../../ui/state/api.ts";

const preset = (id: string): Preset => PRESETS.find((one) => one.id === id) ?? assert.fail(id);
const ok = <T>(value: T): Answer<T> => ({ ok: true, value });
const GOOD: ProviderTrial = { ok: true, latencyMs: 400, models: [{ name: "m" }] };
const refusal = { ok: false, status: 422, code: "validation", message: "No.", errors: [] } as const;

function server(answers: Partial<Commands> = {}) {
  const asked: [what: string, body: unknown, more?: string][] = [];
  let keys = 0;
  const commands: Commands = {
    tryOut(body) {
      asked.push(["try", body]);
      return Promise.resolve(ok(GOOD));
    },
    create(fields, key) {
      asked.push(["create", fields, key]);
      return Promise.resolve(
        ok({ id: `p${asked.filter(([what]) => what === "create").length}`, keyHint: "nt-1" }),
      );
    },
    update(id, fields) {
      asked.push([`update ${id}`, fields]);
      return Promise.resolve(ok({ id, keyHint: null }));
    },
    newKey: () => `k${++keys}`,
    ...answers,
  };
  return { asked, adding: new Adding(commands) };
}

Deno.test("a key is tried, then kept with its provider, and is not in the page any more", async () => {
  const { asked, adding } = server();
  adding.choose(preset("anthropic"));
  assert.deepEqual(asked, [], "nothing is sent before one says so");
  adding.set("apiKey", " sk-ant-1 ");
  await adding.connect();
  assert.deepEqual(asked.map((one) => one[0]), ["try", "create"]);
  assert.deepEqual(asked[0]?.[1], { kind: "anthropic", apiKey: "sk-ant-1" });
  assert.partialDeepStrictEqual(asked[1]?.[1], {
    name: "Anthropic",
    kind: "anthropic",
    apiKey: " sk-ant-1 ",
  });
  assert.deepEqual(adding.outcome.value, {
    state: "connected",
    providerId: "p1",
    models: [{ name: "m" }],
    latencyMs: 400,
    keyHint: "nt-1",
  });
  assert.equal(adding.values.value["apiKey"], "");
});

Deno.test("a provider that refuses is not kept; what happened is told by its code", async () => {
  const { asked, adding } = server({
    tryOut: () => Promise.resolve(ok({ ok: false, latencyMs: 9, code: "auth", error: "No.", models: [] })),
  });
  await adding.connect();
  assert.deepEqual(asked, []);
  assert.deepEqual(adding.outcome.value, {
    state: "failed",
    trouble: { code: "auth", message: "No.", fields: {} },
  });
  await adding.connect(true);
  assert.deepEqual(asked.map((one) => one[0]), ["create"], "kept all the same, where a person says so");
  assert.partialDeepStrictEqual(adding.outcome.value, { state: "connected", latencyMs: null, models: [] });
});

Deno.test("what this server does not take is told at its field, and the next try is another one", async () => {
  const keys: string[] = [];
  const { adding } = server({
    create(_, key) {
      keys.push(key);
      return Promise.resolve(
        { ...refusal, errors: [{ path: "name", message: "must not be empty" }] },
      );
    },
  });
  await adding.connect();
  assert.deepEqual(adding.outcome.value, {
    state: "failed",
    trouble: { code: "not_taken", message: "No.", fields: { name: "It must not be empty" } },
  });
  await adding.connect();
  assert.notEqual(keys[0], keys[1]);
});

Deno.test("a making that was not heard of is asked for again as the same one", async () => {
  const keys: string[] = [];
  const { adding } = server({
    create(_, key) {
      keys.push(key);
      return Promise.resolve({ ...refusal, status: 0 });
    },
  });
  await adding.connect();
  await adding.connect();
  assert.equal(keys[0], keys[1]);
  adding.choose(preset("openai"));
  await adding.connect();
  assert.notEqual(keys[0], keys[2], "another service is another provider");
});

Deno.test("connecting again changes the provider that is there; another service makes another one", async () => {
  const { asked, adding } = server();
  adding.choose(preset("other"));
  adding.set("name", "Lab");
  adding.set("baseUrl", "http://10.0.0.7/v1");
  await adding.connect();
  adding.set("keyHeader", "x-api-key");
  assert.deepEqual(adding.outcome.value, { state: "idle" }, "what came of asking is old");
  await adding.connect();
  assert.deepEqual(asked.map((one) => one[0]), ["try", "create", "try", "update p1"]);
  assert.deepEqual(asked[3]?.[1], { keyHeader: "x-api-key" }, "only what is new, and no empty key");
  adding.choose(preset("ollama"));
  await adding.connect();
  assert.equal(asked.at(-1)?.[0], "create");
});

Deno.test("a server that nobody named is called by its host, one that was named as it was", async () => {
  for (const [named, expected] of [[null, "10.0.0.7:8000"], ["", "10.0.0.7:8000"], ["Lab", "Lab"]] as const) {
    const { asked, adding } = server();
    adding.choose(preset("other"));
    adding.set("baseUrl", "http://10.0.0.7:8000/v1");
    if (named !== null) adding.set("name", named);
    await adding.connect();
    assert.partialDeepStrictEqual(asked[1]?.[1], { name: expected });
  }
});

Deno.test("a change of its name leaves what came of asking as it is", async () => {
  const { adding } = server();
  await adding.connect();
  adding.set("name", "Mine");
  assert.equal(adding.outcome.value.state, "connected");
});

Deno.test("without an address that only the person knows nothing is asked", async () => {
  const { asked, adding } = server();
  adding.choose(preset("vllm"));
  await adding.connect();
  assert.partialDeepStrictEqual(adding.outcome.value, { state: "failed", trouble: { code: "no_address" } });
  assert.deepEqual(asked, []);
});

Deno.test("what comes of a try is not heard once something else was chosen or typed", async () => {
  const late = Promise.withResolvers<Answer<ProviderTrial>>();
  const { asked, adding } = server({ tryOut: () => late.promise });
  const first = adding.connect();
  assert.deepEqual(adding.outcome.value, { state: "busy" });
  adding.set("apiKey", "another");
  late.resolve(ok(GOOD));
  await first;
  assert.deepEqual(asked, [], "nothing is kept of it");
  assert.deepEqual(adding.outcome.value, { state: "idle" });
});

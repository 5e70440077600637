/** What goes out beside the body: headers built from scratch, one of them with the key, and nothing else. */
import assert from "node:assert/strict";
import { createAnthropic } from "../../actors/providers/anthropic/anthropic.ts";
import { createResponses } from "../../actors/providers/responses/responses.ts";
import { createOpenAi } from "../../actors/providers/openai/openai.ts";
import type { Provider } from "../../events/catalog/workspace.ts";
import { CANARY, configOf, FakeServer } from "./providers/fake_server.ts";
import { respond, wireOf } from "./providers/wire_answers.ts";

/** What the runtime adds to every request. */
const OF_THE_RUNTIME = ["accept-encoding", "accept-language", "content-length", "host"];
const NAMES = ["accept", "content-type", "user-agent"];
const NEVER = new AbortController().signal;
const ADAPTERS = {
  openai: createOpenAi(() => 0),
  responses: createResponses(() => 0),
  anthropic: createAnthropic(() => 0),
};

/** Variables both SDKs are known to read. */
const VARIABLES = ["OPENAI", "ANTHROPIC"].flatMap((maker) =>
  ["API_KEY", "AUTH_TOKEN", "ORG_ID", "PROJECT_ID", "ADMIN_KEY", "WEBHOOK_SECRET"].map((name) =>
    `${maker}_${name}`
  )
);

async function inEnvironment(variables: Record<string, string>, body: () => Promise<void>): Promise<void> {
  for (const [name, value] of Object.entries(variables)) Deno.env.set(name, value);
  try {
    await body();
  } finally {
    for (const name of Object.keys(variables)) Deno.env.delete(name);
  }
}

const server = () => {
  const fake = new FakeServer(({ path }) => {
    const response = respond(wireOf(path), {}, { do: "say", pieces: ["Hi."] });
    if (response instanceof Response) response.headers.set("set-cookie", "session=1; Path=/");
    return response;
  });
  return fake;
};

async function send(
  kind: "openai" | "responses" | "anthropic",
  url: string,
  apiKey: string | null,
  more: Partial<Provider> = {},
): Promise<void> {
  const config = { ...configOf(kind, url), ...more };
  const body = new TextEncoder().encode("{}");
  for await (const _ of ADAPTERS[kind].send({ config, apiKey, model: "m", body, signal: NEVER }));
}

for (const kind of ["openai", "responses", "anthropic"] as const) {
  const own = kind !== "anthropic" ? [] : ["anthropic-version"];
  const usual = kind !== "anthropic" ? "authorization" : "x-api-key";

  // Shows PROVIDERS.md rows 1 and 11.
  Deno.test(`${kind}: what the environment holds and what a server set before go nowhere`, () =>
    inEnvironment({
      ...Object.fromEntries(VARIABLES.map((name) => [name, "from-environment"])),
      OPENAI_CUSTOM_HEADERS: "x-custom: from-environment",
      ANTHROPIC_CUSTOM_HEADERS: "x-custom: from-environment",
      OPENAI_BASE_URL: "http://127.0.0.1:9/from-environment",
      ANTHROPIC_BASE_URL: "http://127.0.0.1:9/from-environment",
    }, async () => {
      await using fake = server();
      for (const _ of ["first", "with a cookie"]) await send(kind, fake.url, CANARY);
      assert.equal(fake.got.length, 2);
      for (const { headers } of fake.got) {
        const names = [...headers.keys()].filter((name) => !OF_THE_RUNTIME.includes(name));
        assert.deepEqual(
          names.filter((name) => name !== "connection").sort(),
          [...NAMES, ...own, usual].sort(),
        );
        assert.doesNotMatch(JSON.stringify([...headers]), /from-environment|session=1/);
      }
    }));

  // Shows PROVIDERS.md row 2, S0-75.
  Deno.test(`${kind}: the key goes out in the one header that is wanted, and none without a key`, async () => {
    await using fake = server();
    await send(kind, fake.url, CANARY);
    await send(kind, fake.url, CANARY, { keyHeader: "authorization" });
    await send(kind, fake.url, CANARY, { keyHeader: "x-api-key" });
    await send(kind, fake.url, null);
    const sent = fake.got.map(({ headers }) => [headers.get("authorization"), headers.get("x-api-key")]);
    const bearer = [`Bearer ${CANARY}`, null];
    const own = [null, CANARY];
    assert.deepEqual(sent, [kind !== "anthropic" ? bearer : own, bearer, own, [null, null]]);
  });

  // Shows PROVIDERS.md row 11.
  Deno.test(`${kind}: an answer of more than 10 MB is stopped`, async () => {
    const pieces = Array.from({ length: 120 }, () => "x".repeat(100_000));
    await using fake = new FakeServer(({ path }) => respond(wireOf(path), {}, { do: "say", pieces }));
    await assert.rejects(send(kind, fake.url, null), { code: "too_large" });
  });
}

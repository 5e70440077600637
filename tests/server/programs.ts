/** What tests of the APIs for programs share: the official SDK without a socket, and an agency of the mock. */
import assert from "node:assert/strict";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { Problem } from "../../server/http/problem.ts";
import { HEARTBEAT_MS } from "../../server/stream/event_stream.ts";
import { TestServer } from "./harness.ts";
import { Patience } from "../patience.ts";

/** The official SDK, pointed at the app; it repeats nothing by itself. */
export function sdk(server: TestServer, apiKey = "unused"): OpenAI {
  return new OpenAI({
    apiKey,
    baseURL: "http://localhost:8000/v1",
    maxRetries: 0,
    fetch: appOf(server),
  });
}

/** Anthropic's, in the same way. */
export const claude = (server: TestServer, apiKey = "unused"): Anthropic =>
  new Anthropic({
    apiKey,
    authToken: null,
    baseURL: "http://localhost:8000",
    maxRetries: 0,
    fetch: appOf(server),
  });

/** The app as an SDK's `fetch`. */
export const appOf = (server: TestServer) => (url: unknown, init?: object): Promise<Response> => {
  const headers = new Headers(init && "headers" in init ? init.headers as HeadersInit : {});
  headers.set("host", "localhost:8000");
  return server.handle(new Request(String(url), { ...init, headers }));
};

export const PRINCIPLE = "The secret principle is plumbus.";

/** Makes an agent of the mock provider; answers with its id. */
export async function agent(
  server: TestServer,
  name: string,
  model: string,
  more: object = {},
): Promise<string> {
  const { json } = await server.call("GET", "/api/providers");
  const made = await server.call("POST", "/api/agents", {
    name,
    providerId: json.items[0].id,
    model,
    ...more,
  });
  assert.equal(made.status, 201, made.text);
  return made.json.id;
}

/** An agent `blind` of a model that is known to read no images. */
export async function blindAgent(server: TestServer): Promise<void> {
  const { json } = await server.call("POST", "/api/providers", {
    name: "Blind",
    kind: "openai",
    baseUrl: "http://127.0.0.1:9",
  });
  await agent(server, "blind", "gpt-4", { providerId: json.id });
}

/** What a tool takes that the practice model `tool-user` calls, as a JSON Schema. */
export const FORECAST = {
  type: "object",
  properties: { city: { type: "string" }, days: { type: "integer" } },
  required: ["city", "days"],
};

/** An agency whose manager is the mock one, with members who say what they are told. */
export async function agency(server: TestServer, members: readonly string[] = [], model = "manager") {
  const managerAgentId = await agent(server, "boss", model);
  const agentIds = [managerAgentId];
  for (const name of members) agentIds.push(await agent(server, name, "echo"));
  const body = { name: "Works", managerAgentId, agentIds, principles: PRINCIPLE };
  const { json } = await server.call("POST", "/api/agencies", body);
  return { id: json.id as string, path: `/api/agency/${json.id}/chat/completions` };
}

export const user = (content: string) => ({ role: "user" as const, content });

/** The frames of an OpenAI stream, without the last word. */
export function chunksOf(text: string) {
  const data = text.split("\n\n").filter(Boolean).map((frame) => frame.replace(/^data: /, ""));
  assert.equal(data.at(-1), "[DONE]");
  return data.slice(0, -1).map((json) => JSON.parse(json));
}

/** Waits until `look` says so; it looks again whenever something happened. */
export async function until(server: TestServer, look: () => Promise<boolean>): Promise<void> {
  const patience = new Patience(`until ${look}`);
  for (;;) {
    let heard = () => {};
    const news = new Promise<void>((resolve) => (heard = resolve));
    const stop = server.system.subscribe(() => heard());
    try {
      if (await look()) return;
      await patience.for(news);
    } finally {
      stop();
    }
  }
}

/** The code and the field of what is refused; null where nothing is. */
export async function refusalOf(reading: () => unknown): Promise<string | null> {
  try {
    await reading();
    return null;
  } catch (error) {
    assert.ok(error instanceof Problem, String(error));
    return `${error.code} ${error.errors?.[0]?.path}`;
  }
}

/** A call whose model only thinks says `words` in its stream as a sign of life; who goes then stops the answer. */
export async function aliveUntilLeft(path: string, body: object, words: string): Promise<void> {
  const beats: (() => void)[] = [];
  await using server = await TestServer.start({
    every: (ms, run) => {
      beats.push(() => ms === HEARTBEAT_MS && run());
      return () => {};
    },
  });
  await agent(server, "slow", "hang-middle");
  const response = await server.request("POST", path, { ...body, model: "agent/slow", stream: true });
  assert.equal(response.headers.get("x-accel-buffering"), "no");
  const reader = (response.body ?? assert.fail()).pipeThrough(new TextDecoderStream()).getReader();
  await reader.read();
  for (const beat of beats) beat();
  for (let heard = ""; !heard.includes(words);) {
    heard += (await reader.read()).value ?? assert.fail("it ended");
  }
  await reader.cancel();
  await stopped(server);
}

/** Waits until the newest conversation's only answer was stopped. */
export async function stopped(server: TestServer): Promise<void> {
  const [{ id }] = (await server.call("GET", "/api/conversations")).json.items;
  await server.settled(id);
  const state = await server.system.conversation(id);
  assert.deepEqual(Object.values(state?.turns ?? {}).map(({ status }) => status), ["cancelled"]);
}

/** Wishes of a Responses call that are honoured under their own names, and told with its answer. */
export const WISHES = {
  parallel_tool_calls: false,
  user: "u1",
  safety_identifier: "s1",
  prompt_cache_key: "k1",
  store: false,
  metadata: { run: "3" },
};

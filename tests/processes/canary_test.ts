/**
 * A key put into the settings is found nowhere but in the one header of the requests it is for: not in the
 * store's files, a log line, an answer, a stream, an export, a backup or what a killed process left behind,
 * whatever the servers it is sent to say about it.
 */
import assert from "node:assert/strict";
import { routes } from "../../server/routes/table.ts";
import { ServerProcess } from "../chaos/server_process.ts";
import { type RawRequest, RawServer } from "../actors/providers/raw_server.ts";
import { respond, type WireAnswer, wireOf } from "../actors/providers/wire_answers.ts";
import { browse, KNOWN_CLIENT, type Party, party } from "../actors/mcp/sign_in/party.ts";
import { layGreeted } from "../greeted.ts";
import { filesIn, findSecret, secretFinder } from "../server/secret_search.ts";
import { CONFIG, MAIN, RUN } from "../program.ts";

const CANARY = "sk-canary-Zk3vQ9xT7mB2wLp8RfYc4HdN";
const SECOND = "0f8a-canary-second-5e1d77b0c3aa94";
/** Is everywhere: proof that the search finds what is there. */
const NEEDLE = "needle-in-every-haystack";

const echo = (request: RawRequest) => {
  const key = request.headers.get("authorization") ?? request.headers.get("x-api-key") ?? "";
  return `Incorrect API key provided: ${key}, Authorization: ${key}, ${btoa(key)}`;
};

/** What the server under each path says. All but the first repeat the key they were sent. */
const CASES: Readonly<Record<string, (request: RawRequest) => WireAnswer | Response>> = {
  good: () => ({ do: "say", pieces: ["All is ", "well."] }),
  denied: (r) => ({ do: "fail", status: 401, words: echo(r), headers: { "www-authenticate": echo(r) } }),
  refused: (r) => ({ do: "fail", status: 400, words: echo(r) }),
  limited: (r) => ({ do: "fail", status: 429, words: echo(r), headers: { "retry-after": "3600" } }),
  // Back to the same server, where a request that follows would be seen.
  moved: (r) => ({
    do: "fail",
    status: 302,
    headers: { location: `http://${r.headers.get("host")}/stolen?key=${encodeURIComponent(echo(r))}` },
  }),
  document: (r) => Response.json({ error: null, words: echo(r) }),
  page: (r) => new Response(`<html>${echo(r)}</html>`, { headers: { "content-type": "text/html" } }),
  garbled: (r) => broken(r, `data: {oops ${echo(r)}\n\n`),
  failing: (r) =>
    broken(
      r,
      `event: error\ndata: ${JSON.stringify({ type: "error", error: { message: echo(r), code: 400 } })}\n\n`,
    ),
  comments: (r) => broken(r, `: ${echo(r)}\n\nid: ${echo(r)}\nretry: 1\n\n`),
};

/** A stream that says a word, so that it is not asked for again, and then something else. */
function broken({ path }: RawRequest, rest: string): Response {
  const begun = wireOf(path) === "openai" ? [{ choices: [{ index: 0, delta: { content: "a" } }] }] : [
    { type: "message_start", message: { id: "m", role: "assistant", model: "m", content: [], usage: {} } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "a" } },
  ];
  const text = begun.map((event) =>
    `${"type" in event ? `event: ${event.type}\n` : ""}data: ${JSON.stringify(event)}\n\n`
  );
  return new Response(text.join("") + rest, { headers: { "content-type": "text/event-stream" } });
}

class Visit {
  readonly said: (readonly [what: string, text: string])[] = [];

  constructor(readonly address: string) {}

  // deno-lint-ignore no-explicit-any
  async ask(method: string, path: string, body?: unknown): Promise<any> {
    const response = await fetch(`${this.address}${path}`, {
      method,
      headers: {
        origin: this.address,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const head = JSON.stringify([...response.headers]);
    this.said.push([`${method} ${path}`, `${response.status} ${head} ${text}`]);
    return (response.headers.get("content-type") ?? "").includes("json") && !path.includes("ndjson")
      ? JSON.parse(text)
      : text;
  }

  /** Reads the stream of everything until `enough`. */
  async listen(enough: (text: string) => boolean, started: () => Promise<void>): Promise<void> {
    const leave = new AbortController();
    const response = await fetch(`${this.address}/api/events`, {
      headers: { accept: "text/event-stream", origin: this.address },
      signal: leave.signal,
    });
    let text = "";
    const begun = started();
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += piece;
      if (enough(text)) break;
    }
    leave.abort();
    await begun;
    this.said.push(["GET /api/events, as a stream", text]);
  }
}

/** Sets up a provider and an agent for each case and API; gives the agents' ids. */
async function furnish(visit: Visit, url: string): Promise<string[]> {
  const agents: string[] = [];
  for (const kind of ["openai", "anthropic"]) {
    for (const name of Object.keys(CASES)) {
      const provider = await visit.ask("POST", "/api/providers", {
        name: `${kind} ${name}`,
        kind,
        baseUrl: `${url}/${name}/v1`,
        apiKey: name === "good" ? SECOND : CANARY,
        defaultModel: "m",
      });
      assert.equal(provider.hasKey, true);
      if (name === "good") {
        // A key is replaced; the old one is in nothing, the new one is in use.
        await visit.ask("PATCH", `/api/providers/${provider.id}`, { apiKey: CANARY, timeoutSeconds: 30 });
      }
      await visit.ask("POST", `/api/providers/${provider.id}/test`);
      const agent = await visit.ask("POST", "/api/agents", {
        name: `${kind}-${name}`,
        providerId: provider.id,
      });
      agents.push(agent.id);
    }
  }
  return agents;
}

/** A server of tools at which somebody signs in, with a client that was entered by hand, and whose token is renewed once. */
async function signIn(visit: Visit): Promise<Party & { readonly secrets: readonly string[] }> {
  const { id } = await visit.ask("POST", "/api/mcp-servers", {
    name: "Guarded",
    url: "http://127.0.0.1:9/mcp",
  });
  const redirect = `${visit.address}/oauth/callback/${id}`;
  const there = await party({ registers: false, redirect });
  await visit.ask("PATCH", `/api/mcp-servers/${id}`, { url: there.url });
  // The one answer that tells a state: where the person has to go with it.
  const response = await fetch(`${visit.address}/api/mcp-servers/${id}/connect`, {
    method: "POST",
    headers: { origin: visit.address, "content-type": "application/json" },
    body: JSON.stringify({ clientId: KNOWN_CLIENT.id, clientSecret: KNOWN_CLIENT.secret }),
  });
  const back = await browse((await response.json()).url, redirect);
  const came = await fetch(back, {
    redirect: "manual",
    headers: { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
  });
  visit.said.push([
    "GET the callback",
    `${came.status} ${JSON.stringify([...came.headers])} ${await came.text()}`,
  ]);
  // Again, and spoilt: what is refused is told no better.
  const again = await fetch(`${back}&x=1`, { redirect: "manual" });
  visit.said.push(["GET the callback again", `${JSON.stringify([...again.headers])} ${await again.text()}`]);
  await visit.ask("POST", `/api/mcp-servers/${id}/tools`);
  there.expire();
  const { items } = await visit.ask("POST", `/api/mcp-servers/${id}/tools`);
  assert.equal(items.length, 1, "signed in, and renewed");
  await visit.ask("POST", "/api/mcp-servers/none/connect", { clientSecret: KNOWN_CLIENT.secret, other: 1 });
  const sent = ["code", "state"].map((name) => back.searchParams.get(name) ?? "");
  return Object.assign(there, { secrets: [...there.given, ...sent, KNOWN_CLIENT.secret] });
}

/** Requests that put the key where it does not belong. */
async function misuse(visit: Visit): Promise<void> {
  await visit.ask("POST", "/api/providers", { name: "x", kind: CANARY, apiKey: CANARY });
  await visit.ask("POST", "/api/providers", {
    name: "x",
    kind: "openai",
    apiKey: [CANARY],
    [CANARY]: CANARY,
  });
  await visit.ask("POST", "/api/providers", { name: "x", kind: "openai", apiKey: CANARY.repeat(100) });
  await visit.ask("POST", "/api/providers", `{"name":"x","apiKey":"${CANARY}`);
  await visit.ask("POST", "/api/providers", {
    name: "x",
    kind: "openai",
    baseUrl: `ftp://${CANARY}@x`,
    apiKey: CANARY,
  });
  await visit.ask("PATCH", `/api/providers/${CANARY}`, { apiKey: CANARY });
  await visit.ask("GET", `/api/${CANARY}?apiKey=${CANARY}`);
}

/** Every GET route with every id there is. */
async function readEverything(visit: Visit, conversationId: string): Promise<void> {
  const { headers, participants } = await visit.ask("GET", `/api/conversations/${conversationId}`);
  const { events } = await visit.ask("GET", `/api/conversations/${conversationId}/events`);
  const ids = async (path: string): Promise<string[]> =>
    (await visit.ask("GET", path)).items.map(({ id }: { id: string }) => id);
  const values: Record<string, readonly string[]> = {
    messageId: headers.slice(0, 4).map(({ id }: { id: string }) => id),
    turnId: events.flatMap(({ type, data }: { type: string; data: { turnId: string } }) =>
      type === "TurnRequested" ? [data.turnId] : []
    ),
    participantId: participants.map(({ id }: { id: string }) => id),
  };
  const fill = async (path: string): Promise<string[]> => {
    const name = /:(\w+)/.exec(path)?.[1];
    if (!name) return [path];
    const collection = path.slice(0, path.indexOf("/:"));
    const found = name !== "id"
      ? values[name] ?? ["none"]
      : collection === "/api/conversations"
      ? [conversationId]
      : routes.some((r) => r.method === "GET" && r.path === collection) && collection.startsWith("/api/")
      ? await ids(collection)
      : ["none"];
    const filled = found.map((id) => path.replace(/:\w+(\{[^}]*\})?/, id));
    return (await Promise.all(filled.map(fill))).flat();
  };
  for (const { method, path, query } of routes) {
    if (method !== "GET") continue;
    for (const filled of await fill(path)) {
      if (query && "format" in query.shape) {
        for (const format of ["ndjson", "markdown", "json"]) {
          await visit.ask("GET", `${filled}?format=${format}`);
        }
      } else await visit.ask("GET", query && "q" in query.shape ? `${filled}?q=${NEEDLE}` : filled);
    }
  }
}

async function command(data: string, ...args: string[]): Promise<string> {
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...RUN, "--config", CONFIG, "-A", MAIN, ...args, "--data", data],
  }).output();
  return new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
}

Deno.test("the search finds a secret in each of its forms, and nothing where there is none", () => {
  const inner = CANARY.slice(5, 25);
  // The shortest pieces too, wherever they begin.
  const short = Array.from({ length: CANARY.length - 11 }, (_, at) => CANARY.slice(at, at + 12));
  const encoded = [btoa(CANARY), btoa(`a${CANARY}`), btoa(`ab${inner}`)];
  const hex = new TextEncoder().encode(inner).toHex();
  for (const hidden of [CANARY, inner, ...short, ...encoded, hex]) {
    assert.ok(findSecret(`… ${hidden} …`, CANARY), hidden);
    assert.ok(findSecret(new TextEncoder().encode(`… ${hidden} …`), CANARY), hidden);
  }
  const wide = new Uint8Array([...inner].flatMap((c) => [c.charCodeAt(0), 0]));
  assert.ok(findSecret(wide, CANARY));
  assert.equal(findSecret(`${CANARY.slice(0, 11)} and ${CANARY.slice(-4)}`, CANARY), null);
});

// Shows S0-75, S0-76, S2-28, S2-51, S2-53.
Deno.test("a key in the settings is found nowhere but where it is sent", async () => {
  const sent: Headers[] = [];
  const paths: string[] = [];
  await using upstream = new RawServer((request) => {
    sent.push(request.headers);
    paths.push(request.path);
    const { answer, path } = answerOf(request);
    if (answer instanceof Response) return answer;
    if (request.method === "GET" && answer.do === "say") return Response.json({ data: [{ id: "m" }] });
    return respond(wireOf(path), {}, answer);
  });
  const folder = await Deno.makeTempDir();
  const data = `${folder}/data`;
  const server = new ServerProcess(data, ["--verbose"]);
  const told: (readonly [what: string, text: string | Uint8Array])[] = [];
  try {
    await layGreeted(data);
    await server.start();
    const visit = new Visit(server.address ?? "");
    const agentIds = await furnish(visit, upstream.url);
    await misuse(visit);
    await using signedIn = await signIn(visit);
    assert.ok(signedIn.secrets.length >= 7, "two tokens, each renewed, a code, a state, a secret");
    const { conversation } = await visit.ask("POST", "/api/conversations", { agentIds, title: NEEDLE });
    await visit.listen(
      (text) => text.split("\n\n").some((f) => f.includes("all:complete") && f.includes(conversation.id)),
      async () =>
        void await visit.ask("POST", `/api/conversations/${conversation.id}/messages`, { content: NEEDLE }),
    );
    const { headers } = await visit.ask("GET", `/api/conversations/${conversation.id}`);
    const ended = (how: string) => headers.filter(({ status }: { status: string }) => status === how).length;
    assert.equal(ended("failed"), agentIds.length - 2, "each failing server was asked and failed");
    await readEverything(visit, conversation.id);

    // What a killed process leaves behind, with its write-ahead log.
    await server.kill();
    for await (const file of filesIn(data)) told.push(file);
    await server.start();
    const again = new Visit(server.address ?? "");
    await readEverything(again, conversation.id);
    await server.terminate();
    for await (const file of filesIn(data)) told.push(file);
    told.push(["export", await command(data, "export", conversation.id)]);
    told.push(["backup", await command(data, "backup", "--out", `${folder}/copy`)]);
    told.push(["verify", await command(data, "verify")]);
    for await (const file of filesIn(`${folder}/copy`)) told.push(file);
    told.push(...visit.said, ...again.said, ["its output", server.said]);

    assert.ok(server.said.includes("provider_call_failed"), "the log lines are there to be searched");
    const needle = secretFinder([NEEDLE]);
    const found = (what: RegExp) => told.some(([name, text]) => what.test(name) && needle(text) !== null);
    for (const what of [/\.db, opened$/, /^GET .*export/, /as a stream/, /^export$/, /request$/]) {
      assert.ok(found(what), `the search works on ${what}`);
    }
    const find = secretFinder([CANARY, SECOND, ...signedIn.secrets]);
    for (const [what, said] of told) {
      assert.equal(find(said), null, `a piece of a secret is in ${what.replace(folder, "")}`);
    }
  } finally {
    await server.kill();
    await Deno.remove(folder, { recursive: true });
  }
  assert.ok(sent.length >= agentIds(CASES) * 2, "each provider was tested and called");
  assert.deepEqual(paths.filter((path) => path.startsWith("/stolen")), [], "no redirect is followed");
  for (const headers of sent) {
    const holding = [...headers].filter(([, value]) => value.includes("canary")).map(([name]) => name);
    assert.equal(holding.length, 1, "the key is in one header");
    assert.ok(["authorization", "x-api-key"].includes(holding[0] ?? ""));
  }

  function answerOf(request: RawRequest) {
    const [, name = "", ...rest] = request.path.split("/");
    return { answer: CASES[name]?.(request) ?? new Response(null, { status: 404 }), path: rest.join("/") };
  }
});

const agentIds = (cases: object) => Object.keys(cases).length * 2;

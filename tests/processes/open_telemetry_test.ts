/** What a server tells OpenTelemetry, heard by a collector of the test: spans that belong together, and nobody's words. */
import assert from "node:assert/strict";
import { ServerProcess } from "../chaos/server_process.ts";
import { layGreeted } from "../greeted.ts";
import { inFolder } from "../in_folder.ts";

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}
interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly Attribute[];
  readonly status: { readonly code: number };
}

const SERVER = 2, CLIENT = 3;
const WORDS = "quokka-never-told";
/** Milliseconds between two looks for what has to come. */
const BETWEEN_MS = 100;

const attributesOf = ({ attributes }: Span): Readonly<Record<string, unknown>> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** Takes spans at /v1/traces, and is a provider at /provider/v1. */
class Collector {
  readonly spans: Span[] = [];
  said = "";
  /** `traceparent` of the calls to the provider. */
  readonly called: (string | null)[] = [];
  readonly #server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (r) => this.#hear(r));

  get address(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  get env(): Record<string, string> {
    return {
      OTEL_DENO: "true",
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_EXPORTER_OTLP_ENDPOINT: this.address,
      FISHBOWL_PRACTICE_MS: "0",
    };
  }

  async #hear(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const body = await request.text();
    if (pathname.startsWith("/provider/")) {
      this.called.push(request.headers.get("traceparent"));
      const said = {
        model: "m-2",
        choices: [{ index: 0, delta: { content: WORDS }, finish_reason: "stop" }],
      };
      const usage = { choices: [], usage: { prompt_tokens: 11, completion_tokens: 7 } };
      const text = [said, usage].map((one) => `data: ${JSON.stringify(one)}\n\n`).join("");
      return new Response(`${text}data: [DONE]\n\n`, { headers: { "content-type": "text/event-stream" } });
    }
    this.said += body;
    if (pathname === "/v1/traces") {
      for (const { scopeSpans } of JSON.parse(body).resourceSpans) {
        for (const { spans } of scopeSpans) this.spans.push(...spans);
      }
    }
    return Response.json({});
  }

  /** All spans of a trace that has one of this name. */
  traceWith(name: string): Span[] {
    const { traceId } = this.spans.find((span) => span.name === name) ?? {};
    return this.spans.filter((span) => span.traceId === traceId);
  }

  close(): Promise<void> {
    return this.#server.shutdown();
  }
}

// deno-lint-ignore no-explicit-any
async function call(server: ServerProcess, path: string, body?: unknown): Promise<any> {
  const response = await fetch(`${server.address}/api${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "content-type": "application/json", origin: `${server.address}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  assert.ok(response.ok, `${path}: ${response.status}`);
  return await response.json();
}

async function until(server: ServerProcess, id: string, type: string, count = 1): Promise<void> {
  for (;;) {
    const { events } = await call(server, `/conversations/${id}/events?limit=500`);
    if (events.filter((event: { type: string }) => event.type === type).length >= count) return;
    // Each look is a trace too, which takes the server longer than to answer.
    await new Promise((next) => setTimeout(next, BETWEEN_MS));
  }
}

async function agentOf(server: ServerProcess, more: Record<string, unknown>): Promise<string> {
  const agent = await call(server, "/agents", { name: "Ada", providerId: "provider_mock", ...more });
  return agent.id;
}

/** A server that tells a collector what it does. */
function traced(name: string, body: (server: ServerProcess, collector: Collector) => Promise<void>): void {
  Deno.test({
    name,
    sanitizeResources: false,
    sanitizeOps: false,
    fn: () =>
      inFolder(async (data) => {
        const collector = new Collector();
        const server = new ServerProcess(data, [], { env: collector.env });
        try {
          await layGreeted(data);
          await server.start();
          await body(server, collector);
        } finally {
          await server.terminate();
          await collector.close();
        }
      }),
  });
}

traced(
  "a request, its turns, their calls and tools are one trace, by route and model, without a word of anybody",
  async (server, collector) => {
    const provider = await call(server, "/providers", {
      name: "Own",
      kind: "openai",
      baseUrl: `${collector.address}/provider/v1`,
      apiKey: "sk-never-told-either",
    });
    const agentIds = [
      await agentOf(server, { model: "tool-user", tools: ["current_time"] }),
      await agentOf(server, { name: "Bob", model: "m-1", providerId: provider.id }),
      await agentOf(server, { name: "Cyd", model: "error-401" }),
    ];
    const { conversation: { id } } = await call(server, "/conversations", { agentIds, title: WORDS });
    await call(server, `/conversations/${id}/messages`, { content: WORDS });
    await until(server, id, "TurnCompleted", 2);
    await until(server, id, "TurnFailed");
    await server.terminate();
    const trace = collector.traceWith("POST /api/conversations/:id/messages");
    const [request] = trace.filter(({ kind }) => kind === SERVER);
    assert.ok(request);
    assert.equal(attributesOf(request)["http.route"], "/api/conversations/:id/messages");
    const turns = trace.filter(({ name }) => name === "invoke_agent");
    assert.deepEqual(turns.map(({ parentSpanId }) => parentSpanId), agentIds.map(() => request.spanId));
    const [tooled, own, failed] = agentIds.map((agent) =>
      turns.find((turn) => attributesOf(turn)["gen_ai.agent.id"] === agent)
    );
    assert.ok(tooled && own && failed);
    assert.deepEqual([failed.status.code, attributesOf(failed)["error.type"]], [2, "auth"]);
    const parts = (turn: Span) => trace.filter(({ parentSpanId }) => parentSpanId === turn.spanId);
    assert.deepEqual(parts(tooled).map(({ name }) => name).sort(), [
      "chat tool-user",
      "chat tool-user",
      "execute_tool current_time",
    ]);
    const [chat] = parts(own);
    assert.ok(chat && chat.kind === CLIENT && parts(own).length === 1);
    const told = attributesOf(chat);
    assert.equal(told["gen_ai.operation.name"], "chat");
    assert.equal(told["gen_ai.provider.name"], "openai");
    assert.equal(told["gen_ai.conversation.id"], id);
    assert.deepEqual([told["gen_ai.request.model"], told["gen_ai.response.model"]], ["m-1", "m-2"]);
    assert.deepEqual([told["gen_ai.usage.input_tokens"], told["gen_ai.usage.output_tokens"]], [11, 7]);
    assert.equal(attributesOf(own)["gen_ai.usage.output_tokens"], 7);
    const [sent] = parts(chat);
    assert.equal(sent?.kind, CLIENT, "the call itself is a part of it");
    assert.equal(
      collector.called.at(-1)?.split("-")[1],
      trace[0]?.traceId,
      "the provider may go on with it",
    );
    assert.doesNotMatch(collector.said, /never-told/);
    assert.match(collector.said, /answer_saved/, "the lines of the log are told too");
    assert.doesNotMatch(
      collector.said,
      /Fishbowl is at/,
      "what a command answers, which may be a secret, is not",
    );
  },
);

traced(
  "a turn that goes on after kill -9 is a trace of its own",
  async (server, collector) => {
    const agentIds = [
      await agentOf(server, { model: "story:60:40" }),
      await agentOf(server, { model: "error-401" }),
    ];
    const { conversation: { id } } = await call(server, "/conversations", { agentIds });
    await call(server, `/conversations/${id}/messages`, { content: "Tell me a story." });
    await until(server, id, "TurnStarted");
    await server.kill();
    await server.start();
    await until(server, id, "TurnCompleted");
    await server.terminate();
    const second = collector.spans.find((span) =>
      span.name === "invoke_agent" && attributesOf(span)["fishbowl.turn.attempt"] === 2
    );
    assert.equal(second?.parentSpanId, "");
  },
);

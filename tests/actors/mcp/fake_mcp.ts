/** Servers of tools for tests, over real sockets: the official one in both eras, the older transport, and hostile ones. */
import type { CallToolResult } from "@modelcontextprotocol/server";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Connection } from "../../../actors/mcp/connection.ts";

/** The part of a connection that is beside tools, of a server that has nothing there. */
export const OFFERS_NOTHING: Pick<Connection, "offers" | "prompt" | "resource"> = {
  offers: () => Promise.resolve({ prompts: [], resources: [] }),
  prompt: () => Promise.resolve({ messages: [] }),
  resource: () => Promise.resolve({ contents: [] }),
};

export interface Served extends AsyncDisposable {
  readonly url: string;
  readonly requests: { method: string; headers: Headers; body: string }[];
}

/** Serves on a free port, and remembers what it was asked. */
export function serveFake(handle: (request: Request, body: string) => Response | Promise<Response>): Served {
  const requests: Served["requests"] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    const body = await request.clone().text();
    requests.push({ method: request.method, headers: request.headers, body });
    return await handle(request, body);
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}/mcp`,
    requests,
    // Streams that stay open are cut.
    [Symbol.asyncDispose]: async () => {
      await Promise.race([server.shutdown(), new Promise((done) => setTimeout(done, 100))]);
    },
  };
}

export interface Named {
  readonly name: string;
  readonly description?: string;
  readonly readOnly?: boolean;
  run?(args: Record<string, unknown>): CallToolResult | Promise<CallToolResult>;
}

const said = (text: string): CallToolResult => ({ content: [{ type: "text", text }] });

function register(server: McpServer, tools: readonly Named[]): void {
  for (const { name, description = "", readOnly, run } of tools) {
    server.registerTool(name, {
      description,
      inputSchema: z.object({ text: z.string().optional() }),
      ...(readOnly === undefined ? {} : { annotations: { readOnlyHint: readOnly } }),
    }, async (args) => await run?.(args) ?? said(`heard: ${args.text ?? ""}`));
  }
}

/** The official server, with these tools; each takes one text, and says it again where it does nothing else. */
export function officialServer(tools: () => readonly Named[]): Served {
  const make = () => {
    const server = new McpServer({ name: "fake", version: "1" });
    register(server, tools());
    return server;
  };
  const handler = createMcpHandler(make, { responseMode: "sse", maxSubscriptions: 0 });
  return serveFake((request) => handler.fetch(request));
}

/** The official server, with a prompt that takes an argument, a resource, and these tools. */
export function offeringServer(tools: readonly Named[] = []): Served {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: "offering", version: "1" });
    server.registerPrompt(
      "plan",
      {
        title: "Plan a day",
        description: "Plans a day in a city.",
        argsSchema: z.object({ city: z.string().describe("Where") }),
      },
      ({ city }) => ({
        messages: [{ role: "user", content: { type: "text", text: `Plan a day in ${city}.` } }],
      }),
    );
    server.registerResource("Notes", "notes://today", {}, (uri) => ({
      contents: [{ uri: uri.href, mimeType: "text/plain", text: "Milk and bread." }],
    }));
    register(server, tools);
    return server;
  }, { responseMode: "sse", maxSubscriptions: 0 });
  return serveFake((request) => handler.fetch(request));
}

/** What a server of before 2026 answers to each method; undefined: nothing. */
export type Methods = Readonly<Record<string, (params: Record<string, unknown>) => unknown>>;

const INITIALIZED = {
  protocolVersion: "2025-06-18",
  capabilities: { tools: { listChanged: true } },
  serverInfo: { name: "old", version: "1" },
};

/** The answer to one message of JSON-RPC by hand; null: none is due. */
export function answerTo(body: string, methods: Methods): unknown {
  const { id, method, params = {} } = JSON.parse(body);
  if (id === undefined) return null;
  if (method === "initialize") return { jsonrpc: "2.0", id, result: INITIALIZED };
  const found = methods[method];
  if (!found) return { jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } };
  return { jsonrpc: "2.0", id, result: found(params) };
}

/** A server by hand, that answers with documents. */
export function rawServer(methods: Methods): Served {
  return serveFake((request, body) => {
    if (request.method !== "POST") return new Response(null, { status: 405 });
    const answer = answerTo(body, methods);
    return answer === null ? new Response(null, { status: 202 }) : Response.json(answer);
  });
}

/** A server by hand with one tool, `forecast`, that says how far it is and ends when it may. */
export function slowServer(ends: Promise<void>): Served {
  const frame = (message: object) =>
    new TextEncoder().encode(`data: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`);
  const tools = { "tools/list": () => ({ tools: [{ name: "forecast", inputSchema: { type: "object" } }] }) };
  return serveFake((request, body) => {
    if (request.method !== "POST") return new Response(null, { status: 405 });
    const { id, method, params } = JSON.parse(body);
    if (method !== "tools/call") {
      const answer = answerTo(body, tools);
      return answer === null ? new Response(null, { status: 202 }) : Response.json(answer);
    }
    const news = {
      progressToken: params._meta.progressToken,
      progress: 2,
      total: 5,
      message: "Measuring the rain",
    };
    const stream = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(frame({ method: "notifications/progress", params: news }));
        await ends;
        controller.enqueue(frame({ id, result: { content: [{ type: "text", text: "Rain." }] } }));
        controller.close();
      },
    });
    return new Response(stream, { headers: { "content-type": "text/event-stream" } });
  });
}

/** A server that knows only the older transport: it answers along a stream that was opened before, until `ends`. */
export function olderServer(methods: Methods, ends?: Promise<void>): Served {
  const encoder = new TextEncoder();
  let stream: ReadableStreamDefaultController<Uint8Array> | null = null;
  void ends?.then(() => {
    stream?.close();
    stream = null;
  });
  const send = (event: string, data: string) =>
    stream?.enqueue(encoder.encode(`event: ${event}\ndata: ${data}\n\n`));
  return serveFake((request, body) => {
    const path = new URL(request.url).pathname;
    if (request.method === "GET") {
      const opened = new ReadableStream<Uint8Array>({
        start(controller) {
          stream = controller;
          send("endpoint", "/messages?session=1");
        },
      });
      return new Response(opened, { headers: { "content-type": "text/event-stream" } });
    }
    if (path !== "/messages") return new Response("no", { status: 405 });
    const answer = answerTo(body, methods);
    if (answer !== null) send("message", JSON.stringify(answer));
    return new Response(null, { status: 202 });
  });
}

/** Servers that ask a person while a tool of theirs runs, in both eras of the protocol, over real sockets. */
import {
  acceptedContent,
  createMcpHandler,
  inputRequired,
  legacyStatelessFallback,
  McpServer,
  UrlElicitationRequiredError,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { answerTo, type Served, serveFake } from "./fake_mcp.ts";

/** The form that both ask for, as it stands on the wire. */
export const WHERE = {
  message: "Where to?\nBe exact.",
  requestedSchema: {
    type: "object",
    properties: {
      city: { type: "string", title: "City", description: "A place", minLength: 2, maxLength: 20 },
      nights: { type: "integer", title: "Nights", minimum: 1, maximum: 30, default: 2 },
      breakfast: { type: "boolean", title: "With breakfast", default: true },
      class: {
        type: "string",
        title: "Class",
        oneOf: [{ const: "a", title: "Quiet" }, { const: "b", title: "Cheap" }],
      },
      mail: { type: "string", title: "E-mail", format: "email" },
    },
    required: ["city", "nights"],
  },
} as const;

/** The newer era: the result wants input, and the call is made again with it. */
export function newerAsking(): Served {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: "asking", version: "1" });
    server.registerTool("book", { description: "Books.", inputSchema: z.object({}) }, (_, ctx) => {
      const asked = ctx.mcpReq.inputResponses?.["where"];
      if (asked === undefined) {
        return inputRequired({
          inputRequests: {
            where: inputRequired.elicit({
              ...WHERE,
              requestedSchema: structuredClone(WHERE.requestedSchema) as never,
            }),
          },
        });
      }
      const given = acceptedContent(ctx.mcpReq.inputResponses, "where") ?? asked;
      return { content: [{ type: "text", text: `given: ${JSON.stringify(given)}` }] };
    });
    return server;
  }, { responseMode: "sse", maxSubscriptions: 0 });
  return serveFake((request) => handler.fetch(request));
}

/**
 * The official server in the older era: its tool is refused (-32042) until somebody has been at these addresses, as told
 * at each call of it, and of how often its page, `/in`, was opened; with none left it runs.
 */
export function refusingUntil(
  addresses: (call: number, opened: number) => readonly unknown[],
  letsIn: () => boolean = () => true,
): Served {
  let [calls, opened] = [0, 0];
  const handler = legacyStatelessFallback(() => {
    const server = new McpServer({ name: "refusing", version: "1" });
    server.registerTool("book", { description: "Books.", inputSchema: z.object({}) }, () => {
      const wanted = addresses(++calls, opened);
      if (wanted.length > 0) throw new UrlElicitationRequiredError([...wanted] as never, "Sign in first.");
      return { content: [{ type: "text", text: `booked at call ${calls}` }] };
    });
    return server;
  });
  return serveFake((request) => {
    if (new URL(request.url).pathname === "/in") {
      opened++;
      return new Response("You are signed in.");
    }
    return letsIn() ? handler(request) : new Response(null, { status: 401 });
  });
}

/** What an older server does with a call that has an answer, or that nobody answers. */
interface Asking {
  /** What it asks, of the call with these arguments. */
  readonly asks?: (args: Record<string, unknown>) => unknown;
  /** It takes its question back as soon as this resolves. */
  readonly withdraws?: Promise<void>;
}

/** The older era: the question comes along the stream of the call, its answer with a request of its own. */
export function olderAsking({ asks = () => WHERE, withdraws }: Asking = {}): Served {
  const encoder = new TextEncoder();
  const waiting = new Map<string, (answer: unknown) => void>();
  const tools = { "tools/list": () => ({ tools: [{ name: "book", inputSchema: { type: "object" } }] }) };
  let asked = 0;
  return serveFake((request, body) => {
    if (request.method !== "POST") return new Response(null, { status: 405 });
    const { id, method, params, result, error } = JSON.parse(body);
    if (method === undefined) {
      waiting.get(id)?.(result ?? error);
      return new Response(null, { status: 202 });
    }
    if (method !== "tools/call") {
      const answer = answerTo(body, tools);
      return answer === null ? new Response(null, { status: 202 }) : Response.json(answer);
    }
    const stream = new ReadableStream<Uint8Array>({
      async start(controller) {
        const send = (message: object) =>
          controller.enqueue(encoder.encode(`data: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`));
        const question = `ask-${++asked}`;
        const answered = new Promise<unknown>((resolve) => waiting.set(question, resolve));
        send({ id: question, method: "elicitation/create", params: asks(params.arguments) });
        const taken = withdraws?.then(() => {
          send({ method: "notifications/cancelled", params: { requestId: question } });
          return "withdrawn";
        });
        const given = await (taken ? Promise.race([answered, taken]) : answered);
        send({ id, result: { content: [{ type: "text", text: `given: ${JSON.stringify(given)}` }] } });
        controller.close();
      },
    });
    return new Response(stream, { headers: { "content-type": "text/event-stream" } });
  });
}

/**
 * The server as one of the Model Context Protocol: each request is answered for itself, with the tools that its caller
 * may use. The protocol is the SDK's, which is loaded with the first request.
 */
import type { CallToolResult, McpServer, ServerContext } from "@modelcontextprotocol/server";
import type { z } from "zod";
import { Problem } from "../http/problem.ts";
import type { Call } from "../http/route.ts";
import { HEARTBEAT_MS } from "../stream/event_stream.ts";
import { Answered, ask, AskAgency, AskAgent, type Asking, AskPanel, whom } from "./asking.ts";
import { Conversation, Found, foundOf, Read, read, Search } from "./looking.ts";
import type { SearchHits } from "../contract/insights.ts";

/** What the tools do that a route does as well. */
export interface Ports {
  search(call: Call, words: string, limit: number): Promise<SearchHits>;
  readonly version: string;
}

/** What is thrown is told to the model in its words: of a fault of this program only that there was one. */
async function told({ services }: Call, run: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Problem) throw error;
    services.logger("error", "tool_failed", { kind: error instanceof Error ? error.name : typeof error });
    throw new Problem("internal", "Something went wrong here.");
  }
}

/** Tells who asked that the answer is still being written, if that was wanted: clients stop waiting otherwise. */
function alive({ mcpReq: { _meta, notify } }: ServerContext): () => void {
  const token = _meta?.progressToken;
  let progress = 0;
  return () => {
    progress++;
    if (token === undefined) return;
    const params = { progressToken: token, progress, message: "The answer is being written." };
    // Who has gone is told nothing.
    notify({ method: "notifications/progress", params }).catch(() => undefined);
  };
}

/** The words alone first: many clients show a model nothing else. */
const answered = (given: z.infer<typeof Answered>): CallToolResult => ({
  content: [
    { type: "text", text: given.answer },
    { type: "text", text: `conversation_id: ${given.conversation_id}` },
  ],
  structuredContent: given,
});

const asJson = (found: Record<string, unknown>): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify(found) }],
  structuredContent: found,
});

async function addAsking(server: McpServer, call: Call): Promise<void> {
  const asking = (asked: Asking, context: ServerContext) =>
    told(call, async () => answered(await ask(call, asked, context.mcpReq.signal, alive(context))));
  server.registerTool(
    "ask_agent",
    {
      title: "Ask an agent",
      description: `Asks one agent and waits for its answer. ${await whom(call, "agent")}`,
      inputSchema: AskAgent,
      outputSchema: Answered,
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
    },
    ({ agent, question, conversation_id }, context) =>
      asking({ kind: "agent", name: agent, question, conversationId: conversation_id }, context),
  );
  server.registerTool(
    "ask_agency",
    {
      title: "Ask an agency",
      description: "Asks a group of agents, whose manager consults them and answers. " +
        await whom(call, "agency"),
      inputSchema: AskAgency,
      outputSchema: Answered,
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
    },
    ({ agency, question, conversation_id }, context) =>
      asking({ kind: "agency", name: agency, question, conversationId: conversation_id }, context),
  );
  server.registerTool(
    "ask_panel",
    {
      title: "Ask a panel",
      description:
        "Asks several agents, who answer in stages, and gives what comes of it. This takes long. " +
        await whom(call, "panel"),
      inputSchema: AskPanel,
      outputSchema: Answered,
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
    },
    ({ panel, question, conversation_id }, context) =>
      asking({ kind: "panel", name: panel, question, conversationId: conversation_id }, context),
  );
}

function addLooking(server: McpServer, call: Call, { search }: Ports): void {
  server.registerTool("search", {
    title: "Search every conversation",
    description: "Finds messages and titles by their words, the best first.",
    inputSchema: Search,
    outputSchema: Found,
    annotations: { readOnlyHint: true, openWorldHint: false },
  }, ({ words, limit }) => told(call, async () => asJson(foundOf((await search(call, words, limit)).items))));
  server.registerTool("read_conversation", {
    title: "Read a conversation",
    description: "The newest messages of a conversation in reading order; `next` leads to older ones.",
    inputSchema: Read,
    outputSchema: Conversation,
    annotations: { readOnlyHint: true, openWorldHint: false },
  }, (asked) => told(call, async () => asJson(await read(call, asked))));
}

/** Answers one message of a client. */
export async function mcp(call: Call, ports: Ports): Promise<Response> {
  const { createMcpHandler, McpServer } = await import("@modelcontextprotocol/server");
  const { scope } = call.who;
  const serverOf = async () => {
    const server = new McpServer(
      { name: "fishbowl", title: "Fishbowl", version: ports.version },
      // The tools are looked up with each request: nobody need be told that they changed.
      { capabilities: { tools: { listChanged: false } } },
    );
    if (scope !== "read") await addAsking(server, call);
    if (scope !== "chat") addLooking(server, call, ports);
    return server;
  };
  const { logger } = call.services;
  const handler = createMcpHandler(serverOf, {
    responseMode: "sse",
    keepAliveMs: HEARTBEAT_MS,
    // Nothing is told of by itself, so nobody has to hold a stream for it.
    maxSubscriptions: 0,
    onerror: ({ name }) => logger("debug", "mcp", { kind: name }),
  });
  return await handler.fetch(call.request, { parsedBody: call.body });
}

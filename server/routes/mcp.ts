/** The Model Context Protocol: models elsewhere ask the agents here. */
import { z } from "zod";
import config from "../../deno.json" with { type: "json" };
import { SearchQuery } from "../contract/insights.ts";
import { type Route, route } from "../http/route.ts";
import { mcp } from "../mcp/mcp_handler.ts";
import { searched } from "./insight.ts";

/** One message of JSON-RPC; what is in it the protocol's own library reads. */
const Message = z.looseObject({ jsonrpc: z.literal("2.0") }).meta({ id: "JsonRpcMessage" });

export const mcpRoutes: Route[] = [
  route("POST", "/mcp", {
    access: "program",
    // Some tools read; the one that asks looks itself.
    whenFull: true,
    summary:
      "A message of the Model Context Protocol: tools to ask agents and agencies, to search and to read",
    body: Message,
    answers: {
      202: "It was a notification",
      400: "It is no request of the protocol",
      404: "There is no such method",
      406: "The client takes no stream of events",
    },
    answer: Message,
    media: { "text/event-stream": Message },
    handle: (call) =>
      mcp(call, {
        search: (from, words, limit) =>
          searched({ ...from, query: SearchQuery.parse({ q: words, limit: String(limit) }) }),
        version: config.version,
      }),
  }),
];

/** A small MCP server over standard input and output, as the SDK makes them. */
import { McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

const said = (text: string) => ({ content: [{ type: "text" as const, text }] });
const server = new McpServer({ name: "tiny", version: "1" });
server.registerTool(
  "echo",
  { description: "Says it again.", inputSchema: z.object({ words: z.string() }) },
  ({ words }) => said(words),
);
let count = 0;
server.registerTool("count", { description: "How often it was called." }, () => said(`${++count}`));
server.registerTool(
  "variables",
  { description: "What it sees." },
  () => said(Object.keys(Deno.env.toObject()).sort().join(" ")),
);
server.registerTool("die", { description: "Ends." }, () => Deno.exit(3));
server.registerTool("hang", { description: "Says nothing." }, () => new Promise<never>(() => {}));
server.registerTool("large", { description: "Says too much." }, () => said("x".repeat(5 * 1024 * 1024)));
server.registerTool("steps", { description: "Tells how far it is." }, async (ctx) => {
  const progressToken = ctx.mcpReq._meta?.progressToken;
  if (progressToken !== undefined) {
    await ctx.mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress: 1 } });
  }
  return said("done");
});
await server.connect(new StdioServerTransport());

/** What people ask servers of tools for: what they offer beside tools, a prompt's words, a resource's files. */
import type { McpServer } from "../../events/catalog/workspace.ts";
import type { Connection } from "./connection.ts";
import { failureOf, FAILURES } from "./failures.ts";
import type { McpServers } from "./mcp_servers.ts";
import { type Given, type PeopleAsk, promptText, resourceFiles, takeOffers } from "./offers.ts";

const EMPTY = "The server gave nothing that can be used here.";

export function peopleAsk(servers: Pick<McpServers, "use" | "clean">, stop: AbortSignal): PeopleAsk {
  const clean = (text: string) => servers.clean(text);
  async function asked<T>(
    server: McpServer,
    work: (connection: Connection) => Promise<T | null>,
  ): Promise<Given<T>> {
    try {
      const given = await servers.use(server, work);
      return given === null ? { ok: false, error: EMPTY } : { ok: true, given };
    } catch (error) {
      return { ok: false, error: FAILURES[failureOf(error)] };
    }
  }
  return {
    offers: (server) =>
      asked(server, async (connection) => {
        const { prompts, resources } = await connection.offers(stop);
        return takeOffers(prompts, resources, clean);
      }),
    prompt: (server, name, args) =>
      asked(server, async (connection) => promptText(await connection.prompt(name, args, stop), clean)),
    resource: (server, uri) =>
      asked(server, async (connection) => {
        const files = resourceFiles(await connection.resource(uri, stop), new URL(server.url).host, clean);
        return files.length === 0 ? null : files;
      }),
  };
}

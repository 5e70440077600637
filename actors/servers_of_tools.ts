/** The servers of tools and the search service of one process, put together with its own tools. */
import type { EventLog } from "../events/store/types.ts";
import type { WorkspaceState } from "../projections/workspace.ts";
import { type Connect, connect } from "./mcp/connection.ts";
import { KeptTools } from "./mcp/kept_tools.ts";
import { mcpSettings } from "./mcp/mcp_settings.ts";
import { McpServers } from "./mcp/mcp_servers.ts";
import { peopleAsk } from "./mcp/people_ask.ts";
import { servedToolbox } from "./mcp/served_toolbox.ts";
import { challengeOf } from "./mcp/sign_in/challenge.ts";
import { LoginRows } from "./mcp/sign_in/login_rows.ts";
import { McpLogins } from "./mcp/sign_in/logins.ts";
import { ProviderKeys } from "./providers/provider_keys.ts";
import type { Environment } from "./runtime/environment.ts";
import type { Logger } from "./runtime/logger.ts";
import type { Toolbox } from "./tools/toolbox.ts";
import { type AskService, askService } from "./websearch/ask_service.ts";
import { searchToolbox, WebSearch } from "./websearch/web_search.ts";
import type { WorkspaceActor } from "./workspace/workspace_actor.ts";

export interface ServersOptions {
  readonly log: EventLog;
  readonly environment: Environment;
  readonly tools: Toolbox;
  /** How a server of tools is reached; absent: over HTTP. */
  readonly mcp?: Connect;
  /** How a search service is asked; absent: over HTTP. */
  readonly webSearch?: AskService;
  /** 32 bytes; from the key file or the environment, read at the edge. */
  readonly masterKey: Uint8Array;
}

/** What is kept sealed for them. */
export const sealedOf = ({ log, masterKey }: ServersOptions) => ({
  secrets: new ProviderKeys(log.side("mcpsecret"), masterKey),
  loginRows: new LoginRows(log.side("mcplogin"), masterKey),
});

/** The servers of tools, the search service, all tools together, and the settings once the lists that are in force are in hand. */
export function serversOf(
  { log, environment, tools: own, mcp = connect, webSearch: ask = askService }: ServersOptions,
  { loginRows: rows, ...ports }: ReturnType<typeof sealedOf> & {
    readonly workspace: WorkspaceActor;
    readonly logger: Logger;
  },
) {
  const webSearch = new WebSearch({ secrets: ports.secrets, state: () => ports.workspace.peek(), ask });
  const stopping = new AbortController();
  const changed = (id: string): Promise<void> => servers.forget(id);
  const logins = new McpLogins({ ...ports, rows, environment, challenge: challengeOf, changed });
  const servers: McpServers = new McpServers({
    ...ports,
    environment,
    kept: new KeptTools(log.side("mcp")),
    connect: mcp,
    logins,
    known: () => [...ports.secrets.known(), ...rows.known()],
  });
  const settings = async (reading: Promise<WorkspaceState>) => {
    const state = await reading;
    await servers.ready(state);
    return state;
  };
  return {
    tools: servedToolbox(searchToolbox(own, webSearch), servers),
    settings,
    /** What the settings ask of them. */
    ofTools: {
      ...mcpSettings(ports.workspace, ports.secrets, servers, logins),
      webSearch,
      mcpOffers: peopleAsk(servers, stopping.signal),
    },
    servers: {
      async stop() {
        stopping.abort();
        logins.stop();
        await servers.stop();
      },
    },
  };
}

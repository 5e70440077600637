/** Whether a server can be asked for what its tool named. */
import type { McpServer } from "../../events/catalog/workspace.ts";

/**
 * The server, where it is in use and at the host that the call went to: a name alone may be another's by now, and what
 * was taken in from elsewhere names servers that only sound the same.
 */
export function stillThere<S extends Pick<McpServer, "url"> & { readonly archived: boolean }>(
  server: S | undefined,
  host: string | undefined,
): S | null {
  return server && !server.archived && new URL(server.url).host === host ? server : null;
}

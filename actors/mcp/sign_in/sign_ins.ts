/** Signing in at servers of tools, as it is asked for from outside. */
import type { Actor } from "../../../events/catalog/envelope.ts";
import type { McpServer } from "../../../events/catalog/workspace.ts";
import type { Client } from "./discovery.ts";

/** All that the page is told of a try to connect. */
export type Beginning =
  | { readonly next: "sign_in"; readonly url: string; readonly host: string }
  | { readonly next: "client"; readonly redirect: string; readonly host: string }
  | { readonly next: "failed"; readonly error: string };

/** What a browser came back with. */
export interface Back {
  readonly id: string;
  readonly state: string;
  readonly code: string | undefined;
  readonly iss: string | undefined;
  readonly error: string | undefined;
}

export interface SignIns {
  /** Begins a sign-in at a server. `client`: what this program is called there, where a person entered it. Never throws. */
  begin(
    server: McpServer,
    redirect: string,
    who: { readonly by: Actor; readonly key: string },
    client?: Client | null,
  ): Promise<Beginning>;
  /**
   * Ends a sign-in by what the browser came back with. Whether it was begun here and not ended; how it ended stands beside
   * the server. `holds`: whether a credential may still come in.
   */
  end(back: Back, holds: (key: string) => Promise<boolean>): Promise<boolean>;
  /** Forgets a sign-in, and tells the place that it is given up; null: it takes no such word. */
  forget(server: McpServer, by: Actor): Promise<boolean | null>;
  /** What is told of a server's sign-in beside what the log says. */
  shown(server: Pick<McpServer, "id" | "url">): Promise<{
    readonly failed: string | null;
    readonly clientId: string | null;
    /** Scopes that the server wants beyond its sign-in, "" where it did not say which; null: none. */
    readonly wanted: string | null;
  }>;
}

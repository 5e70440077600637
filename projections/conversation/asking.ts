/**
 * The one rule by which a tool asks a person before it runs. What comes back from a tool is untrusted text: it may say
 * anything, and an agent may believe it. So what changes something asks, an address that nobody gave asks, and what
 * would carry words to another server asks as soon as text of anybody else has come into the conversation. What this
 * cannot see stands in SECURITY.md 10.
 */
import type { ConversationState } from "../shapes/folds.ts";
import { citedHosts, grantOf, hostOf, type Known, mayRead } from "./addresses.ts";

/** A call as the rule sees it. */
export interface Judged {
  readonly tool: string;
  /** It changes something here. */
  readonly changes: boolean;
  /** What it would read, as `addressOf` has it; null: nothing. */
  readonly address: string | null;
  /** Whose tool it is; null: this program's. */
  readonly server: {
    readonly host: string;
    /** SHA-256 of what the server says of it. */
    readonly definition: string;
    /** A person has confirmed in the settings that it may run without asking, of exactly this definition. */
    readonly trusted: boolean;
  } | null;
}

/** Whether a person has to be asked before this call. */
export function mustAsk({ tool, changes, address, server }: Judged, known: Known): boolean {
  if (server === null) return changes || (address !== null && !mayRead(known, address));
  const { host, definition, trusted } = server;
  const others = [...known.heard].filter((one) => one !== host);
  if (trusted && others.length === 0) return false;
  const words = known.granted.get(grantOf(host, tool, definition)) ?? [];
  return !words.some((heard) => others.every((one) => heard.includes(one)));
}

/** Hosts whose text has come into a conversation by tools, in the order of its messages. */
export function heardHosts({ order, bodies }: Pick<ConversationState, "order" | "bodies">): string[] {
  const heard = new Set<string>();
  for (const id of order) {
    for (const use of bodies[id]?.tools ?? []) {
      const host = hostOf(use);
      if (host !== null) heard.add(host);
    }
    for (const host of citedHosts(bodies[id] ?? {})) heard.add(host);
  }
  return [...heard];
}

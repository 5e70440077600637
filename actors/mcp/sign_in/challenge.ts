/** What a server of tools says to who shows nothing: where its sign-in is described, and which scope it wants. */
import { guardedFetch } from "../guarded_fetch.ts";
import type { Challenge } from "./discovery.ts";

/** Milliseconds for the one request. */
const CHALLENGE_MS = 10_000;
const NOTHING: Challenge = { metadata: undefined, scope: undefined };

/** Asks it. A server that says nothing of it, or cannot be heard, is asked for its document at the usual place. */
export async function challengeOf(url: string, stop: AbortSignal): Promise<Challenge> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(CHALLENGE_MS)]);
  const ask = guardedFetch({ url, header: null, signal, unheard: () => {} });
  try {
    const response = await ask(url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
    });
    await response.body?.cancel();
    if (response.status !== 401 && response.status !== 403) return NOTHING;
    const { extractWWWAuthenticateParams } = await import("@modelcontextprotocol/client");
    const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response);
    return { metadata: resourceMetadataUrl, scope };
  } catch {
    return NOTHING;
  }
}

/** The running server into which another product's conversations are taken. */
import { z } from "zod";
import type { CardHost } from "../../projections/moving_in/cards.ts";
import type { Host } from "../../projections/moving_in/moving.ts";
import type { StartError } from "./start_error.ts";
import type { Remote } from "./options.ts";
import { foreign, refused, type Terminal, unreachable } from "./remote.ts";

/** Tries of one request at a server that is busy. */
const TRIES = 20;
const Known = z.object({ items: z.array(z.object({ state: z.enum(["new", "here", "deleted"]) })) });
const Uploaded = z.object({ sha256: z.string() });
const Taken = z.object({ conversation: z.object({ id: z.string() }), created: z.boolean() });
const Agents = z.object({
  items: z.array(z.object({
    id: z.string(),
    name: z.string(),
    systemPrompt: z.string(),
    providerId: z.string(),
    model: z.string(),
  })),
});
const Made = z.object({ id: z.string() });
const Refused = z.object({ detail: z.string() });

/** Talks with it, and waits where it asks for that. What it does not take is a `StartError`. */
export function moveHost(remote: Remote, { stop, wait }: Pick<Terminal, "stop" | "wait">): Host & CardHost {
  // Without a password no token is asked for, but that no page of somebody else's is behind it.
  const authorization = remote.token === undefined
    ? { origin: new URL(remote.url).origin }
    : { authorization: `Bearer ${remote.token}` };
  const send = async (path: string, body: BodyInit | null, headers: Record<string, string>) => {
    for (let tries = 1;; tries++) {
      const url = `${remote.url}/api/${path}`;
      const init = {
        method: body === null ? "GET" : "POST",
        body,
        headers: { ...authorization, ...headers },
        signal: stop,
      };
      const response = await fetch(url, init).catch(() => {
        stop.throwIfAborted();
        throw unreachable(remote);
      });
      const told: unknown = await response.json().catch(() => null);
      const { status } = response;
      if ((status !== 429 && status !== 503) || tries === TRIES) return { status, told };
      await wait(1_000 * Math.max(1, Number(response.headers.get("retry-after")) || 1));
      stop.throwIfAborted();
    }
  };
  const refusal = ({ status, told }: { status: number; told: unknown }): StartError => {
    const { data } = Refused.safeParse(told);
    return !data && status < 400 ? foreign(remote) : refused(remote, status, data?.detail);
  };
  return {
    async known(keys) {
      const answer = await send("imports/known", JSON.stringify({ keys }), {
        "content-type": "application/json",
      });
      const { data } = Known.safeParse(answer.told);
      if (!data) throw refusal(answer);
      return data.items;
    },
    async upload({ bytes, type, name }) {
      const headers = { "content-type": type, "x-file-name": encodeURIComponent(name.toWellFormed()) };
      const answer = await send("attachments", bytes, headers);
      const { data } = Uploaded.safeParse(answer.told);
      // No kind of file that is taken, or none that it says it is.
      if (!data && (answer.status === 415 || answer.status === 422)) return null;
      if (!data) throw refusal(answer);
      return data;
    },
    async agents() {
      const answer = await send("agents", null, {});
      const { data } = Agents.safeParse(answer.told);
      if (!data) throw refusal(answer);
      return data.items;
    },
    async make(agent) {
      const answer = await send("agents", JSON.stringify(agent), { "content-type": "application/json" });
      const { data } = Made.safeParse(answer.told);
      if (!data) throw refusal(answer);
      return data;
    },
    async take(lines) {
      const answer = await send("imports", lines, { "content-type": "application/x-ndjson" });
      const { data } = Taken.safeParse(answer.told);
      if (!data && answer.status === 409) return null;
      if (!data) throw refusal(answer);
      return { conversationId: data.conversation.id, created: data.created };
    },
  };
}

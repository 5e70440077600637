/** A server as its callers see it, asked by the paths of its API. */
import assert from "node:assert/strict";
import { Patience } from "../patience.ts";
import { filesIn, secretFinder } from "../server/secret_search.ts";

// What is expected is read; a wrong shape fails the test.
// deno-lint-ignore no-explicit-any
export type Json = any;

/** Milliseconds between two looks for what has to come. */
const BETWEEN_MS = 25;

export class Visit {
  constructor(readonly address: string) {}

  async ask(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Json> {
    const raw = typeof body === "string";
    const response = await fetch(`${this.address}${path}`, {
      method,
      headers: {
        origin: this.address,
        ...(body === undefined
          ? {}
          : { "content-type": raw ? "application/octet-stream" : "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: raw ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    assert.ok(response.status < 500, `${method} ${path}: ${text}`);
    return /json$|json;/.test((response.headers.get("content-type") ?? "").replace(/x-ndjson.*/, ""))
      ? JSON.parse(text)
      : text;
  }

  async until<T>(what: string, look: () => Promise<T | null | undefined | false>): Promise<T> {
    for (const patience = new Patience(`for ${what}`);; patience.look()) {
      const found = await look();
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
    }
  }

  /** A conversation in which nobody answers any more. */
  quiet(id: string): Promise<{ messages: { id: string; content: string; turnId: string | null }[] }> {
    return this.until(`quiet ${id}`, async () => {
      const { items } = await this.ask("GET", `/api/conversations/${id}/messages?limit=100`);
      const done = items.every(({ status }: { status: string }) =>
        !["pending", "streaming"].includes(status)
      );
      return done && items.length > 1 && { messages: items };
    });
  }
}

/** Everything that is told of a conversation, beside a search for these words. */
export async function told(visit: Visit, id: string, word: string): Promise<string> {
  const path = `/api/conversations/${id}`;
  const parts = [
    path,
    `${path}?view=fold`,
    `${path}/messages?limit=100&view=fold`,
    `${path}/events?limit=1000`,
    `${path}/agency-messages`,
    ...["ndjson", "json", "markdown", "html", "openai", "proof"].map((format) =>
      `${path}/export?format=${format}`
    ),
    "/api/conversations",
    `/api/search?q=${word}`,
    `/api/events?limit=1000`,
    "/api/webhooks",
    "/api/notes",
    "/api/projects",
    "/api/projects?archived=true",
    "/api/notes?archived=true",
    "/api/workspace",
    "/api/status",
  ];
  const texts: string[] = [];
  for (const part of parts) texts.push(`${part} ${JSON.stringify(await visit.ask("GET", part))}`);
  const { participants } = await visit.ask("GET", path);
  for (const { id } of participants) {
    texts.push(JSON.stringify(await visit.ask("GET", `${path}/context/${id}`)));
  }
  const { items } = await visit.ask("GET", `${path}/messages?limit=100`);
  for (const { turnId } of items) {
    if (turnId) texts.push(JSON.stringify(await visit.ask("GET", `${path}/turns/${turnId}/request`)));
  }
  return texts.join("\n").replaceAll(`q=${word}`, "").replaceAll(`"query":"${word}"`, "");
}

/** Names of the files under the folder that hold the words. */
export async function holding(folder: string, word: string): Promise<string[]> {
  const found: string[] = [];
  const find = secretFinder([word]);
  for await (const [path, bytes] of filesIn(folder)) if (find(bytes) !== null) found.push(path);
  return found;
}

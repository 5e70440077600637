/** The only server of a store is killed while it answers: the next one knows that it is dead and goes on. */
import assert from "node:assert/strict";
import { DEAD_MS } from "../../actors/live/liveness.ts";
import { ServerProcess } from "./server_process.ts";

/** Seconds a condition may take on a busy machine. */
const SECONDS = 180;

interface Event {
  readonly type: string;
  readonly at: string;
  readonly data: Record<string, unknown>;
}

async function until<T>(look: () => Promise<T | undefined>, what: string): Promise<T> {
  const end = performance.now() + SECONDS * 1_000;
  while (performance.now() < end) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${what}: not within ${SECONDS} s`);
}

async function call(server: ServerProcess, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const response = await fetch(`${server.address}${path}`, {
    headers: { "content-type": "application/json", origin: server.address ?? "" },
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  assert.ok(response.ok, JSON.stringify(answer));
  return answer;
}

Deno.test({
  name: "after kill -9 of the only server the next one goes on with its answers at once",
  // The servers are processes of their own.
  sanitizeResources: false,
  async fn() {
    const data = await Deno.makeTempDir();
    const server = new ServerProcess(data);
    try {
      await server.start();
      const agent = await call(server, "/api/agents", {
        name: "Ada",
        color: 1,
        providerId: "provider_mock",
        model: "story:400:25",
        systemPrompt: "",
        params: {},
        tools: [],
      });
      const room = await call(server, "/api/conversations", { agentIds: [agent["id"]] });
      const path = `/api/conversations/${(room["conversation"] as { id: string }).id}`;
      await call(server, `${path}/messages`, { content: "tell me a story" });
      const event = async (type: string) => {
        const { events } = await call(server, `${path}/events?limit=500`);
        return (events as Event[]).find((event) => event.type === type);
      };
      await until(() => event("TurnStarted"), "the answer begins");
      await server.kill();
      await server.start();
      const listensAt = Date.now();
      const { at, data: cut } = await until(() => event("TurnInterrupted"), "it is taken over");
      assert.equal(cut["why"], "lost");
      const took = Date.parse(at) - listensAt;
      // Waiting for the silence of the dead would take all of it, but for what passed before it listened.
      assert.ok(took < (DEAD_MS * 3) / 4, `${took} ms`);
    } finally {
      await server.terminate();
      await Deno.remove(data, { recursive: true });
    }
  },
});

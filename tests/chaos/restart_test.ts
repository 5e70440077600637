/** The only server of a store is killed while it answers: the next one knows that it is dead and goes on. */
import assert from "node:assert/strict";
import { layGreeted } from "../greeted.ts";
import { ServerProcess } from "./server_process.ts";

/**
 * What is asked of the next one as it begins: an answer that takes a fraction of the silence after which a process is dead,
 * and takes longer where the machine is slower.
 */
const MEANWHILE = "story:100:25";
/** Seconds a condition may take on a busy machine. */
const SECONDS = 180;

interface Event {
  readonly type: string;
  readonly data: Record<string, unknown>;
}

async function until<T>(look: () => Promise<T | undefined>, what: string): Promise<T> {
  const end = performance.now() + SECONDS * 1_000;
  while (performance.now() < end) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
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
      await layGreeted(data);
      await server.start();
      const room = async (model: string) => {
        const { id } = await call(server, "/api/agents", { name: model, providerId: "provider_mock", model });
        const { conversation } = await call(server, "/api/conversations", { agentIds: [id] });
        return `/api/conversations/${(conversation as { id: string }).id}`;
      };
      const [cut, meanwhile] = [await room("story:400:25"), await room(MEANWHILE)];
      const event = async (path: string, type: string) => {
        const { events } = await call(server, `${path}/events?limit=500`);
        return (events as Event[]).find((event) => event.type === type);
      };
      await call(server, `${cut}/messages`, { content: "tell me a story" });
      await until(() => event(cut, "TurnStarted"), "the answer begins");
      await server.kill();
      await server.start();
      await call(server, `${meanwhile}/messages`, { content: "and a short one" });
      await until(() => event(meanwhile, "TurnCompleted"), "the short one ends");
      // Who waits for the silence of the dead has not begun by then.
      const taken = await event(cut, "TurnInterrupted");
      assert.equal(taken?.data["why"], "lost", "it is taken over at once");
    } finally {
      await server.terminate();
      await Deno.remove(data, { recursive: true });
    }
  },
});

/** Comparisons for tests of the server. */
import type { TestServer } from "./server/harness.ts";
import { Patience } from "./patience.ts";

/** A talk, agents of these models, and what is asked of them. */
export async function compared(
  server: TestServer,
  models: readonly string[],
  names = (n: number) => `Agent-${n}`,
) {
  const provider = (await server.call("GET", "/api/providers")).json.items[0].id;
  const agentIds: string[] = [];
  for (const [n, model] of models.entries()) {
    const agent = { name: names(n + 1), providerId: provider, model, color: n % 8 + 1 };
    agentIds.push((await server.call("POST", "/api/agents", agent)).json.id);
  }
  const made = await server.call("POST", "/api/conversations", {
    agentIds: agentIds.slice(0, 1),
    message: "Hello",
  });
  const id: string = made.json.conversation.id;
  await server.settled(id);
  const body = {
    question: "Which bread keeps longest?",
    agentIds,
    label: "bread",
    criteria: ["clear", "short"],
  };
  return { id, path: `/api/conversations/${id}`, agentIds, body };
}

/** A comparison once its answers are there. */
export async function ready(server: TestServer, at: string) {
  const patience = new Patience(`for the answers of ${at}`);
  for (;;) {
    const news = Promise.withResolvers<void>();
    const leave = server.system.subscribe(() => news.resolve());
    try {
      const { json } = await server.call("GET", at);
      if (json.status !== "asked") return json;
      await patience.for(news.promise);
    } finally {
      leave();
    }
  }
}

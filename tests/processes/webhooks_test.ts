/** Webhooks of a real server that is killed, at a receiver that checks them as Standard Webhooks says. */
import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { Fishbowl } from "../../server/client/client.ts";
import { ServerProcess } from "../chaos/server_process.ts";
import { inFolder } from "../in_folder.ts";

Deno.test({
  name: "a webhook that was not taken before kill -9 is delivered afterwards, under its id and signed",
  sanitizeResources: false,
  sanitizeOps: false,
  fn: () =>
    inFolder(async (data) => {
      let secret = "";
      // By their ids, of which conversation: the one that greets may still be answered when the webhook is made.
      const tried = new Map<string, string>();
      const taken = new Set<string>();
      let heard = () => {};
      const receiver = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async (request) => {
        const body = await request.text();
        new Webhook(secret).verify(body, Object.fromEntries(request.headers));
        const id = request.headers.get("webhook-id") ?? "";
        const again = tried.has(id);
        tried.set(id, JSON.parse(body).data.conversationId);
        if (again) taken.add(id);
        heard();
        return new Response(null, { status: again ? 204 : 503 });
      });
      const until = async (look: () => boolean) => {
        while (!look()) await new Promise<void>((resolve) => (heard = resolve));
      };
      const server = new ServerProcess(data, [], { env: { FISHBOWL_PRACTICE_MS: "0" } });
      try {
        await server.start();
        const call = async (path: string, body: unknown) =>
          await (await fetch(`${server.address}${path}`, {
            method: "POST",
            headers: { "content-type": "application/json", origin: `${server.address}` },
            body: JSON.stringify(body),
          })).json();
        const url = `http://127.0.0.1:${receiver.addr.port}/hook`;
        ({ secret } = await call("/api/webhooks", { url, events: ["answer.completed"] }));
        const client = new Fishbowl({ url: server.address ?? "" });
        const { items } = await client.agents();
        const agentIds = items.slice(0, 2).map((agent) => agent.id);
        const { conversation: { id } } = await client.start({ agentIds });
        await client.ask(id, "Is bread worth baking?");
        const own = () => [...tried].filter(([, of]) => of === id).map(([delivery]) => delivery);
        // Each once: of one whose first try is cut short the second would be refused here, and the third is half a minute later.
        await until(() => own().length >= agentIds.length);
        await server.kill();
        await server.start();
        await until(() => own().filter((delivery) => taken.has(delivery)).length >= agentIds.length);
        assert.equal(own().length, agentIds.length);
      } finally {
        await server.terminate();
        await receiver.shutdown();
      }
    }),
});

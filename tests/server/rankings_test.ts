/** Rankings by the API: what is judged and revealed counts in its own label, as long as its question is there. */
import assert from "node:assert/strict";
import { SYSTEM } from "../../events/catalog/envelope.ts";
import { compared, ready } from "../comparing.ts";
import { TestServer } from "./harness.ts";

interface Told {
  readonly id: string;
  readonly strength: number;
  readonly low: number;
  readonly high: number;
  readonly won: number;
}

/** Asks, judges as best what this agent said (absent: nobody judges), and reveals. */
async function judge(server: TestServer, path: string, body: object, agentId?: string) {
  const { comparisonId } = (await server.call("POST", `${path}/comparisons`, body)).json;
  const at = `${path}/comparisons/${comparisonId}`;
  const { answers, messageId } = await ready(server, at);
  const said: readonly string[] = answers.map(({ content }: { content: string }) => content);
  // Practice agents of these models are known by what they say.
  const best = said.findIndex((content) => content.length === Math.max(...said.map((one) => one.length)));
  const long = { best: agentId === "long" ? best : 1 - best, criteria: [best, null] };
  if (agentId !== undefined) assert.equal((await server.call("POST", `${at}/vote`, long)).status, 200);
  assert.equal((await server.call("POST", `${at}/reveal`)).status, 200);
  return { comparisonId, messageId };
}

Deno.test("what is judged and revealed makes a ranking of its label, of agents and of models, and opens its answers", async () => {
  await using server = await TestServer.start();
  const { id, path, agentIds: [long = "", short = ""], body } = await compared(server, ["story:60", "echo"]);
  const rankingOf = async (query: string) => (await server.call("GET", `/api/ranking?${query}`)).json;
  assert.deepEqual((await server.call("GET", "/api/rankings")).json.items, []);
  assert.deepEqual((await rankingOf("label=bread")).groups, []);
  await judge(server, path, body);
  assert.deepEqual((await server.call("GET", "/api/rankings")).json.items, [], "nobody judged it");
  const first = await judge(server, path, body, "long");
  const second = await judge(server, path, body, "long");
  await judge(server, path, { ...body, label: "letters" }, "short");
  assert.deepEqual(
    (await server.call("GET", "/api/rankings")).json.items.map((
      one: { label: string; comparisons: number },
    ) => [
      one.label,
      one.comparisons,
    ]),
    [["letters", 1], ["bread", 2]],
  );
  const { groups: [group], ...counted } = await rankingOf("label=bread");
  assert.deepEqual(group.map((one: Told) => [one.id, one.won]), [[long, 2], [short, 0]]);
  assert.ok(group.every((one: Told) => one.low < one.strength && one.strength < one.high));
  assert.deepEqual([counted.comparisons, counted.votes], [2, 2]);
  const idsOf = ({ groups }: { groups: Told[][] }) => groups.map((one) => one.map(({ id }) => id));
  assert.deepEqual(idsOf(await rankingOf("label=letters")), [[short, long]]);
  assert.deepEqual(idsOf(await rankingOf("label=letters&criterion=clear")), [[long, short]]);
  assert.deepEqual(idsOf(await rankingOf("label=letters&criterion=short")), []);
  assert.deepEqual(idsOf(await rankingOf("label=letters&of=models")), [["echo", "story:60"]]);
  assert.deepEqual(idsOf(await rankingOf("")), [], "never one over all labels");
  assert.equal((await server.call("GET", "/api/ranking?of=everybody")).status, 422);
  const { judged } = await rankingOf("label=bread");
  assert.deepEqual(
    judged.map((one: { id: string; conversationId: string }) => [one.id, one.conversationId]),
    [[second.comparisonId, id], [first.comparisonId, id]],
  );
  for (const one of judged) {
    const opened = (await server.call("GET", `${path}/comparisons/${one.id}`)).json;
    assert.deepEqual(
      one.seated.map(({ agentId }: { agentId: string }) => agentId),
      opened.revealed.seated.map(({ agentId }: { agentId: string }) => agentId),
    );
    assert.deepEqual(one.votes.map(({ best }: { best: number }) => best), [opened.votes[0].best]);
  }
});

Deno.test("with its question goes what was judged, words and all, and with its conversation the rest", async () => {
  await using server = await TestServer.start();
  const { path, body } = await compared(server, ["story:60", "echo"]);
  const label = "Marzipanides";
  const asked = { ...body, label, criteria: ["Ostrobothnia", "b"] };
  const { messageId } = await judge(server, path, asked, "long");
  await judge(server, path, asked, "short");
  const kept = async () => {
    return (await server.system.judged()).comparisons.filter(({ erased }) => !erased).length;
  };
  const until = async (count: number) => {
    for (;;) {
      const news = Promise.withResolvers<void>();
      const leave = server.system.subscribe(() => news.resolve());
      try {
        if (await kept() === count) return;
        await news.promise;
      } finally {
        leave();
      }
    }
  };
  const workspaceText = async () => {
    const found: unknown[] = [];
    for await (const events of server.store.read("workspace")) found.push(...events);
    return JSON.stringify(found);
  };
  assert.equal(await kept(), 2);
  assert.equal((await server.call("DELETE", `${path}/messages/${messageId}/content`)).status, 200);
  await until(1);
  assert.equal((await server.call("GET", `/api/ranking?label=${label}`)).json.comparisons, 1);
  assert.equal((await server.call("DELETE", path)).status, 204);
  assert.equal(await kept(), 1, "it can still be had back");
  // The program's own command: nobody waits for the time in which it can be had back.
  await server.system.execute(path.slice(path.lastIndexOf("/") + 1), { type: "purge" } as never, {
    by: SYSTEM,
  });
  await until(0);
  await server.store.erase();
  const text = await workspaceText();
  assert.ok(!text.includes(label) && !text.includes("Ostrobothnia"), text);
  assert.deepEqual((await server.call("GET", "/api/rankings")).json.items, []);
});

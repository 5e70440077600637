/** A conversation out of a file, run again by agents that are made for it. */
import assert from "node:assert/strict";
import { runAgain } from "../../../server/checks/rerun_talk.ts";
import { History } from "../../history.ts";
import { TestServer } from "../harness.ts";

Deno.test("where somebody pressed a button each answers in turn, by the tools that are there and within its tokens", async () => {
  const talk = new History().started({ title: "Tea", mode: "manual", settings: { limits: { tokens: 9 } } })
    .joined("Ada", "Ben").posted("q0", "Tea?").state();
  await using server = await TestServer.start();
  const now = { run: "", seats: new Map<string, string>() };
  const run = await runAgain(
    server.system,
    talk,
    talk.participants.map((participant) => ({
      ...{ participant, kind: "mock" as const, model: "echo", prompt: null, params: {} },
      systemPrompt: `You are ${participant.name}.`,
      tools: ["rename_conversation", "gone"],
    })),
    { access: {}, tokens: 5_000, now },
  );
  assert.deepEqual([run.id, run.title, run.mode, run.settings.limits?.tokens], [
    now.run,
    "Tea",
    "round_robin",
    5_000,
  ]);
  assert.deepEqual([...now.seats.values()], ["1 Ada", "1 Ben"]);
  const answers = run.order.map((id) => [run.messages[id]?.author.name, run.messages[id]?.status]).slice(1);
  assert.deepEqual(answers, [["Ada", "complete"], ["Ben", "complete"]]);
  const { agents } = await server.system.workspace();
  for (const { agentId, name } of run.participants) {
    assert.deepEqual(agents[agentId]?.tools, ["rename_conversation"]);
    assert.equal(agents[agentId]?.systemPrompt, `You are ${name}.`);
  }
});

/** On request: what an agent is sent, to the letter, and how its words come and are kept. */
import assert from "node:assert/strict";
import { inWorld } from "./world.ts";

const ANN = { kind: "user" as const, id: "ann", name: "Ann Boe" };
const BEN = { kind: "user" as const, id: "ben", name: "ben@example.org" };

// Shows S4-11, S4-12, S4-13, S4-14, S4-15, S4-16, S4-17, S4-18, S4-T3, S4-T8.
Deno.test("the whole request of an agent that is asked, word for word", () =>
  inWorld({ tokenMs: 1 }, async (world, room) => {
    await room.open([
      { name: "Ada", model: "echo", systemPrompt: "" },
      { name: "Critic", model: "echo", systemPrompt: "You doubt everything." },
    ], { mode: "manual" });
    await room.do({ type: "post", content: "Is bread food?" }, ANN);
    await room.do({ type: "ask", agentId: "agent_1" });
    await room.rest();
    await room.do({ type: "post", content: "And cake?" }, BEN);
    await room.do({ type: "ask_all" });
    await room.rest();
    const sent = world.mock.requests().map(({ body }) => JSON.parse(new TextDecoder().decode(body)));
    const others = (humans: string, agent: string) =>
      "You are participating in a group conversation. " +
      `Other participants: Humans: ${humans}. AI Agents: ${agent}.`;
    const golden = (body: { system: string; messages: { role: string; content: string }[] }) => [
      body.system,
      ...body.messages.map(({ role, content }) => `${role}: ${content}`),
    ];
    assert.deepEqual(sent.map(golden), [
      [`You are Ada.\n\n${others("Ann Boe", "Critic")}`, "user: [Ann Boe]: Is bread food?"],
      [
        `You are Ada.\n\n${others("Ann Boe, ben", "Critic")}`,
        "user: [Ann Boe]: Is bread food?",
        "assistant: Is bread food?",
        "user: [ben]: And cake?",
      ],
      [
        `You doubt everything.\n\n${others("Ann Boe, ben", "Ada")}`,
        "user: [Ann Boe]: Is bread food?\n\n[Ada]: Is bread food?\n\n[ben]: And cake?\n\n[Ada]: And cake?",
      ],
    ]);
  }));

// Shows S4-29, S4-30, S4-32.
Deno.test("the message is there empty when the model starts; what the debounce still holds is in the end", () =>
  inWorld({ tokenMs: 1 }, async (world, room) => {
    await room.open([{ name: "Ada", model: "echo" }], { mode: "manual" });
    await room.post("one two three four five six");
    const { answer } = await room.do({ type: "ask", agentId: "agent_1" });
    const asked = await room.state();
    const message = asked.messages[answer.messageId ?? ""];
    assert.equal(message?.author.name, "Ada");
    assert.equal(asked.bodies[message?.id ?? ""]?.content, "");
    await world.until(async () => (await room.turnOf("Ada"))?.status === "running");
    assert.equal((await room.state()).messages[message?.id ?? ""]?.status, "streaming");
    const ended = await room.rest();
    const shown = room.engine.live.flatMap((l) => l.type === "drafts" ? l.drafts : []).map((d) => d.text)
      .join("");
    const [completed] = await room.all("TurnCompleted");
    assert.equal(completed?.content, "one two three four five six");
    assert.ok(completed.content.startsWith(shown) && shown.length < completed.content.length);
    const final = ended.messages[message?.id ?? ""];
    assert.equal(final?.status, "complete");
    assert.equal(final.model, "echo");
    assert.ok((final.usage?.input ?? 0) > 0 && (final.usage?.output ?? 0) > 0);
  }));

/** Manager mode: each agent has a list of its own (S1-10), and what it wrote as it was told to write it. */
import assert from "node:assert/strict";
import { AgentContext } from "../../projections/context/context.ts";
import { specNow } from "../../projections/context/spec.ts";
import { History } from "../history.ts";

const agency = () => new History().started().joined("manager", "coder", "tester").managed("manager");

/** Ann asks the manager, the manager asks the coder, the coder answers, the manager answers Ann. */
function exchange(): History {
  const history = agency().posted("m1", "A game, please.", undefined, { to: "p_manager" });
  const turn = (name: string, id: string, content: string, to: string) =>
    history.requested(name, "m1", { turnId: id, mode: "manager" }).claimed(id)
      .completed(id, content, { to, raw: `\`\`\`json\n{"to":0,"content":"${content}"}\n\`\`\`` });
  turn("manager", "t1", "Can you?", "p_coder");
  turn("coder", "t2", "In a day.", "p_manager");
  turn("manager", "t3", "Tomorrow.", "person");
  return history;
}

function sent(history: History, name: string, mode = history.state().mode): string[] {
  const state = history.state();
  return new AgentContext(state, `p_${name}`, { ...specNow(state), mode }).whole().messages
    .map(({ role, content }) => `${role}: ${content}`);
}

// Shows S1-3, S1-7, S1-10, C-13.
Deno.test("the manager's list is what was said to it and by it, with whom it addressed", () => {
  assert.deepEqual(sent(exchange(), "manager"), [
    "user: [Ann]: A game, please.",
    'assistant: {"to":102,"context":"Can you?"}',
    "user: [coder]: In a day.",
    'assistant: {"to":0,"context":"Tomorrow."}',
  ]);
});

// Shows S1-10.
Deno.test("a member's list is only what was said to it and by it; who was not addressed has an empty one", () => {
  assert.deepEqual(sent(exchange(), "coder"), [
    "user: [manager]: Can you?",
    'assistant: {"to":101,"context":"In a day."}',
  ]);
  assert.deepEqual(sent(exchange(), "tester"), []);
  const state = exchange().state();
  const { omitted } = new AgentContext(state, "p_tester", specNow(state)).whole();
  assert.deepEqual(new Set(omitted.map(({ why }) => why)), new Set(["not_addressed"]));
});

// Shows S1-18.
Deno.test("words to nobody stay with their author, as it wrote them, with the program's answer", () => {
  const history = agency().posted("m1", "Hi", undefined, { to: "p_manager" })
    .requested("manager", "m1", { turnId: "t1", mode: "manager" }).claimed("t1")
    .completed("t1", "You there?", { to: "p_manager", raw: '{"to":7,"context":"You there?"}' })
    .add("MessagePosted", {
      messageId: "n1",
      author: { kind: "system", id: "system", name: "System" },
      role: "user",
      content: "There is no other agent #7.",
      to: "p_manager",
    });
  assert.deepEqual(sent(history, "manager"), [
    "user: [Ann]: Hi",
    'assistant: {"to":7,"context":"You there?"}',
    "user: [System]: There is no other agent #7.",
  ]);
  assert.deepEqual(sent(history, "coder"), []);
});

Deno.test("what was said to the whole room in another mode stays in everybody's list when a manager takes over", () => {
  const history = new History().started().joined("manager", "coder").answered("m1", "All?", {
    coder: "Here.",
  })
    .managed("manager").posted("m2", "Now you.", undefined, { to: "p_manager" });
  assert.deepEqual(sent(history, "manager"), [
    "user: [Ann]: All?",
    "user: [coder]: Here.",
    "user: [Ann]: Now you.",
  ]);
  assert.deepEqual(sent(history, "coder"), ["user: [Ann]: All?", "assistant: Here."]);
});

Deno.test("after manager mode the exchange with the person is public, the agents' talk stays theirs", () => {
  assert.deepEqual(sent(exchange(), "tester", "parallel"), [
    "user: [Ann]: A game, please.",
    "user: [manager]: Tomorrow.",
  ]);
  assert.deepEqual(sent(exchange(), "coder", "parallel"), [
    "user: [Ann]: A game, please.",
    "user: [manager]: Can you?",
    "assistant: In a day.",
    "user: [manager]: Tomorrow.",
  ]);
});

// Shows S1-10.
Deno.test("a manager that left and came back still has its list", () => {
  const history = exchange().add("ParticipantRemoved", { participantId: "p_manager" })
    .add("ParticipantAdded", {
      participantId: "p_back",
      agentId: "a_manager",
      agentVersion: 1,
      number: 101,
      name: "manager",
      color: 1,
      model: "manager",
    });
  assert.deepEqual(sent(history, "back"), sent(exchange(), "manager"));
});

// Shows P6.
Deno.test("why an answer under way is left out is told alike before and after its end", () => {
  const history = agency().posted("m1", "A game, please.", undefined, { to: "p_manager" })
    .requested("manager", "m1", { turnId: "t1", mode: "manager" }).claimed("t1");
  const spec = specNow(history.state());
  const then = new AgentContext(history.state(), "p_coder", spec).whole();
  history.completed("t1", "Tomorrow.", { to: "person" });
  assert.deepEqual(new AgentContext(history.state(), "p_coder", spec).whole(), then);
  assert.equal(then.omitted.at(-1)?.why, "incomplete");
});

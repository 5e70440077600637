import assert from "node:assert/strict";
import { type Decided, given } from "../../given.ts";
import { completion, History } from "../../../history.ts";

/** Numbers: Boss 101, Coder 102, Tester 103. */
const agency = () => new History().started().joined("Boss", "Coder", "Tester").managed("Boss");

/** Claims the one open turn and completes it, addressed to `number`. */
function says(history: History, text: string, address: number): Decided {
  const state = history.state();
  const turn = state.turns[state.open[0] ?? ""];
  assert.ok(turn, "nobody is to speak");
  const claimed = given(history).when({
    type: "claim",
    turnId: turn.id,
    owner: "process-1",
    agentVersion: 1,
    window: null,
  });
  return given(claimed.next).when({
    type: "complete",
    data: { ...completion(turn.id, text), messageId: turn.messageId },
    address,
  });
}

// Shows S1-4, S1-5.
Deno.test("a person's message goes to the manager alone, mentions or not", () => {
  const decided = given(agency()).when({ type: "post", content: "@Coder build it" });
  assert.deepEqual(decided.speakers(), ["p_Boss"]);
  assert.equal(decided.one("MessagePosted").to, "p_Boss");
  assert.equal(decided.one("MessagePosted").mentions, undefined);
});

// Shows S1-7, S1-18.
Deno.test("the manager addresses a member by number, who answers the manager", () => {
  const asked = given(agency()).when({ type: "post", content: "Build it" });
  const told = says(asked.next, "Please code it", 102).then("TurnCompleted", "TurnRequested");
  assert.equal(told.one("TurnCompleted").to, "p_Coder");
  assert.deepEqual(told.speakers(), ["p_Coder"]);
  assert.deepEqual(told.one("TurnRequested").reason, {
    code: "addressed",
    text: "addressed by #101",
    from: 101,
  });
  assert.deepEqual(says(told.next, "Coded", 101).speakers(), ["p_Boss"]);
});

// Shows S1-6, S1-17.
Deno.test("with 0 the manager answers the person and the exchange is over", () => {
  const asked = given(agency()).when({ type: "post", content: "Build it" });
  const done = says(asked.next, "It is built", 0).then("TurnCompleted", "ExchangeCompleted");
  assert.equal(done.one("TurnCompleted").to, "person");
});

// Shows S1-4.
Deno.test("a member that writes 0 is heard by the manager, not by the person", () => {
  const asked = given(agency()).when({ type: "post", content: "Build it" });
  const told = says(asked.next, "Please code it", 102);
  const out = says(told.next, "Here, user", 0);
  assert.equal(out.one("TurnCompleted").to, "p_Boss");
  assert.deepEqual(out.speakers(), ["p_Boss"]);
});

// Shows S1-15.
Deno.test("an unknown number goes back to the sender as an error that names who is there", () => {
  const asked = given(agency()).when({ type: "post", content: "Build it" });
  const lost = says(asked.next, "Hello?", 999).then("TurnCompleted", "MessagePosted", "TurnRequested");
  assert.deepEqual(lost.speakers(), ["p_Boss"]);
  const word = lost.one("MessagePosted");
  assert.equal(word.to, "p_Boss");
  assert.equal(word.content, "There is no other agent #999. You can address: #102 (Coder), #103 (Tester).");
});

// Shows S2-44.
Deno.test("a member that fails is reported to the manager; a manager that fails ends the exchange", () => {
  const asked = given(agency()).when({ type: "post", content: "Build it" });
  const told = says(asked.next, "Please code it", 102);
  const fails = (history: History): Decided => {
    const state = history.state();
    const turnId = state.open[0] ?? "";
    const claimed = given(history).when({
      type: "claim",
      turnId,
      owner: "process-1",
      agentVersion: 1,
      window: null,
    });
    const error = { code: "server", message: "It broke.", retryable: true } as const;
    return given(claimed.next).when({ type: "fail", data: { turnId, attempt: 1, error } });
  };
  const member = fails(told.next).then("TurnFailed", "MessagePosted", "MessagePosted", "TurnRequested");
  assert.equal(member.all("MessagePosted")[1]?.content, "#102 could not answer. It broke.");
  assert.deepEqual(member.speakers(), ["p_Boss"]);
  fails(asked.next).then("TurnFailed", "MessagePosted", "ExchangeCompleted");
});

// Shows P13.
Deno.test("no script of a manager makes more turns than the cap, and the end is said", () => {
  for (const address of [102, 999, 101]) {
    let history = given(agency()).when({ type: "post", content: "Build it" }).next;
    let turns = 0;
    while (history.state().open.length > 0) {
      history = says(history, "Round and round", turns % 2 === 0 ? address : 101).next;
      turns++;
      assert.ok(turns <= 24, "more turns than the cap allows");
    }
    assert.equal(turns, 24);
    const texts = history.events.map((e) => JSON.stringify(e.data)).join("\n");
    assert.match(texts, /Stopped after 24 turns without an answer from the manager\./);
  }
});

// Shows P13.
Deno.test("a conversation may set a lower cap", () => {
  let history = agency().add("SettingsChanged", { limits: { managerTurns: 3 } });
  history = given(history).when({ type: "post", content: "Build it" }).next;
  for (const address of [102, 101, 102]) history = says(history, "On", address).next;
  assert.equal(history.state().open.length, 0);
});

// Shows S1-4.
Deno.test("with the manager turned off nobody answers and a notice says why", () => {
  const history = agency().add("ParticipantDisabled", { participantId: "p_Boss" });
  const decided = given(history).when({ type: "post", content: "Hello" }).then(
    "MessagePosted",
    "MessagePosted",
  );
  assert.match(decided.all("MessagePosted")[1]?.content ?? "", /manager is not enabled/);
});

// Shows S1-29.
Deno.test("a caller's system message is kept as a notice before its message", () => {
  const decided = given(agency()).when({ type: "post", content: "Hi", instructions: "Speak French." });
  decided.then("MessagePosted", "MessagePosted", "TurnRequested");
  assert.equal(decided.all("MessagePosted")[0]?.notice?.code, "custom_instructions");
});

// Shows S1-11.
Deno.test("the manager is the agency's, else who managed before and is still there, else the first", () => {
  const managerOf = (history: History) =>
    given(history).when({ type: "change", mode: "manager" }).one("ModeChanged").manager?.participantId;
  const room = new History().started().joined("Boss", "Coder", "Tester");
  assert.equal(managerOf(room), "p_Boss");
  const was = new History().started().joined("Boss", "Coder").managed("Coder")
    .add("ModeChanged", { mode: "parallel" });
  assert.equal(managerOf(was), "p_Coder");
  assert.equal(managerOf(was.add("ParticipantRemoved", { participantId: "p_Coder" })), "p_Boss");
});

// Shows S1-11.
Deno.test("a conversation begins only under a manager who takes part in it", () => {
  const agents = ["Boss", "Coder"].map((name, index) => ({
    agentId: `a_${name}`,
    agentVersion: 1,
    number: index + 1,
    name,
    color: 1,
    model: "echo",
  }));
  const begin = (managerAgentId: string) =>
    given(new History()).when({
      type: "start",
      title: "",
      mode: "manager",
      settings: {},
      agents,
      managing: { managerAgentId, principles: "Be brief." },
    });
  const { manager } = begin("a_Coder").one("ModeChanged");
  const [, coder] = begin("a_Coder").all("ParticipantAdded");
  assert.equal(manager?.participantId, coder?.participantId);
  begin("a_Nobody").refused("validation", "The manager must be one of the agents.");
});

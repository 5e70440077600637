/** Switching the mode in the middle: everything stays, what is under way ends as it began, the next message obeys the new mode. */
import assert from "node:assert/strict";
import type { DataOf, Mode } from "../../events/catalog/conversation.ts";
import { Mode as Modes } from "../../events/catalog/conversation.ts";
import { EXPECTED } from "../expected_of_modes.ts";
import { completion, History } from "../history.ts";
import { given } from "./given.ts";

type Requested = DataOf<"TurnRequested">;

/** Numbers: A 101, B 102, C 103. */
const room = (mode: Mode) => {
  const history = new History().started({ mode, settings: { rounds: 2 } }).joined("A", "B", "C");
  return (mode === "manager" ? history.managed("A") : history)
    .answered("m0", "Before", { A: "Then", B: "Too" });
};

/** Sets an exchange going in the room's mode. */
const begin = (history: History): History =>
  given(history).when(
    history.state().mode === "manual" ? { type: "ask_all" } : { type: "post", content: "Go on", id: "m1" },
  ).next;

/** In manager mode A asks B and then answers the person; B answers A. */
const address = (history: History, turn: { participantId: string; exchange: string }): number => {
  if (turn.participantId !== "p_A") return 101;
  const said = Object.values(history.state().turns).filter((t) => t.exchange === turn.exchange);
  return said.length > 1 ? 0 : 102;
};

/** Plays every open turn to its end, each newly requested one too. */
function play(history: History): History {
  let now = history;
  for (let steps = 0; now.state().open.length > 0; steps++) {
    assert.ok(steps < 50, "it does not end");
    const state = now.state();
    const turn = state.turns[state.open[0] ?? ""];
    assert.ok(turn);
    if (turn.status === "pending") {
      now =
        given(now).when({ type: "claim", turnId: turn.id, owner: "p", agentVersion: 1, window: null }).next;
    }
    now = given(now).when({
      type: "complete",
      data: { ...completion(turn.id, `answer ${steps}`), messageId: turn.messageId },
      ...(turn.mode === "manager" ? { address: address(now, turn) } : {}),
    }).next;
  }
  return now;
}

/** Who spoke from `seq` on, in which mode and why. */
const spoken = (history: History, seq: number): string[] =>
  history.events.filter((e) => e.type === "TurnRequested" && e.seq > seq)
    .map((e) => e.data as Requested)
    .map(({ participantId, mode, reason }) => `${participantId} ${mode} ${reason.text}`);

for (const from of Modes.options) {
  for (const to of Modes.options.filter((mode) => mode !== from)) {
    // Shows C-9.
    Deno.test(`from ${from} to ${to} in the middle of an exchange: it ends as it began, the next obeys`, () => {
      const start = room(from);
      const under = begin(start);
      const changed = given(under).when({ type: "change", mode: to }).then("ModeChanged").next;
      const before = under.state();
      const after = changed.state();
      for (
        const kept of ["order", "messages", "bodies", "participants", "turns", "open", "settings"] as const
      ) {
        assert.deepEqual(after[kept], before[kept], kept);
      }
      assert.equal(after.mode, to);
      const ended = play(changed);
      assert.deepEqual(spoken(ended, start.seq), spoken(play(under), start.seq), "as without the switch");
      assert.deepEqual(ended.state().exchanges, {});
      const next = given(ended).when({ type: "post", content: "And now?", id: "m2" });
      assert.deepEqual(next.speakers(), ["p_A", "p_B", "p_C"].slice(0, EXPECTED[to].first(3)));
      assert.ok(next.all("TurnRequested").every((turn) => turn.mode === to));
    });
  }
}

// Shows S2-46.
Deno.test("in turn: one to five rounds, each agent once a round, each told its place and round", () => {
  for (let rounds = 1; rounds <= 5; rounds++) {
    const history = new History().started({ mode: "round_robin", settings: { rounds } }).joined("A", "B");
    const asked = given(history).when({ type: "post", content: "Go" }).next;
    const round = (n: number) => rounds > 1 ? `, round ${n} of ${rounds}` : "";
    const expected = Array.from({ length: rounds }, (_, n) => [
      `p_A round_robin in turn 1 of 2${round(n + 1)}`,
      `p_B round_robin in turn 2 of 2${round(n + 1)}`,
    ]).flat();
    assert.deepEqual(spoken(play(asked), 0), expected);
  }
});

// Shows S2-38.
Deno.test("in turn: the person's next message ends the round and begins a new one", () => {
  const history = new History().started({ mode: "round_robin", settings: { rounds: 3 } }).joined("A", "B");
  const first = given(history).when({ type: "post", content: "Go", id: "m1" }).next;
  const second = given(first).when({ type: "post", content: "Wait", id: "m2" })
    .then("TurnCancelled", "ExchangeCompleted", "MessagePosted", "TurnRequested");
  const turns = Object.values(play(second.next).state().turns);
  assert.equal(turns.filter((t) => t.exchange === "m1").length, 1, "nobody else speaks to the first");
  assert.equal(turns.filter((t) => t.exchange === "m2").length, 6);
});

// Shows S4-2.
Deno.test("on request, asking all: a stop ends the round; nobody who waited speaks afterwards", () => {
  const asked = given(room("manual")).when({ type: "ask_all" });
  const stopped = given(asked.next).when({ type: "stop" }).then("TurnCancelled", "ExchangeCompleted");
  assert.deepEqual(stopped.next.state().open, []);
});

Deno.test("a stop of one exchange leaves the others alone", () => {
  const history = new History().started().joined("A", "B").posted("m1", "Hi").requested("A", "m1")
    .posted("m2", "Ho", { kind: "user", id: "ben", name: "Ben" }).requested("B", "m2");
  const stopped = given(history).when({ type: "stop", exchange: "m2" })
    .then("TurnCancelled", "ExchangeCompleted");
  assert.deepEqual(stopped.next.state().open, ["t_A"]);
});

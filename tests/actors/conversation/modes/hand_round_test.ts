import assert from "node:assert/strict";
import { SYSTEM } from "../../../../events/catalog/envelope.ts";
import { handsOf } from "../../../../projections/conversation/raised_hands.ts";
import { BEN, completion, History } from "../../../history.ts";
import { given } from "../../given.ts";

const LIMIT = { calls: 4 };
const room = (mode: "manual" | "parallel" = "manual") => new History().started({ mode }).joined("Ada", "Bob");
const asking = (limit: { calls: number; usd?: number } = LIMIT) => room().add("HandsSet", limit);
const post = (history: History, content = "What now?", more = {}) =>
  given(history).when({ type: "post", content, ...more });

Deno.test("who is there is asked for a hand when a person says something to nobody, and no answer is asked for", () => {
  const history = asking().joined("Off").add("ParticipantDisabled", { participantId: "p_Off" });
  const decided = post(history).then("MessagePosted", "TurnRequested", "TurnRequested");
  assert.deepEqual(decided.speakers(), ["p_Ada", "p_Bob"]);
  const turns = decided.all("TurnRequested");
  assert.deepEqual(turns.map(({ asks, through }) => [asks, through]), [
    ["hand", history.seq + 1],
    ["hand", history.seq + 1],
  ]);
  const [first, second] = decided.accepted.events.slice(1).map(({ exchange }) => exchange);
  assert.ok(first?.startsWith("hands_") && first === second, "they are one exchange, and not the message's");
  const state = decided.next.state();
  assert.deepEqual(state.order.length, 1, "none of it is in the talk");
  assert.deepEqual(handsOf(state).map(({ participantId, is }) => [participantId, is]), [
    ["p_Ada", "asked"],
    ["p_Bob", "asked"],
  ]);
});

Deno.test("nobody is asked before somebody sets it, in another mode, where somebody is named, or where no person says it", () => {
  post(room()).then("MessagePosted");
  given(room("parallel").add("HandsSet", LIMIT)).when({ type: "post", content: "Hi" })
    .then("MessagePosted", "TurnRequested", "TurnRequested");
  assert.deepEqual(
    given(room("parallel").add("HandsSet", LIMIT)).when({ type: "post", content: "Hi" })
      .all("TurnRequested").map(({ asks }) => asks),
    [undefined, undefined],
  );
  const named = post(asking(), "@Ada?").then("MessagePosted", "TurnRequested");
  assert.equal(named.one("TurnRequested").asks, undefined);
  given(asking()).when({ type: "post", content: "Hi" }, SYSTEM).then("MessagePosted");
  given(asking()).when({ type: "post", content: "Hi", program: true, call: { seed: 1 } }).then(
    "MessagePosted",
  );
});

Deno.test("in a run of a check nobody has hands: what is said there is measured", () => {
  const run = asking().add("QuestionPlanned", { messageId: "q1", content: "Later" });
  assert.ok(run.state().run);
  assert.deepEqual(post(run).all("TurnRequested"), []);
});

Deno.test("where asking all once more would go beyond the calls, nobody is asked, it ends, and says so", () => {
  const once = post(asking()).next;
  const twice = post(once).next;
  assert.equal(twice.state().hands?.turnIds.length, 4, "as many as it may are asked");
  const odd = post(post(asking({ calls: 3 })).next);
  assert.deepEqual(
    [odd.one("HandsEnded").why, odd.all("TurnRequested")],
    ["calls", []],
    "all of them or none",
  );
  const third = post(twice);
  assert.deepEqual(third.one("HandsEnded"), { why: "calls" });
  assert.deepEqual(third.all("TurnRequested"), []);
  const told = third.all("MessagePosted").at(-1);
  assert.equal(told?.notice?.code, "cap");
  assert.match(told?.content ?? "", /beyond the 4 calls/);
  post(third.next).then("MessagePosted");
  const again = given(third.next).when({ type: "set_hands", calls: 2 }).then("HandsSet");
  assert.equal(post(again.next).all("TurnRequested").length, 2, "set again, what was used counts no more");
});

Deno.test("the same in US dollars: who has not answered counts as the dearest so far", () => {
  const set = asking({ calls: 100, usd: 1 });
  const once = given(set, undefined, 0, 0).when({ type: "post", content: "Hi" }).next;
  const near = given(once, undefined, 0, 0.25).when({ type: "post", content: "Hi" });
  assert.equal(near.all("TurnRequested").length, 2, "0.5 so far, and as much may come");
  const over = given(once, undefined, 0, 0.26).when({ type: "post", content: "Hi" });
  assert.deepEqual(over.one("HandsEnded"), { why: "usd" });
  assert.match(over.all("MessagePosted").at(-1)?.content ?? "", /beyond the 1 US dollars/);
});

Deno.test("a newer word of anybody ends what is still asked, and lowers every hand", () => {
  const history = post(asking()).next;
  const [turn] = history.state().open;
  const half = history.claimed(turn ?? "").completed(turn ?? "", "I would.");
  assert.deepEqual(handsOf(half.state()).map(({ is }) => is), ["up", "asked"]);
  const newer = given(half).when({ type: "post", content: "@Ada" }, BEN);
  assert.deepEqual(newer.one("TurnCancelled").why, "new_message");
  assert.deepEqual(handsOf(newer.next.state()), []);
});

Deno.test("a hand that failed is told to nobody in the talk, brings nothing after it, and is not asked for again", () => {
  const history = post(asking()).next;
  const [turnId = "", other = ""] = history.state().open;
  const begun = history.claimed(turnId).claimed(other);
  const error = { code: "timeout", message: "It took too long.", retryable: true } as const;
  const failed = given(begun).when({ type: "fail", data: { turnId, attempt: 1, error } }).then("TurnFailed");
  assert.deepEqual(handsOf(failed.next.state()).map(({ is, error }) => [is, error?.message]), [
    ["late", "It took too long."],
    ["asked", undefined],
  ]);
  const done = given(failed.next).when({ type: "complete", data: completion(other, "NOTHING") })
    .then("TurnCompleted", "ExchangeCompleted");
  assert.deepEqual(handsOf(done.next.state()).map(({ is }) => is), ["late", "down"]);
  assert.equal(
    done.next.state().lastSaid,
    done.next.state().order[0],
    "what the person said is the last word",
  );
  given(done.next).when({ type: "retry", turnId }).refused("validation");
});

Deno.test("what was asked of a process that died is given up, not paid again", () => {
  const history = post(asking()).next;
  const [turnId = ""] = history.state().open;
  const lost = given(history.claimed(turnId)).when({
    type: "interrupt",
    data: { turnId, attempt: 1, why: "lost" },
  }).then("TurnInterrupted", "TurnFailed");
  assert.equal(lost.one("TurnFailed").error.code, "lost");
  assert.equal(handsOf(lost.next.state())[0]?.is, "failed");
});

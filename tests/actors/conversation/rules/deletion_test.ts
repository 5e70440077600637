import assert from "node:assert/strict";
import { UNDO_SECONDS } from "../../../../events/catalog/limits.ts";
import { RETENTION, SYSTEM } from "../../../../events/catalog/envelope.ts";
import { History } from "../../../history.ts";
import { given } from "../../given.ts";

const talk = () =>
  new History().started().joined("Editor").posted("m1", "Hi").requested("Editor", "m1").claimed("t_Editor");

// Shows S0-31, C-17.
Deno.test("a deleted conversation is hidden at once, what runs is stopped, and it takes no command any more", () => {
  const deleted = given(talk()).when({ type: "delete" });
  deleted.then("TurnCancelled", "ExchangeCompleted", "DeletionRequested");
  const until = "2026-01-01T13:00:10.000Z";
  assert.equal(UNDO_SECONDS, 10);
  assert.deepEqual(deleted.one("DeletionRequested"), { until });
  assert.deepEqual(deleted.accepted.answer, { until });
  const state = deleted.next.state();
  assert.deepEqual([state.deleted, state.restorableUntil], [true, until]);
  for (
    const command of [
      { type: "post", content: "Hello?" },
      { type: "post", content: "Hello?", aside: true },
      { type: "bring", said: [{ role: "user", content: "Hello?" }], aside: true },
      { type: "change", title: "Here" },
      { type: "stop" },
      { type: "retry", turnId: "t_Editor" },
      { type: "claim", turnId: "t_Editor", owner: "p", agentVersion: 1, window: null },
    ] as const
  ) given(deleted.next).when(command).refused("not_found", "There is no such conversation.");
});

Deno.test("deleting twice is deleting once, until the same moment", () => {
  const once = given(talk()).when({ type: "delete" });
  const twice = given(once.next).when({ type: "delete" }).then();
  assert.deepEqual(twice.accepted.answer, once.accepted.answer);
});

Deno.test("what was deleted can be had back as it was, without the answers that were stopped", () => {
  const history = talk();
  const back = given(given(history).when({ type: "delete" }).next).when({ type: "restore" })
    .then("DeletionWithdrawn");
  const state = back.next.state();
  assert.deepEqual([state.deleted, state.restorableUntil], [false, undefined]);
  assert.equal(state.bodies["m1"]?.content, "Hi");
  assert.equal(state.turns["t_Editor"]?.status, "cancelled");
  given(back.next).when({ type: "restore" }).then();
  given(back.next).when({ type: "post", content: "Again" }).then("MessagePosted", "TurnRequested");
});

// Shows C-11.
Deno.test("a message that waits does not speak in a conversation that is deleted; had back, it is answered", () => {
  const history = new History().started({ settings: { onNewMessage: "queue" } }).joined("Editor")
    .posted("m1", "First").requested("Editor", "m1").posted("m2", "Second");
  const deleted = given(history).when({ type: "delete" });
  deleted.then("TurnCancelled", "ExchangeCompleted", "DeletionRequested");
  const back = given(deleted.next).when({ type: "restore" }).then("DeletionWithdrawn", "TurnRequested");
  assert.equal(back.accepted.events.at(-1)?.exchange, "m2");
});

Deno.test("what is not had back goes for good, once, and then cannot be had back", () => {
  const deleted = given(talk()).when({ type: "delete" });
  const purged = given(deleted.next).when({ type: "purge" }, SYSTEM).then("ConversationDeleted");
  for (const command of [{ type: "restore" }, { type: "delete" }, { type: "purge" }] as const) {
    given(purged.next).when(command).refused("not_found");
  }
  const back = given(deleted.next).when({ type: "restore" });
  given(back.next).when({ type: "purge" }, SYSTEM).then();
  given(talk()).when({ type: "purge" }, SYSTEM).then();
});

Deno.test("a conversation that never was can be neither deleted nor had back", () => {
  for (const type of ["delete", "restore", "purge"] as const) {
    given(new History()).when({ type }).refused("not_found");
  }
});

Deno.test("a copy in which nothing happened is not deleted by its age, whatever its row of the list tells; then it is", () => {
  const lineage = { conversationId: "c", seq: 2 } as const;
  for (const kind of ["fork", "changed"] as const) {
    const copy = new History().started({ lineage: { ...lineage, kind } }).joined("Editor");
    given(copy).when({ type: "retire", after: 2 }, RETENTION).then();
    const renamed = given(copy).when({ type: "change", title: "Mine" }).next;
    given(renamed).when({ type: "retire", after: 3 }, RETENTION).then("DeletionRequested");
  }
  const again = new History().started({ lineage: { ...lineage, kind: "rerun" } }).joined("Editor");
  given(again).when({ type: "retire", after: 2 }, RETENTION).then("DeletionRequested");
});

Deno.test("what nobody touched is deleted as by hand; what happened since, is kept or is answered in, is not", () => {
  const ended = talk().completed("t_Editor", "Hello");
  const { seq } = ended.state();
  const retired = given(ended).when({ type: "retire", after: seq }, RETENTION).then("DeletionRequested");
  assert.equal(retired.accepted.events[0]?.by, RETENTION);
  given(given(retired.next).when({ type: "restore" }).next).when({ type: "retire", after: seq }, RETENTION)
    .then();
  given(ended).when({ type: "retire", after: seq - 1 }, RETENTION).then();
  given(retired.next).when({ type: "retire", after: retired.next.state().seq }, RETENTION).refused(
    "not_found",
  );
  const running = talk();
  given(running).when({ type: "retire", after: running.state().seq }, RETENTION).then();
  const pinned = given(ended).when({ type: "change", pinned: true }).next;
  given(pinned).when({ type: "retire", after: pinned.state().seq }, RETENTION).then();
});

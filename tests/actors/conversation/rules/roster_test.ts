import assert from "node:assert/strict";
import { given } from "../../given.ts";
import { History } from "../../../history.ts";

const agent = (name: string) => ({
  agentId: `a_${name}`,
  agentVersion: 1,
  number: 9,
  name,
  color: 2,
  model: "echo",
});
const two = () => new History().started().joined("Editor", "Critic");

// Shows S0-25, C-7, P21.
Deno.test("an agent joins with its id, name and colour; they stay when it goes", () => {
  const added = given(two()).when({ type: "add_participant", agent: agent("Skeptic") }).then(
    "ParticipantAdded",
  );
  const { participantId, agentId, name, color } = added.one("ParticipantAdded");
  assert.deepEqual([agentId, name, color], ["a_Skeptic", "Skeptic", 2]);
  assert.notEqual(participantId, agentId, "messages refer to the membership, not to the agent");
  const removed = given(added.next).when({ type: "remove_participant", participantId }).then(
    "ParticipantRemoved",
  );
  const [former] = removed.next.state().former;
  assert.deepEqual([former?.id, former?.agentId, former?.name, former?.color], [
    participantId,
    agentId,
    name,
    2,
  ]);
});

// Shows S4-4.
Deno.test("the same agent cannot join twice, but again after it left", () => {
  given(two()).when({ type: "add_participant", agent: agent("Critic") }).refused("conflict");
  const left = two().add("ParticipantRemoved", { participantId: "p_Critic" });
  const back = given(left).when({ type: "add_participant", agent: agent("Critic") });
  assert.notEqual(back.one("ParticipantAdded").participantId, "p_Critic");
});

// Shows S0-24, S0-A12.
Deno.test("an agent is toggled; toggling to what it is changes nothing", () => {
  const off = given(two()).when({ type: "change_participant", participantId: "p_Critic", enabled: false })
    .then("ParticipantDisabled");
  given(off.next).when({ type: "change_participant", participantId: "p_Critic", enabled: false }).then();
  given(off.next).when({ type: "change_participant", participantId: "p_Critic", enabled: true })
    .then("ParticipantEnabled");
});

// Shows S0-26.
Deno.test("removing twice is fine, removing a stranger is not", () => {
  const removed = given(two()).when({ type: "remove_participant", participantId: "p_Critic" });
  given(removed.next).when({ type: "remove_participant", participantId: "p_Critic" }).then();
  given(two()).when({ type: "remove_participant", participantId: "p_Nobody" }).refused("not_found");
  given(two()).when({ type: "change_participant", participantId: "p_Nobody", enabled: true }).refused(
    "not_found",
  );
});

Deno.test("pills can be reordered; the order is that of speaking", () => {
  const history = new History().started().joined("A", "B", "C");
  const moved = given(history).when({ type: "change_participant", participantId: "p_C", position: 0 });
  assert.deepEqual(moved.one("ParticipantsReordered").participantIds, ["p_C", "p_A", "p_B"]);
  assert.deepEqual(moved.next.state().participants.map((p) => p.name), ["C", "A", "B"]);
  given(history).when({ type: "change_participant", participantId: "p_C", position: 99 }).then();
});

Deno.test("a conversation is renamed, archived and restored; saying what is so changes nothing", () => {
  const renamed = given(two()).when({ type: "change", title: "Prices" }).then("ConversationRenamed");
  given(renamed.next).when({ type: "change", title: "Prices" }).then();
  const archived = given(two()).when({ type: "change", archived: true }).then("ConversationArchived");
  given(archived.next).when({ type: "change", archived: true }).then();
  given(archived.next).when({ type: "change", archived: false }).then("ConversationRestored");
});

// Shows S4-5.
Deno.test("manual and manager mode need an agent", () => {
  for (const mode of ["manual", "manager"] as const) {
    given(new History().started()).when({ type: "change", mode })
      .refused("validation", "must include at least one agent");
  }
});

// Shows S4-5, S4-T7.
Deno.test("the last agent of a chat on request cannot be removed, any other can, and it can be turned off", () => {
  const manual = (...names: string[]) => new History().started({ mode: "manual" }).joined(...names);
  const remove = { type: "remove_participant", participantId: "p_Ada" } as const;
  given(manual("Ada")).when(remove).refused("validation", "must include at least one agent");
  given(manual("Ada", "Ben")).when(remove).then("ParticipantRemoved");
  given(manual("Ada")).when({ type: "change_participant", participantId: "p_Ada", enabled: false })
    .then("ParticipantDisabled");
  given(new History().started().joined("Ada")).when(remove).then("ParticipantRemoved");
  given(new History().started().joined("Ada").managed("Ada")).when(remove)
    .refused("validation", "must include at least one agent");
});

Deno.test("switching the mode keeps everything and is recorded once", () => {
  const history = two().answered("m1", "Hi", { Editor: "Hello" });
  const changed = given(history).when({ type: "change", mode: "round_robin", settings: { rounds: 3 } })
    .then("ModeChanged", "SettingsChanged");
  assert.equal(changed.next.state().settings.rounds, 3);
  assert.equal(changed.next.state().order.length, 2);
  given(changed.next).when({ type: "change", mode: "round_robin", settings: { rounds: 3 } }).then();
});

Deno.test("without an agency the first agent of the roster manages", () => {
  const managed = given(two()).when({ type: "change", mode: "manager" }).then("ModeChanged");
  assert.equal(managed.one("ModeChanged").manager?.participantId, "p_Editor");
});

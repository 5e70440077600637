/** Who sees which of the last messages next. */
import assert from "node:assert/strict";
import { missing, sightOf } from "../../../ui/glass/sight.ts";
import { History } from "../../history.ts";

const all = () => undefined;
const talk = () => new History().started().joined("Ada", "Ben").answered("m1", "Hm", { Ada: "a", Ben: "b" });

Deno.test("each agent that is on, with the messages it would see and those it would not", () => {
  const history = talk()
    .add("InclusionSet", { messageId: "m_t_Ben_m1", included: false })
    .add("InclusionSet", { messageId: "m1", included: false, participantIds: ["p_Ben"] });
  const sight = sightOf(history.state(), 8, all);
  assert.deepEqual(sight.map(({ name, seen, misses }) => [name, seen, misses]), [
    ["Ada", [true, true, false], 1],
    ["Ben", [false, true, false], 2],
  ]);
  assert.equal(missing(sight).length, 2);
  assert.equal(missing(sightOf(talk().state(), 8, all)).length, 0);
  history.add("ParticipantDisabled", { participantId: "p_Ben" });
  assert.deepEqual(sightOf(history.state(), 8, all).map(({ name }) => name), ["Ada"]);
});

Deno.test("only the last messages count, and none that nobody could see", () => {
  const history = talk().posted("m2", "More").requested("Ada", "m2").add("MessagePosted", {
    messageId: "n1",
    author: { kind: "system", id: "system", name: "System" },
    role: "system",
    content: "A notice.",
  });
  assert.deepEqual(sightOf(history.state(), 2, all).map(({ seen }) => seen.length), [2, 2]);
  assert.deepEqual(
    sightOf(history.state(), 9, all).map(({ seen }) => seen.length),
    [4, 4],
    "no notice, nothing unfinished",
  );
});

Deno.test("who is sent only the newest messages does not see what lies before them", () => {
  const state = talk().state();
  const [ada] = state.participants;
  const sight = sightOf(state, 8, (agentId) => agentId === ada?.agentId ? 2 : undefined);
  assert.deepEqual(sight.map(({ name, seen }) => [name, seen]), [
    ["Ada", [false, true, true]],
    ["Ben", [true, true, true]],
  ]);
});

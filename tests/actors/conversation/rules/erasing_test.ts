/** What may be erased, by whom it is told, and who is stopped by it. */
import assert from "node:assert/strict";
import { erasureOf } from "../../../arbitrary_history.ts";
import { contextOfTurn, History } from "../../../history.ts";
import { given } from "../../given.ts";

const two = () => new History().started().joined("Editor", "Critic");
const answered = () => two().answered("m1", "The word is swordfish.", { Editor: "One", Critic: "Two" });

/** The command for what stands in the log. */
const erasing = (history: History, messageId: string, why?: string) => ({
  type: "erase" as const,
  messageId,
  ...(why === undefined ? {} : { why }),
  ...erasureOf(history.events, { messageId }),
});

Deno.test("the words of a message and of an answer are erased, each once, and the event says whose and why", () => {
  const history = answered();
  const first = given(history).when(erasing(history, "m1", "A password.")).then("ContentErased");
  const { messageId, author, why, retitled, seqs } = first.one("ContentErased");
  assert.deepEqual([messageId, author, why, retitled], ["m1", "Ann", "A password.", undefined]);
  assert.equal(seqs.length, 1);
  assert.equal(first.next.state().title, "", "the title was the beginning of it");
  given(first.next).when(erasing(first.next, "m1")).then();
  const second = given(first.next).when(erasing(first.next, "m_t_Editor_m1")).then("ContentErased");
  assert.equal(second.one("ContentErased").author, undefined);
  assert.equal(second.next.state().bodies["m_t_Editor_m1"]?.content, "");
  given(history).when(erasing(history, "nowhere")).refused("not_found");
});

Deno.test("what happened since the log was looked through has to be looked through too", () => {
  const history = answered();
  given(history).when({ ...erasing(history, "m1"), through: history.events.length - 1 }).refused("stale");
});

Deno.test("an answer that is being written is stopped first; who is just asked with the words is stopped by it", () => {
  const history = two().posted("m1", "swordfish").requested("Editor", "m1").requested("Critic", "m1")
    .claimed("t_Editor");
  given(history).when(erasing(history, "m_t_Editor")).refused("conflict");
  const { next } = given(history).when(erasing(history, "m1"));
  const { turns, open } = next.state();
  assert.equal(turns["t_Editor"]?.status, "cancelled");
  assert.deepEqual(open, ["t_Critic"], "who did not begin yet begins without");
  const claim = { type: "claim", turnId: "t_Critic", owner: "p", agentVersion: 1, window: null } as const;
  // Its request was made before: it is made anew.
  given(next).when({ ...claim, seen: history.events.length }).refused("stale");
  const claimed = given(next).when({ ...claim, seen: next.events.length }).then("TurnStarted");
  const context = contextOfTurn(claimed.next.state(), "t_Critic");
  assert.deepEqual(context?.messages, []);
  assert.deepEqual(context?.omitted[0], { messageId: "m1", why: "erased" });
});

Deno.test("one use of a tool is erased alone; a program's own goes with its messages", () => {
  const call = { turnId: "t_Editor", attempt: 1, round: 1, callId: "c1" };
  const use = { attempt: 1, round: 1, callId: "c1" };
  const used = (more: { client?: true } = {}) =>
    two().posted("m1", "Look.").requested("Editor", "m1").claimed("t_Editor")
      .add("ToolCalled", { ...call, tool: "look_up", args: '{"for":"swordfish"}', ...more })
      .add("ToolReturned", { ...call, status: "ok", result: "swordfish" })
      .completed("t_Editor", "It is there.");
  const history = used();
  const command = {
    type: "erase" as const,
    messageId: "m_t_Editor",
    use,
    ...erasureOf(history.events, { messageId: "m_t_Editor", use }),
  };
  const { next } = given(history).when(command).then("ContentErased");
  const body = next.state().bodies["m_t_Editor"];
  assert.equal(body?.content, "It is there.");
  assert.deepEqual(body.tools?.map(({ args, result, erased }) => [args, result, erased]), [["", "", true]]);
  given(next).when({ ...command, through: next.events.length }).then();
  given(history).when({ ...command, use: { ...use, callId: "c2" } }).refused("not_found");
  given(used({ client: true })).when(command).refused("validation");
});

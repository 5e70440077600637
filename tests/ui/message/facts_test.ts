/** What is known of an answer beside its words: why it was given. */
import assert from "node:assert/strict";
import "../page.ts";
import { whyOf } from "../../../ui/message/facts.tsx";
import { History } from "../../history.ts";

Deno.test("a member of an agency is asked by who manages; who manages speaks after one of them wrote to it", () => {
  const by = (from: number) => ({ code: "addressed" as const, text: `addressed by #${from}`, from });
  const state = new History().started().joined("boss", "coder").managed("boss").posted("m1", "Build it")
    .requested("coder", "m1", { mode: "manager", reason: by(101) })
    .requested("boss", "m1", { mode: "manager", reason: by(102) }).state();
  const why = (name: string) => {
    const message = state.messages[`m_t_${name}`];
    assert.ok(message);
    return whyOf(state, state.turns[`t_${name}`], message);
  };
  assert.equal(why("coder"), "asked by boss");
  assert.equal(why("boss"), "after coder wrote to it");
});

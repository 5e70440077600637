/** How messages are grouped into the rows of the transcript. */
import { draws } from "../../effort.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import type { Mode } from "../../../events/catalog/modes.ts";
import type { AnyEvent } from "../../../events/catalog/envelope.ts";
import { conversation } from "../../../projections/conversation/conversation.ts";
import { foldAll } from "../../../projections/fold.ts";
import { rowsOf } from "../../../ui/chat/rows.ts";
import { arbitraryHistory } from "../../arbitrary_history.ts";
import { History } from "../../history.ts";

// Shows S0-13, S1-7.
Deno.test("answers asked together stand side by side; rounds one below the other; agents' talk behind the glass", () => {
  const pair = () => new History().started().joined("Ada", "Ben").posted("m1", "Why?");
  const together = pair().requested("Ada", "m1").requested("Ben", "m1");
  assert.deepEqual(rowsOf(together.state(), together.state().order), [
    { kind: "one", ids: ["m1"] },
    { kind: "together", ids: ["m_t_Ada", "m_t_Ben"] },
  ]);
  const next = together.posted("m2", "And?").requested("Ada", "m2", { turnId: "t_2" });
  assert.deepEqual(rowsOf(next.state(), next.state().order).slice(2), [
    { kind: "one", ids: ["m2"] },
    { kind: "one", ids: ["m_t_2"] },
  ]);
  const asked = pair().requested("Ada", "e1", { mode: "manual" }).requested("Ben", "e2", { mode: "manual" });
  assert.deepEqual(
    rowsOf(asked.state(), asked.state().order).map(({ kind }) => kind),
    ["one", "one", "one"],
    "each asked by itself",
  );
  const reason = (round: number) => ({ code: "in_turn", text: "in turn", round, rounds: 1 }) as const;
  const inTurn = pair().requested("Ada", "m1", { mode: "round_robin", reason: reason(1) })
    .requested("Ben", "m1", { mode: "round_robin", reason: reason(1) });
  assert.deepEqual(rowsOf(inTurn.state(), inTurn.state().order).map(({ kind }) => kind), [
    "one",
    "one",
    "one",
  ]);

  const managed = new History().started().joined("Boss", "Coder").managed("Boss")
    .posted("m1", "A game?", undefined, { to: "p_Boss" });
  const turn = (name: string, id: string, to: string) =>
    managed.requested(name, "m1", { turnId: id, mode: "manager" }).claimed(id).completed(id, "Words.", {
      to,
    });
  turn("Boss", "t1", "p_Coder");
  turn("Coder", "t2", "p_Boss");
  turn("Boss", "t3", "person");
  assert.deepEqual(rowsOf(managed.state(), managed.state().order), [
    { kind: "one", ids: ["m1"] },
    { kind: "behind", ids: ["m_t1", "m_t2"] },
    { kind: "one", ids: ["m_t3"] },
  ]);
});

Deno.test("answers of a mode that this page does not know stand one below the other", () => {
  const mode = "relay" as string as Mode;
  const state = new History().started({ mode }).joined("Ada", "Ben").posted("m1", "Why?")
    .requested("Ada", "m1", { mode }).requested("Ben", "m1", { mode }).state();
  assert.deepEqual(rowsOf(state, state.order).map(({ kind }) => kind), ["one", "one", "one"]);
});

// Shows S0-12.
Deno.test("whatever happened, every message stands in exactly one row, in the order it was said", () => {
  const folded = (events: readonly AnyEvent[]) =>
    foldAll(conversation, conversation.initial("conv_1"), events);
  fc.assert(
    fc.property(arbitraryHistory, (events) => {
      const state = folded(events);
      const rows = rowsOf(state, state.order);
      assert.deepEqual(rows.flatMap(({ ids }) => ids), state.order);
      for (const { kind, ids } of rows) {
        if (kind !== "behind") assert.equal(ids.length > 1, kind === "together");
      }
    }),
    { numRuns: draws(200) },
  );
  // The same histories each time: by chance alone one of the kinds would be missing now and then.
  const kinds = new Set(
    fc.sample(arbitraryHistory, { numRuns: 400, seed: 1 }).map(folded)
      .flatMap((state) => rowsOf(state, state.order).map(({ kind }) => kind)),
  );
  assert.deepEqual([...kinds].sort(), ["behind", "one", "together"], "some histories have each kind");
});

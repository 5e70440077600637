/** When a trial is read again. */
import assert from "node:assert/strict";
import "../page.ts";
import type { ConversationState, Trial } from "../../../projections/shapes/folds.ts";
import { stageOf } from "../../../ui/trials/trial_reading.ts";
import { History } from "../../history.ts";

Deno.test("a trial is read again with each answer that ends, is erased or taken in, and as it ends; not for what else is said", () => {
  const history = new History().started().joined("Ada", "Ben").posted("q0", "Tea?").requested("Ada", "q0");
  const trial: Trial = {
    ...{
      id: "trial",
      seq: 3,
      at: "",
      kind: "samples",
      arms: [],
      times: 1,
      through: 3,
      limit: { tokens: 9_000 },
      expected: 9,
    },
    ...{ inclusionThrough: 3, turnIds: ["t_Ada"] },
  };
  const stages: string[] = [];
  const look = (more: Partial<Trial> = {}) => {
    const state: ConversationState = { ...history.state(), trials: { trial: { ...trial, ...more } } };
    stages.push(stageOf(state, "trial"));
  };
  look();
  history.posted("q1", "Or not?").requested("Ben", "q1").claimed("t_Ben").completed("t_Ben", "No.");
  look();
  assert.equal(stages[0], stages[1]);
  history.claimed("t_Ada").completed("t_Ada", "Yes.");
  look();
  history.add("ContentErased", { messageId: "m_t_Ada", seqs: [] });
  look();
  look({ taken: ["m_t_Ada"] });
  look({ taken: ["m_t_Ada"], ended: true });
  assert.equal(new Set(stages).size, stages.length - 1);
});

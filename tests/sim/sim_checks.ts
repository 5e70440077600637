/** A run of a check in the simulation, with a judge, and what must hold of it. */
import type { ConversationEvent } from "../../events/catalog/conversation.ts";
import { CHECK_VERDICTS_AT_ONCE } from "../../events/catalog/limits.ts";
import type { Script } from "../../actors/conversation/commands.ts";
import { resultsOf } from "../../projections/checks/results.ts";
import { notAsked } from "../../projections/checks/to_judge.ts";
import { AgentContext } from "../../projections/context/context.ts";
import { specOf } from "../../projections/context/spec.ts";
import { conversation } from "../../projections/conversation/conversation.ts";
import { judgedIn } from "../../projections/conversation/asked_beside.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { AGENTS } from "./furnish.ts";
import type { Complain } from "./observers.ts";
import type { SeededRandom } from "./random.ts";

/** Nobody says anything in it: it would end there. */
export const CHECKED = "conversation_check";

/** One or two questions, rules about all answers and about some, and a judge who may be one of those who answer. */
export function simCheck(random: SeededRandom): Script {
  const judge = random.pick(AGENTS);
  return {
    questions: ["asked in a run 1", "asked in a run 2"].slice(0, 1 + random.below(2))
      .map((content) => ({ content })),
    expectations: [
      { expectationId: "expectation_all", kind: "like", text: "It swims." },
      { expectationId: "expectation_first", kind: "like", text: "It is round.", question: 0 },
      { expectationId: "expectation_words", kind: "says", text: "fish" },
    ],
    cast: [],
    judge,
  };
}

/**
 * What holds of a run when all is at rest: it ended once, no answer was judged twice by the same rule, never more verdicts
 * at once than may be, none in the talk or in the context of anybody who answers, and of each no more told than is said.
 */
export function checkJudged(
  id: string,
  events: readonly ConversationEvent[],
  state: ConversationState,
  complain: Complain,
): void {
  if (!state.run) return;
  const ends = events.filter(({ type }) => type === "ChecksEnded").length;
  if (ends !== 1) complain(`${id}: a run with ${ends} ends`);
  const asked = new Set<string>();
  const open = new Set<string>();
  for (const { type, data } of events) {
    if (type === "TurnRequested" && data.judges) {
      const what = JSON.stringify(data.judges);
      if (asked.has(what)) complain(`${id}: ${what} was judged twice`);
      asked.add(what);
      open.add(data.turnId);
      if (open.size > CHECK_VERDICTS_AT_ONCE) complain(`${id}: ${open.size} verdicts at once`);
    } else if (type === "TurnCompleted" || type === "TurnFailed" || type === "TurnCancelled") {
      open.delete(data.turnId);
    } else if (type === "ChecksEnded" && data.how === "ended" && open.size > 0) {
      complain(`${id}: it ended before its verdicts`);
    }
  }
  const end = events.findIndex(({ type }) => type === "ChecksEnded");
  // What a schedule says behind its end is judged by nobody.
  const then = events.slice(0, end + 1).reduce(
    (folded, event) => conversation.evolve(folded, event),
    conversation.initial(id),
  );
  if (then.run?.ended?.how === "ended" && notAsked(then).length > 0) {
    complain(`${id}: it ended, and not everything was judged`);
  }
  checkApart(id, state, complain);
  for (const { verdicts, outcome } of resultsOf(state, state)) {
    if (outcome !== "held" || verdicts.every(({ holds }) => holds)) continue;
    complain(`${id}: a verdict that was not given counts as one that holds`);
  }
}

function checkApart(id: string, state: ConversationState, complain: Complain): void {
  const verdicts = new Set(
    Object.values(state.turns).flatMap(({ judges, messageId }) => judges ? [messageId] : []),
  );
  if (state.order.some((one) => verdicts.has(one))) complain(`${id}: a verdict stands in the talk`);
  for (const turn of Object.values(state.turns)) {
    const spec = specOf(turn);
    if (!spec) continue;
    const { messages, quoted = [] } = new AgentContext(state, turn.participantId, spec).whole();
    const sent = [...messages.map(({ messageId }) => messageId), ...quoted];
    if (sent.some((one) => verdicts.has(one))) complain(`${id}: ${turn.id} was sent a verdict`);
    const { judges } = turn;
    if (!judges) continue;
    const answers = judgedIn(judges);
    // Of what is erased since nothing is told.
    const told = [state.messages[answers[0] ?? ""]?.question ?? "", ...answers]
      .filter((one) => state.messages[one] && !state.messages[one].erased);
    if (messages.length > 0 || sent.join() !== told.join()) {
      complain(`${id}: ${turn.id} was told more than it judges`);
    }
  }
}

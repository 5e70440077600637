/** Decisions about answers beside the talk: what is asked, how many at once, when no more, and what is taken in. */
import type { DataOf } from "../../../events/catalog/conversation.ts";
import { TRIAL_AGENTS, TRIAL_ANSWERS, TRIAL_AT_ONCE, TRIALS } from "../../../events/catalog/limits.ts";
import { factsOf } from "../../../events/catalog/modes.ts";
import { Selection } from "../../../projections/context/selection.ts";
import { specOf } from "../../../projections/context/spec.ts";
import type { Trial, Turn } from "../../../projections/shapes/folds.ts";
import { isBeside } from "../../../projections/conversation/asked_beside.ts";
import { nextArm, openIn, tokensIn } from "../../../projections/trials/trial_turns.ts";
import type { Answer, CommandOf, Refusal } from "../commands.ts";
import { type Decision, refuse } from "../decision.ts";
import { modeOfTurn } from "../modes/modes.ts";
import { keep } from "./inclusion.ts";

const NO_TURN = refuse("not_found", "There is no such turn in this conversation.", "turnId");
const NO_AGENT = refuse("not_found", "Agent not in this conversation", "agentIds");
const ADDRESSED = refuse(
  "validation",
  "In this mode one agent speaks for all, and nothing stands side by side.",
);
const TOO_MANY_TRIALS = refuse("validation", `A conversation has at most ${TRIALS} trials.`);
const CAP = refuse(
  "validation",
  "The cap is lower than what one answer is expected to use, so nothing could be asked.",
  "limit.tokens",
);
const TOO_MANY = refuse("validation", `A trial has at most ${TRIAL_ANSWERS} answers.`, "times");

type Begun = Omit<DataOf<"TrialStarted">, "trialId" | "limit" | "times" | "expected">;

/** Why nothing may be asked beside the talk; null where it may. */
function mayNot({ state }: Decision, times: number, arms: number): Refusal | null {
  if (Object.keys(state.trials ?? {}).length >= TRIALS) return TOO_MANY_TRIALS;
  return times * arms > TRIAL_ANSWERS ? TOO_MANY : null;
}

/** A turn again, with some of what it was sent and without. */
function without(command: CommandOf<"try_without">, now: Decision): Begun | Refusal {
  const { state } = now;
  const old = state.turns[command.turnId];
  const spec = old && specOf(old);
  if (!old) return NO_TURN;
  if (!spec || old.doneSeq === undefined || isBeside(old) || old.panel) {
    return refuse("validation", "Only a turn of the talk that has ended can be tried again.", "turnId");
  }
  if (factsOf(old.mode).addressed) return ADDRESSED;
  const participant = state.participants.find(({ id, enabled }) => id === old.participantId && enabled);
  if (!participant) return refuse("validation", "This agent is not enabled in this conversation.");
  const sent = new Selection(state, old.participantId, spec);
  for (const id of command.without) {
    const message = state.messages[id];
    if (!message) return refuse("not_found", "There is no such message in this conversation.", "without");
    if (old.sources?.includes(id)) {
      return refuse(
        "validation",
        "The answer was written from this message: without it nothing is asked.",
        "without",
      );
    }
    if (sent.why(message) !== null) {
      return refuse("validation", "Only what the turn was sent can be held back.", "without");
    }
  }
  const [participantId, question] = [old.participantId, state.messages[old.messageId]?.question];
  return {
    kind: "without",
    turnId: old.id,
    ...(question === undefined ? {} : { question }),
    arms: [{ participantId }, { participantId, without: [...command.without] }],
    through: spec.through,
    inclusionThrough: spec.inclusionThrough,
    window: spec.window,
  };
}

/** Several answers to what a person said, of one agent or of several. */
function samples({ messageId, agentIds }: CommandOf<"try_samples">, now: Decision): Begun | Refusal {
  const { messages, participants, mode, seq } = now.state;
  const question = messages[messageId];
  if (question?.author.kind !== "human") {
    return refuse("validation", "Only what a person said can be answered several times.", "messageId");
  }
  if (factsOf(mode).addressed) return ADDRESSED;
  if (new Set(agentIds).size < agentIds.length || agentIds.length > TRIAL_AGENTS) {
    return refuse("validation", `From 1 to ${TRIAL_AGENTS} different agents can be asked.`, "agentIds");
  }
  const asked = agentIds.flatMap((id) => participants.filter(({ agentId }) => agentId === id));
  if (asked.length < agentIds.length) return NO_AGENT;
  if (asked.some(({ enabled }) => !enabled)) {
    return refuse("validation", "This agent is not enabled in this conversation.", "agentIds");
  }
  return {
    kind: "samples",
    question: messageId,
    arms: asked.map(({ id }) => ({ participantId: id })),
    through: question.seq,
    inclusionThrough: seq,
  };
}

function begin(
  now: Decision,
  { times, limit, expected }: Pick<DataOf<"TrialStarted">, "times" | "limit" | "expected">,
  begun: Begun | Refusal,
): Answer | Refusal {
  if ("code" in begun) return begun;
  const capped = now.limit();
  const wrong = capped === null ? mayNot(now, times, begun.arms.length) : refuse("validation", capped);
  if (wrong) return wrong;
  if (expected > limit.tokens) return CAP;
  const trialId = now.mint("trial");
  now.add("TrialStarted", { trialId, ...begun, times, limit, expected }, trialId);
  askOn(now, trialId);
  return { trialId, turnIds: now.state.trials?.[trialId]?.turnIds ?? [] };
}

export const tryWithout = (command: CommandOf<"try_without">, now: Decision): Answer | Refusal =>
  begin(now, command, without(command, now));
export const trySamples = (command: CommandOf<"try_samples">, now: Decision): Answer | Refusal =>
  begin(now, command, samples(command, now));

/** Whether one answer more stays within the caps: those that are being written count as what one has used at most. */
function fits(now: Decision, trial: Trial): boolean {
  if (now.limit() !== null) return false;
  const { limit, turnIds, expected } = trial;
  const { all, largest } = tokensIn(now.state, trial);
  const coming = openIn(now.state, trial) + 1;
  if (all + coming * Math.max(expected, largest) > limit.tokens) return false;
  if (limit.usd === undefined) return true;
  const dearest = Math.max(0, ...turnIds.map((id) => now.usdOf([id])));
  return now.usdOf(turnIds) + coming * dearest <= limit.usd;
}

/** Asks for more of a trial, as long as there is more, and its cap allows it. */
export function askOn(now: Decision, trialId: string): void {
  for (;;) {
    const { state } = now;
    const trial = state.trials?.[trialId];
    if (!trial || trial.ended || openIn(state, trial) >= TRIAL_AT_ONCE) return;
    const arm = nextArm(state, trial);
    const asked = trial.arms[arm ?? -1];
    if (arm === undefined || !asked || !fits(now, trial)) return;
    now.request({
      ...likeBefore(state.turns[trial.turnId ?? ""], state.mode),
      participantId: asked.participantId,
      reason: { code: "asked", text: `asked beside the talk by ${now.by.name}`.slice(0, 400).toWellFormed() },
      through: trial.through,
      exchange: trialId,
      trial: { id: trialId, arm },
      ...(asked.without ? { without: asked.without } : {}),
    });
  }
}

/** Mode and task of the turn that is repeated; where none is, those of the conversation. */
function likeBefore(old: Turn | undefined, mode: Turn["mode"]): Pick<Turn, "mode" | "sources" | "task"> {
  const like = old ?? { mode };
  return {
    mode: modeOfTurn(like).retriedIn ?? like.mode,
    ...(old?.sources ? { sources: old.sources } : {}),
    ...(old?.task ? { task: old.task } : {}),
  };
}

/** One of its answers goes on in the talk; of those to the same it is the one that counts. */
export function take({ messageId }: CommandOf<"take_answer">, now: Decision): Answer | Refusal {
  const message = now.state.messages[messageId];
  const trial = now.state.turns[message?.turnId ?? ""]?.trial;
  if (!message || !trial) return refuse("not_found", "There is no such answer beside the talk.", "messageId");
  if (!message.trial) return { messageId };
  if (message.status !== "complete" || message.passed || message.erased) {
    return refuse("validation", "Only a whole answer can be taken into the talk.", "messageId");
  }
  if (now.state.trials?.[trial.id]?.kind !== "samples") {
    return refuse(
      "validation",
      "An answer that was asked for to see what a message does stays beside the talk.",
    );
  }
  now.add("AnswerTaken", { messageId });
  return keep({ type: "keep", messageId }, now);
}

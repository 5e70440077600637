/** Answers beside the talk: a turn with some messages and without, several answers to the same, and taking one in. */
import type { Trying } from "../../projections/trials/trying.ts";
import { pricesInForce } from "../../projections/usage/prices_in_force.ts";
import { Asked, Stopped } from "../contract/conversation_shapes.ts";
import {
  StartedTrial,
  StartTrial,
  TakeAnswer,
  Trial,
  TrialCost,
  TrialCostQuery,
  TrialList,
} from "../contract/trial_shapes.ts";
import { NoFields } from "../contract/values.ts";
import { conversationOf, execute, param } from "../http/commands.ts";
import { Problem } from "../http/problem.ts";
import { type Call, type Route, route } from "../http/route.ts";
import { statusOf, trialView } from "./trial_view.ts";

const NOT_ASKED = "One of the agents could not be asked, or there is nothing like that in this conversation.";

async function foreseen(call: Call, trying: Trying) {
  const arms = await call.services.system.foreseen((await conversationOf(call)).id, trying);
  if (!arms) throw new Problem("not_found", NOT_ASKED);
  return arms;
}

/** Tokens of the largest answer that is expected: what the cap has to have room for. */
const largestOf = (arms: Awaited<ReturnType<typeof foreseen>>): number =>
  Math.max(...arms.map(({ input, output }) => input + output));

function tryingOf({ turnId, without, messageId, agentIds }: Call<unknown, Asking>["query"]): Trying {
  if (turnId !== undefined && without !== undefined) return { turnId, without: without.split(",") };
  if (messageId !== undefined && agentIds !== undefined) return { messageId, agentIds: agentIds.split(",") };
  throw new Problem("validation", "Either turnId and without are asked about, or messageId and agentIds.");
}
interface Asking {
  readonly turnId?: string | undefined;
  readonly without?: string | undefined;
  readonly messageId?: string | undefined;
  readonly agentIds?: string | undefined;
}

const at = "/api/conversations/:id/trials";
export const trials: Route[] = [
  route("GET", at, {
    summary: "What was asked for beside the talk, the newest first",
    answer: TrialList,
    async handle(call) {
      const state = await conversationOf(call);
      const items = Object.values(state.trials ?? {}).toReversed().map((trial) => {
        const { id, seq, at, kind, turnId, question, times } = trial;
        return {
          id,
          seq,
          at,
          kind,
          times,
          status: statusOf(state, trial),
          ...(turnId === undefined ? {} : { turnId }),
          ...(question === undefined ? {} : { question }),
        };
      });
      return { items, next: null };
    },
  }),
  route("GET", `${at}/cost`, {
    summary: "What a trial is expected to use, before anything is asked",
    query: TrialCostQuery,
    answer: TrialCost,
    async handle(call) {
      const { times } = call.query;
      const arms = await foreseen(call, tryingOf(call.query));
      const usd = arms.some((one) => one.usd === null)
        ? null
        : arms.reduce((sum, one) => sum + times * (one.usd ?? 0), 0);
      const tokens = arms.reduce((sum, { input, output }) => sum + times * (input + output), 0);
      return { answers: times * arms.length, tokens, largest: largestOf(arms), usd, arms };
    },
  }),
  route("POST", at, {
    summary: "Ask for answers beside the talk: a turn with some messages and without, or several to the same",
    body: StartTrial,
    status: 201,
    answer: StartedTrial,
    async handle(call) {
      const { body } = call;
      const { times, limit } = body;
      const expected = largestOf(await foreseen(call, body));
      const what = "turnId" in body
        ? { type: "try_without", turnId: body.turnId, without: body.without } as const
        : { type: "try_samples", messageId: body.messageId, agentIds: body.agentIds } as const;
      const { answer, seq } = await execute(call, param(call, "id"), { ...what, times, limit, expected });
      return { trialId: answer.trialId ?? "", turnIds: [...answer.turnIds ?? []], seq };
    },
  }),
  route("GET", `${at}/:trialId`, {
    summary: "The answers of a trial, their spread, and how its sides differ beside the noise between equals",
    answer: Trial,
    async handle(call) {
      const prices = pricesInForce(await call.services.system.workspace());
      const state = await conversationOf(call);
      const trial = state.trials?.[param(call, "trialId")];
      if (!trial) throw new Problem("not_found", "There is no such trial in this conversation.");
      return await trialView(state, trial, prices);
    },
  }),
  route("POST", `${at}/:trialId/stop`, {
    whenFull: true,
    summary: "Stop a trial: what is being written ends, and nothing more is asked",
    body: NoFields,
    optionalBody: true,
    answer: Stopped,
    async handle(call) {
      const exchange = param(call, "trialId");
      if (!(await conversationOf(call)).trials?.[exchange]) {
        throw new Problem("not_found", "There is no such trial in this conversation.");
      }
      const { answer, seq } = await execute(call, param(call, "id"), { type: "stop", exchange });
      return { stopped: answer.stopped ?? [], seq };
    },
  }),
  route("POST", `${at}/:trialId/take`, {
    summary: "Take one of several answers into the talk: of those to the same it is the one that counts",
    body: TakeAnswer,
    answer: Asked.unwrap().pick({ messageId: true, seq: true }).meta({ id: "TakenAnswer" }),
    async handle(call) {
      const { messageId } = call.body;
      const state = await conversationOf(call);
      const of = state.turns[state.messages[messageId]?.turnId ?? ""]?.trial?.id;
      if (of !== param(call, "trialId")) {
        throw new Problem("not_found", "There is no such answer in this trial.");
      }
      const { seq } = await execute(call, state.id, { type: "take_answer", messageId });
      return { messageId, seq };
    },
  }),
];

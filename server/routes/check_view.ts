/** Runs of checks as they are told, and two of them side by side. */
import { besides } from "../../projections/checks/beside.ts";
import { answersFor, questionsOf, readOf, type Result, resultsOf } from "../../projections/checks/results.ts";
import { participantOf } from "../../projections/conversation/conversation.ts";
import type { Check } from "../../projections/shapes/check_folds.ts";
import type { ConversationState, Message } from "../../projections/shapes/folds.ts";
import type { PriceOverrides } from "../../projections/usage/prices.ts";
import { totalUsage, turnUsages } from "../../projections/usage/usage.ts";
import type { Compared, RunView } from "../contract/check_shapes.ts";

/** UTF-16 units of an answer that are told beside another: ten pages. */
export const SIDE_UNITS = 20_000;
/** The same of a question: what it is known again by. */
const QUESTION_UNITS = 400;

type Begun = Check["runs"][number];

/** @param state null: its conversation is not there */
export function runView(
  { judge, ...begun }: Begun,
  state: ConversationState | null,
  prices: PriceOverrides,
): RunView {
  const { questions = [], planned = [], ended } = state?.run ?? {};
  const count = (outcome: string) => ended?.results.filter((one) => one.outcome === outcome).length ?? 0;
  const names = new Map(state?.participants.map(({ agentId, name }) => [agentId, name]));
  const judgeName = state?.former.find(({ id }) => id === state.run?.judge)?.name ?? "";
  return {
    ...begun,
    agents: begun.agents.map((one) => ({ ...one, name: names.get(one.agentId) ?? "" })),
    judge: judge ? { ...judge, name: judgeName } : null,
    // Where nobody answers any more nothing follows: it was taken over, or came with a file.
    status: !state?.run ? "gone" : ended?.how ?? (state.open.length > 0 ? "running" : "stopped"),
    asked: questions.length - planned.length,
    questions: questions.length,
    tokens: state?.tokens ?? 0,
    usd: state ? totalUsage(turnUsages(state, { prices })).usd : null,
    held: count("held"),
    failed: count("failed"),
    open: count("open"),
  };
}

/** A result as it is told. */
export const told = ({ messageIds, verdicts, ...result }: Result) => ({
  ...result,
  messageIds: [...messageIds],
  verdicts: [...verdicts],
});

function sideOf({ bodies }: ConversationState, message: Message | undefined) {
  if (!message) return null;
  const text = bodies[message.id]?.content ?? "";
  return { messageId: message.id, text: text.slice(0, SIDE_UNITS), cut: text.length > SIDE_UNITS };
}

/** Each side by what stands in its own log: what was expected then, and what of that holds. */
export function compared(
  run: RunView,
  before: ConversationState,
  after: ConversationState,
  prices: PriceOverrides,
): Compared {
  const pairs = besides(before, after);
  const sides = [before, after].map((state) => ({
    state,
    read: readOf(state),
    results: new Map(resultsOf(state, state, { prices }).map((one) => [one.expectationId, one])),
  }));
  const expected = new Map(
    [...after.expectations ?? [], ...before.expectations ?? []].map((one) => [one.id, one]),
  );
  const questions = questionsOf(before);
  return {
    run,
    against: before.id,
    lines: [...expected.values()].map((expectation) => {
      const about = new Set(sides.flatMap(({ state, read }) => {
        const own = state.expectations?.find(({ id }) => id === expectation.id);
        return own ? answersFor(state, own, state, read).map(({ id }) => id) : [];
      }));
      const [was, is] = sides.map(({ results }) => results.get(expectation.id));
      return {
        expectation,
        before: was ? told(was) : null,
        after: is ? told(is) : null,
        answers: pairs.flatMap((pair, at) =>
          about.has(pair.before?.id ?? "") || about.has(pair.after?.id ?? "") ? [at] : []
        ),
      };
    }),
    answers: pairs.map((pair) => ({
      question: {
        place: pair.question,
        text: (before.bodies[questions[pair.question]?.id ?? ""]?.content ?? "").slice(0, QUESTION_UNITS)
          .toWellFormed(),
      },
      agent: participantOf(after, pair.after?.participantId ?? "")?.name ?? pair.name,
      before: sideOf(before, pair.before),
      after: sideOf(after, pair.after),
    })),
  };
}

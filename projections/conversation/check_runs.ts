/** Checks in the fold: that a conversation is one, how it was run again, and what is still to be said in a run. */
import { CHECK_RUNS } from "../../events/catalog/limits.ts";
import type { ConversationEvent } from "../../events/catalog/conversation.ts";
import type { Check, CheckRun } from "../shapes/check_folds.ts";
import type { ConversationState } from "../shapes/folds.ts";
import { erasedBy } from "./messages.ts";

type Of<T extends ConversationEvent["type"]> = Extract<ConversationEvent, { type: T }>;
export type CheckRunEvent = Of<
  "CheckNamed" | "CheckRunBegun" | "QuestionPlanned" | "SeatCast" | "JudgeSeated" | "ChecksEnded"
>;
const CHECK_RUN_EVENTS: ReadonlySet<string> = new Set<CheckRunEvent["type"]>([
  "CheckNamed",
  "CheckRunBegun",
  "QuestionPlanned",
  "SeatCast",
  "JudgeSeated",
  "ChecksEnded",
]);
export const isCheckRun = (event: ConversationEvent): event is CheckRunEvent =>
  CHECK_RUN_EVENTS.has(event.type);

/** Folds what happens to a check and to a run of one. */
export function changeChecks(state: ConversationState, event: CheckRunEvent): void {
  switch (event.type) {
    case "CheckNamed":
      return name(state, event);
    case "CheckRunBegun": {
      const { at, by, data } = event;
      const { runs = [], ...check } = state.check ?? {};
      if (runs.some(({ conversationId }) => conversationId === data.conversationId)) return;
      state.check = { ...check, runs: [...runs, { ...data, at, by: by.id }].slice(-CHECK_RUNS) };
      return;
    }
    case "QuestionPlanned":
      return plan(state, event);
    case "SeatCast": {
      const { participantId, ...cast } = event.data;
      const run = state.run ?? nothing(event);
      state.run = { ...run, cast: { ...run.cast, [participantId]: { ...cast, seq: event.seq } } };
      return;
    }
    case "JudgeSeated":
      return seatJudge(state, event);
    case "ChecksEnded":
      if (state.run && !state.run.ended) state.run = { ...state.run, ended: { ...event.data, at: event.at } };
  }
}

/** It takes no part: it stands with those who do not any more, so that it has a name and nobody asks it or hears of it. */
function seatJudge(state: ConversationState, event: Of<"JudgeSeated">): void {
  const { participantId: id, ...joined } = event.data;
  const others = [...state.participants, ...state.former];
  if ((state.run ?? state.room)?.judge !== undefined || others.some((one) => one.id === id)) return;
  if (state.room) state.room = { ...state.room, judge: id };
  else state.run = { ...state.run ?? nothing(event), judge: id };
  const judge = { id, ...joined, enabled: false, addedSeq: event.seq, ...erasedBy(event) };
  state.former = [...state.former, judge];
}

function keepCheck(state: ConversationState, { runs, ...named }: Check): void {
  if (named.name === undefined && runs.length === 0) delete state.check;
  else state.check = { ...named, runs };
}

function name(state: ConversationState, { data, seq }: Of<"CheckNamed">): void {
  const { runs = [] } = state.check ?? {};
  keepCheck(state, { runs, ...(data.check ? { name: data.name, namedSeq: seq } : {}) });
}

const nothing = ({ by }: Pick<ConversationEvent, "by">): CheckRun => ({
  by: by.id,
  questions: [],
  planned: [],
  left: [],
  cast: {},
});

function plan(state: ConversationState, event: Of<"QuestionPlanned">): void {
  const { data, seq } = event;
  const run = state.run ?? nothing(event);
  if (run.questions.includes(data.messageId)) return;
  state.run = {
    ...run,
    questions: [...run.questions, data.messageId],
    planned: [...run.planned, { ...data, seq }],
    left: data.left ? [...run.left, data.messageId] : run.left,
  };
}

/** A question that was planned is said. */
export function saidInRun(state: ConversationState, messageId: string): void {
  const { run } = state;
  if (!run?.planned.some((one) => one.messageId === messageId)) return;
  state.run = { ...run, planned: run.planned.filter((one) => one.messageId !== messageId) };
}

/** What stood in these events is gone: the name of a check, what was to be said, and another prompt. */
export function forgetChecks(state: ConversationState, seqs: readonly number[]): void {
  const { check, run } = state;
  if (check?.namedSeq !== undefined && seqs.includes(check.namedSeq)) state.check = { ...check, name: "" };
  if (!run) return;
  const planned = run.planned.map((one) => {
    if (!seqs.includes(one.seq)) return one;
    const { attachments: _, ...rest } = one;
    return { ...rest, content: "" };
  });
  const cast = Object.fromEntries(
    Object.entries(run.cast).map(([id, one]) => {
      const { systemPrompt: _, ...rest } = one;
      return [id, seqs.includes(one.seq) ? rest : one];
    }),
  );
  state.run = { ...run, planned, cast };
}

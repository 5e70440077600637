/** What a conversation says by itself, in its fold: what was set, why it is paused, and what became of the last runs. */
import type { ConversationEvent } from "../../events/catalog/conversation.ts";
import { SCHEDULE_REMEMBERED } from "../../events/catalog/limits.ts";
import type { ConversationState, Schedule } from "../shapes/folds.ts";
import { idleOf, planned, withSet } from "./planned.ts";

const NONE: readonly Schedule[] = [];

/** The schedules after an event. */
export function schedule(state: ConversationState, event: ConversationEvent): void {
  const { schedules: list = NONE } = state;
  if (list === NONE && event.type !== "ScheduleSet") return;
  if (event.type === "ScheduleSet") return keep(state, withSet(list, setBy(state, event)));
  const now = planned(list, event);
  if (now === list) return;
  keep(state, now.map((one) => told(one, event)));
}

function keep(state: ConversationState, list: readonly Schedule[]): void {
  if (list.length === 0) delete state.schedules;
  else state.schedules = [...list];
}

function setBy(
  { schedules = [] }: ConversationState,
  { data: { scheduleId, ...data }, at, seq }: Extract<ConversationEvent, { type: "ScheduleSet" }>,
): Schedule {
  const old = schedules.find(({ id }) => id === scheduleId);
  const { last = [], runs = { day: "", count: 0 }, running } = old ?? {};
  return {
    ...data,
    ...idleOf(data),
    id: scheduleId,
    setAt: at,
    setSeq: seq,
    plannedAt: at,
    last,
    runs,
    ...(running ? { running } : {}),
  };
}

/** What was to be said is gone where the event that set it lost its words. */
export function forgetWords(state: ConversationState, seqs: readonly number[]): void {
  if (!state.schedules?.some(({ setSeq }) => seqs.includes(setSeq))) return;
  state.schedules = state.schedules.map((one) => {
    const { address: _, ...rest } = one;
    return seqs.includes(one.setSeq) ? { ...rest, instruction: "" } : one;
  });
}

/** What else an event says of the schedule it is about. */
function told(one: Schedule, event: ConversationEvent): Schedule {
  if (!("scheduleId" in event.data) || event.data.scheduleId !== one.id) return one;
  if (event.type === "SchedulePaused") return { ...one, why: event.data.why };
  if (event.type === "ScheduleResumed") {
    const { why: _, ...rest } = one;
    return { ...rest, plannedAt: event.at };
  }
  return event.type === "ScheduleRan" ? ran(one, event) : one;
}

function ran(one: Schedule, { data, at }: Extract<ConversationEvent, { type: "ScheduleRan" }>): Schedule {
  const { due, outcome, missed, messageId, tokens, usd, digest } = data;
  const day = at.slice(0, 10);
  const count = (one.runs.day === day ? one.runs.count : 0) + (outcome === "ran" ? 1 : 0);
  const entry = {
    at,
    outcome,
    ...(due === undefined ? {} : { due }),
    ...(missed ? { missed } : {}),
    ...(messageId === undefined ? {} : { messageId }),
  };
  // Looks that found nothing stand for one another.
  const quiet = outcome === "unchanged" && one.last[0]?.outcome === outcome;
  return {
    ...one,
    plannedAt: at,
    runs: { day, count },
    last: [entry, ...quiet ? one.last.slice(1) : one.last].slice(0, SCHEDULE_REMEMBERED),
    ...(messageId === undefined ? {} : {
      running: {
        messageId,
        ...(tokens === undefined ? {} : { tokens }),
        ...(usd === undefined ? {} : { usd }),
      },
    }),
    ...(digest === undefined ? {} : { digest }),
  };
}

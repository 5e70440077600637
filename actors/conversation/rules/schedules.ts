/**
 * Decisions about what a conversation says by itself. A run that is due is one commit: what became of it, when the next
 * one is, and what is said. Whoever comes second finds another moment planned, and does nothing.
 */
import { SCHEDULES } from "../../../events/catalog/limits.ts";
import { factsOf } from "../../../events/catalog/modes.ts";
import type { DataOf } from "../../../events/catalog/conversation.ts";
import type { Schedule } from "../../../projections/shapes/folds.ts";
import { addressOf } from "../../../projections/conversation/addresses.ts";
import { isAhead, isZone, nextRun, type Plan, planOf } from "../../schedules/next_run.ts";
import { type Decision, refuse } from "../decision.ts";
import type { Answer, CommandOf, Refusal } from "../commands.ts";
import { cancelAll } from "./ending.ts";
import { addPosting } from "./message.ts";

type Ran = DataOf<"ScheduleRan">;

const NO_SCHEDULE = refuse("not_found", "There is no such schedule in this conversation.");
const STILL_RUNS = refuse("conflict", "Its last run is still going on.");
const DAY_MS = 86_400_000;

const isoOf = (at: number | null): string | null => at === null ? null : new Date(at).toISOString();

const found = ({ state }: Decision, scheduleId: string): Schedule | undefined =>
  state.schedules?.find(({ id }) => id === scheduleId);

/** When it runs first from now on: counted from the last word where one was said, or else not before one is. */
function firstRun({ at, state }: Decision, when: Schedule["when"], since = Date.parse(at)): string | null {
  const now = Date.parse(at);
  if (when.kind !== "idle") return isoOf(nextRun(when, now, since));
  return state.lastSaid === null ? null : isoOf(now + 60_000 * when.minutes);
}

/** What is wrong with a schedule, or null. */
function wrong(now: Decision, { when, address, participantIds }: CommandOf<"set_schedule">): Refusal | null {
  const { participants, mode } = now.state;
  if (when.kind === "times" && !isZone(when.zone)) {
    return refuse("validation", "There is no such time zone.", "when.zone");
  }
  if ((when.kind === "watch") !== (address !== undefined)) {
    return refuse("validation", "An address belongs to what watches one, and to nothing else.", "address");
  }
  if (address !== undefined && addressOf(address) === null) {
    return refuse(
      "validation",
      "This is no address that can be read: it begins with http:// or https:// and has no name or password in it.",
      "address",
    );
  }
  if (participantIds?.some((id) => !participants.some((p) => p.id === id))) {
    return refuse("validation", "Agent not in this conversation", "participantIds");
  }
  if (factsOf(mode).onRequest && !participantIds) {
    return refuse(
      "validation",
      "Nobody answers here unasked: say which agents are to answer.",
      "participantIds",
    );
  }
  return null;
}

export function setSchedule(command: CommandOf<"set_schedule">, now: Decision): Answer | Refusal {
  const { type: _, scheduleId: wanted, ...fields } = command;
  const { schedules = [], archived } = now.state;
  const old = wanted === undefined ? undefined : found(now, wanted);
  if (wanted !== undefined && !old) return NO_SCHEDULE;
  if (!old && schedules.length >= SCHEDULES) {
    return refuse("conflict", `At most ${SCHEDULES} schedules can stand in one conversation.`);
  }
  if (archived) {
    return refuse("conflict", "An archived conversation says nothing by itself. Restore it first.");
  }
  const refused = wrong(now, command);
  if (refused) return refused;
  const scheduleId = old?.id ?? now.mint("schedule");
  const { address, participantIds, ...rest } = fields;
  now.add("ScheduleSet", {
    scheduleId,
    ...rest,
    instruction: fields.instruction.trim(),
    ...(address === undefined ? {} : { address: addressOf(address) ?? address }),
    ...(participantIds ? { participantIds: [...participantIds] } : {}),
    next: firstRun(now, fields.when),
  });
  // What is changed while it is paused stays so.
  if (old?.paused) now.add("SchedulePaused", { scheduleId, why: old.why ?? "person" });
  return { scheduleId };
}

export function pauseSchedule({ scheduleId }: CommandOf<"pause_schedule">, now: Decision): Answer | Refusal {
  const one = found(now, scheduleId);
  if (!one) return NO_SCHEDULE;
  if (!one.paused) now.add("SchedulePaused", { scheduleId, why: "person" });
  return { scheduleId };
}

export function resumeSchedule(
  { scheduleId }: CommandOf<"resume_schedule">,
  now: Decision,
): Answer | Refusal {
  const one = found(now, scheduleId);
  if (!one) return NO_SCHEDULE;
  if (now.state.archived) {
    return refuse("conflict", "An archived conversation says nothing by itself. Restore it first.");
  }
  if (one.paused) {
    now.add("ScheduleResumed", { scheduleId, next: firstRun(now, one.when, Date.parse(one.setAt)) });
  }
  return { scheduleId };
}

/** With it ends what it is saying. */
export function removeSchedule({ scheduleId }: CommandOf<"remove_schedule">, now: Decision): Answer {
  const one = found(now, scheduleId);
  if (!one) return {};
  now.add("ScheduleRemoved", { scheduleId });
  cancelAll(now, now.open().filter(({ exchange }) => exchange === one.running?.messageId), "stopped");
  return { scheduleId };
}

/** What is put away says nothing by itself any more, until a person lets it go on. */
export function pauseAll(now: Decision): void {
  for (const { id: scheduleId, paused } of now.state.schedules ?? []) {
    if (!paused) now.add("SchedulePaused", { scheduleId, why: "archived" });
  }
}

/** Whether what it said last is still being answered, or waits to be. */
const isRunning = ({ state }: Decision, { running }: Schedule): boolean =>
  running !== undefined &&
  (state.exchanges[running.messageId] !== undefined || state.queue.includes(running.messageId));

/** Why a run that is due does not take place, if it does not. */
function obstacle(
  now: Decision,
  one: Schedule,
  { allowance, look }: CommandOf<"run_schedule">,
): Exclude<Ran["outcome"], "ran"> | null {
  const { state, at } = now;
  const { participantIds, runs, runsPerDay, when, digest } = one;
  if (isRunning(now, one)) return "busy";
  if (runs.day === at.slice(0, 10) && runs.count >= runsPerDay) return "over_cap";
  if (participantIds?.every((id) => !state.participants.some((p) => p.id === id))) return "nobody";
  if (when.kind === "watch") {
    if (!look) return "unreachable";
    // What was never read, or was erased, is nothing to compare with.
    if (!digest || look.digest === digest) return "unchanged";
  }
  return allowance ? null : "over_budget";
}

const isOver = (outcome?: Ran["outcome"]): boolean => outcome === "over_cap" || outcome === "over_budget";
const dayAfter = (at: string): number => (Math.floor(Date.parse(at) / DAY_MS) + 1) * DAY_MS;

/** Not again before the next day, where the day's measure is full: it is told once. */
function nextAfter(one: Schedule, outcome: Ran["outcome"], next: number | null, at: string): number | null {
  return isOver(outcome) ? nextRun(one.when, dayAfter(at) - 1, Date.parse(one.setAt)) : next;
}

const TOLD: Partial<Record<Ran["outcome"], string>> = {
  over_cap: "A schedule did not run: it has run as often as it may on one day. It goes on tomorrow (UTC).",
  over_budget:
    "A schedule did not run: what runs without a person has used the budget of the day. It goes on tomorrow (UTC).",
  nobody: "A schedule did not run: none of its agents takes part any more.",
};

/** Says in the conversation what a person would otherwise wait for. */
function tell(now: Decision, outcome: Ran["outcome"], missed: Ran["missed"]): void {
  const say = (content: string) =>
    now.add("MessagePosted", {
      messageId: now.mint("message"),
      author: { kind: "system", id: "system", name: "System" },
      role: "system",
      content,
    });
  if (missed?.count === 1) {
    say(`Missed 1 run of a schedule (${shown(missed.from)} UTC): nobody was there to run it.`);
  } else if (missed) {
    const count = missed.more ? `more than ${missed.count}` : `${missed.count}`;
    say(
      `Missed ${count} runs of a schedule (from ${shown(missed.from)} to ${
        shown(missed.to)
      } UTC): nobody was there to run them.`,
    );
  }
  const told = TOLD[outcome];
  if (told) say(told);
}

const shown = (iso: string): string => iso.slice(0, 16).replace("T", " ");

/** What stands in the log of moments that were missed. */
const missedOf = ({ missed }: Plan): Pick<Ran, "missed"> =>
  missed === null ? {} : {
    missed: {
      count: missed.count,
      ...(missed.more ? { more: true } : {}),
      from: new Date(missed.from).toISOString(),
      to: new Date(missed.to).toISOString(),
    },
  };

/** What is to be done for the moment that was planned, or now where a person asks. */
function planned(now: Decision, one: Schedule, due: string | null): Plan {
  const at = Date.parse(now.at);
  if (due === null) {
    return { run: at, missed: null, next: one.next === null ? null : Date.parse(one.next) };
  }
  const [planned, since] = [Date.parse(one.plannedAt), Date.parse(one.setAt)];
  return planOf(one.when, { due: Date.parse(due), planned, since }, at);
}

/**
 * Carries out what a schedule has planned for `due`: once, whoever asks and however often. A person may ask for a run now
 * (`due` null); what stands in its way is told then, and nothing is recorded.
 */
export function runSchedule(command: CommandOf<"run_schedule">, now: Decision): Answer | Refusal {
  const { scheduleId, due, look } = command;
  const one = found(now, scheduleId);
  if (!one) return due === null ? NO_SCHEDULE : {};
  if (due !== null && (one.paused || one.next !== due)) return {};
  if (due !== null && due > now.at) return planAnew(now, one, due);
  const plan = planned(now, one, due);
  const stopped = plan.run === null ? null : obstacle(now, one, command);
  if (due === null && stopped) return refusedNow(stopped, look);
  const outcome: Ran["outcome"] = plan.run !== null
    ? stopped ?? "ran"
    : plan.missed === null
    ? "replanned"
    : "missed";
  const told = missedOf(plan);
  tell(now, outcome, told.missed);
  const messageId = now.mint("message");
  const { tokens, usd } = command.allowance ?? {};
  now.add("ScheduleRan", {
    scheduleId,
    ...(due === null ? {} : { due }),
    outcome,
    next: isoOf(nextAfter(one, outcome, plan.next, now.at)),
    ...told,
    ...(outcome === "ran"
      ? {
        messageId,
        tokens: Math.min(one.runTokens, tokens ?? one.runTokens),
        ...(usd === undefined ? {} : { usd }),
      }
      : {}),
    ...(look ? { digest: look.digest } : {}),
  });
  if (outcome !== "ran") return {};
  const content = one.address === undefined
    ? one.instruction
    : `${one.instruction}\n\nThis address has changed: ${one.address}`;
  return addPosting(now, { id: messageId, content, mentions: one.participantIds ?? [] });
}

/** A run that a clock planned which was ahead would wait until it is as late again. */
function planAnew(now: Decision, one: Schedule, due: string): Answer {
  const [at, since] = [Date.parse(now.at), Date.parse(one.setAt)];
  // Where the day's measure was full it goes on with the next day, which is none that was ahead.
  const from = isOver(one.last[0]?.outcome) ? dayAfter(now.at) : at;
  if (!isAhead(one.when, Date.parse(due), from, since)) return {};
  now.add("ScheduleRan", {
    scheduleId: one.id,
    due,
    outcome: "replanned",
    next: firstRun(now, one.when, since),
  });
  return {};
}

function refusedNow(
  outcome: Exclude<Ran["outcome"], "ran">,
  look: CommandOf<"run_schedule">["look"],
): Refusal {
  if (outcome === "busy") return STILL_RUNS;
  if (outcome === "unchanged" || (outcome === "unreachable" && look === null)) {
    return refuse("conflict", "The address was not read, or has not changed.");
  }
  return refuse(
    "conflict",
    (TOLD[outcome] ?? "A schedule did not run.").replace(" It goes on tomorrow (UTC).", ""),
  );
}

/**
 * When a conversation speaks by itself. What is planned follows from events alone, for the fold, for the sidebar's row and
 * so for the row in the store that says when somebody has to look.
 */
import type { ConversationEvent, DataOf } from "../../events/catalog/conversation.ts";
import type { ListRow, Planned } from "../shapes/views.ts";
import type { ConversationState } from "../shapes/folds.ts";

const MINUTE_MS = 60_000;

const after = (at: string, minutes: number): string =>
  new Date(Date.parse(at) + minutes * MINUTE_MS).toISOString();

/** What is planned, and what became of it: no news, for what is said then is. */
export type PlanEvent = Extract<ConversationEvent, { type: `Schedule${string}` }>;
export const isPlan = (event: ConversationEvent): event is PlanEvent => event.type.startsWith("Schedule");

/** Whether a schedule says it, and no person: it stands for both, who acts and who is named. */
export const isBySchedule = (
  { by, author }: Pick<ConversationEvent, "by"> & Pick<DataOf<"MessagePosted">, "author">,
): boolean => by.kind === "system" && author.kind === "user" && by.id === author.id;

/** What an event changes of what is planned; the same list where that is nothing. */
export function planned<P extends Planned>(list: readonly P[], event: ConversationEvent): readonly P[] {
  const change = (id: string, change: Partial<Planned>) =>
    list.map((one) => one.id === id ? { ...one, ...change } : one);
  switch (event.type) {
    case "SchedulePaused":
      return change(event.data.scheduleId, { paused: true, next: null });
    case "ScheduleResumed":
      return list.map((one) => one.id === event.data.scheduleId ? resumed(one, event.data.next) : one);
    case "ScheduleRemoved":
      return list.filter(({ id }) => id !== event.data.scheduleId);
    case "ScheduleRan":
      return change(event.data.scheduleId, { next: event.data.next });
    case "MessagePosted":
      return event.data.author.kind === "user" && !isBySchedule({ by: event.by, ...event.data })
        ? heard(list, event.at, true)
        : list;
    case "TurnCompleted":
    case "TurnFailed":
    case "TurnCancelled":
      return heard(list, event.at, false);
    default:
      return list;
  }
}

function resumed<P extends Planned>(one: P, next: string | null): P {
  const now: P & { paused?: true } = { ...one, next };
  delete now.paused;
  return now;
}

/** Somebody has spoken; only a person's word plans what was not. */
function heard<P extends Planned>(list: readonly P[], at: string, plans: boolean): readonly P[] {
  const moves = ({ idle, paused, next }: Planned) =>
    idle !== undefined && !paused && (plans || next !== null) && (next === null || next < after(at, idle));
  if (!list.some(moves)) return list;
  return list.map((one) => moves(one) ? { ...one, next: after(at, one.idle ?? 0) } : one);
}

/** How long after the last word; absent: not by words. */
export const idleOf = ({ when }: Pick<DataOf<"ScheduleSet">, "when">): { idle?: number } =>
  when.kind === "idle" ? { idle: when.minutes } : {};

/** With the schedule that an event sets in its place, or behind the others. */
export function withSet<P extends { readonly id: string }>(list: readonly P[], one: P): readonly P[] {
  return list.some(({ id }) => id === one.id)
    ? list.map((old) => old.id === one.id ? one : old)
    : [...list, one];
}

/** When the next run of all is due: nothing while words are still being written that plan it anew. */
export function nextOf(list: readonly Planned[], answering: boolean): string | null {
  let found: string | null = null;
  for (const { next, idle, paused } of list) {
    if (next === null || paused || (idle !== undefined && answering)) continue;
    if (found === null || next < found) found = next;
  }
  return found;
}

/** Stands behind every moment: what says something by itself, but not before somebody speaks or lets it go on. */
export const NEVER = 8_640_000_000_000_000;

/**
 * When somebody has to look at a conversation, by its row of the list, in milliseconds since the epoch; null where it says
 * nothing by itself, or is not there.
 */
export function dueRunOf(row: Pick<ListRow, "planned" | "answering"> | null): number | null {
  if (!row?.planned) return null;
  const next = nextOf(row.planned, row.answering > 0);
  return next === null ? NEVER : Date.parse(next);
}

/** As the row of the list has them; absent: there is none. */
export const plannedOf = ({ schedules = [] }: Pick<ConversationState, "schedules">): {
  planned?: readonly Planned[];
} =>
  schedules.length === 0 ? {} : {
    planned: schedules.map(({ id, next, idle, paused }) => ({
      id,
      next,
      ...(idle === undefined ? {} : { idle }),
      ...(paused ? { paused } : {}),
    })),
  };

/** The same row after an event. */
export function plannedAfter(
  list: readonly Planned[] = [],
  event: ConversationEvent,
): { planned?: readonly Planned[] } | null {
  const { type, data } = event;
  const now = type === "ScheduleSet"
    ? withSet(list, { id: data.scheduleId, next: data.next, ...idleOf(data) })
    : planned(list, event);
  return now === list ? null : { planned: now };
}

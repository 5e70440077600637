/** What stands in the form of a schedule, and what is made of it. */
import { SCHEDULE_MINUTES } from "../../events/catalog/limits.ts";
import type { When } from "../../events/catalog/schedules.ts";
import type { Schedule } from "../../projections/shapes/folds.ts";
import type { NewSchedule } from "../../server/contract/schedule_shapes.ts";
import { typedNumber, typedWhole } from "../parts/format.ts";
import { words } from "../words/schedules.ts";

/** As it is typed. */
export interface Typed {
  readonly instruction: string;
  readonly kind: When["kind"];
  readonly days: readonly number[];
  readonly time: string;
  readonly zone: string;
  readonly minutes: string;
  readonly address: string;
  readonly who: readonly string[];
  readonly runTokens: string;
  readonly runsPerDay: string;
}

/** The form of a schedule, or of a new one in this time zone. */
export function typedOf(old: Schedule | undefined, zone: string): Typed {
  const when: When = old?.when ?? { kind: "times", days: [1, 2, 3, 4, 5], time: "08:00", zone };
  const times = when.kind === "times" ? when : { days: [1, 2, 3, 4, 5], time: "08:00", zone };
  return {
    instruction: old?.instruction ?? "",
    kind: when.kind,
    days: times.days,
    time: times.time,
    zone: times.zone,
    minutes: when.kind === "times" ? "60" : `${when.minutes}`,
    address: old?.address ?? "",
    who: old?.participantIds ?? [],
    runTokens: `${old?.runTokens ?? 20_000}`,
    runsPerDay: `${old?.runsPerDay ?? 24}`,
  };
}

function whenOf({ kind, days, time, zone, minutes: typed }: Typed): When | string {
  if (kind === "times") {
    return days.length === 0 ? words.noDays : { kind, days: [...days].sort((a, b) => a - b), time, zone };
  }
  const minutes = typedWhole(typed);
  const { min, max } = SCHEDULE_MINUTES[kind];
  return minutes >= min && minutes <= max ? { kind, minutes } : `${words.minutes}: ${min} – ${max}.`;
}

/** What is sent; in words, what is wrong. */
export function fieldsOf(typed: Typed): NewSchedule | string {
  const when = whenOf(typed);
  if (typeof when === "string") return when;
  const runTokens = typedWhole(typed.runTokens);
  const runsPerDay = typedWhole(typed.runsPerDay);
  if (!(runTokens > 0) || !(runsPerDay > 0)) return words.wrongNumbers;
  return {
    when,
    instruction: typed.instruction.trim(),
    runTokens,
    runsPerDay,
    ...(when.kind === "watch" ? { address: typed.address.trim() } : {}),
    ...(typed.who.length > 0 ? { participantIds: [...typed.who] } : {}),
  };
}

/** A budget as it is typed; in words, what is wrong. */
export function budgetOf(tokens: string, usd: string): { tokens: number; usd: number } | string {
  const typed = { tokens: typedWhole(tokens), usd: typedNumber(usd) };
  return typed.tokens > 0 && typed.usd > 0 ? typed : words.budgetWrong;
}

/** What a run really did, counted from the log: a history that never reached a mode proves nothing about it. */
import type { ConversationEvent, Mode } from "../../events/catalog/conversation.ts";
import { EVENT_BYTES } from "../../events/store/kv/bounds.ts";
import type { Dimension } from "./dimensions.ts";

/** How often something happened, by `<mode> <what>`. */
export type Covered = Map<string, number>;

/** Under which packed values are counted. */
export const PACKED = "packed values";

/** Under which conversations are counted that were had back after they were deleted. */
export const HAD_BACK = "had back";

/** Under which messages are counted whose words were erased. */
export const ERASED = "erased";

/** Under which verdicts are counted that were cut short, and given again. */
export const CUT_VERDICTS = "cut verdicts";

/** Counts what happened to the turns of one conversation, each under the mode it was requested in. */
export function cover(covered: Covered, events: readonly ConversationEvent[]): void {
  const add = (mode: Mode, what: string) => {
    const key = `${mode} ${what}`;
    covered.set(key, (covered.get(key) ?? 0) + 1);
  };
  const meet = (dimension: Dimension) =>
    covered.set(`dimension ${dimension}`, (covered.get(`dimension ${dimension}`) ?? 0) + 1);
  let newest = "";
  const modes = new Map<string, Mode>();
  const last = new Map<string, string>();
  const verdicts = new Set<string>();
  for (const { type, data, at } of events) {
    if (at < newest) meet("clock");
    if (at > newest) newest = at;
    if (type === "TurnCompleted" && data.content.length > EVENT_BYTES) meet("big");
    if (type === "MessagePosted" && data.notice?.code === "context_warning") meet("full");
    if (type === "PanelEnded") {
      covered.set(`panel ${data.how}`, (covered.get(`panel ${data.how}`) ?? 0) + 1);
    }
    if (type === "ChecksEnded") {
      covered.set(`run ${data.how}`, (covered.get(`run ${data.how}`) ?? 0) + 1);
    }
    if (type === "ScheduleRan" && data.outcome === "ran") meet("standing");
    const turnId = "turnId" in data ? data.turnId : undefined;
    if (type === "TurnRequested") {
      modes.set(data.turnId, data.mode);
      if (data.judges) verdicts.add(data.turnId);
      add(data.mode, data.reason.code);
    }
    if (type === "MessagePosted" && data.notice?.code === "cap") {
      add(modes.get(data.notice.turnId ?? "") ?? "manager", "capped");
    }
    const mode = turnId === undefined ? undefined : modes.get(turnId);
    if (turnId === undefined || mode === undefined) continue;
    // Where it was cut: between which of its events.
    if (type === "TurnInterrupted") {
      add(mode, `cut after ${last.get(turnId)}`);
      if (verdicts.has(turnId)) covered.set(CUT_VERDICTS, (covered.get(CUT_VERDICTS) ?? 0) + 1);
    }
    if (type === "TurnCompleted") add(mode, data.passed ? "passed" : "completed");
    if (type === "TurnCancelled") add(mode, `cancelled ${data.why}`);
    if (type === "TurnFailed") add(mode, "failed");
    last.set(turnId, type);
  }
}

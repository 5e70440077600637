/** What conversations say by themselves, put together. */
import { WORKSPACE } from "../../events/catalog/envelope.ts";
import type { EventLog } from "../../events/store/types.ts";
import type { Environment } from "../runtime/environment.ts";
import type { System } from "../system.ts";
import type { WorkspaceActor } from "../workspace/workspace_actor.ts";
import { AddressLooks, type Look, lookAt } from "./address_looks.ts";
import { DailyBudget } from "./daily_budget.ts";
import { Scheduler, type SchedulerPorts } from "./scheduler.ts";

interface StandingOptions {
  readonly log: EventLog;
  readonly environment: Environment;
  /** Reads an address that is watched. @default over HTTP, public ones alone */
  readonly lookAt?: Look;
}

/** What conversations say by themselves, and the day's measure of that. */
export function standingOf(
  { log, environment, lookAt: look = lookAt }: StandingOptions,
  ports: Omit<SchedulerPorts, "budget" | "looks"> & {
    readonly usage: System["usage"];
    readonly workspace: WorkspaceActor;
  },
): { scheduler: Scheduler; standing: Pick<System, "runSchedule" | "spentAlone"> } {
  const rows = log.side("standing");
  const conversation = async (id: string) => {
    const { state } = await ports.folds.refresh(id);
    return state.seq === 0 || state.deleted ? null : state;
  };
  const budget = new DailyBudget({
    rows,
    usage: ports.usage,
    now: environment.now,
    workspace: () => ports.workspace.refresh(),
    conversation,
  });
  const scheduler = new Scheduler({ ...ports, budget, looks: new AddressLooks(rows, look, environment) });
  return {
    scheduler,
    standing: {
      spentAlone: () => budget.spent(),
      async runSchedule(conversationId, scheduleId, terms) {
        const state = conversationId === WORKSPACE ? null : await conversation(conversationId);
        const schedule = state?.schedules?.find(({ id }) => id === scheduleId);
        const detail = `There is no such ${state ? "schedule in this conversation" : "conversation"}.`;
        if (!schedule) return { ok: false, code: "not_found", detail };
        return await scheduler.run(conversationId, schedule, null, terms);
      },
    },
  };
}

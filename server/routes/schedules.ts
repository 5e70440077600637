/** Standing turns: set, changed, paused, run now and removed; and one daily budget for all of them. */
import { SCHEDULED_CONVERSATIONS } from "../../events/catalog/limits.ts";
import type { CommandOf } from "../../actors/conversation/commands.ts";
import type { System } from "../../actors/system.ts";
import type { ConversationState, Schedule } from "../../projections/shapes/folds.ts";
import {
  AllSchedules,
  BegunRun,
  Budget,
  ChangeBudget,
  ChangeSchedule,
  NewSchedule,
  RemoveQuery,
  ScheduleList,
} from "../contract/schedule_shapes.ts";
import { NoFields, Nothing } from "../contract/values.ts";
import { Schedule as ScheduleShape } from "../../projections/shapes/folds.ts";
import { carried, changeSettings, conversationOf, execute, given, metaOf, param } from "../http/commands.ts";
import { comeAgain, Problem } from "../http/problem.ts";
import { type Call, type Route, route } from "../http/route.ts";

const noSchedule = () => new Problem("not_found", "There is no such schedule in this conversation.");

function scheduleOf({ schedules = [] }: ConversationState, id: string): Schedule {
  const found = schedules.find((one) => one.id === id);
  if (!found) throw noSchedule();
  return found;
}

/** Nothing is decided for anybody: who sets up the first has to say how much all of them may use. */
async function mustHaveBudget({ services: { system } }: Call): Promise<void> {
  if ((await system.workspace()).settings.daily) return;
  throw new Problem("conflict", "Say first how much all that runs without a person may use on a day.");
}

type Fields = Omit<CommandOf<"set_schedule">, "type" | "scheduleId">;

/** The fields of one with what is changed. */
function changed(old: Schedule, { paused: _, ...change }: ChangeSchedule): Fields | null {
  if (Object.keys(change).length === 0) return null;
  const { when, instruction, runTokens, runsPerDay } = { ...old, ...given(change) };
  const address = change.address === undefined ? old.address : change.address ?? undefined;
  const chosen = change.participantIds === undefined
    ? old.participantIds
    : change.participantIds ?? undefined;
  return {
    when,
    instruction,
    runTokens,
    runsPerDay,
    ...(address === undefined ? {} : { address }),
    ...(chosen ? { participantIds: [...chosen] } : {}),
  };
}

export async function budgetOf(system: System): Promise<Budget> {
  const { daily = null } = (await system.workspace()).settings;
  const spent = await system.spentAlone();
  if (!spent) return { daily, used: null };
  const { day, tokens, usd, unknown } = spent;
  return { daily, used: { day, tokens, usd, unknown } };
}

async function all({ services: { system } }: Call): Promise<AllSchedules> {
  const rows = await system.log.runs.first(SCHEDULED_CONVERSATIONS + 1);
  const items: { conversationId: string; title: string; schedule: Schedule }[] = [];
  for (const { stream } of rows.slice(0, SCHEDULED_CONVERSATIONS)) {
    const state = await system.conversation(stream);
    for (const schedule of state?.schedules ?? []) {
      items.push({ conversationId: stream, title: state?.title ?? "", schedule });
    }
  }
  const nextOf = ({ schedule: { next } }: (typeof items)[number]) => next ?? "9";
  items.sort((a, b) => nextOf(a) < nextOf(b) ? -1 : 1);
  return { items, more: rows.length > SCHEDULED_CONVERSATIONS, budget: await budgetOf(system) };
}

const standing: Route[] = [
  route("GET", "/api/schedules", {
    summary: "What conversations say by themselves, the next run first, and the daily budget of all of it",
    answer: AllSchedules,
    handle: all,
  }),
  route("PATCH", "/api/daily-budget", {
    summary: "How much all that runs without a person may use on a day; null: nothing runs",
    body: ChangeBudget,
    answer: Budget,
    async handle(call) {
      const { services: { system }, body: { daily } } = call;
      await changeSettings(system, metaOf(call), ({ settings: { daily: before, ...settings } }) => {
        const same = before?.tokens === daily?.tokens && before?.usd === daily?.usd;
        const data = { ...settings, ...(daily ? { daily } : {}) };
        return {
          ok: true,
          events: same ? [] : [{ type: "WorkspaceSettingsChanged", data }],
          answer: { id: "" },
        };
      });
      return await budgetOf(system);
    },
  }),
];

export const schedules: Route[] = [
  ...standing,
  route("GET", "/api/conversations/:id/schedules", {
    summary: "What a conversation says by itself, with its last runs",
    answer: ScheduleList,
    handle: async (call) => ({ items: [...(await conversationOf(call)).schedules ?? []], next: null }),
  }),
  route("POST", "/api/conversations/:id/schedules", {
    summary: "Have something said at times, when an address changes, or some minutes after the last word",
    body: NewSchedule,
    status: 201,
    answer: ScheduleShape,
    async handle(call) {
      await mustHaveBudget(call);
      const id = param(call, "id");
      const { address, participantIds, ...fields } = call.body;
      const { answer: { scheduleId = "" } } = await execute(call, id, {
        type: "set_schedule",
        ...fields,
        ...(address === undefined ? {} : { address }),
        ...(participantIds ? { participantIds: [...participantIds] } : {}),
      });
      return scheduleOf(await conversationOf(call), scheduleId);
    },
  }),
  route("PATCH", "/api/conversations/:id/schedules/:scheduleId", {
    summary: "Change what is said and when, pause it, or let it go on",
    body: ChangeSchedule,
    answer: ScheduleShape,
    async handle(call) {
      const [id, scheduleId] = [param(call, "id"), param(call, "scheduleId")];
      const { paused } = call.body;
      const old = scheduleOf(await conversationOf(call), scheduleId);
      const fields = changed(old, call.body);
      if (fields || paused === false) await mustHaveBudget(call);
      if (fields) await execute(call, id, { type: "set_schedule", scheduleId, ...fields }, { by: call.by });
      const type = paused ? "pause_schedule" : "resume_schedule";
      if (paused !== undefined) await execute(call, id, { type, scheduleId }, { by: call.by });
      return scheduleOf(await conversationOf(call), scheduleId);
    },
  }),
  route("DELETE", "/api/conversations/:id/schedules/:scheduleId", {
    summary: "Say it no more; `erase` takes its words out of the log, too",
    query: RemoveQuery,
    status: 204,
    answer: Nothing,
    async handle(call) {
      const [id, scheduleId] = [param(call, "id"), param(call, "scheduleId")];
      await execute(call, id, { type: "remove_schedule", scheduleId });
      if (!call.query.erase) return;
      carried(await call.services.system.eraseContent(id, { messageId: scheduleId }, { by: call.by }));
    },
  }),
  route("POST", "/api/conversations/:id/schedules/:scheduleId/run", {
    summary: "Have it said now; the next run stays as it is planned",
    body: NoFields,
    optionalBody: true,
    answers: { 503: "What was used today is being added up, or its address is being read" },
    answer: BegunRun,
    async handle(call) {
      const { system } = call.services;
      await mustHaveBudget(call);
      if (!await system.spentAlone()) {
        throw comeAgain("unavailable", "What was used today is still being added up.");
      }
      const { idempotency } = metaOf(call);
      const terms = idempotency ? { idempotency } : {};
      const outcome = await system.runSchedule(param(call, "id"), param(call, "scheduleId"), terms);
      if (!outcome) throw comeAgain("unavailable", "Another process is reading its address.");
      const { answer: { messageId = "" }, seq } = carried(outcome);
      return { messageId, seq };
    },
  }),
];

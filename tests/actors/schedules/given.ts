/** Conversations in virtual time that say something by themselves. It begins on Thursday, 1 January 2026, at midnight UTC. */
import type { ConversationEvent, DataOf } from "../../../events/catalog/conversation.ts";
import { SYSTEM } from "../../../events/catalog/envelope.ts";
import type { CommandOf } from "../../../actors/conversation/commands.ts";
import type { DailyBudget } from "../../../events/catalog/workspace.ts";
import type { SideRows } from "../../../events/store/types.ts";
import { accepted, type Room, type World } from "../world.ts";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const PLENTY: DailyBudget = { tokens: 1_000_000, usd: 100 };

/** How much may be used a day without a person; null: nobody has said. */
export async function budget(room: Room, daily: DailyBudget | null): Promise<void> {
  accepted(
    await room.engine.system.changeWorkspace((state) => {
      const { daily: _, ...settings } = state.settings;
      const data = daily ? { ...settings, daily } : settings;
      return { ok: true, answer: { id: "" }, events: [{ type: "WorkspaceSettingsChanged", data }] };
    }, { by: SYSTEM }),
  );
}

/** So much later on the wall, of which some 70 seconds pass: clocks on the wall are looked at once a minute. */
export async function later(world: World, ms: number): Promise<void> {
  const passing = Math.min(ms, 70_000);
  world.wallAhead += ms - passing;
  await world.scheduler.sleep(passing);
}

type Wanted = Partial<Omit<CommandOf<"set_schedule">, "type">>;

export async function set(room: Room, wanted: Wanted = {}): Promise<string> {
  const { answer } = await room.do({
    type: "set_schedule",
    when: { kind: "every", minutes: 5 },
    instruction: "What is new?",
    runTokens: 10_000,
    runsPerDay: 288,
    ...wanted,
  });
  return answer.scheduleId ?? "";
}

/** A room with one agent, a budget and a schedule. */
export async function scheduled(room: Room, wanted: Wanted = {}): Promise<string> {
  await room.open([{ name: "Ada", model: "echo" }]);
  await budget(room, PLENTY);
  return await set(room, wanted);
}

export const ran = (events: readonly ConversationEvent[]): DataOf<"ScheduleRan">[] =>
  events.flatMap((event) => event.type === "ScheduleRan" ? [event.data] : []);

/** What schedules have said. */
export const saidBySchedules = (events: readonly ConversationEvent[]): DataOf<"MessagePosted">[] =>
  events.flatMap((event) =>
    event.type === "MessagePosted" && event.by.kind === "system" && event.data.role === "user"
      ? [event.data]
      : []
  );

/** What is told in the conversation. */
export const told = (events: readonly ConversationEvent[]): string[] =>
  events.flatMap((event) =>
    event.type === "MessagePosted" && event.data.role === "system" ? [event.data.content] : []
  );

/** One row, kept as the store keeps it. */
export function oneRow(): SideRows {
  let row: unknown;
  const none = () => Promise.reject(new Error("not asked for"));
  return {
    get: () => Promise.resolve(row),
    update(_, change) {
      const now = change(row);
      if (now !== undefined) row = now;
      return Promise.resolve(now !== undefined);
    },
    getAll: none,
    set: none,
    delete: none,
    list: none,
    between: none,
  };
}

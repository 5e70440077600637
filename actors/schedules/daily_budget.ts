/**
 * One measure for all that runs without a person. What was used is read from what turns used, and what was promised to
 * runs that go on stands in one row, so that runs that begin at the same moment, in several processes, do not all get
 * what is left. Tokens are promised; dollars count from the end of an answer on, as everywhere.
 */
import { z } from "zod";
import type { SideRows, TallyRows } from "../../events/store/types.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import { alone, totalOfCells } from "../../projections/usage/tally.ts";
import { pricesInForce } from "../../projections/usage/prices_in_force.ts";

/** Milliseconds after which a promise is gone that no run came of: its process died over it. */
const FORGOTTEN_MS = 300_000;
const ROW = "budget";

const Promised = z.object({
  conversationId: z.string(),
  scheduleId: z.string(),
  /** The moment it is for, or who asked. */
  run: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  tokens: z.number(),
});
type Promised = z.infer<typeof Promised>;
const Row = z.object({ day: z.string(), promised: z.array(Promised) });

export interface BudgetPorts {
  readonly rows: SideRows;
  readonly usage: TallyRows;
  now(): string;
  workspace(): Promise<WorkspaceState>;
  /** The conversation as it is now; null where it is not there. */
  conversation(id: string): Promise<ConversationState | null>;
}

/** What was used today (UTC) without a person, and of how much. */
export interface Spent {
  readonly day: string;
  /** Null: nobody has said yet, and nothing runs. */
  readonly daily: { readonly tokens: number; readonly usd: number } | null;
  readonly tokens: number;
  /** As far as prices are known. */
  readonly usd: number;
  /** Some of it has no known price. */
  readonly unknown: boolean;
}

export interface Allowance {
  readonly tokens: number;
  readonly usd: number;
}

export type Run = Pick<Promised, "conversationId" | "scheduleId" | "run">;

const isSame = (one: Run, other: Run): boolean =>
  one.conversationId === other.conversationId && one.scheduleId === other.scheduleId && one.run === other.run;

export class DailyBudget {
  constructor(readonly ports: BudgetPorts) {}

  /** Null while it cannot be told what was used. */
  async spent(): Promise<Spent | null> {
    const { usage, now, workspace } = this.ports;
    const day = now().slice(0, 10);
    const state = await workspace();
    const found = await usage.totals({ from: day, to: day });
    if (!found) return null;
    const { input, cacheRead, cacheWrite, output, knownUsd, usd } = totalOfCells(
      found.cells.filter(alone),
      pricesInForce(state),
    );
    const tokens = input + cacheRead + cacheWrite + output;
    return { day, daily: state.settings.daily ?? null, tokens, usd: knownUsd, unknown: usd === null };
  }

  /**
   * Promises a run of at most `tokens` what is left; null: nothing is left, or nobody has said how much there is. Whoever
   * asks for the same run again is told the same.
   * @throws {NotYet} while it cannot be told what was used
   */
  async promise(run: Run, tokens: number): Promise<Allowance | null> {
    const spent = await this.spent();
    if (!spent) throw new NotYet("What was used today is still being added up.");
    const { day, daily } = spent;
    if (!daily) return null;
    const over = await this.#over(day);
    const usd = daily.usd - spent.usd;
    let given: Allowance | null = null;
    await this.ports.rows.update(ROW, (value) => {
      const row = rowOf(value, day);
      const open = row.promised.filter((one) => !over.some((other) => isSame(one, other)));
      const before = open.find((one) => isSame(one, run));
      const left = daily.tokens - spent.tokens - open.reduce((sum, one) => sum + one.tokens, 0);
      const most = before?.tokens ?? Math.min(tokens, left);
      given = most >= 1 && usd > 0 ? { tokens: most, usd } : null;
      if (before || !given) return undefined;
      return { day, promised: [...open, { ...run, at: this.ports.now(), tokens: most }] };
    });
    return given;
  }

  /** A run that did not begin uses nothing. */
  async release(run: Run): Promise<void> {
    const day = this.ports.now().slice(0, 10);
    await this.ports.rows.update(ROW, (value) => {
      const { promised } = rowOf(value, day);
      const left = promised.filter((one) => !isSame(one, run));
      return left.length === promised.length ? undefined : { day, promised: left };
    });
  }

  /** Promises whose runs have ended, and are among what was used, or never began. */
  async #over(day: string): Promise<Promised[]> {
    const { promised } = rowOf(await this.ports.rows.get(ROW), day);
    const over: Promised[] = [];
    for (const one of promised) if (await this.#isOver(one)) over.push(one);
    return over;
  }

  async #isOver({ conversationId, scheduleId, at }: Promised): Promise<boolean> {
    const state = await this.ports.conversation(conversationId);
    const schedule = state?.schedules?.find(({ id }) => id === scheduleId);
    if (!state || !schedule) return true;
    const { running, last } = schedule;
    const began = (last[0]?.at ?? "") >= at;
    if (!began) return Date.parse(this.ports.now()) - Date.parse(at) > FORGOTTEN_MS;
    return !running || (!state.exchanges[running.messageId] && !state.queue.includes(running.messageId));
  }
}

/** What was used is not known yet: it is asked again. */
export class NotYet extends Error {
  override name = "NotYet";
}

/** Of another day nothing counts. */
function rowOf(value: unknown, day: string): z.infer<typeof Row> {
  const row = Row.safeParse(value).data;
  return row?.day === day ? row : { day, promised: [] };
}

/**
 * Carries out what conversations have planned. The next moments stand in the store in the order of time, written with the
 * events that plan them: one timer waits for the first of them, and a process in which nothing is planned waits for
 * nothing. Whether a run took place the log decides: whoever comes second finds another moment planned.
 */
import type { Actor } from "../../events/catalog/envelope.ts";
import type { Commit, EventLog, PlannedStream } from "../../events/store/types.ts";
import { NEVER } from "../../projections/conversation/planned.ts";
import type { Schedule } from "../../projections/shapes/folds.ts";
import type { CommandOf } from "../conversation/commands.ts";
import type { Conversations } from "../conversation/carry_out/conversations.ts";
import type { Order, Result } from "../conversation/carry_out/order.ts";
import { WOKEN } from "../runtime/environment.ts";
import { safely } from "../runtime/logger.ts";
import type { EnginePorts } from "../turn/ports.ts";
import type { AddressLooks } from "./address_looks.ts";
import { type DailyBudget, NotYet } from "./daily_budget.ts";

/**
 * Milliseconds between two looks for what is due, at least; that one sleeps, at most, as a clock on the wall may be set;
 * and until what could not be carried out is tried again.
 */
const PACE = { looks: 1_000, sleep: 60_000, again: 5_000 } as const;
/** Conversations that are seen to at once: what else is due has its turn behind them. */
const AT_ONCE = 20;
/** Milliseconds by which the clock on the wall is set back where what is planned is looked at: less changes none of it. */
const SET_BACK_MS = 60_000;
/** Conversations that could not be seen to and are passed over meanwhile, at most. */
const PASSED_OVER = 500;
const DAY_MS = 86_400_000;

/** Events that may plan an earlier run than there was. */
const PLANS: ReadonlySet<string> = new Set([
  "ScheduleSet",
  "ScheduleResumed",
  "ScheduleRan",
  "DeletionWithdrawn",
]);
/** The same where something waits for words. */
const WORDS: ReadonlySet<string> = new Set(["MessagePosted", "TurnCompleted", "TurnFailed", "TurnCancelled"]);

/** Who says it. */
export const scheduleActor = (id: string): Actor => ({ kind: "system", id, name: "Schedule" });

export interface SchedulerPorts extends Pick<EnginePorts, "folds" | "environment" | "logger" | "commandId"> {
  readonly log: Pick<EventLog, "runs">;
  readonly conversations: Conversations;
  readonly budget: DailyBudget;
  readonly looks: AddressLooks;
}

export class Scheduler {
  readonly #ports: SchedulerPorts;
  readonly #stop = new AbortController();
  #rest = new AbortController();
  #task: Promise<void> | null = null;
  /** Under way, by conversation. */
  readonly #running = new Map<string, Promise<void>>();
  /** Monotonic time before which a conversation is not looked at again. */
  readonly #later = new Map<string, number>();
  /** Something is planned somewhere. */
  #any = false;
  #woken = false;
  /** How far the clock on the wall was before the one that only grows, at the last look. */
  #ahead = Infinity;

  constructor(ports: SchedulerPorts) {
    this.#ports = ports;
  }

  begin(): void {
    this.#task ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#rest.abort(WOKEN);
    await Promise.all([this.#task, ...this.#running.values()]);
  }

  /** What was stored, by any process: it may plan an earlier run. */
  heard({ events }: Commit): void {
    const plans = events.some(({ event: { type } }) => PLANS.has(type) || (this.#any && WORDS.has(type)));
    if (plans) this.#wake();
  }

  #wake(): void {
    this.#woken = true;
    this.#rest.abort(WOKEN);
  }

  async #run(): Promise<void> {
    const { environment, logger } = this.#ports;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      this.#woken = false;
      let next = this.#now() + PACE.again;
      try {
        next = await this.#look();
      } catch (error) {
        if (!signal.aborted) logger("error", "schedules_failed", safely(error));
      }
      await environment.sleep(PACE.looks, signal);
      await this.#wait(next);
    }
  }

  /** Until a moment comes, or something is planned. Long sleeps are cut: the clock on the wall may have been set. */
  async #wait(until: number): Promise<void> {
    while (!this.#woken && !this.#stop.signal.aborted) {
      const left = until - this.#now();
      if (left <= 0 || this.#wasSetBack()) return;
      this.#rest = new AbortController();
      const most = left === Infinity ? DAY_MS : PACE.sleep;
      await this.#ports.environment.sleep(Math.min(left, most), this.#rest.signal);
    }
  }

  /** Begins what is due. @returns when something is next, in milliseconds since the epoch */
  async #look(): Promise<number> {
    const { log, environment } = this.#ports;
    const [now, clock] = [this.#now(), environment.monotonic()];
    for (const [stream, at] of this.#later) if (at <= clock) this.#later.delete(stream);
    const aside = Math.min(this.#later.size + this.#running.size, PASSED_OVER);
    const wasSetBack = this.#wasSetBack();
    // Nobody waits at a start for what was most likely planned by this clock.
    const known = this.#ahead < Infinity;
    this.#ahead = now - clock;
    const rows = await log.runs.first(wasSetBack && known ? PASSED_OVER : AT_ONCE + aside);
    if (wasSetBack) await this.#planAnew(rows);
    this.#any = rows.length > 0;
    let next = Infinity;
    for (const { stream, at } of rows) {
      // Planned and with no moment: an ordinary day of a conversation that nobody writes in.
      if (at > now) return Math.min(next, at - now > 365 * DAY_MS ? Infinity : at);
      const later = this.#later.get(stream);
      if (later !== undefined) next = Math.min(next, now + later - clock);
      else if (!this.#running.has(stream) && this.#running.size < AT_ONCE) this.#begin(stream);
    }
    return next;
  }

  /** Also at the first look: nobody knows which clock it was that planned what there is. */
  #wasSetBack(): boolean {
    return this.#now() - this.#ports.environment.monotonic() < this.#ahead - SET_BACK_MS;
  }

  /** Has what a clock planned that was ahead planned anew: the decision tells which that is. */
  async #planAnew(rows: readonly PlannedStream[]): Promise<void> {
    for (const { stream, at } of rows) {
      if (at === NEVER || this.#stop.signal.aborted) return;
      try {
        await this.#planAnewIn(stream);
      } catch (error) {
        this.#ports.logger("error", "schedule_failed", { conversationId: stream, ...safely(error) });
      }
    }
  }

  async #planAnewIn(conversationId: string): Promise<void> {
    const { state } = await this.#ports.folds.refresh(conversationId);
    for (const { id: scheduleId, next, paused } of [...state.schedules ?? []]) {
      if (next === null || paused || Date.parse(next) <= this.#now()) continue;
      await this.#insist(conversationId, { scheduleId, due: next, allowance: null });
    }
  }

  #begin(stream: string): void {
    const { environment, logger } = this.#ports;
    const again = () => void this.#later.set(stream, environment.monotonic() + PACE.again);
    const carrying = this.#carry(stream)
      // Where it moved, its row has; where it did not, it is tried again.
      .then((done) => {
        if (!done) again();
      })
      .catch((error) => {
        again();
        if (error instanceof NotYet || this.#stop.signal.aborted) return;
        logger("error", "schedule_failed", { conversationId: stream, ...safely(error) });
      })
      .finally(() => {
        this.#running.delete(stream);
        this.#wake();
      });
    this.#running.set(stream, carrying);
  }

  /** Sees to all that is due in a conversation. Whether all of it was done, by whoever. */
  async #carry(conversationId: string): Promise<boolean> {
    const { state } = await this.#ports.folds.refresh(conversationId);
    const now = this.#ports.environment.now();
    let done = true;
    for (const one of [...state.schedules ?? []]) {
      if (this.#stop.signal.aborted) return false;
      const due = one.paused || (one.idle !== undefined && state.open.length > 0) ? null : one.next;
      if (due === null || due > now) continue;
      done = await this.run(conversationId, one, due) !== null && done;
    }
    return done;
  }

  /**
   * Has a schedule do what it has planned for `due`; null: a person asks for it now. Null where another process is at it.
   * @throws {NotYet} while it cannot be told what may be used
   */
  async run(
    conversationId: string,
    schedule: Schedule,
    due: string | null,
    terms: Partial<Pick<Order, "idempotency">> = {},
  ): Promise<Result | null> {
    const { budget, looks, logger, environment } = this.#ports;
    const { signal } = this.#stop;
    const { id: scheduleId, address, runTokens } = schedule;
    const moment = due ?? `now ${environment.hex()}`;
    const look = address === undefined ? undefined : await looks.at({ scheduleId, moment, address }, signal);
    if (look === "taken") return null;
    const run = { conversationId, scheduleId, run: moment };
    const allowance = await budget.promise(run, runTokens);
    const result = await this.#insist(conversationId, {
      scheduleId,
      due,
      allowance,
      ...(look === undefined ? {} : { look }),
    }, terms);
    const ran = result.ok && result.answer.messageId !== undefined;
    // Who did nothing does not know whether another process did.
    const mine = !result.ok || result.stamp !== null;
    if (mine && !ran && allowance) await budget.release(run);
    if (mine) logger("info", "schedule_ran", { conversationId, scheduleId, ran });
    return result;
  }

  async #insist(
    conversationId: string,
    run: Omit<CommandOf<"run_schedule">, "type">,
    terms: Partial<Pick<Order, "idempotency">> = {},
  ): Promise<Result> {
    const { conversations, commandId } = this.#ports;
    return await conversations.insist(conversationId, {
      command: { type: "run_schedule", ...run },
      by: scheduleActor(run.scheduleId),
      commandId: commandId(),
      ...terms,
    }, this.#stop.signal);
  }

  #now(): number {
    return Date.parse(this.#ports.environment.now());
  }
}

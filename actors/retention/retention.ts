/**
 * Deletes conversations that nobody has touched for as many days as the settings say: they say nothing unless somebody
 * chose it. Looked for is once an hour, some at a time; deleted is as a person deletes, one after the other, each under
 * the lock of its log: what was touched meanwhile stays, and a process that is killed leaves nothing half.
 */
import { z } from "zod";
import { RETENTION } from "../../events/catalog/envelope.ts";
import type { RetentionSetting } from "../../events/catalog/workspace.ts";
import type { EventLog } from "../../events/store/types.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import { type Logger, safely } from "../runtime/logger.ts";
import type { EnginePorts } from "../turn/ports.ts";
import { GRACE_MS, Seen, seenAt, untouchedSince } from "./steady.ts";
import type { Look, Preview, Told, Untouched } from "./found.ts";
import { type FindPorts, type Place, untouched } from "./untouched.ts";

/**
 * Milliseconds from the start to the first look, between looks, and between deletions: of what is deleted no more than a
 * hundred wait to be had back. And rows looked at in one look, or for one answer: the next look goes on.
 */
const PACE = { first: 60_000, looks: 3_600_000, deletions: 100, rows: 5_000 };
export type Pace = Readonly<typeof PACE>;
/** Of what would go, so many are named. */
const NAMED = 5;
const DAY_MS = 86_400_000;

/** What the last look found, in a row beside the log: whoever serves the store tells of it. */
const Row: z.ZodType<Look> = Seen.extend({ deleted: z.number(), soon: z.number(), more: z.boolean() });
const LAST = "last";

export interface RetentionPorts
  extends Pick<FindPorts, "recent">, Pick<EnginePorts, "conversations" | "commandId" | "environment"> {
  readonly log: Pick<EventLog, "read" | "side">;
  readonly logger: Logger;
  /** @default an hour between looks */
  readonly pace?: Pace;
  /** As it is now, not as it was last heard of: another process may have turned it off. */
  workspace(): Promise<WorkspaceState>;
}

export class Retention implements Told {
  readonly #ports: RetentionPorts;
  readonly #rows: ReturnType<EventLog["side"]>;
  readonly #pace: Pace;
  readonly #stop = new AbortController();
  #task: Promise<void> | null = null;
  /** Where the last look had to end. */
  #place: Place | null = null;

  constructor(ports: RetentionPorts) {
    this.#ports = ports;
    this.#pace = ports.pace ?? PACE;
    this.#rows = ports.log.side("retention");
  }

  /** Begins to look, in the background. */
  begin(): void {
    this.#task ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#task;
  }

  async last(): Promise<Look | null> {
    return Row.safeParse(await this.#rows.get(LAST)).data ?? null;
  }

  async preview(days: number): Promise<Preview | null> {
    const { recent, environment } = this.#ports;
    // A shelf with nothing on it: whether there is a list at all.
    if (!await recent.page("", null, 1)) return null;
    const from = Date.parse(environment.now()) + GRACE_MS;
    const { gaps = [] } = await this.last() ?? {};
    const found: Untouched[] = [];
    let rows = 0, more = false;
    for await (const looked of untouched(this.#ports, untouchedSince(from, days * DAY_MS, gaps))) {
      if (looked.found) found.push(looked.found);
      more = ++rows === this.#pace.rows;
      if (more) break;
    }
    const oldest = found.sort((a, b) => a.touchedAt < b.touchedAt ? -1 : 1).slice(0, NAMED);
    return { count: found.length, more, oldest, from: new Date(from).toISOString() };
  }

  async #run(): Promise<void> {
    const { environment, logger } = this.#ports;
    const { signal } = this.#stop;
    await environment.sleep(this.#pace.first, signal);
    while (!signal.aborted) {
      try {
        await this.look();
      } catch (error) {
        if (!signal.aborted) logger("error", "retention_failed", safely(error));
      }
      await environment.sleep(this.#pace.looks, signal);
    }
  }

  /** Looks once, and deletes what is due. */
  async look(): Promise<void> {
    const { environment, logger } = this.#ports;
    const chosen = (await this.#ports.workspace()).settings.retention;
    const known = await this.last();
    if (!chosen) {
      this.#place = null;
      if (known) await this.#rows.delete(LAST);
      return;
    }
    const now = Date.parse(environment.now());
    const seen = seenAt(now, known, Date.parse(chosen.from));
    // Kept before anything is deleted: a clock that jumps while this goes on is seen by the next look.
    await this.#rows.set(LAST, { deleted: 0, soon: 0, more: false, ...known, ...seen });
    const found = await this.#walk(chosen, seen);
    // A process that ends has not seen all.
    if (this.#stop.signal.aborted) return;
    await this.#rows.set(LAST, { ...seen, ...found });
    if (found.deleted > 0) logger("info", "untouched_deleted", { count: found.deleted, days: chosen.days });
  }

  /** Deletes what is due where nothing is held back; else it is counted alone. */
  async #walk(
    chosen: RetentionSetting,
    { at: now, heldUntil, gaps }: Seen,
  ): Promise<Pick<Look, "deleted" | "soon" | "more">> {
    const may = now >= heldUntil;
    const since = (at: number) => untouchedSince(at, chosen.days * DAY_MS, gaps);
    const due = new Date(since(now)).toISOString();
    let deleted = 0, soon = 0, rows = 0;
    for await (const { place, found } of untouched(this.#ports, since(now + DAY_MS), this.#place)) {
      if (this.#stop.signal.aborted) break;
      if (found && may && found.touchedAt < due) {
        if (!await this.#holds(chosen)) break;
        if (await this.#retire(found)) deleted++;
      } else if (found) soon++;
      if (++rows < this.#pace.rows) continue;
      this.#place = place;
      return { deleted, soon, more: true };
    }
    const more = this.#place !== null;
    this.#place = null;
    return { deleted, soon, more };
  }

  /** Whether it is still what was chosen: many deletions take a while. */
  async #holds({ days, from }: RetentionSetting): Promise<boolean> {
    const { retention } = (await this.#ports.workspace()).settings;
    return retention?.days === days && retention.from === from;
  }

  /** Whether it was deleted: what anybody touched since it was seen is not. */
  async #retire({ id, seq }: Untouched): Promise<boolean> {
    const { conversations, commandId, environment, logger } = this.#ports;
    const { signal } = this.#stop;
    const order = { command: { type: "retire", after: seq } as const, by: RETENTION, commandId: commandId() };
    const result = await conversations.insist(id, order, signal);
    const done = result.ok && result.stamp !== null;
    if (done) logger("info", "untouched_hidden", { conversationId: id });
    await environment.sleep(this.#pace.deletions, signal);
    return done;
  }
}

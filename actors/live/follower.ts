/**
 * How this process learns of everything: it reads the order of all events, and it looks at the work rows.
 * What it reads it hands to the live listeners and to the agents; a turn whose owner shows no sign of life it
 * takes over. Nothing here depends on which process appended what.
 */
import { conversationEvent } from "../../events/catalog/typed_event.ts";
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import { SYSTEM, WORKSPACE } from "../../events/catalog/envelope.ts";
import type { Commit, Position, Work } from "../../events/store/types.ts";
import { mayBeDue } from "../../projections/conversation/due.ts";
import type { Agents, Known } from "./agents.ts";
import type { Comparing } from "../comparing/comparing.ts";
import { WOKEN } from "../runtime/environment.ts";
import { safely } from "../runtime/logger.ts";
import { backoffMs, ENDLESS_RETRY, PURGE_RETRY, retry } from "../runtime/retry.ts";
import type { Scheduler } from "../schedules/scheduler.ts";
import type { EnginePorts } from "../turn/ports.ts";
import { isErasure } from "../workspace/erasable.ts";
import { DUE_AT_ONCE, DueDeletions } from "./due_deletions.ts";
import { thinking } from "./live_hub.ts";
import { Observer, type Presence, processesOf } from "./liveness.ts";
import type { Shares } from "./shares.ts";

/**
 * Milliseconds between looks for work; between them while others work, whose death can be known; and between
 * looks at others' drafts while somebody watches.
 */
const SCAN_MS = { work: 1_000, others: 500, drafts: 150 };
/** Milliseconds between looks for who else answers on this store. */
const OTHERS_MS = 2_500;

interface FollowerPorts extends EnginePorts {
  readonly agents: Agents;
  readonly presence: Presence | null;
  readonly shares: Shares;
  /** The settings changed, by the event with this seq. */
  workspaceChanged(seq: number): void;
  /** Told of each commit once, as it is read from the log. */
  readonly scheduler: Pick<Scheduler, "heard" | "begin">;
  readonly comparing: Pick<Comparing, "heard" | "begin">;
}

export class Follower {
  readonly #ports: FollowerPorts;
  readonly #stop = new AbortController();
  /** Ends the rest before the next look. */
  #rest = new AbortController();
  readonly #observer = new Observer();
  readonly #due = new DueDeletions();
  readonly #tasks: Promise<void>[] = [];
  /** Under way, by turn. */
  readonly #takeovers = new Map<string, Promise<void>>();
  /** Under way, by conversation. */
  readonly #closings = new Map<string, Promise<void>>();
  #purging = Promise.resolve();
  #purgeWaits = false;
  /** The rest behind a purge that failed. */
  #purgeRest = new AbortController();
  /** Milliseconds between looks for work. */
  #pause = SCAN_MS.work;
  /** The last look found something that time alone may change: somebody's turn, or a deletion. */
  #waits = true;
  #position: Position;
  /** Monotonic time of the last look for who else answers. */
  #othersAt = -Infinity;

  private constructor(ports: FollowerPorts, position: Position) {
    this.#ports = ports;
    this.#position = position;
  }

  /** Begins to read at the end of the log; what is left over from before is found by the scan. */
  static async start(ports: FollowerPorts): Promise<Follower> {
    const follower = new Follower(ports, await ports.log.order.end());
    const rows = await ports.log.work.all();
    ports.shares.rows(rows);
    await follower.#findOthers();
    for (const { conversationId, turnId, row } of rows) {
      if (row.owner !== null) ports.hub.begun(conversationId, turnId, row.attempt);
    }
    await ports.comparing.begin();
    follower.#tasks.push(follower.#read(), follower.#scan());
    follower.#purging = follower.#purge();
    ports.scheduler.begin();
    return follower;
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#rest.abort(WOKEN);
    await Promise.all([
      ...this.#tasks,
      this.#purging,
      ...this.#takeovers.values(),
      ...this.#closings.values(),
    ]);
  }

  async #read(): Promise<void> {
    const { log, environment, logger } = this.#ports;
    const { signal } = this.#stop;
    const follow = async () => {
      for await (const commit of log.order.follow(this.#position, signal)) {
        this.#hand(commit);
        this.#position = commit.position;
      }
    };
    const failed = (error: unknown) => {
      if (!signal.aborted) logger("error", "follow_failed", safely(error));
    };
    await retry(environment, signal, follow, { policy: ENDLESS_RETRY, failed }).catch(() => undefined);
  }

  #hand(commit: Commit): void {
    const { hub, agents, shares } = this.#ports;
    const still = !this.#others;
    // First: of what is written in a room nobody is told.
    this.#ports.comparing.heard(commit);
    hub.commit(commit);
    shares.heard(commit);
    this.#ports.scheduler.heard(commit);
    // Somebody else writes from now on, and what is written is shown soon.
    if (still && this.#others) this.#rest.abort(WOKEN);
    const woken = new Map<string, number>();
    for (const { stream, event } of commit.events) {
      if (stream === WORKSPACE) {
        this.#ports.workspaceChanged(event.seq);
        if (isErasure(event.type)) this.#purgeSoon();
      } else this.#heard(stream, event, woken);
    }
    for (const [conversationId, seq] of woken) {
      if (shares.beginsIn(conversationId)) this.#look(conversationId, { seq, work: [] });
    }
    for (const { stream, event } of commit.events) agents.heard(stream, [conversationEvent(event)]);
  }

  #heard(stream: string, event: AnyEvent, woken: Map<string, number>): void {
    this.#ports.folds.heard(stream, event.seq);
    if (mayBeDue(event)) woken.set(stream, event.seq);
    if (event.type === "ConversationDeleted") this.#ports.folds.forget(stream);
    if (event.type === "ConversationDeleted" || event.type === "ContentErased") this.#purgeSoon();
  }

  /** One that waits sees to all that are deleted until it begins. */
  #purgeSoon(): void {
    if (this.#purgeWaits) return;
    this.#purgeWaits = true;
    this.#purgeRest.abort(WOKEN);
    this.#purging = this.#purging.then(() => {
      this.#purgeWaits = false;
      return this.#purge();
    });
  }

  #look(conversationId: string, known?: Known, left = false): void {
    this.#ports.agents.look(conversationId, known, left).catch((error) => {
      this.#ports.logger("error", "look_failed", { conversationId, ...safely(error) });
    });
  }

  /** Until what was deleted and erased has left the store, or somebody waits who sees to all of it. */
  async #purge(): Promise<void> {
    const { log, environment, logger } = this.#ports;
    const { signal } = this.#stop;
    for (let failures = 1; !signal.aborted; failures++) {
      try {
        return await log.purge(signal);
      } catch (error) {
        if (signal.aborted) return;
        logger("error", "purge_failed", safely(error));
      }
      this.#purgeRest = new AbortController();
      if (this.#purgeWaits) return;
      await environment.sleep(
        backoffMs(PURGE_RETRY, failures),
        AbortSignal.any([signal, this.#purgeRest.signal]),
      );
      if (this.#purgeWaits) return;
    }
  }

  /** Whether somebody watches what another process writes. What this one writes it shows itself. */
  get #others(): boolean {
    const { hub, agents } = this.#ports;
    return hub.listeners > 0 && hub.elsewhere((turnId, attempt) => agents.runs(turnId, attempt));
  }

  async #scan(): Promise<void> {
    const { log, environment, logger } = this.#ports;
    const { signal } = this.#stop;
    let workAt = -Infinity;
    while (!signal.aborted) {
      const now = environment.monotonic();
      const due = now - workAt >= this.#pause;
      // Where nothing waited and nobody wrote there is nothing to be found.
      const lookForWork = due && (log.written() || this.#waits);
      if (due) workAt = now;
      try {
        await this.#findOthers();
        // An idle store is looked at once a second, however many watch.
        const others = this.#others;
        if (lookForWork || others) {
          // Until all of it was looked at, also where it cannot be read for long.
          if (lookForWork) this.#waits = true;
          const rows = await log.work.all();
          if (lookForWork) {
            await this.#findWork(rows);
            const deleted = await this.#closeDue();
            this.#waits = rows.length + deleted > 0;
          }
          if (others) await this.#showOthers(rows);
        }
      } catch (error) {
        if (!signal.aborted) logger("error", "scan_failed", safely(error));
      }
      if (signal.aborted) return;
      this.#rest = new AbortController();
      const left = Math.ceil(this.#pause - (environment.monotonic() - workAt));
      await environment.sleep(this.#others ? SCAN_MS.drafts : Math.max(left, 1), this.#rest.signal);
    }
  }

  /** Deleted conversations that nobody has had back in time go for good; what is left of them is purged then. How many there are. */
  async #closeDue(): Promise<number> {
    const { log, conversations, environment, logger, commandId } = this.#ports;
    const rows = await log.due.list(DUE_AT_ONCE);
    for (const id of this.#due.look(rows, environment.monotonic(), Date.parse(environment.now()))) {
      if (this.#closings.has(id)) continue;
      const order = { command: { type: "purge" } as const, by: SYSTEM, commandId: commandId() };
      const closing = conversations.insist(id, order, this.#stop.signal)
        .then(({ ok }) => logger("info", "conversation_deleted", { conversationId: id, done: ok }))
        .catch((error) => logger("error", "deletion_failed", { conversationId: id, ...safely(error) }))
        .finally(() => this.#closings.delete(id));
      this.#closings.set(id, closing);
    }
    return rows.length;
  }

  /** The other processes that own `rows` and are known to be dead. */
  async #gone(rows: readonly Work[]): Promise<Set<string>> {
    const { presence, process } = this.#ports;
    const gone = new Set<string>();
    this.#pause = SCAN_MS.work;
    if (!presence) return gone;
    const others = [...processesOf(rows)].filter((name) => name !== process);
    for (const name of others) if (await presence.isDead(name)) gone.add(name);
    if (others.length > gone.size) this.#pause = SCAN_MS.others;
    return gone;
  }

  /** Who else answers on this store. */
  async #findOthers(): Promise<void> {
    const { presence, shares, environment, logger } = this.#ports;
    const now = environment.monotonic();
    if (!presence || now - this.#othersAt < OTHERS_MS) return;
    this.#othersAt = now;
    await presence.others().then((names) => shares.with(names)).catch((error) => {
      if (!this.#stop.signal.aborted) logger("warn", "presence_failed", safely(error));
    });
  }

  async #findWork(rows: readonly Work[]): Promise<void> {
    const { agents, environment, logger, shares } = this.#ports;
    const gone = await this.#gone(rows);
    const { claimable, dead } = this.#observer.look(rows, environment.monotonic(), gone);
    shares.rows(rows);
    for (const conversationId of claimable) {
      if (shares.stepsIn(conversationId)) this.#look(conversationId, undefined, true);
    }
    for (const work of dead) {
      const { conversationId, turnId } = work;
      if (agents.runs(turnId, work.row.attempt) || this.#takeovers.has(turnId)) continue;
      // Nobody waits for it: one conversation that cannot be read must not keep the others from being taken over.
      const taking = this.#takeOver(work)
        .catch((error) => logger("error", "takeover_failed", { conversationId, turnId, ...safely(error) }))
        .finally(() => this.#takeovers.delete(turnId));
      this.#takeovers.set(turnId, taking);
    }
  }

  /** The turn is pending again, with what was shown of it; the next claim is a new attempt. */
  async #takeOver({ conversationId, turnId, row, stamp }: Work): Promise<void> {
    const { log, conversations, logger, commandId } = this.#ports;
    const now = await log.work.get(conversationId, turnId);
    if (now?.stamp !== stamp) return;
    const result = await conversations.insist(conversationId, {
      command: { type: "interrupt", data: { turnId, attempt: row.attempt, why: "lost" } },
      by: SYSTEM,
      commandId: commandId(),
    }, this.#stop.signal);
    logger("warn", "turn_taken_over", { conversationId, turnId, attempt: row.attempt, done: result.ok });
    this.#look(conversationId);
  }

  /** Drafts of other processes, learned from the length in their work rows. */
  async #showOthers(rows: readonly Work[]): Promise<void> {
    const { hub, agents, logger } = this.#ports;
    for (const work of rows) {
      const { conversationId, turnId, row } = work;
      const { attempt, length, reasoningLength } = row;
      if (row.owner === null || agents.runs(turnId, attempt) || !hub.isStarted(turnId, attempt)) continue;
      const known = hub.lengthOf(turnId, attempt);
      if (length <= known.text && reasoningLength <= known.reasoning) continue;
      await this.#showOther(work, known).catch((error) =>
        logger("error", "show_failed", { conversationId, turnId, ...safely(error) })
      );
    }
  }

  async #showOther(
    { conversationId, turnId, row: { attempt, length, reasoningLength } }: Work,
    known: { readonly text: number; readonly reasoning: number },
  ): Promise<void> {
    const { log, hub, folds } = this.#ports;
    const draft = await log.drafts.read(conversationId, turnId, attempt);
    // It was heard that the turn began: it is in the fold.
    const { state } = await folds.get(conversationId);
    const messageId = state.turns[turnId]?.messageId;
    if (messageId === undefined) return;
    hub.drafts([{
      conversationId,
      turnId,
      messageId,
      attempt,
      at: known.text,
      text: draft.text.slice(known.text, length),
      ...thinking(known.reasoning, draft.reasoning.slice(known.reasoning, reasoningLength)),
    }]);
  }
}

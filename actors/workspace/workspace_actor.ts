/** The settings: one stream, one actor, the same load, change and append as a conversation's. */
import { WORKSPACE } from "../../events/catalog/envelope.ts";
import type { NewWorkspaceEvent } from "../../events/catalog/workspace.ts";
import type { EventLog } from "../../events/store/types.ts";
import { versions } from "../../events/catalog/upcast.ts";
import { workspace, type WorkspaceState } from "../../projections/workspace.ts";
import type { Environment } from "../runtime/environment.ts";
import { Folds } from "../runtime/open_folds.ts";
import { type Logger, safely } from "../runtime/logger.ts";
import { Actors, Stopped } from "../runtime/actor.ts";
import type { Meta, WorkspaceChange, WorkspaceOutcome } from "../system.ts";

interface Asked {
  carryOut(): Promise<void>;
  broke(): void;
}

const failed = (code: "busy" | "unavailable" | "reused_key", detail: string): WorkspaceOutcome<never> => ({
  ok: false,
  code,
  detail,
});

export class WorkspaceActor {
  readonly #log: EventLog;
  readonly #environment: Environment;
  readonly #folds: Folds<WorkspaceState>;
  readonly #actors: Actors<Asked>;
  readonly #commandId: () => string;
  #stale = false;

  constructor(log: EventLog, environment: Environment, logger: Logger, commandId: () => string) {
    this.#log = log;
    this.#environment = environment;
    this.#commandId = commandId;
    this.#folds = new Folds({ log, fold: workspace });
    const folds = this.#folds;
    this.#actors = new Actors<Asked>(() => ({
      clock: environment,
      start: () => (asked) => asked.carryOut(),
      failed(asked, error) {
        folds.forget(WORKSPACE);
        if (!(error instanceof Stopped)) logger("error", "settings_failed", safely(error));
        asked.broke();
      },
    }));
  }

  /** The settings as this process last read them: the follower says when there is more to read. */
  async state(): Promise<WorkspaceState> {
    const folded = await (this.#stale ? this.refresh() : this.#folds.get(WORKSPACE));
    return folded.state;
  }

  /** The settings as last read, without waiting; null before the first reading. */
  peek(): WorkspaceState | null {
    return this.#folds.peek(WORKSPACE);
  }

  changed(): void {
    this.#stale = true;
  }

  refresh() {
    this.#stale = false;
    return this.#folds.refresh(WORKSPACE);
  }

  /** @param patienceMs absent: never give up on a locked store */
  change<T>(change: WorkspaceChange<T>, meta: Meta, patienceMs?: number): Promise<WorkspaceOutcome<T>> {
    return new Promise((resolve) => {
      const sent = this.#actors.send(WORKSPACE, {
        carryOut: async () => resolve(await this.#carryOut(change, meta, patienceMs)),
        broke: () => resolve(failed("unavailable", "The change could not be carried out.")),
      });
      if (!sent) resolve(failed("busy", "Too many commands are waiting. Please try again in a moment."));
    });
  }

  stop(): Promise<void> {
    return this.#actors.stop();
  }

  async #carryOut<T>(
    change: WorkspaceChange<T>,
    meta: Meta,
    patienceMs: number | undefined,
  ): Promise<WorkspaceOutcome<T>> {
    const { idempotency, by } = meta;
    const deadline = this.#environment.monotonic() + (patienceMs ?? Infinity);
    const commandId = this.#commandId();
    for (;;) {
      if (idempotency) {
        const row = await this.#log.command(idempotency.caller, idempotency.key);
        if (row && row.bodyHash !== idempotency.bodyHash) {
          return failed("reused_key", "The idempotency key was used for another request.");
        }
        if (row) return { ok: true, seq: row.last, answer: {}, repeated: true, ...idOf(row.answer) };
      }
      const folded = await this.refresh();
      const decided = change(folded.state);
      if (!decided.ok) return decided;
      const { events, answer, aside } = decided;
      const told = { ...answer, ...(aside === undefined ? {} : { aside }) };
      if (events.length === 0 && !idempotency) {
        return { ok: true, seq: folded.state.seq, answer: {}, repeated: false, ...told };
      }
      const left = deadline - this.#environment.monotonic();
      if (left <= 0) return failed("unavailable", "The store did not answer in time.");
      const result = await this.#log.append({
        stream: WORKSPACE,
        head: folded.head,
        events: events.map(({ type, data }, index) =>
          ({
            id: `${commandId}/${index}`,
            type,
            v: versions.get(type) ?? 1,
            at: this.#environment.now(),
            by,
            cause: commandId,
            data,
          }) as NewWorkspaceEvent // type and data belong together in what was decided
        ),
        ...(idempotency ? { alongside: { command: { ...idempotency, answer } } } : {}),
        ...(patienceMs === undefined ? {} : { patienceMs: left }),
      });
      if (result.ok) {
        this.#folds.advance(folded, result.head, result.events);
        return { ok: true, seq: result.head.seq, answer: {}, repeated: false, ...told };
      }
      if (result.reason === "unavailable") return failed("unavailable", result.detail);
    }
  }
}

function idOf(answer: unknown): { id?: string } {
  const id = typeof answer === "object" && answer !== null && "id" in answer ? answer.id : undefined;
  return typeof id === "string" ? { id } : {};
}

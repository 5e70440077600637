/**
 * What all streams have in common. One actor a stream takes orders, one at a time, so that they seldom conflict.
 * An order is decided on the fold and appended under the optimistic lock; on a conflict what came in between is
 * folded and it is decided again. A refusal counts only on a fold that is known to be current.
 */
import { DiskFull, StoreGone, TooLarge } from "../../events/store/errors.ts";
import type { AppendRequest, CommandRow, EventLog, Head } from "../../events/store/types.ts";
import type { RefusalCode } from "../conversation/commands.ts";
import { Actors, type Next, Stopped } from "./actor.ts";
import type { Environment } from "./environment.ts";
import { type Logger, safely } from "./logger.ts";
import type { Folded, Folds } from "./open_folds.ts";

/** Milliseconds a command from outside may take before it is answered with 503; internal ones never give up. */
export const PATIENCE_MS = 5_000;

export interface StreamPorts<S extends object> {
  readonly log: EventLog;
  readonly folds: Folds<S>;
  readonly environment: Environment;
}

export interface Refused {
  readonly ok: false;
  /**
   * `lost`: a work row is not what was expected, somebody is ending the turn. `too_large`: it can never be
   * stored; trying again would change nothing. `busy`: the mailbox is full.
   */
  readonly code: RefusalCode | "reused_key" | "unavailable" | "lost" | "too_large" | "busy";
  readonly detail: string;
  readonly path?: string;
}

export interface Stored<A> {
  readonly ok: true;
  /** Seq of the last event (of the first time, when repeated). */
  readonly seq: number;
  readonly answer: A;
  readonly repeated: boolean;
  /** Versionstamp of the commit: that of every row it wrote. Null when nothing was appended. */
  readonly stamp: string | null;
}

/** How an order is to be carried out, whatever it says. */
export interface Terms {
  readonly idempotency?: { readonly caller: string; readonly key: string; readonly bodyHash: string };
  /** Absent: never give up. */
  readonly patienceMs?: number;
}

interface Decided {
  readonly ok: true;
  readonly events: readonly unknown[];
  /** Stored under the idempotency key (JSON). */
  readonly answer: unknown;
}

/** What goes to the store at once. */
export type Commit = Pick<AppendRequest, "events" | "closes" | "alongside">;

export interface Deciding<S extends object, D extends Decided> {
  /** May be asked more than once, and changes nothing. */
  decide(state: S): D | Refused;
  /** What is stored of what was decided, some events or none. */
  commit(folded: Folded<S>, decided: D): Commit | Promise<Commit>;
  /** What an earlier try that broke has left in the log all the same. */
  earlier?(): Promise<{ seq: number; answer: D["answer"] } | null>;
  /** Where no event was decided: the seq at which the fold says that it was carried out before. */
  before?(state: S, answer: D["answer"]): number | undefined;
  /** Told as soon as it is stored and folded. */
  committed?(folded: Folded<S>, head: Head, decided: D, commit: Commit): void;
}

/** `decided` is absent where the order was carried out before. */
export type Carried<D extends Decided> = Stored<D["answer"]> & { readonly decided?: D };

/** Decides and appends to `stream`. Throws only when I/O is broken. */
export async function carryOut<S extends { readonly seq: number }, D extends Decided>(
  ports: StreamPorts<S>,
  stream: string,
  terms: Terms,
  order: Deciding<S, D>,
): Promise<Carried<D> | Refused> {
  try {
    return await carry(ports, stream, terms, order);
  } catch (error) {
    // The same append would be refused for ever: whoever asked must hear it, not try again.
    if (error instanceof TooLarge) return refused("too_large", "This is more than the log can hold at once.");
    // Also where a turn in the way is fenced, which is a commit of its own.
    if (error instanceof DiskFull || error instanceof StoreGone) return refused("unavailable", error.message);
    throw error;
  }
}

async function carry<S extends { readonly seq: number }, D extends Decided>(
  { log, folds, environment }: StreamPorts<S>,
  stream: string,
  { idempotency, patienceMs = Infinity }: Terms,
  order: Deciding<S, D>,
): Promise<Carried<D> | Refused> {
  const deadline = environment.monotonic() + patienceMs;
  const row = idempotency && await log.command(stream, idempotency.caller, idempotency.key);
  if (row) return repeated(row, idempotency);
  const earlier = await order.earlier?.();
  if (earlier) return { ok: true, ...earlier, repeated: true, stamp: null };
  let folded = await folds.get(stream);
  for (let current = false;;) {
    // The head of this very state: the fold goes on while we wait for other things.
    const { state, head } = folded;
    const { seq } = state;
    const decided = order.decide(state);
    if (!current && (!decided.ok || decided.events.length === 0)) {
      folded = await folds.refresh(stream);
      current = true;
      continue;
    }
    if (!decided.ok) return decided;
    const { answer } = decided;
    const before = decided.events.length === 0 ? order.before?.(state, answer) : undefined;
    const unchanged = {
      ok: true,
      seq: before ?? seq,
      answer,
      repeated: before !== undefined,
      stamp: null,
      decided,
    } as const;
    if (decided.events.length === 0 && !idempotency) return unchanged;
    const left = deadline - environment.monotonic();
    if (left <= 0) return refused("unavailable", "The store did not answer in time.");
    const commit = await order.commit(folded, decided);
    const result = await log.append({
      stream,
      head,
      ...commit,
      alongside: { ...commit.alongside, ...(idempotency ? { command: { ...idempotency, answer } } : {}) },
      ...(left === Infinity ? {} : { patienceMs: left }),
    });
    if (result.ok) {
      if (result.events.length === 0) return unchanged;
      folds.advance(folded, result.head, result.events);
      order.committed?.(folded, result.head, decided, commit);
      return { ok: true, seq: result.head.seq, answer, repeated: false, stamp: result.head.stamp, decided };
    }
    switch (result.reason) {
      case "head":
        folded = await folds.refresh(stream);
        current = true;
        continue;
      case "work":
        return refused("lost", "The turn was stopped or taken over.");
      case "command":
        return repeated(result.row, idempotency);
      case "deleted":
        folds.forget(stream);
        return refused("not_found", "There is no such conversation.");
      case "unavailable":
        return refused("unavailable", result.detail);
      default:
        return result satisfies never;
    }
  }
}

function repeated<A>(row: CommandRow, asked: Terms["idempotency"]): Stored<A> | Refused {
  if (row.bodyHash !== asked?.bodyHash) {
    return refused("reused_key", "The idempotency key was used for another request.");
  }
  // The answer was written here, of an order of the same caller, key and body.
  return { ok: true, seq: row.last, answer: row.answer as A, repeated: true, stamp: null };
}

function refused(code: Refused["code"], detail: string): Refused {
  return { ok: false, code, detail };
}

/** An order in a mailbox, and who waits for what becomes of it. */
export interface Waiting {
  /** Names it in the log. */
  readonly name: string;
  resolve(refused: Refused): void;
}

/** The actors of streams of one kind, by name. */
export class StreamActors<M extends Waiting> {
  readonly #actors: Actors<M>;

  constructor(
    { folds, environment }: Pick<StreamPorts<object>, "environment"> & {
      folds: Pick<Folds<object>, "forget">;
    },
    logger: Logger,
    receive: (stream: string, message: M, next: Next<M>) => Promise<void>,
  ) {
    this.#actors = new Actors((stream) => ({
      clock: environment,
      start: () => (message, next) => receive(stream, message, next),
      failed(message, error) {
        // What is in memory may be what broke: the next order folds from the log.
        folds.forget(stream);
        if (!(error instanceof Stopped)) {
          logger("error", "command_failed", { stream, command: message.name, ...safely(error) });
        }
        message.resolve(refused("unavailable", "The command could not be carried out."));
      },
    }));
  }

  /** Resolves when the order of `message` was carried out or refused; `busy` when the mailbox is full. */
  ask<R>(stream: string, message: (resolve: (result: R | Refused) => void) => M): Promise<R | Refused> {
    return new Promise((resolve) => {
      if (this.#actors.send(stream, message(resolve))) return;
      resolve(refused("busy", "Too many commands are waiting. Please try again in a moment."));
    });
  }

  stop(): Promise<void> {
    return this.#actors.stop();
  }
}

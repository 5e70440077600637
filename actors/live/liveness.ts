/**
 * Who is alive, seen from the work rows: a row whose owner is known to be dead may be taken over at once, any
 * other when it has not changed for 8 s of the observer's own monotonic clock. Wall clocks of other machines
 * are never compared.
 */
import type { Work } from "../../events/store/types.ts";

/** Milliseconds without a sign of life after which a turn may be taken over; owners beat every 2 s. */
export const DEAD_MS = 8_000;
/** Milliseconds that count at most between two looks: an observer that slept has not observed. */
const LOOK_MS = 2_000;

/**
 * Which processes run, where that can be known: on one machine. Where it cannot (a store shared over the
 * network, a process that is stopped), silence decides.
 */
export interface Presence {
  /** This process runs under `process` from now on. */
  join(process: string): Promise<void>;
  /** True: no process of that name runs any more, for certain. False: it runs, or nobody can tell. */
  isDead(process: string): Promise<boolean>;
  /** The other processes that run turns, as far as is known. */
  others(): Promise<readonly string[]>;
  /** Forgets the dead, except those in `named`; asked after the dead are known, so that none is added later. */
  sweep(named: () => Promise<ReadonlySet<string>>): Promise<void>;
  /** This process runs no more turns. */
  leave(): Promise<void>;
}

/** What a process calls itself and what it does; no two processes make the same, nor two calls of `commandId` and `fenceName`. */
export interface ProcessNames {
  readonly process: string;
  /** Stands in work rows and in `TurnStarted`. */
  readonly owner: string;
  commandId(): string;
  /** Stands in a work row that this process takes from its owner, so that no draft tick takes it for its own. */
  fenceName(): string;
  claimId(turnId: string, attempt: number): string;
}

export function namesOf(process: string): ProcessNames {
  let commands = 0;
  let fences = 0;
  return {
    process,
    owner: `process_${process}`,
    commandId: () => `cmd_${process}_${++commands}`,
    fenceName: () => `fence_${process}_${++fences}`,
    claimId: (turnId, attempt) => `claim_${turnId}_${attempt}_${process}`,
  };
}

/** The process that wrote `owner` into a row; null when it says nothing about one. */
export function processOf(owner: string): string | null {
  return /^(?:process_([0-9a-f]+)|fence_([0-9a-f]+)_\d+)$/.exec(owner)?.slice(1).find(Boolean) ?? null;
}

/** The process that gave a command its name, which the events that it made have as their cause; null when it says nothing about one. */
export const processOfCommand = (commandId: string | undefined): string | null =>
  /^cmd_([0-9a-f]+)_\d+$/.exec(commandId ?? "")?.[1] ?? null;

/** Names of the processes that own rows. */
export function processesOf(rows: readonly Work[]): Set<string> {
  const found = new Set<string>();
  for (const { row } of rows) {
    const process = row.owner === null ? null : processOf(row.owner);
    if (process !== null) found.add(process);
  }
  return found;
}

interface Seen {
  /** Conversations with a turn that anyone may claim. */
  readonly claimable: string[];
  /** Rows whose owner is dead or shows no sign of life. */
  readonly dead: Work[];
}

export class Observer {
  readonly #rows = new Map<string, { stamp: string; unchangedMs: number }>();
  #lookedAt: number | null = null;

  /** Takes in what all rows are at `now` (monotonic); `gone` names processes that are known to be dead. */
  look(rows: readonly Work[], now: number, gone: ReadonlySet<string> = new Set()): Seen {
    const elapsed = this.#lookedAt === null ? 0 : Math.min(now - this.#lookedAt, LOOK_MS);
    this.#lookedAt = now;
    const claimable = new Set<string>();
    const dead: Work[] = [];
    const present = new Set<string>();
    for (const work of rows) {
      const { owner } = work.row;
      const key = `${work.conversationId}/${work.turnId}`;
      present.add(key);
      const known = this.#rows.get(key);
      const unchangedMs = known?.stamp === work.stamp ? known.unchangedMs + elapsed : 0;
      this.#rows.set(key, { stamp: work.stamp, unchangedMs });
      if (owner === null) claimable.add(work.conversationId);
      else if (unchangedMs >= DEAD_MS || gone.has(processOf(owner) ?? "")) dead.push(work);
    }
    for (const key of this.#rows.keys()) if (!present.has(key)) this.#rows.delete(key);
    return { claimable: [...claimable], dead };
  }
}

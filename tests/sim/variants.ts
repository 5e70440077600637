/**
 * The engine as it is, and mutants of it: each leaves out one thing that ARCHITECTURE calls necessary. A
 * simulation that does not notice a mutant proves nothing.
 */
import type { StoreLog } from "../../events/store/log.ts";
import type {
  AppendRequest,
  Commit,
  DraftResult,
  Drafts,
  DraftWrite,
  EventLog,
} from "../../events/store/types.ts";
import { armedTooLate, unrecognised } from "./mutants.ts";
import { replacing } from "../replacing.ts";
import type { Toolbox } from "../../actors/tools/toolbox.ts";
import type { Environment } from "../../actors/runtime/environment.ts";
import { IDLE_MS } from "../../actors/runtime/actor.ts";
import type { System } from "../../actors/system.ts";

export interface Variant {
  readonly name: string;
  /** The log as this engine sees it. */
  readonly wrap?: (log: StoreLog) => EventLog;
  /** It shows only where idleness, clocks and sizes are drawn too. */
  readonly dimensions?: true;
  /**
   * It shows only where what several processes send their store arrives late or is answered by nobody: that is drawn in
   * each of its histories, instead of in one of hundreds.
   */
  readonly worst?: true;
  /** Comparisons are drawn in each of its histories. */
  readonly compares?: true;
  /** Time and chance as this engine has them. */
  readonly environment?: (environment: Environment) => Environment;
  /** The engine as its callers see it. */
  readonly system?: (system: System, environment: Environment) => System;
  /** The tools as this engine sees them. */
  readonly tools?: (box: Toolbox) => Toolbox;
}

export const SOUND: Variant = { name: "sound" };
/** The same with comparisons in each of its histories. */
export const COMPARING: Variant = { name: "comparing", compares: true, dimensions: true };

/** Whoever ends a turn neither checks the work row nor takes it from its owner first. */
const noFence: Variant = {
  name: "no fence",
  worst: true,
  wrap: (log) =>
    replacing<EventLog>(log, {
      append: (request) => log.append(withoutExpectations(request)),
      drafts: replacing(log.drafts, {
        async fence(conversationId, turnIds) {
          const found: Awaited<ReturnType<Drafts["fence"]>> = new Map();
          for (const turnId of turnIds) {
            const work = await log.work.get(conversationId, turnId);
            const draft = work && await log.drafts.read(conversationId, turnId, work.row.attempt);
            found.set(turnId, work && draft && { work, draft });
          }
          return found;
        },
      }),
    }),
};

function withoutExpectations(request: AppendRequest): AppendRequest {
  const work = request.alongside?.work?.map(({ turnId, row }) => ({ turnId, row }));
  return work ? { ...request, alongside: { ...request.alongside, work } } : request;
}

/** What was decided is appended on whatever stands there now. */
const noHeadCheck: Variant = {
  name: "no head check",
  wrap: (log) =>
    replacing<EventLog>(log, {
      async append(request) {
        return await log.append({ ...request, head: await log.head(request.stream) });
      },
    }),
};

/** An append that landed without being acknowledged is taken for somebody else's. */
const noIdComparison: Variant = { name: "no comparison of ids", worst: true, wrap: unrecognised };

/** First read, then listen: what comes in between is missed. */
const pollBeforeArming: Variant = { name: "reading before arming", wrap: armedTooLate };

/** A draft is said to be stored, and so shown, while it is still on its way. */
const showBeforeStoring: Variant = {
  name: "showing before storing",
  worst: true,
  wrap(log) {
    let pending: { readonly write: DraftWrite; readonly early: string }[] = [];
    let storing = Promise.resolve();
    let ticks = 0;
    const stamps = new Map<string, string>();
    const lost = new Set<string>();
    const real = (stamp: string) => stamps.get(stamp) ?? stamp;
    const store = async () => {
      if (pending.length === 0) return;
      const results = await log.drafts.write(pending.map(({ write }) => write));
      for (const [index, { early }] of pending.entries()) {
        const result = results[index];
        if (result?.ok) stamps.set(early, result.stamp);
        else lost.add(early);
      }
      pending = [];
    };
    /** What broke on its way is sent again; while the store is broken this fails too. */
    const stored = () => storing.catch(() => undefined).then(store);
    return replacing<EventLog>(log, {
      drafts: replacing(log.drafts, {
        async write(writes) {
          await stored();
          pending = writes.map((write) => ({
            write: { ...write, expect: real(write.expect) },
            early: `early ${++ticks}`,
          }));
          const results = pending.map(({ early }, index): DraftResult =>
            lost.has(writes[index]?.expect ?? "") ? { ok: false, lost: true } : { ok: true, stamp: early }
          );
          storing = store();
          storing.catch(() => undefined);
          return results;
        },
      }),
      async append(request) {
        await stored();
        const work = request.alongside?.work?.map((change) =>
          change.expect ? { ...change, expect: real(change.expect) } : change
        );
        return await log.append(work ? { ...request, alongside: { ...request.alongside, work } } : request);
      },
    });
  },
};

/** A draft is written whoever owns the work row. */
const draftsUnchecked: Variant = {
  name: "drafts without the work row",
  worst: true,
  wrap: (log) =>
    replacing<EventLog>(log, {
      drafts: replacing(log.drafts, {
        async write(writes) {
          const now = await Promise.all(writes.map(async (write) => {
            const work = await log.work.get(write.conversationId, write.turnId);
            return work ? { ...write, expect: work.stamp } : write;
          }));
          return await log.drafts.write(now);
        },
      }),
      append: (request) => log.append(withoutExpectations(request)),
    }),
};

/** Every process names its claims alike. */
const claimsWithoutNonce: Variant = {
  name: "claim ids without a nonce",
  worst: true,
  wrap: (log) =>
    replacing<EventLog>(log, {
      append(request) {
        const events = request.events.map((event) => ({
          ...event,
          id: event.id.replace(/^(claim_.*)_[0-9a-f]{12}\//, "$1/"),
        }));
        return log.append({ ...request, events });
      },
    }),
};

/** What this process appended is handed out at once, beside the reading of the order. */
const handedOut: Variant = {
  name: "events handed out beside the reading",
  wrap(log) {
    const own: Commit[] = [];
    const seen = new Set<string>();
    let poke: () => void = () => undefined;
    return replacing<EventLog>(log, {
      async append(request) {
        const result = await log.append(request);
        if (result.ok && result.events.length > 0) {
          const { position } = result;
          own.push({
            position,
            events: result.events.map((event) => ({ stream: request.stream, position, event })),
          });
          poke();
        }
        return result;
      },
      order: replacing(log.order, {
        async *follow(position, signal) {
          const read = log.order.follow(position, signal)[Symbol.asyncIterator]();
          let next = read.next();
          while (true) {
            const woken = new Promise<null>((resolve) => poke = () => resolve(null));
            const found = own.length > 0 ? null : await Promise.race([next, woken]);
            if (found?.done) return;
            const commits = found ? [found.value] : own.splice(0);
            if (found) next = read.next();
            for (const commit of commits) {
              const fresh = commit.events.filter(({ stream, event }) => !seen.has(`${stream}/${event.seq}`));
              for (const { stream, event } of fresh) seen.add(`${stream}/${event.seq}`);
              if (fresh.length > 0) yield { ...commit, events: fresh };
            }
          }
        },
      }),
    });
  },
};

/** What waits, waits by the clock on the wall. */
const wallClock: Variant = {
  name: "time by the clock on the wall",
  dimensions: true,
  environment: (environment) => ({ ...environment, monotonic: () => Date.parse(environment.now()) }),
};

/** The settings' one actor is kept when it has ended, and takes nothing any more. */
const heldActor: Variant = {
  name: "the settings' actor held past its idle end",
  dimensions: true,
  system(system, { monotonic }) {
    let usedAt = monotonic();
    let ended = false;
    return {
      ...system,
      changeWorkspace(change, meta) {
        ended ||= monotonic() - usedAt >= IDLE_MS;
        usedAt = monotonic();
        return ended
          ? Promise.resolve({ ok: false, code: "busy", detail: "Too many commands are waiting." })
          : system.changeWorkspace(change, meta);
      },
    };
  },
};

const neverAsks: Variant = {
  name: "tools that ask nobody",
  tools: (box) => ({ ...box, judged: () => ({ changes: false, address: null, server: null }) }),
};

const repeats: Variant = {
  name: "tools that run again after a crash",
  tools: (box) => ({ ...box, isIdempotent: () => true }),
};

export const MUTANTS: readonly Variant[] = [
  noFence,
  noHeadCheck,
  noIdComparison,
  pollBeforeArming,
  showBeforeStoring,
  draftsUnchecked,
  claimsWithoutNonce,
  handedOut,
  neverAsks,
  repeats,
  wallClock,
  heldActor,
];

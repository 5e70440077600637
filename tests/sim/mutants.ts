/** Stores with one safeguard left out. A test of faults that none of them fails proves nothing. */
import type { Atomic, Kv } from "../../events/store/kv/kv.ts";
import { replacing } from "../replacing.ts";
import type { StoreLog } from "../../events/store/log.ts";
import { parsePosition } from "../../events/store/read/position.ts";
import type { Commit } from "../../events/store/types.ts";
import type { Mutant } from "./store_history.ts";

/** Every check on keys that begin with `kind` is left out. */
function unchecked(kind: string): (kv: Kv) => Kv {
  return (kv) =>
    replacing(kv, {
      atomic() {
        const atomic = kv.atomic();
        const check = atomic.check.bind(atomic);
        const loose: Atomic = Object.assign(atomic, {
          check: (...checks: { key: Deno.KvKey; versionstamp: string | null }[]) => {
            const kept = checks.filter(({ key }) => key[0] !== kind);
            if (kept.length > 0) check(...kept);
            return loose;
          },
        });
        return loose;
      },
    });
}

/** Arms only when it has read and goes to wait: a poke in between is lost. */
export function armedTooLate<L extends StoreLog>(log: L): L {
  const { wakeups } = log.parts;
  const arm = wakeups.arm.bind(wakeups);
  wakeups.arm = () => ({ wait: () => arm().wait() });
  return log;
}

/** An append that landed without being acknowledged is taken for somebody else's: its events are not looked at. */
export function unrecognised<L extends StoreLog>(log: L): L {
  const { commits } = log.parts;
  const commit = commits.commit.bind(commits);
  commits.commit = ({ landed, ...job }, giveUp) =>
    commit(job.range || !landed ? job : { ...job, landed }, giveUp);
  return log;
}

/** What this process appended is handed to its followers at once; the rest they read. */
function fromMemory(log: StoreLog): StoreLog {
  const followers = new Set<(commit: Commit) => void>();
  return {
    ...log,
    async append(request) {
      const result = await log.append(request);
      if (result.ok && result.events.length > 0) {
        const events = result.events.map((event) => ({
          stream: request.stream,
          position: result.position,
          event,
        }));
        for (const give of followers) give({ position: result.position, events });
      }
      return result;
    },
    order: replacing(log.order, {
      async *follow(position, signal) {
        const queue: Commit[] = [];
        let wake = Promise.withResolvers<void>();
        let given = parsePosition(position)?.stamp ?? "";
        const give = (commit: Commit) => {
          queue.push(commit);
          wake.resolve();
        };
        followers.add(give);
        const reading = (async () => {
          for await (const commit of log.order.follow(position, signal)) give(commit);
        })();
        while (!signal.aborted) {
          await wake.promise;
          wake = Promise.withResolvers<void>();
          for (const commit of queue.splice(0)) {
            const stamp = parsePosition(commit.position)?.stamp ?? "";
            if (stamp <= given) continue;
            given = stamp;
            yield commit;
          }
        }
        await reading;
      },
    }),
  };
}

export const MUTANTS: Readonly<Record<string, Mutant>> = {
  "without the check of the head": { kv: unchecked("at") },
  "without comparing ids after a lost answer": { log: unrecognised },
  "with drafts that do not check the work row": { kv: unchecked("turn") },
  "with events handed out from memory beside the reading": { log: fromMemory },
  "with claims whose ids carry no nonce": { noNonce: true },
};

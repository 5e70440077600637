/**
 * What the platform takes for turns that begin together, without this program: each conversation's message is one row with a
 * row for each turn and a place in the order of all, the provider is asked with the same bytes, and its first words are stored
 * before they count. Commits are shared as here: one at a time, and what comes meanwhile goes into the next. No log, no folds,
 * no agents, no readers.
 */
import process from "node:process";
import type { ProviderAdapter } from "../../actors/providers/types.ts";
import { JOBS } from "../../events/store/commit/group_commit.ts";

/** Bytes that a message of a short conversation writes with its turns, and about those of a row of a turn. */
const [ROW_BYTES, TURN_BYTES] = [930, 110] as const;

/** One commit at a time of all that waits. */
class Together {
  #waiting: { readonly keys: readonly Deno.KvKey[]; readonly done: () => void }[] = [];
  #going = false;
  #commits = 0;

  constructor(readonly kv: Deno.Kv) {}

  write(keys: readonly Deno.KvKey[]): Promise<void> {
    return new Promise((done) => {
      this.#waiting.push({ keys, done });
      if (!this.#going) void this.#go();
    });
  }

  async #go(): Promise<void> {
    this.#going = true;
    while (this.#waiting.length > 0) {
      const some = this.#waiting.splice(0, JOBS);
      const atomic = this.kv.atomic().set(["all", ++this.#commits], ROW.subarray(0, 60));
      for (const key of some.flatMap(({ keys }) => keys)) {
        atomic.set(key, key[0] === "at" ? ROW : ROW.subarray(0, TURN_BYTES));
      }
      await atomic.commit();
      for (const { done } of some) done();
      // Those who are told together ask together.
      if (some.length > 1) await new Promise((resolve) => setTimeout(resolve));
    }
    this.#going = false;
  }
}

const ROW = crypto.getRandomValues(new Uint8Array(ROW_BYTES));
/** A provider that is asked directly. */
export const CONFIG = {
  id: "p",
  name: "p",
  kind: "mock" as const,
  maxConcurrent: 1,
  requestsPerMinute: 1,
  timeoutSeconds: 1,
};

/** What is asked in each round, and of how many. */
export interface Asked {
  readonly model: string;
  /** Of each request. */
  readonly body: Uint8Array;
  readonly agents: number;
  readonly conversations: number;
}

export interface BareTurns {
  /** Milliseconds from the messages to the first words of each turn, of all rounds. */
  readonly first: readonly number[];
  /** Milliseconds of the processor that a turn takes until its provider is asked, with its share of the message, by round. */
  readonly starts: readonly number[];
}

/**
 * Rounds of turns that begin together.
 * @param path of a store of its own
 */
export async function bareTurns(
  path: string,
  provider: ProviderAdapter,
  { model, body, agents, conversations }: Asked,
  rounds: number,
): Promise<BareTurns> {
  const kv = await Deno.openKv(path);
  const store = new Together(kv);
  const { signal } = new AbortController();
  const first: number[] = [];
  const starts: number[] = [];
  const round = async (number: number) => {
    const [before, cost] = [performance.now(), process.cpuUsage()];
    let asked = 0;
    const turn = async (key: Deno.KvKey) => {
      const parts = provider.send({ config: CONFIG, apiKey: null, model, body, signal });
      let shown = false;
      const heard = parts[Symbol.asyncIterator]();
      const opening = heard.next();
      if (++asked === agents * conversations) {
        const { user, system } = process.cpuUsage(cost);
        starts.push((user + system) / 1_000 / asked);
      }
      for (let next = await opening; !next.done; next = await heard.next()) {
        if (shown) continue;
        shown = true;
        await store.write([["draft", ...key], ["turn", ...key]]);
        first.push(performance.now() - before);
      }
      await store.write([["at", key[0] ?? ""], ["turn", ...key]]);
    };
    await Promise.all(Array.from({ length: conversations }, async (_, conversation) => {
      const keys = Array.from({ length: agents }, (_, agent): Deno.KvKey => [conversation, number, agent]);
      await store.write([["at", conversation], ...keys.map((key): Deno.KvKey => ["turn", ...key])]);
      await Promise.all(keys.map(turn));
    }));
  };
  try {
    for (let number = 0; number < rounds; number++) await round(number);
    return { first, starts };
  } finally {
    kv.close();
  }
}

/**
 * A short turn, one after the other, counted: commits, reads and processor time say the same however busy the machine is. Beside
 * it stands Deno KV alone in the same process and run, with as many commits of as many bytes and as many reads: what no program
 * that is durable first can go below.
 */
import process from "node:process";
import { SYSTEM } from "../../events/catalog/envelope.ts";
import type { Agent } from "../../events/catalog/workspace.ts";
import type { Kv } from "../../events/store/kv/kv.ts";
import { openLog } from "../../events/store/log.ts";
import { joiningOf } from "../../actors/conversation/rules/joining.ts";
import { createSystem } from "../../actors/create_system.ts";
import { MockProvider } from "../../actors/providers/practice/mock.ts";
import type { Part, SendOptions } from "../../actors/providers/types.ts";
import { realEnvironment } from "../../actors/runtime/environment.ts";
import { silent } from "../../actors/runtime/logger.ts";
import type { System } from "../../actors/system.ts";
import { createToolbox } from "../../actors/tools/toolbox.ts";
import { quantile, type Row } from "./table.ts";

/** Turns measured, and before that, while everything is loaded; over so many conversations. */
const [TURNS, WARM, ROOMS] = [300, 100, 10] as const;
/** Commits of a turn: the message with the claim and the first call, the first piece, the end. */
const COMMITS = 3;
/** Of these, before the first text is shown. */
const BEFORE_TEXT = 2;
/** Bytes that a commit of a short conversation writes. */
const ROW_BYTES = 930;
const BY = { kind: "user" as const, id: "ann", name: "Ann" };
const AGENT: Agent = {
  id: "agent",
  number: 1,
  version: 1,
  name: "Agent",
  color: 1,
  providerId: "provider",
  model: "short",
  systemPrompt: "",
  params: {},
  tools: [],
};

/** Answers at once, and says when it was asked. */
class Quick extends MockProvider {
  askedAt = NaN;

  override async *send({ model }: SendOptions): AsyncGenerator<Part> {
    this.askedAt = performance.now();
    yield { type: "text", text: "one two three four five" };
    yield { type: "finish", reason: "stop", usage: null, model, messageId: null };
  }
}

/** What the store was asked for. */
class Asked {
  commits = 0;
  reads = 0;

  /** Counts from now on what is asked of `kv`. */
  of(kv: Kv): void {
    const { get, getMany, list, atomic } = kv;
    const read = <A extends unknown[], R>(door: (...args: A) => R) => (...args: A): R => {
      this.reads++;
      return door.apply(kv, args);
    };
    Object.assign(kv, {
      get: read(get),
      getMany: read(getMany),
      list: read(list),
      atomic: () => {
        const begun = atomic.call(kv);
        const commit = begun.commit.bind(begun);
        begun.commit = () => {
          this.commits++;
          return commit();
        };
        return begun;
      },
    });
  }
}

const spent = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

export async function turnCostBench(): Promise<Row[]> {
  const folder = await Deno.makeTempDir();
  const log = await openLog({ path: `${folder}/bench.db` });
  const raw = await Deno.openKv(`${folder}/raw.db`);
  const quick = new Quick({ clock: realEnvironment });
  const system = await createSystem({
    log,
    environment: realEnvironment,
    logger: silent,
    adapter: () => Promise.resolve(quick),
    tools: createToolbox([]),
    masterKey: new Uint8Array(32),
  });
  try {
    return await measured(system, quick, log.parts.kv, raw);
  } finally {
    await system.stop();
    await log.close();
    raw.close();
    await Deno.remove(folder, { recursive: true });
  }
}

async function measured(system: System, quick: Quick, kv: Kv, raw: Deno.Kv): Promise<Row[]> {
  await furnish(system);
  const asked = new Asked();
  const [shown, called, alone]: number[][] = [[], [], []];
  let ours = 0, platform = 0, commits = 0, reads = 0;
  for (let n = 0; n < WARM + TURNS; n++) {
    if (n === WARM) asked.of(kv);
    const before = spent();
    const { begun, first } = await turn(system, `room_${n % ROOMS}`);
    const between = spent();
    // In turns, so that whatever else the machine does falls on both.
    const ms = await onPlatform(raw, reads / Math.max(1, n - WARM));
    if (n < WARM) continue;
    ours += between - before;
    platform += spent() - between;
    [commits, reads] = [asked.commits, asked.reads];
    shown?.push(first - begun);
    called?.push(quick.askedAt - begun);
    alone?.push(ms);
  }
  const p50 = (values: readonly number[] = []) => quantile(values, 0.5);
  return [
    {
      what: "a short turn: commits",
      measured: (commits / TURNS).toFixed(2),
      against: `${COMMITS}`,
      ratio: commits / TURNS / COMMITS,
      target: { atMost: 1.1 },
    },
    { what: "… reads of the store", measured: (reads / TURNS).toFixed(1) },
    {
      what: "… processor",
      measured: `${(ours / TURNS).toFixed(2)} ms`,
      against: `as many commits and reads alone ${(platform / TURNS).toFixed(2)} ms`,
      ratio: ours / platform,
    },
    { what: "… the provider asked after, p50", measured: `${p50(called).toFixed(2)} ms` },
    {
      what: "… its first text stored and shown after, p50",
      measured: `${p50(shown).toFixed(2)} ms`,
      against: `${BEFORE_TEXT} commits alone ${p50(alone).toFixed(2)} ms`,
      ratio: p50(shown) / p50(alone),
    },
  ];
}

/** One message and its answer: when it was posted, and when the first of the answer was shown. */
async function turn(system: System, id: string): Promise<{ begun: number; first: number }> {
  let first = NaN;
  const ended = Promise.withResolvers<void>();
  const leave = system.subscribe((live) => {
    if (live.type === "drafts" && Number.isNaN(first)) first = performance.now();
    if (live.type !== "commit") return;
    if (live.commit.events.some(({ event }) => event.type === "ExchangeCompleted")) ended.resolve();
  });
  const begun = performance.now();
  await system.execute(id, { type: "post", content: "a message of some words" }, { by: BY });
  await ended.promise;
  leave();
  return { begun, first };
}

const row = crypto.getRandomValues(new Uint8Array(ROW_BYTES));

/** As many commits and reads without anything else; milliseconds of those before the first text. */
async function onPlatform(kv: Deno.Kv, reads: number): Promise<number> {
  const begun = performance.now();
  let before = 0;
  for (let n = 1; n <= COMMITS; n++) {
    await kv.atomic().set(["at", "room"], row).set(["all", n], row.subarray(0, 60)).commit();
    if (n === BEFORE_TEXT) before = performance.now() - begun;
  }
  for (let n = 0; n < reads; n++) await kv.get(["at", "room"]);
  return before;
}

async function furnish(system: System): Promise<void> {
  await system.changeWorkspace(() => ({
    ok: true,
    answer: { id: "" },
    events: [
      {
        type: "ProviderCreated",
        data: {
          id: "provider",
          name: "Provider",
          kind: "mock",
          maxConcurrent: 256,
          requestsPerMinute: 100_000,
          timeoutSeconds: 60,
        },
      },
      { type: "AgentCreated", data: AGENT },
    ],
  }), { by: SYSTEM });
  for (let n = 0; n < ROOMS; n++) {
    await system.execute(`room_${n}`, {
      type: "start",
      title: "bench",
      mode: "parallel",
      settings: {},
      agents: [joiningOf(AGENT)],
    }, { by: BY });
  }
}

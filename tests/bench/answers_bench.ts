/**
 * Many answers written at once, each of a conversation of its own at 40 pieces a second: how soon the first text
 * of each is shown, how long a piece is on its way from the provider to who reads along, and what it costs. The
 * provider is in this process, so its work is in the figures, too; beside them stands what pieces take alone, and
 * with as many commits of the platform's store (`bare_answers.ts`).
 */
import process from "node:process";
import { SYSTEM } from "../../events/catalog/envelope.ts";
import type { Agent, Provider } from "../../events/catalog/workspace.ts";
import { FilePresence } from "../../events/store/file/presence.ts";
import { openLog } from "../../events/store/log.ts";
import { createSystem } from "../../actors/create_system.ts";
import { joiningOf } from "../../actors/conversation/rules/joining.ts";
import { MockProvider } from "../../actors/providers/practice/mock.ts";
import type { Part, SendOptions } from "../../actors/providers/types.ts";
import { realEnvironment } from "../../actors/runtime/environment.ts";
import { silent } from "../../actors/runtime/logger.ts";
import type { System } from "../../actors/system.ts";
import { createToolbox } from "../../actors/tools/toolbox.ts";
import { type Bare, bareAnswers } from "./bare_answers.ts";
import { quantile, type Row } from "./table.ts";

/** Answers at once. */
export const ANSWERS: readonly number[] = [10, 64, 400];
/** Pieces of an answer, and milliseconds between them. */
const PIECES = 120;
const PACE_MS = 25;
/** Calls at once that a provider's settings allow. */
const CALLS = 256;
/** Milliseconds at p99, for 400 at once. */
const TARGET_MS = { first: 1_000, lag: 100 };
/** Of processor time for 1,000 pieces. */
const TARGET_CPU_MS = 60;
const PIECE = "fish ";
const BY = { kind: "user" as const, id: "ann", name: "Ann" };

/** Says when each piece was due: a loop that is late to take it in is late for who reads. */
class Paced extends MockProvider {
  override async *send({ signal, model }: SendOptions): AsyncGenerator<Part> {
    const begun = performance.now();
    yield { type: "text", text: `${Math.round(begun * 1_000)} ` };
    for (let n = 1; n <= PIECES; n++) {
      await realEnvironment.sleep(Math.max(0, begun + n * PACE_MS - performance.now()), signal);
      yield { type: "text", text: PIECE };
    }
    yield { type: "finish", reason: "stop", usage: null, model, messageId: null };
  }
}

interface Measured {
  /** Milliseconds from the post. */
  readonly first: readonly number[];
  /** Milliseconds from when a piece was due. */
  readonly lag: readonly number[];
  /** The same while all answers are written: behind the last one's first text, before the first one's end. */
  readonly within: readonly number[];
  /** Milliseconds of processor time for 1,000 pieces. */
  readonly cpu: number;
  /** The same of what is written while all are. */
  readonly cpuWithin: number;
  /** The most that were under way together. */
  readonly most: number;
}

export async function answersBench(sizes: readonly number[] = ANSWERS): Promise<Row[]> {
  const folder = await Deno.makeTempDir();
  const log = await openLog({ path: `${folder}/bench.db` });
  const provider = new Paced({ clock: realEnvironment });
  const system = await createSystem({
    log,
    environment: realEnvironment,
    logger: silent,
    adapter: () => Promise.resolve(provider),
    tools: createToolbox([]),
    masterKey: new Uint8Array(32),
    presence: new FilePresence(folder),
  });
  try {
    const agents = await furnish(system, Math.ceil(Math.max(...sizes) / CALLS));
    await measure(system, agents, 4, "warm");
    const rows: Row[] = [];
    for (const size of sizes) {
      const measured = await measure(system, agents, size, `of_${size}`);
      const begins = measured.first.map((ms) => ms - Math.min(...measured.first));
      const pace = { begins, pieces: PIECES, paceMs: PACE_MS, piece: PIECE };
      rows.push(...rowsOf(size, measured, await bareAnswers(`${folder}/bare.db`, pace)));
    }
    return rows;
  } finally {
    await system.stop();
    await log.close();
    await Deno.remove(folder, { recursive: true });
  }
}

function rowsOf(size: number, { first, lag, within, cpu, cpuWithin, most }: Measured, bare: Bare): Row[] {
  const of = { size, of: "answers at once" };
  const what = `${size} at once (${most} under way together)`;
  const row = (name: string, ms: number, targetMs: number): Row => ({
    what: `${what}: ${name}`,
    measured: `${ms.toFixed(0)} ms`,
    against: `${targetMs} ms`,
    ratio: ms / targetMs,
    target: { atMost: 1 },
  });
  return [
    {
      ...row("first text, p99", quantile(first, 0.99), TARGET_MS.first),
      on: {
        curve: "First text, p99",
        ...of,
        value: quantile(first, 0.99),
        unit: "ms",
        atMost: TARGET_MS.first,
      },
    },
    { what: `${what}: lag to who reads, p50`, measured: `${quantile(lag, 0.5).toFixed(0)} ms` },
    {
      ...row("lag to who reads, p99", quantile(lag, 0.99), TARGET_MS.lag),
      on: {
        curve: "Lag of a piece, p99",
        ...of,
        value: quantile(lag, 0.99),
        unit: "ms",
        atMost: TARGET_MS.lag,
      },
    },
    {
      what: `${what}: the same while all are written`,
      measured: `${quantile(within, 0.99).toFixed(0)} ms`,
    },
    {
      ...row("processor for 1,000 pieces", cpu, TARGET_CPU_MS),
      on: { curve: "Processor for 1,000 pieces", ...of, value: cpu, unit: "ms", atMost: TARGET_CPU_MS },
    },
    {
      what: `${what}: the same, to a bare one that commits as often and tells one reader`,
      measured: `${cpu.toFixed(0)} ms`,
      against: `${bare.whole.toFixed(0)} ms`,
      ratio: cpu / bare.whole,
    },
    {
      what: `${what}: the same while all are written`,
      measured: `${cpuWithin.toFixed(0)} ms`,
      against: `${bare.stored.toFixed(0)} ms with as many commits alone, ${
        bare.pieces.toFixed(0)
      } ms the pieces alone`,
      ratio: cpuWithin / bare.stored,
    },
  ];
}

async function furnish(system: System, providers: number): Promise<Agent[]> {
  const all = Array.from({ length: providers }, (_, index): Provider => ({
    id: `provider_${index}`,
    name: `Provider ${index}`,
    kind: "mock",
    maxConcurrent: CALLS,
    requestsPerMinute: 100_000,
    timeoutSeconds: 60,
  }));
  const agents = all.map(({ id }, index): Agent => ({
    id: `agent_${index}`,
    number: index + 1,
    version: 1,
    name: `Agent ${index}`,
    color: 1,
    providerId: id,
    model: "paced",
    systemPrompt: "",
    params: {},
    tools: [],
  }));
  await system.changeWorkspace(() => ({
    ok: true,
    answer: { id: "" },
    events: [
      ...all.map((data) => ({ type: "ProviderCreated" as const, data })),
      ...agents.map((data) => ({ type: "AgentCreated" as const, data })),
    ],
  }), { by: SYSTEM });
  return agents;
}

/** Posts to `size` conversations in the same moment, and waits until every answer has ended. */
async function measure(
  system: System,
  agents: readonly Agent[],
  size: number,
  name: string,
): Promise<Measured> {
  const rooms = Array.from({ length: size }, (_, n) => `c_${name}_${n}`);
  for (const [n, id] of rooms.entries()) {
    const agent = agents[n % agents.length];
    await system.execute(id, {
      type: "start",
      title: "bench",
      mode: "parallel",
      settings: {},
      agents: agent ? [joiningOf(agent)] : [],
    }, { by: BY });
  }
  const [first, lag, within]: [number[], number[], number[]] = [[], [], []];
  const known = new Map<string, string>();
  let most = 0, ended = 0;
  const done = Promise.withResolvers<void>();
  const before = performance.now();
  const spent = process.cpuUsage();
  const all = new Span();
  const unsubscribe = system.subscribe((live) => {
    if (live.type === "commit") {
      ended += live.commit.events.filter(({ event }) => event.type === "ExchangeCompleted").length;
      if (ended > 0) all.end();
      if (ended === size) done.resolve();
    } else if (live.type === "drafts") {
      most = Math.max(most, system.status().turnsRunning);
      for (const { turnId, text } of live.drafts) {
        const [now, was] = [performance.now(), known.get(turnId)];
        if (was === undefined) first.push(now - before);
        const whole = (was ?? "") + text;
        known.set(turnId, whole);
        const late = lags(was ?? "", whole, now);
        lag.push(...late);
        if (all.pieces(late.length)) within.push(...late);
      }
      if (first.length === size) all.begin();
    }
  });
  await Promise.all(rooms.map((id) => system.execute(id, { type: "post", content: "go" }, { by: BY })));
  await done.promise;
  unsubscribe();
  const { user, system: kernel } = process.cpuUsage(spent);
  return {
    first,
    lag,
    within,
    most,
    cpu: (user + kernel) / 1_000 / (size * PIECES / 1_000),
    cpuWithin: all.msFor1000,
  };
}

/** The time in which all answers are written, what came in it, and what it cost. */
class Span {
  #from: NodeJS.CpuUsage | null = null;
  #cost: NodeJS.CpuUsage | null = null;
  #pieces = 0;

  begin(): void {
    this.#from ??= process.cpuUsage();
  }
  end(): void {
    if (this.#from) this.#cost ??= process.cpuUsage(this.#from);
  }

  /** Whether these are of it. */
  pieces(some: number): boolean {
    const within = this.#from !== null && this.#cost === null;
    if (within) this.#pieces += some;
    return within;
  }

  /** Milliseconds of processor time for 1,000 pieces. */
  get msFor1000(): number {
    return this.#cost ? (this.#cost.user + this.#cost.system) / this.#pieces : NaN;
  }
}

/** How late each piece is that `whole` has and `was` had not. */
function lags(was: string, whole: string, now: number): number[] {
  const head = whole.indexOf(" ") + 1;
  const begun = Number(whole.slice(0, head)) / 1_000;
  const pieces = (text: string) => Math.max(0, text.length - head) / PIECE.length;
  const found: number[] = [];
  for (let n = pieces(was) + 1; n <= pieces(whole); n++) found.push(now - begun - n * PACE_MS);
  return found;
}

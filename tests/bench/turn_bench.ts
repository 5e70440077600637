/**
 * From a person's message to the first text of each agent on a file, against calling the same provider
 * directly: what the engine adds (claim, context, recorded request, stored draft), and when each step was done; beside it what
 * as many commits and calls take alone (`bare_turns.ts`).
 */
import process from "node:process";
import { SYSTEM } from "../../events/catalog/envelope.ts";
import type { Agent } from "../../events/catalog/workspace.ts";
import { openLog } from "../../events/store/log.ts";
import { realEnvironment } from "../../actors/runtime/environment.ts";
import { silent } from "../../actors/runtime/logger.ts";
import { MockProvider } from "../../actors/providers/practice/mock.ts";
import { createSystem } from "../../actors/create_system.ts";
import type { SendOptions } from "../../actors/providers/types.ts";
import type { System } from "../../actors/system.ts";
import { createToolbox } from "../../actors/tools/toolbox.ts";
import { type BareTurns, bareTurns, CONFIG } from "./bare_turns.ts";
import type { Row } from "./table.ts";
import { joiningOf } from "../../actors/conversation/rules/joining.ts";

/** Milliseconds the engine may add with five agents, at p50 and p99; and of the processor for the start of a turn. */
const TARGET_MS = { p50: 10, p99: 25, start: 1 };
/** How many times a direct call the first text of a hundred at once may take. */
const TIMES = { p50: 2, p99: 4 };
/** Times that everybody is asked at once to count what that takes. */
const ROUNDS_OF_STARTS = 8;
/** Milliseconds between the provider's words; the first comes after one of them. */
const TOKEN_MS = 20;

/** Says when it was asked, and says nothing more while it is held. */
class Noting extends MockProvider {
  asked: number[] = [];
  /** Of the newest request. */
  body: Uint8Array = new Uint8Array();
  held: Promise<void> | null = null;

  override send(options: SendOptions) {
    this.asked.push(performance.now());
    this.body = options.body;
    return this.held ? this.#later(this.held, options) : super.send(options);
  }

  async *#later(held: Promise<void>, options: SendOptions) {
    await held;
    yield* super.send(options);
  }
}

/** Milliseconds from the posts, of each: acknowledged, told to who listens, provider asked, first text shown. */
class Steps {
  readonly stored: number[] = [];
  readonly told: number[] = [];
  readonly asked: number[] = [];
  readonly first: number[] = [];
}

export async function turnBench(): Promise<Row[]> {
  const folder = await Deno.makeTempDir();
  const mock = new Noting({ clock: realEnvironment, tokenMs: TOKEN_MS });
  const log = await openLog({ path: `${folder}/bench.db` });
  const system = await createSystem({
    log,
    environment: realEnvironment,
    logger: silent,
    adapter: () => Promise.resolve(mock),
    tools: createToolbox([]),
    masterKey: new Uint8Array(32),
  });
  try {
    const agents = await furnish(system);
    const rows: Row[] = [];
    for (const [agentCount, conversations] of [[1, 1], [5, 1], [1, 20], [5, 20]] as const) {
      const rounds = conversations === 1 ? 60 : 8;
      const direct = await directly(mock, rounds);
      const steps = new Steps();
      const rooms = Array.from({ length: conversations }, (_, n) => `c_${agentCount}_${conversations}_${n}`);
      for (const id of rooms) await open(system, id, agents.slice(0, agentCount));
      for (let round = 0; round < rounds; round++) {
        await postAll(system, mock, rooms, round, steps);
      }
      const asking = { model: "story:3", body: mock.body, agents: agentCount, conversations };
      const bare = await bareTurns(`${folder}/bare_${agentCount}_${conversations}.db`, mock, asking, rounds);
      for (const p of ["p50", "p99"] as const) {
        const added = at(steps.first, p) - at(direct, "p50");
        rows.push({
          what: `${agentCount} agents, ${conversations} conversations at once: first text, ${p}`,
          measured: `${at(steps.first, p).toFixed(1)} ms`,
          against: `${at(direct, "p50").toFixed(1)} ms direct`,
          ...(agentCount === 5 && conversations === 1
            ? { ratio: added / TARGET_MS[p], target: { atMost: 1 } as const }
            : agentCount === 5
            ? { ratio: at(steps.first, p) / at(direct, "p50"), target: { atMost: TIMES[p] } as const }
            : {}),
        });
        rows.push({
          what: "the same, to a bare one that commits as often",
          measured: `${at(steps.first, p).toFixed(1)} ms`,
          against: `${at(bare.first, p).toFixed(1)} ms`,
          ratio: at(steps.first, p) / at(bare.first, p),
        });
      }
      const { stored, told, asked } = steps;
      rows.push({
        what: "… acknowledged, told, the provider asked after, p50",
        measured: [stored, told, asked].map((one) => at(one, "p50").toFixed(1)).join(", ") + " ms",
      });
      if (conversations > 1) rows.push(await startRow(system, mock, rooms, { agentCount, bare }));
    }
    return rows;
  } finally {
    await system.stop();
    await log.close();
    await Deno.remove(folder, { recursive: true });
  }
}

function at(values: readonly number[], p: "p50" | "p99"): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * (p === "p50" ? 0.5 : 0.99)))] ?? 0;
}

async function directly(mock: Noting, rounds: number): Promise<number[]> {
  const took: number[] = [];
  const body = new TextEncoder().encode(JSON.stringify({
    model: "story:3",
    system: "",
    messages: [{ role: "user", content: "go" }],
    tools: [],
    params: {},
  }));
  for (let n = 0; n < rounds; n++) {
    const before = performance.now();
    const signal = new AbortController().signal;
    for await (const _ of mock.send({ config: CONFIG, apiKey: null, model: "story:3", body, signal })) {
      took.push(performance.now() - before);
      break;
    }
  }
  return took;
}

async function furnish(system: System): Promise<Agent[]> {
  const agents = Array.from({ length: 5 }, (_, index): Agent => ({
    id: `agent_${index}`,
    number: index + 1,
    version: 1,
    name: `Agent ${index}`,
    color: 1,
    providerId: "provider_mock",
    model: "story:3",
    systemPrompt: "",
    params: {},
    tools: [],
  }));
  await system.changeWorkspace(() => ({
    ok: true,
    answer: { id: "" },
    events: [
      {
        type: "ProviderCreated",
        data: {
          id: "provider_mock",
          name: "Mock",
          kind: "mock",
          maxConcurrent: 256,
          requestsPerMinute: 100_000,
          timeoutSeconds: 60,
        },
      },
      ...agents.map((data) => ({ type: "AgentCreated" as const, data })),
    ],
  }), { by: SYSTEM });
  return agents;
}

const BY = { kind: "user" as const, id: "ann", name: "Ann" };

async function open(system: System, id: string, agents: readonly Agent[]): Promise<void> {
  await system.execute(id, {
    type: "start",
    title: "bench",
    mode: "parallel",
    settings: {},
    agents: agents.map(joiningOf),
  }, { by: BY });
}

/** What the processor does for a turn from its message until its provider is asked: a part of the message among it. */
async function startRow(
  system: System,
  mock: Noting,
  rooms: readonly string[],
  { agentCount, bare }: { readonly agentCount: number; readonly bare: BareTurns },
): Promise<Row> {
  const spent: number[] = [];
  for (let round = 0; round < ROUNDS_OF_STARTS; round++) {
    const held = Promise.withResolvers<void>();
    mock.held = held.promise;
    mock.asked = [];
    const before = process.cpuUsage();
    await Promise.all(rooms.map((id) => system.execute(id, { type: "post", content: "go" }, { by: BY })));
    while (mock.asked.length < agentCount * rooms.length) await pause(1);
    const { user, system: kernel } = process.cpuUsage(before);
    spent.push((user + kernel) / 1_000 / mock.asked.length);
    mock.held = null;
    held.resolve();
    await answered(system, rooms);
  }
  const ms = at(spent, "p50");
  return {
    what: "… processor of a turn’s start, with its share of the message",
    measured: `${ms.toFixed(2)} ms`,
    against: `${TARGET_MS.start} ms; a bare one’s ${at(bare.starts, "p50").toFixed(2)} ms`,
    ratio: ms / TARGET_MS.start,
    target: { atMost: 1 },
  };
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Resolves when no turn is under way in any of them. */
async function answered(system: System, rooms: readonly string[]): Promise<void> {
  for (const id of rooms) {
    while (((await system.conversation(id))?.open.length ?? 0) > 0) await pause(10);
  }
}

/** Posts to every room at once, and waits until all is answered. */
async function postAll(
  system: System,
  mock: Noting,
  rooms: readonly string[],
  round: number,
  steps: Steps,
): Promise<void> {
  const shown = new Set<string>();
  mock.asked = [];
  const before = performance.now();
  const passed = () => performance.now() - before;
  const unsubscribe = system.subscribe((live) => {
    if (live.type === "commit") {
      for (const { event } of live.commit.events) {
        if (event.type === "MessagePosted") steps.told.push(passed());
      }
    }
    if (live.type !== "drafts") return;
    for (const { turnId } of live.drafts) {
      if (!shown.has(turnId)) steps.first.push(passed());
      shown.add(turnId);
    }
  });
  await Promise.all(rooms.map(async (id) => {
    await system.execute(id, { type: "post", content: `go ${round}` }, { by: BY });
    steps.stored.push(passed());
  }));
  await answered(system, rooms);
  unsubscribe();
  steps.asked.push(...mock.asked.map((when) => when - before));
}

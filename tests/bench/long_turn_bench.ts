/**
 * What a turn costs in a conversation that is long already: from a message to the call of its provider, over how many
 * messages there are. The agent is sent the newest hundred, so that the request is as long in each.
 */
import { type AnyEvent, SYSTEM } from "../../events/catalog/envelope.ts";
import type { Agent } from "../../events/catalog/workspace.ts";
import { openLog, type StoreLog } from "../../events/store/log.ts";
import { createSystem } from "../../actors/create_system.ts";
import { MockProvider } from "../../actors/providers/practice/mock.ts";
import type { SendOptions } from "../../actors/providers/types.ts";
import { realEnvironment } from "../../actors/runtime/environment.ts";
import { silent } from "../../actors/runtime/logger.ts";
import type { System } from "../../actors/system.ts";
import { createToolbox } from "../../actors/tools/toolbox.ts";
import { longConversation } from "./long_conversation.ts";
import { quantile, type Row, table } from "./table.ts";

/** Messages there are. */
export const MESSAGES: readonly number[] = [10, 1_000, 20_000];
/** Turns measured in each, and before that. */
const [ROUNDS, WARM] = [15, 10] as const;
/** Messages that the agent is sent: of all of them the request itself would grow. */
const WINDOW = 100;
/** Events of one append. */
const BATCH = 100;
/** Milliseconds more than where there is next to nothing. */
const MORE_MS = 60;
/** Messages of an exchange: a question and an answer. */
const EXCHANGE = 2;
const STREAM = "long";
const BY = { kind: "user" as const, id: "ann", name: "Ann" };

/** Says when it was asked. */
class Noting extends MockProvider {
  asked = () => {};

  override send(options: SendOptions) {
    this.asked();
    return super.send(options);
  }
}

/** Who answers in it since it began. */
const AGENT: Agent = {
  id: "a1",
  number: 1,
  version: 1,
  name: "Agent 1",
  color: 1,
  providerId: "provider_mock",
  model: "story:3",
  systemPrompt: "",
  params: { windowMessages: WINDOW },
  tools: [],
};

async function written(log: StoreLog, stream: string, events: readonly AnyEvent[]): Promise<void> {
  let head = await log.head(stream);
  for (let from = 0; from < events.length; from += BATCH) {
    const batch = events.slice(from, from + BATCH).map(({ seq: _, ...event }) => event);
    const result = await log.append({ stream, head, events: batch });
    if (!result.ok) throw new Error(result.reason);
    head = result.head;
  }
}

async function furnish(system: System): Promise<void> {
  const provider = { id: "provider_mock", name: "Mock", kind: "mock" as const };
  await system.changeWorkspace(() => ({
    ok: true,
    answer: { id: "" },
    events: [
      {
        type: "ProviderCreated",
        data: { ...provider, maxConcurrent: 16, requestsPerMinute: 100_000, timeoutSeconds: 60 },
      },
      { type: "AgentCreated", data: AGENT },
    ],
  }), { by: SYSTEM });
}

/** Milliseconds from each post to its provider's call. */
async function turnsIn(system: System, mock: Noting, id: string): Promise<number[]> {
  const took: number[] = [];
  for (let round = 0; round < WARM + ROUNDS; round++) {
    const asked = Promise.withResolvers<void>();
    mock.asked = asked.resolve;
    const ended = Promise.withResolvers<void>();
    const unsubscribe = system.subscribe((live) => {
      if (live.type !== "commit") return;
      if (live.commit.events.some(({ event }) => event.type === "ExchangeCompleted")) ended.resolve();
    });
    const before = performance.now();
    await system.execute(id, { type: "post", content: `go ${round}` }, { by: BY });
    await asked.promise;
    if (round >= WARM) took.push(performance.now() - before);
    await ended.promise;
    unsubscribe();
  }
  return took;
}

async function measured(messages: number): Promise<number> {
  const folder = await Deno.makeTempDir();
  const log = await openLog({ path: `${folder}/bench.db` });
  const mock = new Noting({ clock: realEnvironment, tokenMs: 1 });
  const system = await createSystem({
    log,
    environment: realEnvironment,
    logger: silent,
    adapter: () => Promise.resolve(mock),
    tools: createToolbox([]),
    masterKey: new Uint8Array(32),
  });
  try {
    await furnish(system);
    await written(log, STREAM, longConversation(Math.ceil(messages / EXCHANGE), { agents: 1 }));
    // What is made behind the log is made before it is measured.
    await log.packing.idle();
    await log.purge();
    return quantile(await turnsIn(system, mock, STREAM), 0.5);
  } finally {
    await system.stop();
    await log.close();
    await Deno.remove(folder, { recursive: true });
  }
}

export async function longTurnBench(sizes: readonly number[] = MESSAGES): Promise<Row[]> {
  const rows: Row[] = [];
  let least = NaN;
  for (const size of sizes) {
    const ms = await measured(size);
    const base = Number.isNaN(least) ? null : least;
    least = base ?? ms;
    rows.push({
      what: `a message among ${size.toLocaleString("en")} until its provider is asked, p50`,
      measured: `${ms.toFixed(1)} ms`,
      ...(base === null ? {} : {
        against: `${base.toFixed(1)} ms, and ${MORE_MS} more`,
        ratio: (ms - base) / MORE_MS,
        target: { atMost: 1 },
      }),
      on: { curve: "A message until its provider is asked", size, of: "messages", value: ms, unit: "ms" },
    });
  }
  return rows;
}

if (import.meta.main) {
  const sizes = Deno.args.map(Number).filter((size) => size > 0);
  console.log(
    table("A turn of a long conversation", await longTurnBench(sizes.length > 0 ? sizes : MESSAGES)),
  );
}

/**
 * What one process spends in processor time, whoever else is on the machine: for a message, a conversation begun, a
 * turn of many at once, and for nothing at all. Of docs/SCALE.md these are the figures that the rest is computed from.
 */
import process from "node:process";
import { SYSTEM } from "../../events/catalog/envelope.ts";
import type { Agent } from "../../events/catalog/workspace.ts";
import { openLog } from "../../events/store/log.ts";
import { createSystem } from "../../actors/create_system.ts";
import { joiningOf } from "../../actors/conversation/rules/joining.ts";
import { MockProvider } from "../../actors/providers/practice/mock.ts";
import type { Part, SendOptions } from "../../actors/providers/types.ts";
import { realEnvironment } from "../../actors/runtime/environment.ts";
import { silent } from "../../actors/runtime/logger.ts";
import type { System } from "../../actors/system.ts";
import { createToolbox } from "../../actors/tools/toolbox.ts";
import type { Row } from "./table.ts";

/** Each is done so often before it is measured, and then once more. */
const TIMES = 200;
const IDLE_MS = 8_000;
/** Milliseconds until what was done behind the last answer is done, too. */
const SETTLED_MS = 5_000;
/** Share of a core that an idle server may take. */
const IDLE = 0.002;
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

/** Answers at once, so that what is measured is the engine's. */
class Quick extends MockProvider {
  override async *send({ model }: SendOptions): AsyncGenerator<Part> {
    yield { type: "text", text: "one two three four five" };
    yield { type: "finish", reason: "stop", usage: null, model, messageId: null };
  }
}

export async function costBench(): Promise<Row[]> {
  const folder = await Deno.makeTempDir();
  const log = await openLog({ path: `${folder}/bench.db` });
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
    await furnish(system);
    const rows: Row[] = [];
    for (const name of ["warm", "measured"]) {
      rows.splice(0, rows.length, ...await round(system, name));
    }
    await realEnvironment.sleep(SETTLED_MS);
    const idle = await spent(() => realEnvironment.sleep(IDLE_MS)) / IDLE_MS;
    return [...rows, {
      what: "nothing to do, share of a core",
      measured: `${(100 * idle).toFixed(2)} %`,
      against: `${100 * IDLE} %`,
      ratio: idle / IDLE,
      target: { atMost: 1 },
    }];
  } finally {
    await system.stop();
    await log.close();
    await Deno.remove(folder, { recursive: true });
  }
}

/** Milliseconds of processor time. */
async function spent(body: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await body();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

async function round(system: System, name: string): Promise<Row[]> {
  const ids = Array.from({ length: TIMES }, (_, n) => `${name}_${n}`);
  const open = (id: string, agents: readonly Agent[]) =>
    system.execute(id, {
      type: "start",
      title: "bench",
      mode: "parallel",
      settings: {},
      agents: agents.map(joiningOf),
    }, { by: BY });
  const post = (id: string) =>
    system.execute(id, { type: "post", content: "a message of some words" }, { by: BY });
  await open(name, []);
  const works: [string, () => Promise<unknown>][] = [
    ["a message that nobody answers", async () => {
      for (const _ of ids) await post(name);
    }],
    ["a conversation begun", async () => {
      for (const id of ids) await open(id, [AGENT]);
    }],
    [`a message and its turn, of ${TIMES} at once`, () => answered(system, ids, post)],
  ];
  const rows: Row[] = [];
  for (const [what, body] of works) {
    rows.push({ what, measured: `${(await spent(body) / TIMES).toFixed(2)} ms of processor time` });
  }
  return rows;
}

/** Posts to all, and waits until each has been answered. */
async function answered(
  system: System,
  ids: readonly string[],
  post: (id: string) => Promise<unknown>,
): Promise<void> {
  let ended = 0;
  const done = Promise.withResolvers<void>();
  const unsubscribe = system.subscribe((live) => {
    if (live.type !== "commit") return;
    ended += live.commit.events.filter(({ event }) => event.type === "ExchangeCompleted").length;
    if (ended === ids.length) done.resolve();
  });
  await Promise.all(ids.map(post));
  await done.promise;
  unsubscribe();
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
}

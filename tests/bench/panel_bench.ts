/**
 * What a panel costs of ours: councils of five over three stages, on a file, with practice agents. Told is the time between
 * two stages, from the end of the last answer of one to the first call of every agent of the next, and whether
 * twenty at the same moment lose anything. `deno run -A tests/bench/panel_bench.ts`
 */
import { builtIn } from "../../events/catalog/built_in_panels.ts";
import { SYSTEM } from "../../events/catalog/envelope.ts";
import { conversationEvent } from "../../events/catalog/typed_event.ts";
import { openLog, type StoreLog } from "../../events/store/log.ts";
import type { Joining } from "../../actors/conversation/commands.ts";
import type { System } from "../../actors/system.ts";
import { programOn } from "./many_bench.ts";
import { quantile, type Row, table } from "./table.ts";

/** Members of a council, and councils at the same moment. */
const MEMBERS = 5;
const SIZES = [1, 20];
/** Milliseconds of ours that a stage may add. */
const TARGET_MS = 50;

const BY = { kind: "user" as const, id: "ann", name: "Ann" };

async function furnish(system: System): Promise<Joining[]> {
  const agents = Array.from({ length: MEMBERS }, (_, index) => ({
    id: `agent_${index + 1}`,
    number: index + 1,
    version: 1,
    name: `Member ${index + 1}`,
    color: index + 1,
    providerId: "provider_bench",
    model: ["editor", "critic", "researcher"][index % 3] ?? "editor",
    systemPrompt: "",
    params: {},
    tools: [],
  }));
  const provider = {
    id: "provider_bench",
    name: "Bench",
    kind: "mock" as const,
    maxConcurrent: 256,
    requestsPerMinute: 100_000,
    timeoutSeconds: 60,
  };
  await system.changeWorkspace(() => ({
    ok: true,
    answer: { id: provider.id },
    events: [
      { type: "ProviderCreated", data: provider },
      ...agents.map((data) => ({ type: "AgentCreated" as const, data })),
    ],
  }), { by: SYSTEM });
  return agents.map(({ id, version, number, name, color, model }) => ({
    agentId: id,
    agentVersion: version,
    number,
    name,
    color,
    model,
  }));
}

/** Resolves when nobody speaks in it any more. */
async function rests(system: System, id: string): Promise<void> {
  for (;;) {
    let heard = () => {};
    const news = new Promise<void>((resolve) => (heard = resolve));
    const stop = system.subscribe(() => heard());
    try {
      const state = await system.conversation(id);
      if (state && state.open.length === 0) return;
      await news;
    } finally {
      stop();
    }
  }
}

/** Milliseconds between stages, and what is missing of a panel. */
async function read(log: StoreLog, id: string): Promise<{ gaps: number[]; missing: number }> {
  const ended = new Map<number, number>();
  const called = new Map<number, number>();
  const stages = new Map<string, number>();
  let answers = 0;
  let completed = false;
  for await (const batch of log.read(id)) {
    for (const { type, data, at } of batch.map(conversationEvent)) {
      if (type === "TurnRequested" && data.panel) stages.set(data.turnId, data.panel.stage);
      if (type === "TurnCompleted") {
        answers++;
        ended.set(stages.get(data.turnId) ?? -1, Date.parse(at));
      }
      if (type === "ProviderCalled") called.set(stages.get(data.turnId) ?? -1, Date.parse(at));
      if (type === "PanelEnded") completed = data.how === "completed";
    }
  }
  const gaps = [...ended].flatMap(([stage, at]) => {
    const next = called.get(stage + 1);
    return next === undefined ? [] : [next - at];
  });
  return { gaps, missing: (completed ? 0 : 1) + (2 * MEMBERS + 1 - answers) };
}

export async function panelBench(): Promise<Row[]> {
  const format = builtIn("council");
  if (!format) throw new Error("there is no council");
  const folder = await Deno.makeTempDir();
  const log = await openLog({ path: `${folder}/panels.db` });
  const { system, close } = await programOn(log);
  try {
    const agents = await furnish(system);
    const seats = [
      ...agents.map(({ agentId }) => ({ role: "member", agentId })),
      { role: "chair", agentId: agents[0]?.agentId ?? "" },
    ];
    const hold = async (id: string) => {
      const message = { content: "Should we open on Sundays?", panel: { format, seats } };
      const start = { type: "start", title: "", mode: "parallel", settings: {}, agents, message } as const;
      const outcome = await system.execute(id, start, { by: BY });
      if (!outcome.ok) throw new Error(outcome.detail);
      await rests(system, id);
      return await read(log, id);
    };
    await hold("conversation_warm");
    const rows: Row[] = [];
    for (const size of SIZES) {
      const held = await Promise.all(
        Array.from({ length: size }, (_, index) => hold(`conversation_${size}_${index}`)),
      );
      const gaps = held.flatMap((one) => one.gaps);
      const missing = held.reduce((sum, one) => sum + one.missing, 0);
      const ms = quantile(gaps, 0.5);
      rows.push({
        what: `${size} at once: between two stages, p50`,
        measured: `${ms.toFixed(0)} ms`,
        ...(size === 1 ? { against: `${TARGET_MS} ms`, ratio: ms / TARGET_MS, target: { atMost: 1 } } : {}),
        on: {
          curve: "Between two stages of a council of five",
          size,
          of: "councils at once",
          value: ms,
          unit: "ms",
        },
      });
      rows.push({ what: `${size} at once: answers and ends that are missing`, measured: String(missing) });
    }
    return rows;
  } finally {
    await close();
    await log.close();
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) console.log(table("Councils of five over three stages", await panelBench()));

/**
 * Five agents on five providers over real sockets: what the engine adds to the time to the first text, against
 * calling the makers' own SDKs on the same servers, and how soon Stop closes a provider's socket.
 */
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { SYSTEM } from "../../events/catalog/envelope.ts";
import type { ProviderKind } from "../../events/catalog/provider_kinds.ts";
import type { Agent, Provider } from "../../events/catalog/workspace.ts";
import { openLog } from "../../events/store/log.ts";
import { realEnvironment } from "../../actors/runtime/environment.ts";
import { silent } from "../../actors/runtime/logger.ts";
import { adapters } from "../../actors/providers/kinds.ts";
import { MockProvider } from "../../actors/providers/practice/mock.ts";
import { createSystem } from "../../actors/create_system.ts";
import type { System } from "../../actors/system.ts";
import { createToolbox } from "../../actors/tools/toolbox.ts";
import type { Told } from "./fake_models.ts";
import { sharedNow } from "./stamp.ts";
import { quantile, type Row } from "./table.ts";
import { joiningOf } from "../../actors/conversation/rules/joining.ts";

/** Milliseconds the engine may add at p50. */
const ADDED_MS = 10;
/** Milliseconds from Stop to a closed socket. */
const STOP_MS = 200;
const ROUNDS = 60;
/** Rounds before measuring: connections, compiled code, loaded SDKs. */
const WARM = 10;
const KINDS: readonly ProviderKind[] = ["openai", "anthropic", "openai", "anthropic", "openai"];
const KEY = "sk-bench";
const BY = { kind: "user" as const, id: "ann", name: "Ann" };

export async function providerBench(): Promise<Row[]> {
  const folder = await Deno.makeTempDir();
  const worker = new Worker(new URL("./fake_models.ts", import.meta.url), { type: "module" });
  const closed: number[] = [];
  const addresses = await new Promise<readonly string[]>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<Told>) => {
      if ("addresses" in data) resolve(data.addresses);
      else if ("closedAt" in data) closed.push(data.closedAt);
    };
  });
  const log = await openLog({ path: `${folder}/bench.db` });
  const system = await createSystem({
    log,
    environment: realEnvironment,
    logger: silent,
    adapter: adapters(new MockProvider({ clock: realEnvironment }), () => Date.now()),
    tools: createToolbox([]),
    masterKey: new Uint8Array(32),
  });
  try {
    await open(system, addresses);
    const clients = addresses.map((url, index) => direct(KINDS[index] ?? "openai", url));
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let round = 0; round < WARM + ROUNDS; round++) {
      // In turns, so that whatever else the machine does falls on both.
      const mine = await post(system, `go ${round}`);
      // The same requests as the engine would send now: the conversation grows for both.
      const bodies = await requests(system);
      const their = await Promise.all(clients.map((ask, index) => ask(bodies[index] ?? "{}")));
      if (round >= WARM) {
        ours.push(...mine);
        theirs.push(...their);
      }
    }
    const stops = await stopping(system, addresses, closed);
    const added = quantile(ours, 0.5) - quantile(theirs, 0.5);
    return [
      ...([0.5, 0.99] as const).map((share): Row => ({
        what: `5 agents on 5 providers: first text, p${share * 100}`,
        measured: `${quantile(ours, share).toFixed(1)} ms`,
        against: `${quantile(theirs, share).toFixed(1)} ms by the SDKs`,
      })),
      {
        what: "of that the engine's own, p50",
        measured: `${added.toFixed(1)} ms`,
        against: `${ADDED_MS} ms`,
        ratio: added / ADDED_MS,
        target: { atMost: 1 },
      },
      {
        what: "Stop to the last of 5 closed sockets, slowest of 10",
        measured: `${Math.max(...stops).toFixed(1)} ms`,
        against: `${STOP_MS} ms`,
        ratio: Math.max(...stops) / STOP_MS,
        target: { atMost: 1 },
      },
    ];
  } finally {
    await system.stop();
    await log.close();
    worker.terminate();
    await Deno.remove(folder, { recursive: true });
  }
}

/** What each agent would be sent now, in the order of the roster: exact JSON texts. */
async function requests(system: System): Promise<string[]> {
  const state = await system.conversation(ROOMS.story);
  const found = await Promise.all(
    (state?.participants ?? []).map(({ id }) => system.wouldSend(ROOMS.story, id)),
  );
  return found.map((sent) => sent?.body ?? "{}");
}

/**
 * A call as a program makes it that uses the SDK alone, with the parameters of a request given as JSON;
 * milliseconds to the first text. The rest is read, too.
 */
function direct(kind: ProviderKind, baseURL: string): (body: string) => Promise<number> {
  const openai = new OpenAI({ baseURL, apiKey: KEY });
  const anthropic = new Anthropic({ baseURL: baseURL.replace(/\/v1$/, ""), apiKey: KEY });
  return async (body) => {
    const given: Anthropic.MessageStreamParams & OpenAI.ChatCompletionCreateParamsStreaming = JSON.parse(
      body,
    );
    const before = performance.now();
    let first = NaN;
    if (kind === "anthropic") {
      const stream = anthropic.messages.stream(given);
      for await (const event of stream) {
        if (event.type === "content_block_delta" && Number.isNaN(first)) first = performance.now() - before;
      }
    } else {
      const stream = await openai.chat.completions.create(given);
      for await (const chunk of stream) {
        if (chunk.choices[0]?.delta.content && Number.isNaN(first)) first = performance.now() - before;
      }
    }
    return first;
  };
}

const ROOMS = { story: "c_story", hang: "c_hang" } as const;

async function open(system: System, addresses: readonly string[]): Promise<void> {
  const providers = addresses.map((baseUrl, index): Provider => ({
    id: `provider_${index}`,
    name: `Provider ${index}`,
    kind: KINDS[index] ?? "openai",
    baseUrl,
    maxConcurrent: 64,
    requestsPerMinute: 100_000,
    timeoutSeconds: 60,
  }));
  const agents = (["story", "hang"] as const).flatMap((model, row) =>
    providers.map((provider, index): Agent => ({
      id: `agent_${model}_${index}`,
      number: row * providers.length + index + 1,
      version: 1,
      name: `${model} ${index}`,
      color: 1,
      providerId: provider.id,
      model,
      systemPrompt: "",
      params: {},
      tools: [],
    }))
  );
  await system.changeWorkspace(() => ({
    ok: true,
    answer: { id: "" },
    events: [
      ...providers.map((data) => ({ type: "ProviderCreated" as const, data })),
      ...agents.map((data) => ({ type: "AgentCreated" as const, data })),
    ],
  }), { by: SYSTEM });
  for (const { id, baseUrl } of providers) await system.setKey(id, new URL(baseUrl ?? "").origin, KEY);
  for (const [model, room] of Object.entries(ROOMS)) {
    await system.execute(room, {
      type: "start",
      title: "bench",
      mode: "parallel",
      settings: {},
      agents: agents.filter((agent) => agent.model === model)
        .map(joiningOf),
    }, { by: BY });
  }
}

/** Posts, waits for every answer's end; milliseconds until the first text of each was shown. */
async function post(system: System, content: string): Promise<number[]> {
  const took = new Map<string, number>();
  const before = performance.now();
  const unsubscribe = system.subscribe((live) => {
    if (live.type !== "drafts") return;
    for (const { turnId } of live.drafts) if (!took.has(turnId)) took.set(turnId, performance.now() - before);
  });
  await system.execute(ROOMS.story, { type: "post", content }, { by: BY });
  await until(system, async () => ((await system.conversation(ROOMS.story))?.open.length ?? 0) === 0);
  unsubscribe();
  return [...took.values()];
}

/** Lets five answers begin, stops them; milliseconds until the last of their sockets was closed. */
async function stopping(system: System, addresses: readonly string[], closed: number[]): Promise<number[]> {
  const took: number[] = [];
  for (let round = 0; round < 10; round++) {
    closed.length = 0;
    await system.execute(ROOMS.hang, { type: "post", content: `go ${round}` }, { by: BY });
    await until(system, async () => {
      const open = (await system.conversation(ROOMS.hang))?.open ?? [];
      const shown = new Set(system.drafts(ROOMS.hang).map(({ turnId }) => turnId));
      return open.length === addresses.length && open.every((turnId) => shown.has(turnId));
    });
    const before = sharedNow();
    await system.execute(ROOMS.hang, { type: "stop" }, { by: BY });
    while (closed.length < addresses.length) await new Promise((resolve) => setTimeout(resolve, 1));
    took.push(Math.max(...closed) - before);
  }
  return took;
}

/** Waits until `look` says so, asked after each live frame. */
async function until(system: System, look: () => boolean | Promise<boolean>): Promise<void> {
  for (;;) {
    let heard = () => {};
    const news = new Promise<void>((resolve) => (heard = resolve));
    const stop = system.subscribe(() => heard());
    const found = await look();
    if (!found) await news;
    stop();
    if (found) return;
  }
}

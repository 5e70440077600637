/**
 * What is asked of many conversations at once, over how many there are: the list and usage, as a browser asks, from the
 * whole program on a file, without a socket. `deno run -A tests/bench/many_bench.ts 300 5000 100000` for other sizes.
 */
import { createSystem } from "../../actors/create_system.ts";
import { MockProvider } from "../../actors/providers/practice/mock.ts";
import { realEnvironment } from "../../actors/runtime/environment.ts";
import { silent } from "../../actors/runtime/logger.ts";
import { Webhooks } from "../../actors/webhooks/webhooks.ts";
import { untraced } from "../../actors/runtime/tracing.ts";
import { createToolbox } from "../../actors/tools/toolbox.ts";
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import { openLog, type StoreLog } from "../../events/store/log.ts";
import { conversation } from "../../projections/conversation/conversation.ts";
import { foldAll } from "../../projections/fold.ts";
import { rowOf } from "../../projections/conversation/list.ts";
import { createApp, routed } from "../../server/http/app.ts";
import { HostList } from "../../server/http/guard.ts";
import { routes } from "../../server/routes/table.ts";
import { createAccess } from "../../server/access/create_access.ts";
import { CLOCKS, MEASURES } from "../../server/clocks.ts";
import { Disk } from "../../server/metrics/disk.ts";
import { Meter } from "../../server/metrics/meter.ts";
import { EventHub } from "../../server/stream/event_hub.ts";
import { longConversation } from "./long_conversation.ts";
import { quantile, type Row, table } from "./table.ts";

/** Conversations of the smaller and of the larger store. */
export const CONVERSATIONS: readonly number[] = [300, 3_000];
/** Times each thing is asked; the middle one is told. */
const RUNS = 15;
/** What the pictures call them. */
const CURVES: Readonly<Record<string, string>> = {
  "the first 100 of the list": "The first 100 of the list",
  "the first 300": "The first 300 of the list",
  "usage of all": "Usage of all",
};
/** Conversations made at once. */
const AT_ONCE = 64;
/** How much slower ten times as many may make an answer. */
const GROWTH = 1.5;
/** Milliseconds that it may take at all. */
const MOST_MS: Readonly<Record<string, number>> = { "the first 100 of the list": 5, "usage of all": 20 };
const HOST = "localhost:8000";
const PATHS: Readonly<Record<string, string>> = {
  "the first 100 of the list": "/api/conversations?limit=100",
  "the first 300": "/api/conversations?limit=300",
  "usage of all": "/api/usage",
};

/** A turn that has started calls its provider: only what was called is counted. */
export function called(event: AnyEvent): AnyEvent[] {
  const { turnId } = event.data as { turnId?: string };
  const data = { turnId, attempt: 1, round: 1, providerId: "p", provider: "openai", model: "gpt-5.4" };
  return event.type === "TurnStarted"
    ? [event, { ...event, id: `${event.id}1`, type: "ProviderCalled", data }]
    : [event];
}

/**
 * `count` conversations of one exchange with two agents each, a minute apart.
 * @param of what each of their events becomes
 */
export async function fill(log: StoreLog, count: number, of = called): Promise<void> {
  let made = 0;
  const start = Date.UTC(2026, 0, 1);
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    while (made < count) {
      const n = made++;
      const stream = `conversation_${n.toString(36)}`;
      const events = longConversation(1, { agents: 2, units: 120 }).flatMap(of).map((event, index) => ({
        ...event,
        seq: index + 1,
        at: new Date(start + 60_000 * n + 1_000 * event.seq).toISOString(),
      }));
      const list = rowOf(foldAll(conversation, conversation.initial(stream), events));
      const appending = events.map(({ seq: _, ...event }) => event);
      const head = await log.head(stream);
      const result = await log.append({ stream, head, events: appending, alongside: { list } });
      if (!result.ok) throw new Error(result.reason);
    }
  }));
}

/** Answers of the whole program on a log, without a socket. */
export async function programOn(log: StoreLog) {
  const system = await createSystem({
    log,
    environment: realEnvironment,
    logger: silent,
    adapter: () => Promise.resolve(new MockProvider({ clock: realEnvironment, tokenMs: 1 })),
    tools: createToolbox([]),
    masterKey: new Uint8Array(32),
  });
  const hub = new EventHub(system);
  const answer = createApp({
    system,
    store: log,
    hub,
    access: createAccess(system),
    setUp: null,
    hosts: new HostList([HOST], 8000),
    assets: new Map(),
    meter: new Meter(system, { ...MEASURES, every: () => () => {} }),
    disk: new Disk({
      room: () => Promise.resolve(null),
      logger: silent,
      every: () => () => {},
      changed: () => {},
    }),
    stopping: new AbortController().signal,
    ...CLOCKS,
    hex: realEnvironment.hex,
    logger: silent,
    tracing: untraced,
    webhooks: new Webhooks({
      log: log,
      withheld: system.withheld,
      masterKey: new Uint8Array(32),
      environment: realEnvironment,
      logger: silent,
    }),
  }, routed(routes));
  const send = async (
    path: string,
    body?: Readonly<Record<string, unknown>> | Uint8Array<ArrayBuffer>,
    method = body === undefined ? "GET" : "POST",
    more: Readonly<Record<string, string>> = {},
  ): Promise<Response> => {
    const sent = { method, ...(body && { body: body instanceof Uint8Array ? body : JSON.stringify(body) }) };
    const headers = {
      host: HOST,
      ...(method !== "GET" && { origin: `http://${HOST}` }),
      ...(body && { "content-type": "application/json" }),
      ...more,
    };
    return await answer(new Request(`http://${HOST}${path}`, { ...sent, headers }));
  };
  const ask = async (...asked: Parameters<typeof send>) => {
    const response = await send(...asked);
    return { ok: response.ok, status: response.status, text: await response.text() };
  };
  const get = async (path: string): Promise<string> => {
    const { ok, status, text } = await ask(path);
    if (!ok) throw new Error(`${path}: ${status} ${text}`);
    return text;
  };
  const close = async () => {
    hub.close();
    await system.stop();
  };
  return { get, ask, send, close, system };
}

/** Milliseconds of each path, the median, and of sorting all rows. */
async function measured(count: number): Promise<{ ms: ReadonlyMap<string, number>; sorting: number }> {
  const folder = await Deno.makeTempDir();
  const log = await openLog({ path: `${folder}/many.db` });
  try {
    await fill(log, count);
    const { get, close } = await programOn(log);
    // What is made behind the log is made before it is asked for.
    await log.purge();
    const ms = new Map<string, number>();
    for (const [what, path] of Object.entries(PATHS)) ms.set(what, await median(() => get(path)));
    const sorting = await median(async () => {
      for await (const _ of log.list.all());
    });
    await close();
    return { ms, sorting };
  } finally {
    await log.close();
    await Deno.remove(folder, { recursive: true });
  }
}

async function median(act: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < RUNS; n++) {
    const begun = performance.now();
    await act();
    times.push(performance.now() - begun);
  }
  return quantile(times, 0.5);
}

const within = (ms: number, most: number | undefined): Pick<Row, "against" | "ratio" | "target"> =>
  most === undefined ? {} : { against: `${most} ms`, ratio: ms / most, target: { atMost: 1 } };

export async function manyBench(sizes: readonly number[] = CONVERSATIONS): Promise<Row[]> {
  const rows: Row[] = [];
  let before: Awaited<ReturnType<typeof measured>> | null = null;
  let smaller = 0;
  for (const size of sizes) {
    const now = await measured(size);
    for (const [what, ms] of now.ms) {
      const base = before?.ms.get(what);
      rows.push({
        what: `${what}, of ${size.toLocaleString("en")} conversations`,
        measured: `${ms.toFixed(2)} ms`,
        on: { curve: CURVES[what] ?? what, size, of: "conversations", value: ms, unit: "ms" },
        ...(base === undefined ? within(ms, MOST_MS[what]) : {
          against: `of ${smaller.toLocaleString("en")}: ${base.toFixed(2)} ms`,
          ratio: ms / base,
          target: { atMost: GROWTH },
        }),
      });
    }
    rows.push({ what: "reading all rows, as it was", measured: `${now.sorting.toFixed(2)} ms` });
    before = now;
    smaller = size;
  }
  return rows;
}

if (import.meta.main) {
  const sizes = Deno.args.map(Number).filter((size) => size > 0);
  console.log(
    table("Asking of many conversations", await manyBench(sizes.length > 0 ? sizes : CONVERSATIONS)),
  );
}

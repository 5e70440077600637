/** Wiring: the system on an open store, and a server for it, of everything this process has. */
import { fileURLToPath } from "node:url";
import { realEnvironment } from "../actors/runtime/environment.ts";
import { firstRun } from "../actors/workspace/first_run.ts";
import { adapters } from "../actors/providers/kinds.ts";
import { MAKERS_SEARCH } from "../actors/providers/makers_search.ts";
import { MockProvider } from "../actors/providers/practice/mock.ts";
import type { Presence } from "../actors/live/liveness.ts";
import { RowPresence } from "../actors/live/row_presence.ts";
import type { Logger } from "../actors/runtime/logger.ts";
import { type Tracing, untraced } from "../actors/runtime/tracing.ts";
import { createSystem } from "../actors/create_system.ts";
import { runningIn } from "../actors/live/agents.ts";
import type { Index } from "../actors/search/index_calls.ts";
import { IndexThread } from "../actors/search/index_thread.ts";
import type { System } from "../actors/system.ts";
import { fetchUrl } from "../actors/tools/fetch_url.ts";
import { remember } from "../actors/tools/remember.ts";
import { renameConversation } from "../actors/tools/rename_conversation.ts";
import { Webhooks } from "../actors/webhooks/webhooks.ts";
import { createToolbox, currentTime } from "../actors/tools/toolbox.ts";
import type { StoreLog } from "../events/store/log.ts";
import { FilePresence, holdFile } from "../events/store/file/presence.ts";
import { type Assets, readAssets } from "./http/assets.ts";
import { indexFile } from "./command_line/index_file.ts";
import { masterKey } from "./access/master_key.ts";
import { type Options, VERSION } from "./command_line/options.ts";
import { memoryHere } from "./memory.ts";
import { serve } from "./serve.ts";

/** What answers searches, on the file at a path. */
type MakeIndex = (path: string) => Index;
const inThread: MakeIndex = (path) => new IndexThread(path, realEnvironment);

async function searching(options: Options, logger: Logger, indexOf: MakeIndex) {
  const path = await indexFile(options.data, (detail) => logger("warn", "no_index", { detail }));
  if (path === null) return {};
  return { search: { index: indexOf(path), hold: () => holdFile(`${path}-lock`) } };
}

/** Deno puts its OpenTelemetry here where `OTEL_DENO` says so; else nobody listens, and nothing is loaded. */
async function tracingHere(): Promise<Tracing> {
  if (!(Symbol.for("opentelemetry.js.api.1") in globalThis)) return untraced;
  const { openTelemetry } = await import("../actors/runtime/open_telemetry.ts");
  return openTelemetry(VERSION);
}

const presenceOf = (store: StoreLog, { kv, data }: Options, logger: Logger): Presence =>
  kv ? new RowPresence(store, realEnvironment, logger) : new FilePresence(data);

/** The system on an open store, as a command needs it: only what serves has people to answer. */
export async function openSystem(
  store: StoreLog,
  options: Options,
  logger: Logger,
  indexOf = inThread,
): Promise<System> {
  const serves = options.command === "serve";
  return await createSystem({
    log: store,
    environment: realEnvironment,
    logger,
    adapter: adapters(
      new MockProvider({
        clock: realEnvironment,
        ...(options.practiceMs === undefined ? {} : { tokenMs: options.practiceMs }),
      }),
      () => Date.now(),
    ),
    tools: createToolbox([currentTime(realEnvironment), fetchUrl(), renameConversation, remember], [
      MAKERS_SEARCH,
    ]),
    masterKey: await masterKey(options.data, options.masterKey),
    turnBytes: runningIn(memoryHere()),
    tracing: await tracingHere(),
    // Another command is over before an answer is; nobody leaves it anything to begin.
    ...(serves
      ? { presence: presenceOf(store, options, logger), ...await searching(options, logger, indexOf) }
      : { answers: false }),
  });
}

/** A master key that was lost is told at the start, not by the first answer that fails. */
async function warnOfKeys(system: System, logger: Logger): Promise<void> {
  const ids = await system.unreadableKeys();
  if (ids.length === 0) return;
  const { providers } = await system.workspace();
  logger("warn", "keys_unreadable", {
    providers: ids.map((id) => providers[id]?.name ?? id).join(", "),
    detail:
      "The stored keys of these providers cannot be read, because the master key is another one than they were " +
      "stored with. Put master.key back, or enter the keys again in the settings.",
  });
}

/** The page as it was built: read once by a process, however often it serves. */
export const builtPage = (): Promise<Assets> =>
  readAssets(fileURLToPath(new URL("../dist", import.meta.url)));

/** What a server has of the process it lives in. */
export interface Life {
  readonly assets: Assets;
  readonly logger: Logger;
  /** Aborted where it is to end. */
  readonly stop: AbortSignal;
  /** Told once it listens: where, and the one-time code where nobody has set a password yet. */
  readonly ready: (url: string, code: string | null) => void;
}

/** Serves a system until its life ends. */
export async function serveSystem(
  system: System,
  store: StoreLog,
  options: Options,
  life: Life,
): Promise<void> {
  await firstRun(system, { id: "local", name: "User" });
  await warnOfKeys(system, life.logger);
  const ready: Life["ready"] = (url, code) => {
    life.ready(url, code);
    system.beginIndexing();
  };
  const webhooks = new Webhooks({
    log: store,
    withheld: system.withheld,
    masterKey: await masterKey(options.data, options.masterKey),
    environment: realEnvironment,
    logger: life.logger,
  });
  webhooks.begin();
  system.signing.begin();
  try {
    await serve({ ...life, options, system, store, ready, webhooks, tracing: await tracingHere() });
  } finally {
    await webhooks.stop();
  }
}

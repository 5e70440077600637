/**
 * What a server of a test starts on: a store in memory and its first welcome. Where not everything is done that is a
 * simulated store, of which the tests of the store hold as of a real one, and every server begins with the rows that one
 * first start left: of a real one a start alone takes ten times as long as what most tests do with it.
 */
import assert from "node:assert/strict";
import { createSystem } from "../../actors/create_system.ts";
import { adapters } from "../../actors/providers/kinds.ts";
import { type Clock, realEnvironment } from "../../actors/runtime/environment.ts";
import { silent } from "../../actors/runtime/logger.ts";
import type { System } from "../../actors/system.ts";
import { renameConversation } from "../../actors/tools/rename_conversation.ts";
import { createToolbox } from "../../actors/tools/toolbox.ts";
import { firstRun } from "../../actors/workspace/first_run.ts";
import { EPOCH_KEY } from "../../events/store/kv/keys.ts";
import { openLog, type StoreLog } from "../../events/store/log.ts";
import { CLOCKS } from "../../server/clocks.ts";
import { readHere } from "../actors/extracting/here.ts";
import { RecordingProvider } from "../actors/recording_provider.ts";
import { FULL } from "../effort.ts";
import { memoryKv } from "../sim/memory_kv.ts";
import { SimDisk } from "../sim/sim_disk.ts";
import { Patience } from "../patience.ts";

export const WELCOME = "conversation_welcome";

/** The system of a server in a test: its tools, its providers, and a clock of the test. */
export const systemOn = (
  log: StoreLog,
  mock: RecordingProvider,
  { clocks, time = realEnvironment, ...more }:
    & Pick<
      Parameters<typeof createSystem>[0],
      "localServers" | "violated" | "search" | "uploads"
    >
    & {
      readonly clocks: typeof CLOCKS;
      readonly time?: Clock;
    },
): Promise<System> =>
  createSystem({
    log,
    environment: {
      ...realEnvironment,
      now: () => new Date(clocks.now()).toISOString(),
      monotonic: time.monotonic,
      sleep: time.sleep,
    },
    logger: silent,
    adapter: adapters(mock, () => Date.now()),
    tools: createToolbox([renameConversation]),
    masterKey: new Uint8Array(32),
    uploads: { reads: readHere },
    ...more,
  });

/** Waits until nobody answers in the conversation. */
export async function settled(system: System, id: string): Promise<void> {
  const patience = new Patience(`until nobody answers in ${id}`);
  for (;;) {
    let heard = () => {};
    const news = new Promise<void>((resolve) => (heard = resolve));
    const stop = system.subscribe(() => heard());
    const state = await system.conversation(id);
    if (!state || state.open.length === 0) return stop();
    await patience.for(news).finally(stop);
  }
}

/** What a server does at its first start, and until its welcome was answered. */
export async function welcomed(system: System): Promise<void> {
  await firstRun(system, { id: "local", name: "User" });
  await settled(system, WELCOME);
}

/** The rows that a first start leaves, all but what tells one store from another. */
let furnished: Promise<SimDisk> | null = null;

async function furnish(): Promise<SimDisk> {
  const disk = new SimDisk();
  const store = await openLog({ path: ":memory:", open: () => Promise.resolve(memoryKv(disk)) });
  const mock = new RecordingProvider({ clock: realEnvironment, tokenMs: 0 });
  const system = await systemOn(store, mock, {
    clocks: CLOCKS,
    localServers: [],
    violated: (what) => assert.fail(what),
  });
  await welcomed(system);
  await system.stop();
  await store.close();
  disk.apply({ checks: [], writes: [{ key: EPOCH_KEY, remove: true }] });
  return disk;
}

/** A store for a server with these clocks. */
export async function openStart(clocks: typeof CLOCKS): Promise<StoreLog> {
  if (FULL) return await openLog({ path: ":memory:" });
  // Its welcome is as old as its clock says.
  const disk = clocks === CLOCKS ? (await (furnished ??= furnish())).copy() : new SimDisk();
  return await openLog({ path: ":memory:", open: () => Promise.resolve(memoryKv(disk)) });
}

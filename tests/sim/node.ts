/** One virtual process that runs the whole engine on the shared disk. It crashes and starts again. */
import { decide } from "../../actors/conversation/decide.ts";
import { createSystem } from "../../actors/create_system.ts";
import { RowPresence } from "../../actors/live/row_presence.ts";
import type { Environment } from "../../actors/runtime/environment.ts";
import { silent } from "../../actors/runtime/logger.ts";
import type { Live, System } from "../../actors/system.ts";
import { TURN_BYTES } from "../../actors/turn/turn_bytes.ts";
import type { EventLog } from "../../events/store/types.ts";
import type { StoreLog } from "../../events/store/log.ts";
import type { Variant } from "./variants.ts";
import { type Scheduler, SimProcess } from "./scheduler.ts";
import { watched } from "./invariants.ts";
import type { SimDisk } from "./sim_disk.ts";
import { NO_FAULTS, type SimFaults } from "./sim_kv.ts";
import { openSimLog } from "./sim_log.ts";
import { SimPresence } from "./sim_presence.ts";
import { type SimModels, SimProvider } from "./sim_provider.ts";
import { simTools } from "./sim_tools.ts";

/** Turns that a simulated process has the memory for: few enough that some histories have more. */
export const TURNS_AT_ONCE = 64;

export interface NodePorts {
  readonly scheduler: Scheduler;
  readonly disk: SimDisk;
  readonly kind: EventLog["kind"];
  readonly models: SimModels;
  readonly variant: Variant;
  /** What a live listener of this process is given. */
  readonly live: (node: string, live: Live) => void;
  /** Told of each start, before anything else is asked of it. */
  readonly started: (up: Up) => void;
  /** Told of a fold that is not what it must be. */
  readonly violated: (what: string) => void;
}

/** A process that runs now. */
export interface Up {
  readonly process: SimProcess;
  readonly log: EventLog;
  readonly system: System;
  /** A name no other start of any process has. */
  readonly name: string;
}

export class Node {
  up: Up | null = null;
  /** Faults of this process's handle; changed while it runs. */
  readonly faults: SimFaults = { ...NO_FAULTS };
  /** Milliseconds that this machine's clock is off; set back while it runs. */
  readonly wall = { offset: 0 };
  #starts = 0;

  constructor(readonly ports: NodePorts, readonly index: number) {}

  /** Starts the process; tries again when the store is in trouble. */
  async start(): Promise<Up> {
    const { scheduler, disk, kind, models, variant, live, started, violated } = this.ports;
    const tools = (process: SimProcess) => {
      const box = simTools(process, models.ran);
      return variant.tools?.(box) ?? box;
    };
    const name = `p${this.index}.${++this.#starts}`;
    const process = new SimProcess(scheduler, name);
    const own = engineEnvironment(process, this.wall);
    const environment = variant.environment?.(own) ?? own;
    for (;;) {
      try {
        const store: StoreLog = await openSimLog(disk, process, this.faults, {
          kind,
        });
        const log = variant.wrap?.(store) ?? store;
        const made = await createSystem({
          log,
          environment,
          logger: silent,
          adapter: () => Promise.resolve(new SimProvider(process, models)),
          tools: tools(process),
          masterKey: new Uint8Array(32),
          // A page that is another every few seconds.
          lookAt: () => Promise.resolve(`page ${Math.floor(scheduler.now / 4_000)}`),
          turnBytes: (TURNS_AT_ONCE + 1) * TURN_BYTES - 1,
          violated: (what) => violated(`${name}: ${what}`),
          // A look at every decision costs a quarter of a history.
          decide: scheduler.seed % 4 === 0 ? watched(decide, (what) => violated(`${name}: ${what}`)) : decide,
          presence: kind === "remote"
            ? new RowPresence(log, environment, silent)
            : new SimPresence(disk, process),
        });
        const system = variant.system?.(made, environment) ?? made;
        system.subscribe((frame) => process.alive && live(name, frame));
        this.up = { process, log, system, name };
        started(this.up);
        return this.up;
      } catch (error) {
        if (!(error instanceof Error) || /^seed/.test(error.message)) throw error;
        await scheduler.sleep(100);
      }
    }
  }

  /** SIGTERM: it gives its turns back and ends; then nothing of it is left. */
  stop(): void {
    const { up } = this;
    this.up = null;
    void up?.system.stop().then(() => up.process.crash());
  }

  /** `kill -9`. */
  crash(): void {
    this.up?.process.crash();
    this.up = null;
  }
}

function engineEnvironment(process: SimProcess, wall: { readonly offset: number }): Environment {
  const { scheduler, environment } = process;
  const epoch = Date.UTC(2026, 0, 1);
  return {
    ...environment,
    now: () => new Date(epoch + Math.floor(scheduler.now + wall.offset)).toISOString(),
    hex: () =>
      Math.floor(scheduler.random.next() * 2 ** 24).toString(16).padStart(6, "0") +
      Math.floor(scheduler.random.next() * 2 ** 24).toString(16).padStart(6, "0"),
  };
}

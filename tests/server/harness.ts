/** The whole server in one process, on a store in memory, without a socket: requests go straight to the app. */
import { realEnvironment } from "../../actors/runtime/environment.ts";
import { Webhooks } from "../../actors/webhooks/webhooks.ts";
import { silent } from "../../actors/runtime/logger.ts";
import { type Tracing, untraced } from "../../actors/runtime/tracing.ts";
import type { Sought } from "../../actors/providers/local_servers.ts";
import { RecordingProvider } from "../actors/recording_provider.ts";
import type { System } from "../../actors/system.ts";
import { BRINGING_MINUTES, UNDO_SECONDS } from "../../events/catalog/limits.ts";
import type { StoreLog } from "../../events/store/log.ts";
import { createApp, routed } from "../../server/http/app.ts";
import type { Access } from "../../server/access/access.ts";
import { EventHub } from "../../server/stream/event_hub.ts";
import { Disk, type Room } from "../../server/metrics/disk.ts";
import { Meter } from "../../server/metrics/meter.ts";
import { HostList } from "../../server/http/guard.ts";
import { routes } from "../../server/routes/table.ts";
import { createAccess } from "../../server/access/create_access.ts";
import { CLOCKS, MEASURES } from "../../server/clocks.ts";
import { Patience } from "../patience.ts";
import { held } from "./answers.ts";
import { Passing } from "./passing.ts";
import { openStart, settled, systemOn, welcomed } from "./start.ts";
import { SetUp } from "../../server/access/set_up.ts";

export const HOST = "localhost:8000";
/** A hash in well under a millisecond: tests are not about its cost. */
export const CHEAP = { memory: 8, passes: 1, parallelism: 1 };
/** For so long what was deleted, or brought by half, can be had back or gone on with. */
const KEPT_MS = Math.max(1_000 * UNDO_SECONDS, 60_000 * BRINGING_MINUTES);
export { WELCOME } from "./start.ts";
/** For all servers: to make it is a fifth of what a start takes. */
const ROUTED = routed(routes);

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // Tests read what they expect; a wrong shape fails the test.
  // deno-lint-ignore no-explicit-any
  readonly json: any;
}

export class TestServer {
  private constructor(
    readonly system: System,
    readonly store: StoreLog,
    readonly mock: RecordingProvider,
    readonly access: Access,
    readonly hub: EventHub,
    readonly handle: (request: Request) => Promise<Response>,
    /** What the server wrote to its log. */
    readonly lines: readonly Readonly<Record<string, unknown>>[],
    readonly violations: readonly string[],
    /** Aborted, the server is about to end. */
    readonly stopping: AbortController,
    /** Lets so many milliseconds pass for who counts them and who sleeps. */
    readonly advance: (ms: number) => void,
  ) {}

  /**
   * `port`: of a socket that is put before it; requests of tests without one say 8000.
   * `code`: the server waits for its first password. `clocks`: in the place of the real ones. `access`: the
   * same for access alone, with its log. `localServers`: those that may be found on this machine.
   */
  static async start(
    {
      port = 8000,
      code,
      clocks = CLOCKS,
      access: given = {},
      localServers = [],
      search,
      uploads,
      every,
      streams,
      origins,
      room,
      tracing = untraced,
    }: {
      port?: number;
      code?: string;
      clocks?: typeof CLOCKS;
      access?: Parameters<typeof createAccess>[1];
      localServers?: readonly Sought[];
      /** Where words are looked up; absent: every conversation is read through. */
      search?: Parameters<typeof systemOn>[2]["search"];
      /** How files are kept and read; absent: read in this thread, where threads of their own take longer than the files. */
      uploads?: Parameters<typeof systemOn>[2]["uploads"];
      /** The timers of streams. */
      every?: EventHub["every"];
      /** Places for streams; absent: the fewest there may be. */
      streams?: number;
      /** What is left on the disk, asked for at each look. */
      room?: () => Room | null;
      /** Of pages that are not the server's. */
      origins?: readonly string[];
      /** Who is told of requests. */
      tracing?: Pick<Tracing, "name">;
    } = {},
  ): Promise<TestServer> {
    const lines: Readonly<Record<string, unknown>>[] = [];
    const violations: string[] = [];
    const store = await openStart(clocks);
    const mock = new RecordingProvider({ clock: realEnvironment, tokenMs: 0 });
    const time = new Passing();
    const system = await systemOn(store, mock, {
      clocks,
      time,
      localServers,
      violated: (what) => violations.push(what),
      ...(search ? { search } : {}),
      ...(uploads ? { uploads } : {}),
    });
    await welcomed(system);
    const access = createAccess(system, { ...clocks, passwordCost: CHEAP, ...given });
    const hub = new EventHub(system, { ...(every ? { every } : {}), ...(streams ? { streams } : {}) });
    const stopping = new AbortController();
    const meter = new Meter(system, {
      ...MEASURES,
      ...clocks,
      // To ask the system at each request takes longer than some of them.
      ...(clocks === CLOCKS ? { processor: () => 0 } : {}),
      every: () => () => {},
    });
    const lined = (level: string, event: string, fields: object) => lines.push({ level, event, ...fields });
    const disk = new Disk({
      room: () => Promise.resolve(room?.() ?? null),
      logger: lined,
      every: () => () => {},
      changed: (state) => hub.diskIs(state),
    });
    await disk.look();
    const app = createApp({
      system,
      store,
      hub,
      access,
      setUp: code === undefined ? null : new SetUp(code, access),
      hosts: new HostList([HOST], port, origins),
      assets: new Map(),
      meter,
      disk,
      stopping: stopping.signal,
      ...clocks,
      hex: realEnvironment.hex,
      logger: lined,
      tracing,
      webhooks: new Webhooks({
        log: store,
        withheld: system.withheld,
        masterKey: new Uint8Array(32),
        environment: realEnvironment,
        logger: silent,
      }),
    }, ROUTED);
    const handle = held(routes, app);
    return new TestServer(
      system,
      store,
      mock,
      access,
      hub,
      handle,
      lines,
      violations,
      stopping,
      (ms) => time.advance(ms),
    );
  }

  request(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const raw = body instanceof Uint8Array || typeof body === "string";
    return this.handle(
      new Request(`http://${HOST}${path}`, {
        method,
        headers: {
          host: HOST,
          origin: `http://${HOST}`,
          ...(body !== undefined && !raw ? { "content-type": "application/json" } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: raw ? body as BodyInit : JSON.stringify(body) }),
      }),
    );
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer> {
    const response = await this.request(method, path, body, headers);
    const text = await response.text();
    const isJson = (response.headers.get("content-type") ?? "").includes("json") &&
      !(response.headers.get("content-type") ?? "").includes("ndjson");
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson ? JSON.parse(text) : null,
    };
  }

  /** Waits until nobody answers in the conversation. */
  settled(id: string): Promise<void> {
    return settled(this.system, id);
  }

  /** Waits, in time that passes quickly, until a deleted conversation cannot be had back and nothing is left of it. */
  async purged(id: string): Promise<void> {
    const patience = new Patience(`until ${id} is gone`);
    for (; await this.#isDue(id); patience.look()) {
      this.advance(KEPT_MS);
      await realEnvironment.sleep(20);
    }
    await this.store.purge();
  }

  async #isDue(id: string): Promise<boolean> {
    return (await this.store.due.list(1_000)).some(({ stream }) => stream === id);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.hub.close();
    await this.system.stop();
    await this.store.close();
    if (this.violations.length > 0) throw new Error(`A fold was not what it must be: ${this.violations[0]}`);
  }
}

/** Serves the chat until it is told to stop. */
import type { StoreLog } from "../events/store/log.ts";
import type { System } from "../actors/system.ts";
import { realEnvironment } from "../actors/runtime/environment.ts";
import type { Access } from "./access/access.ts";
import { createAccess } from "./access/create_access.ts";
import { CLOCKS, MEASURES } from "./clocks.ts";
import { StartError } from "./command_line/start_error.ts";
import { createApp, routed } from "./http/app.ts";
import type { Assets } from "./http/assets.ts";
import { DIRECT, PROXIED } from "./http/front.ts";
import { Disk, roomOf } from "./metrics/disk.ts";
import { Meter } from "./metrics/meter.ts";
import { EventHub } from "./stream/event_hub.ts";
import { streamsIn, streamsLeft } from "./http/places.ts";
import { memoryHere } from "./memory.ts";
import { HostList } from "./http/guard.ts";
import { startError } from "./http/try_address.ts";
import { Deaf, LISTEN_FAILURES, Listener } from "./http/listener.ts";
import { isLoopback, type Options, publicNames } from "./command_line/options.ts";
import { routes } from "./routes/table.ts";
import { watchStore } from "./command_line/store_watch.ts";
import type { Logger } from "../actors/runtime/logger.ts";
import type { Webhooks } from "../actors/webhooks/webhooks.ts";
import type { Tracing } from "../actors/runtime/tracing.ts";
import { codeOf, SetUp } from "./access/set_up.ts";

/** Milliseconds open requests get to finish when the server stops; event streams end at once. */
const GRACE_MS = 1_000;

interface Serving {
  readonly options: Options;
  readonly system: System;
  readonly store: StoreLog;
  readonly assets: Assets;
  readonly logger: Logger;
  readonly tracing: Tracing;
  readonly webhooks: Webhooks;
  readonly stop: AbortSignal;
  /** Told the address once the server listens, and the one-time code where a password is still to be set. */
  readonly ready: (url: string, code: string | null) => void;
}

/** Where people find the server: by the name they use, not by the address it is bound to. */
function addressOf(host: string, name: string | undefined, port: number): string {
  const shown = name ?? (host === "127.0.0.1" ? "localhost" : host === "::1" ? "[::1]" : host);
  return `http://${/:\d+$/.test(shown) && name ? shown : `${shown}:${port}`}/`;
}

/** The real timer. */
function every(ms: number, look: () => void): () => void {
  const timer = setInterval(look, ms);
  return () => clearInterval(timer);
}

/** Listens where `options` say, and again when the system refuses a connection. */
function listen(
  options: Options,
  handle: (request: Request) => Promise<Response>,
  { logger, hub, access }: { readonly logger: Logger; readonly hub: EventHub; readonly access: Access },
): Listener {
  return new Listener(options.port, {
    open(port, signal) {
      // It is no signal for Deno: behind `shutdown` that can close nothing more, and throws where nobody catches it.
      signal.addEventListener("abort", () => access.streams.endAll());
      return Deno.serve({
        hostname: options.host,
        port,
        onListen: () => {},
        onError: () => new Response("Something went wrong here.", { status: 500 }),
      }, handle);
    },
    monotonic: CLOCKS.monotonic,
    sleep: realEnvironment.sleep,
    failed(error, failures) {
      // The system has no more to give: from now on a stream too many is refused, and not a connection.
      hub.places.lower(streamsLeft(hub.places.taken));
      logger("error", "listening_failed", {
        kind: error instanceof Error ? error.name : "unknown",
        message: error instanceof Error ? error.message : "",
        failures,
        streams: hub.places.most,
      });
    },
  });
}

export async function serve({ tracing, webhooks, ...serving }: Serving): Promise<void> {
  const { options, system, store, assets, logger, stop, ready } = serving;
  const access = createAccess(system, { log: logger, front: options.behindProxy ? PROXIED : DIRECT });
  const bound = !isLoopback(options.host);
  const code = publicNames(options).length > 0 && !(await access.hasPassword())
    ? codeOf(crypto.getRandomValues(new Uint8Array(10)))
    : null;
  const hub = new EventHub(system, { streams: streamsIn(memoryHere()) });
  const meter = new Meter(system, { ...MEASURES, every });
  const disk = new Disk({ room: () => roomOf(store), logger, every, changed: (state) => hub.diskIs(state) });
  await disk.look();
  const unwatch = watchStore(store, logger);
  let handle: (request: Request) => Promise<Response> = () =>
    Promise.resolve(new Response("starting", { status: 503 }));
  let server: Listener;
  try {
    server = listen(options, (request) => {
      server.served();
      return handle(request);
    }, { logger, hub, access });
  } catch (error) {
    meter.close();
    disk.close();
    unwatch();
    hub.close();
    throw startError(error, options);
  }
  const { port } = server;
  handle = createApp({
    system,
    store,
    hub,
    hosts: new HostList(options.allowedHosts, port, options.allowedOrigins),
    access,
    setUp: code === null ? null : new SetUp(code, access),
    assets,
    meter,
    disk,
    stopping: stop,
    ...CLOCKS,
    hex: () => crypto.getRandomValues(new Uint8Array(6)).toHex(),
    logger,
    tracing,
    webhooks,
  }, routed(routes));
  const [name] = options.allowedHosts;
  ready(
    options.behindProxy ? `https://${name}/` : addressOf(options.host, bound ? name : undefined, port),
    code,
  );
  const stopped = new Promise<void>((resolve) => {
    if (stop.aborted) resolve();
    stop.addEventListener("abort", () => resolve());
  });
  const deaf = await Promise.race([stopped, server.done.catch((error: unknown) => error)]);
  access.streams.endAll();
  meter.close();
  disk.close();
  unwatch();
  hub.close();
  const closed = server.close();
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, GRACE_MS))]);
  if (deaf instanceof Deaf) {
    throw new StartError(
      `No connections can be taken: listening failed ${LISTEN_FAILURES} times in a row (${
        deaf.cause instanceof Error ? deaf.cause.message : "unknown"
      }). Raise the limit of open files (ulimit -n) and put a proxy in front that ends idle connections.`,
    );
  }
}

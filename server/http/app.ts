/** Turns a request into the call of one route: host, origin, credential, limits, body, then the handler. */
import { type Context, Hono } from "hono";
import { TrieRouter } from "hono/router/trie-router";
import { DiskFull, StoreGone } from "../../events/store/errors.ts";
import { type Identity, isStranger, NOBODY } from "../access/access.ts";
import { Buckets } from "./bucket.ts";
import { CALLBACK, toldOf } from "./callback.ts";
import { idempotencyKey } from "./commands.ts";
import {
  isMessagesPath,
  isModelsPath,
  isProgramPath,
  namesVersion,
  preflight,
  shareAnswer,
} from "./cross_origin.ts";
import { checkHost, checkOrigin, SECURITY_HEADERS } from "./guard.ts";
import { Latest, Places, REQUESTS, REQUESTS_OF_TOKEN, STRANGERS } from "./places.ts";
import { comeAgain, messagesResponse, Problem, problemResponse, programResponse } from "./problem.ts";
import { beginBody, readBody, readQuery } from "./read_body.ts";
import { responseOf, type Route } from "./route.ts";
import { checkScope } from "../access/scopes.ts";
import type { Services } from "./services.ts";

/** What one server answers with, given to the routes with each request. */
interface Serving {
  readonly services: Services;
  readonly shares: Shares;
  readonly requests: Places;
}
type Routed = Hono<{ Bindings: Serving }>;

/**
 * Which route a request is for, ready to be looked up. It holds nothing of a server: where many stand on one table, as
 * in tests, it is made once.
 */
export function routed(routes: readonly Route[]): Routed {
  // What Hono tries before it cannot take these paths, and is a third of what making the app costs.
  const app: Routed = new Hono({ router: new TrieRouter() });
  for (const route of routes) {
    const name = `${route.method} ${route.path}`;
    app.on(route.method, route.path, async (context) => {
      const { services, shares, requests } = context.env;
      services.tracing.name(name, { "http.route": route.path });
      // Whether the process is up is asked most of all when nothing else is answered.
      const leave = route.always ? () => {} : requests.take("anyone");
      const done = services.meter.holds.begin(name);
      try {
        return await carryOut(services, shares, route, context);
      } finally {
        done();
        leave();
      }
    });
  }
  for (const [path, here] of Map.groupBy(routes, ({ path }) => path)) {
    const allow = here.map(({ method }) => method).join(", ");
    app.all(path, () => {
      throw new Problem("method_not_allowed", "This address does not take that method.", undefined, {
        allow,
      });
    });
  }
  app.notFound(() => {
    throw new Problem("not_found", "There is nothing at this address.");
  });
  app.onError((error) => {
    throw error;
  });
  return app;
}

/** The handler to give to an HTTP server. It answers every request and never throws. */
export function createApp(services: Services, app: Routed): (request: Request) => Promise<Response> {
  const shares: Shares = {
    buckets: new Buckets(services.monotonic),
    ofTokens: new Places(REQUESTS, REQUESTS_OF_TOKEN),
    strangers: new Latest(STRANGERS),
  };
  const serving: Serving = { services, shares, requests: new Places(REQUESTS) };

  return async (request) => {
    const instance = `req_${services.hex()}`;
    let response: Response;
    // A URL nobody can read is not a program's.
    const path = URL.parse(request.url)?.pathname ?? "";
    const told = toldOf(request);
    if (told) services.tracing.name(`${request.method} ${CALLBACK}`, told);
    try {
      for (const host of services.access.front.hosts(request)) checkHost(services.hosts, host);
      response = preflight(services.hosts, request, path) ?? await app.fetch(asked(request), serving);
      shareAnswer(services.hosts, request, path, response.headers);
    } catch (error) {
      const problem = error instanceof Problem
        ? error
        : storeProblem(error) ?? internal(services, instance, error);
      response = refusal(request, path, problem, instance);
      if (problem.code !== "misdirected") shareAnswer(services.hosts, request, path, response.headers);
    }
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
      if (!response.headers.has(name)) response.headers.set(name, value);
    }
    response.headers.set("x-request-id", instance);
    if (isMessagesPath(path)) response.headers.set("request-id", instance);
    return response;
  };
}

/**
 * What a route is asked. HEAD is GET, and the platform keeps the answer's body back, tells its length and lets a stream go.
 * Hono would take the body away: it was told as empty, and a stream kept its place until it stalled.
 */
const asked = (request: Request): Request =>
  request.method === "HEAD" ? new Request(request.url, { headers: request.headers }) : request;

/** Why there is no answer, in the words of who asks. */
function refusal(request: Request, path: string, problem: Problem, instance: string): Response {
  if (isMessagesPath(path) || (isModelsPath(path) && namesVersion(request))) {
    return messagesResponse(problem, instance);
  }
  return isProgramPath(path) ? programResponse(problem) : problemResponse(problem, instance);
}

/** What a person can mend outside: the writer is told, and may come back. */
function storeProblem(error: unknown): Problem | null {
  if (!(error instanceof DiskFull || error instanceof StoreGone)) return null;
  return comeAgain("unavailable", error.message, 10);
}

/** What went wrong stays in the log, under the id that the client gets. */
function internal(services: Services, instance: string, error: unknown): Problem {
  const kind = error instanceof Error ? error.name : typeof error;
  services.logger("error", "request_failed", { instance, kind, where: whereOf(error) });
  return new Problem("internal", "Something went wrong here. The log has more under the request id.");
}

/** The first line of the stack inside the program: enough to find the fault, without any data. */
function whereOf(error: unknown): string | undefined {
  const line = error instanceof Error
    ? error.stack?.split("\n").find((l) =>
      l.includes("/server/") || l.includes("/actors/") || l.includes("/events/")
    )
    : undefined;
  return line?.trim().replace(/file:\/\/\S*\/(?=(server|actors|events|projections)\/)/, "");
}

/** What keeps one caller from taking what is everybody's. */
interface Shares {
  readonly buckets: Buckets;
  readonly ofTokens: Places;
  readonly strangers: Latest;
}

async function carryOut(
  services: Services,
  { buckets, ofTokens, strangers }: Shares,
  route: Route,
  context: Context,
): Promise<Response> {
  const request = context.req.raw;
  const first = route.access === "page" || route.inSetUp === true;
  if (!first && await services.setUp?.waits()) {
    throw new Problem("set_up", "Set a password first, with the one-time code that the server printed.");
  }
  // What is for everybody is so for who shows a token too: one that has expired must not make the server look down.
  const everybody = route.access === "open" || route.access === "page";
  const begun = route.access === "login" ? null : beginBody(route, request, { stopping: services.stopping });
  const locked = services.access.locked(request, route.access);
  const who = everybody ? NOBODY : await services.access.identify(request, locked);
  const { credential, by, caller } = who;
  checkOrigin(services.hosts, request, credential, route.access);
  await services.access.require(route.access, credential, locked);
  if (credential === "token" && route.access !== "login") checkScope(route, who.scope);
  if (route.method !== "GET" && !buckets.take(who.key)) {
    throw comeAgain("too_many_requests", "Too many requests. Please wait a moment.");
  }
  if (takesNew(route)) services.disk.refuseNew();
  // Refused wherever it is documented, also where there is nothing to repeat.
  if (route.method !== "GET") idempotencyKey(request);
  const leave = credential === "token" ? ofTokens.take(who.key) : () => {};
  try {
    const { body, bytes } = begun
      ? await readBody(route, request, {}, await begun)
      : await bodyOf(services, route, request, who, strangers);
    const url = new URL(request.url);
    const result = await route.handle({
      request,
      url,
      params: context.req.param(),
      query: readQuery(route, url.searchParams),
      body,
      bytes,
      by,
      who,
      caller,
      services,
    });
    return await responseOf(route, result, request.headers.get("accept-encoding"));
  } finally {
    leave();
  }
}

/** Whether what it does makes the store grow for long; coming in and going out does not. */
const takesNew = ({ method, access, whenFull }: Route): boolean =>
  method !== "GET" && method !== "DELETE" && access !== "login" && whenFull !== true;

/** A stranger's body is awaited only as long as its place is not needed. */
async function bodyOf(
  { stopping }: Services,
  route: Route,
  request: Request,
  { key }: Identity,
  strangers: Latest,
): ReturnType<typeof readBody> {
  if (route.access !== "login" || !isStranger(key)) return await readBody(route, request, { stopping });
  const { signal, leave } = strangers.take();
  try {
    return await readBody(route, request, { stopping, needed: signal });
  } finally {
    leave();
  }
}

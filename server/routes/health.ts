/** Whether the process and its store are well, and what they are doing. */
import { type Call, Reply, type Route, route } from "../http/route.ts";
import { Description, Ready, Status } from "../contract/process.ts";
import { Done } from "../contract/values.ts";
import { openApi } from "../http/openapi.ts";

async function ready(call: Call): Promise<Reply<Ready>> {
  const store = await call.services.system.log.ready().catch(() => false);
  const assets = call.services.assets.present;
  const ready = store && assets;
  return new Reply({ ready, store, assets }, ready ? 200 : 503);
}

function status(call: Call): Status {
  const { system, hub } = call.services;
  const { commits, events, bytes } = system.log.stats();
  const { turnsRunning, turnsWaiting, providers, lastErrors } = system.status();
  return {
    turnsRunning,
    turnsWaiting,
    subscribers: hub.size,
    commitsPerSecond: call.services.commitsPerSecond(),
    commits,
    events,
    store: { kind: system.log.kind, ...(bytes === null ? {} : { bytes }) },
    providers,
    lastErrors,
  };
}

export const health: Route[] = [
  route({
    method: "GET",
    path: "/healthz",
    access: "open",
    inSetUp: true,
    always: true,
    summary: "The process is up",
    answer: Done,
    handle: () => ({ ok: true }),
  }),
  route({
    method: "GET",
    path: "/readyz",
    access: "open",
    summary: "The store can be read and written and the interface is there",
    answers: { 503: "Not ready; the fields say what is missing" },
    answer: Ready,
    handle: ready,
  }),
  route({
    method: "GET",
    path: "/api/status",
    access: "api",
    summary: "What the process is doing",
    answer: Status,
    handle: status,
  }),
];

/** The route that describes every one of the table it stands in. */
export function description(table: () => readonly Route[]): Route {
  // Made once: it takes a while, and anybody may ask.
  let made: ReturnType<typeof openApi> | undefined;
  return route({
    method: "GET",
    path: "/openapi.json",
    access: "open",
    summary: "This interface, described",
    answer: Description,
    handle: () => made ??= openApi(table()),
  });
}

/** Whether the process and its store are well, and what they are doing. */
import { z } from "zod";
import { Reply, type Route, route } from "../http/route.ts";
import { Description, Ready, Status } from "../contract/process.ts";
import { Done } from "../contract/values.ts";
import { VERSION } from "../command_line/options.ts";
import { openApi } from "../http/openapi.ts";
import { exposition, EXPOSITION_TYPE } from "../metrics/exposition.ts";
import { lastBackup } from "../metrics/last_backup.ts";
import { retentionOf } from "./retention.ts";
import { families } from "../metrics/families.ts";

export const health: Route[] = [
  route("GET", "/healthz", {
    access: "open",
    inSetUp: true,
    always: true,
    summary: "The process is up",
    answer: Done,
    handle: () => ({ ok: true }),
  }),
  route("GET", "/readyz", {
    access: "open",
    summary: "The store can be read and written and the interface is there",
    answers: { 503: "Not ready; the fields say what is missing" },
    answer: Ready,
    async handle({ services }) {
      const store = await services.system.log.ready().catch(() => false);
      const assets = services.assets.has("index.html");
      const ready = store && assets;
      return new Reply({ ready, store, assets }, ready ? 200 : 503);
    },
  }),
  route("GET", "/api/status", {
    summary: "What the process is doing",
    answer: Status,
    async handle({ services: { system, store, hub, meter, disk } }) {
      const [backup, retention] = await Promise.all([lastBackup(store), retentionOf(system), disk.look()]);
      const { commits, events, bytes } = system.log.stats();
      return {
        ...system.status(),
        version: VERSION,
        loopLagMs: meter.lateMs,
        loopHeld: meter.holds.told().map((held) => ({ ...held, at: new Date(held.at).toISOString() })),
        subscribers: hub.size,
        commitsPerSecond: meter.commitsPerSecond,
        commits,
        events,
        disk: disk.free === null ? null : { free: disk.free, state: disk.state },
        retention,
        backup: backup && { at: new Date(backup.at).toISOString(), bytes: backup.bytes },
        store: { kind: system.log.kind, ...(bytes === null ? {} : { bytes }) },
      };
    },
  }),
  route("GET", "/metrics", {
    summary: "The same and more as figures for Prometheus",
    media: { "text/plain": z.string() },
    async handle({ services }) {
      const headers = { "content-type": EXPOSITION_TYPE, "cache-control": "no-store" };
      return new Response(exposition(await families(services)), { headers });
    },
  }),
];

/** The route that describes every one of the table it stands in. */
export function description(table: () => readonly Route[]): Route {
  return route("GET", "/openapi.json", {
    access: "open",
    summary: "This interface, described",
    answer: Description,
    long: true,
    handle: () => openApi(table()),
  });
}

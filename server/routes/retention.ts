/** Conversations that nobody touches are deleted by themselves, where somebody has chosen so. */
import type { System } from "../../actors/system.ts";
import { GRACE_MS } from "../../actors/retention/steady.ts";
import { ChangeRetention, PreviewQuery, Retention, RetentionPreview } from "../contract/retention_shapes.ts";
import { changeSettings, metaOf } from "../http/commands.ts";
import { comeAgain } from "../http/problem.ts";
import { type Route, route } from "../http/route.ts";

/** As it is told, here and with the state of the server. */
export async function retentionOf({ workspace, retention }: System): Promise<Retention> {
  const chosen = (await workspace()).settings.retention;
  const last = chosen ? await retention.last() : null;
  const { soon = 0, more = false } = last ?? {};
  const isoOf = (at: number) => new Date(at).toISOString();
  return {
    days: chosen?.days ?? null,
    from: chosen ? isoOf(Math.max(Date.parse(chosen.from), last?.heldUntil ?? 0)) : null,
    soon,
    more,
    looked: last && { at: isoOf(last.at), deleted: last.deleted },
  };
}

export const retention: Route[] = [
  route("GET", "/api/retention", {
    summary: "After how many days untouched conversations are deleted, and what the last look found",
    answer: Retention,
    handle: ({ services: { system } }) => retentionOf(system),
  }),
  route("GET", "/api/retention/preview", {
    summary: "What would be deleted, were so many days chosen now",
    query: PreviewQuery,
    answers: { 503: "The list by time is being made" },
    answer: RetentionPreview,
    async handle({ query: { days }, services: { system } }) {
      const found = await system.retention.preview(days);
      if (!found) throw comeAgain("unavailable", "The list of conversations is still being made.");
      const oldest = found.oldest.map(({ id, title, touchedAt }) => ({ id, title, touchedAt }));
      return { ...found, days, oldest };
    },
  }),
  route("PATCH", "/api/retention", {
    summary: "Delete conversations that nobody has touched for so many days, from tomorrow on; null: none",
    body: ChangeRetention,
    answer: Retention,
    async handle(call) {
      const { services: { system, now }, body: { days } } = call;
      const from = new Date(now() + GRACE_MS).toISOString();
      await changeSettings(system, metaOf(call), ({ settings: { retention: before, ...settings } }) => {
        const data = { ...settings, ...(days === null ? {} : { retention: { days, from } }) };
        const same = (before?.days ?? null) === days;
        return {
          ok: true,
          events: same ? [] : [{ type: "WorkspaceSettingsChanged", data }],
          answer: { id: "" },
        };
      });
      return await retentionOf(system);
    },
  }),
];

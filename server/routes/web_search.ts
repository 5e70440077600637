/** Where the web is searched for models whose makers do not. */
import {
  ChangeWebSearch,
  TryWebSearch,
  WebSearchTrial,
  WebSearchView,
} from "../contract/web_search_shapes.ts";
import type { Sent } from "../contract/values.ts";
import { changeSettings, metaOf } from "../http/commands.ts";
import { type Call, type Route, route } from "../http/route.ts";

async function shown({ services: { system } }: Pick<Call, "services">): Promise<Sent<WebSearchView>> {
  const service = (await system.workspace()).webSearch ?? null;
  const keyHint = service ? await system.webSearch.hint() : null;
  return { service, hasKey: keyHint !== null, keyHint };
}

export const webSearch: Route[] = [
  route("GET", "/api/web-search", {
    summary: "Which service searches the web for models whose makers do not",
    answer: WebSearchView,
    handle: shown,
  }),
  route("PATCH", "/api/web-search", {
    summary: "Choose it; null: none. A key is sealed for the origin of its address, and dropped with another",
    body: ChangeWebSearch,
    answer: WebSearchView,
    async handle(call) {
      const { services: { system }, body: { service, key } } = call;
      const { decided } = await changeSettings(system, metaOf(call), ({ webSearch: before }) => ({
        ok: true,
        events: service
          // Another key is told too: the log says when somebody changed it.
          ? key === undefined && before?.kind === service.kind && before.url === service.url
            ? []
            : [{ type: "WebSearchSet", data: service }]
          : before
          ? [{ type: "WebSearchRemoved", data: {} }]
          : [],
        answer: { id: "" },
        aside: { before },
      }));
      const before = decided?.aside?.before;
      const moved = service && before && new URL(before.url).origin !== new URL(service.url).origin;
      const where = service ?? before;
      if (decided && where && (!service || moved || key !== undefined)) {
        await system.webSearch.setKey(where.url, service && key ? key : null);
      }
      return await shown(call);
    },
  }),
  route("POST", "/api/web-search/try", {
    whenFull: true,
    summary: "Ask a service once, before it is kept or after; nothing of it is stored",
    body: TryWebSearch,
    answer: WebSearchTrial,
    handle: ({ services: { system }, body: { key, ...service } }) =>
      system.webSearch.try(service, key === "" ? null : key),
  }),
];

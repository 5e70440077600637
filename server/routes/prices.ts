/** What models cost: the workspace's own prices come first, then what servers say, then the dated table. */
import type { WorkspaceState } from "../../projections/workspace.ts";
import { OWN_PRICES } from "../../events/catalog/limits.ts";
import { LISTED_PRICES, LISTED_SEARCHES, PRICES_AS_OF } from "../../projections/usage/prices.ts";
import { pricesInForce } from "../../projections/usage/prices_in_force.ts";
import { ChangePrices, Prices } from "../contract/resources.ts";
import { changeSettings, metaOf } from "../http/commands.ts";
import { type Route, route } from "../http/route.ts";

function told(state: WorkspaceState): Prices {
  const own = state.settings.prices ?? {};
  const others = Object.entries(pricesInForce(state)).filter(([model]) => !Object.hasOwn(own, model));
  const searches = LISTED_SEARCHES.map(({ models, ...one }) => ({ ...one, models: [...models] }));
  return { asOf: PRICES_AS_OF, listed: LISTED_PRICES, told: Object.fromEntries(others), own, searches };
}

export const prices: Route[] = [
  route("GET", "/api/prices", {
    summary:
      "Prices in US dollars per million tokens: the workspace's own, what servers say, the dated table",
    answer: Prices,
    handle: async ({ services: { system } }) => told(await system.workspace()),
  }),
  route("PATCH", "/api/prices", {
    summary: "Set the workspace's own prices by model name; null takes one away",
    body: ChangePrices,
    answer: Prices,
    async handle(call) {
      const { system } = call.services;
      await changeSettings(system, metaOf(call), ({ settings }) => {
        const before = settings.prices ?? {};
        const prices = Object.fromEntries(
          Object.entries({ ...before, ...call.body.prices }).flatMap(([model, price]) =>
            price ? [[model, price] as const] : []
          ),
        );
        if (Object.keys(prices).length > OWN_PRICES) {
          const detail = `must be at most ${OWN_PRICES} models`;
          return { ok: false, code: "validation", detail, path: "prices" };
        }
        const same = JSON.stringify(prices) === JSON.stringify(before);
        const data = { ...settings, prices };
        return {
          ok: true,
          events: same ? [] : [{ type: "WorkspaceSettingsChanged", data }],
          answer: { id: "" },
        };
      });
      return told(await system.workspace());
    },
  }),
];

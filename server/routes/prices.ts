/** What models cost: the dated table, and the workspace's own prices, which come first. */
import type { WorkspaceState } from "../../projections/workspace.ts";
import { OWN_PRICES } from "../../events/catalog/limits.ts";
import { LISTED_PRICES, PRICES_AS_OF } from "../../projections/usage/prices.ts";
import { ChangePrices, Prices } from "../contract/resources.ts";
import { changeSettings, metaOf } from "../http/commands.ts";
import { type Route, route } from "../http/route.ts";

const told = ({ settings }: WorkspaceState): Prices => (
  { asOf: PRICES_AS_OF, listed: LISTED_PRICES, own: settings.prices ?? {} }
);

export const prices: Route[] = [
  route("GET", "/api/prices", {
    summary: "Prices in US dollars per million tokens: the dated table and the workspace's own",
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

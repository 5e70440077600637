/** What models cost: the dated table, and the workspace's own prices, which come first. */
import type { z } from "zod";
import { OWN_PRICES } from "../../events/catalog/limits.ts";
import { LISTED_PRICES, PRICES_AS_OF } from "../../projections/usage/prices.ts";
import { ChangePrices, Prices } from "../contract/resources.ts";
import { metaOf, problemOf } from "../http/commands.ts";
import { type Call, type Route, route } from "../http/route.ts";

async function read(call: Call): Promise<Prices> {
  const { settings } = await call.services.system.workspace();
  return { asOf: PRICES_AS_OF, listed: LISTED_PRICES, own: settings.prices ?? {} };
}

async function change(call: Call<z.infer<typeof ChangePrices>>): Promise<Prices> {
  const outcome = await call.services.system.changeWorkspace(({ settings }) => {
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
  }, metaOf(call));
  if (!outcome.ok) throw problemOf(outcome);
  return await read(call);
}

export const prices: Route[] = [
  route({
    method: "GET",
    path: "/api/prices",
    access: "api",
    summary: "Prices in US dollars per million tokens: the dated table and the workspace's own",
    answer: Prices,
    handle: read,
  }),
  route({
    method: "PATCH",
    path: "/api/prices",
    access: "api",
    summary: "Set the workspace's own prices by model name; null takes one away",
    body: ChangePrices,
    answer: Prices,
    handle: change,
  }),
];

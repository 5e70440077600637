/** The search service of the settings, over the wire. */
import { z } from "zod";
import { lazy } from "../../events/catalog/lazy.ts";
import { WebSearch, WebSearchFields } from "../../events/catalog/workspace.ts";
import { Count, type Wire } from "./values.ts";

const key = {
  /** Sealed, and never told again. Absent: as it is; null or empty: none. */
  key: z.string().trim().max(4_000).regex(/^[\x20-\x7e]*$/, {
    message: "must have only plain letters, digits and signs",
  }).nullable().optional(),
};
export const WebSearchView = lazy(() =>
  z.strictObject({
    /** Null: the web is searched only where a model's maker does that. */
    service: WebSearch.nullable(),
    hasKey: z.boolean(),
    /** The last characters of the key; null without one. */
    keyHint: z.string().nullable(),
  }).meta({ id: "WebSearch" })
);
export type WebSearchView = Wire<typeof WebSearchView>;
export const ChangeWebSearch = lazy(() =>
  z.strictObject({ service: WebSearchFields.nullable(), ...key })
    .meta({ id: "ChangeWebSearch" })
);
export type ChangeWebSearch = Wire<typeof ChangeWebSearch>;
/** A service that is asked once, with this key, or the one that is kept for its origin. */
export const TryWebSearch = lazy(() => WebSearchFields.extend(key).meta({ id: "TryWebSearch" }));
export type TryWebSearch = Wire<typeof TryWebSearch>;
export const WebSearchTrial = lazy(() =>
  z.discriminatedUnion("ok", [
    z.strictObject({ ok: z.literal(true), results: Count }),
    /** Why, for people. */
    z.strictObject({ ok: z.literal(false), error: z.string() }),
  ]).meta({ id: "WebSearchTrial" })
);
export type WebSearchTrial = Wire<typeof WebSearchTrial>;

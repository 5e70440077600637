/** Conversations that nobody touches: after how many days they go, and what that means. */
import { z } from "zod";
import { lazy } from "../../events/catalog/lazy.ts";
import { Id, Timestamp } from "../../events/catalog/envelope.ts";
import { RETENTION_DAYS } from "../../events/catalog/limits.ts";
import { Count, type Given, type Wire } from "./values.ts";

const Days = z.int().min(RETENTION_DAYS.min).max(RETENTION_DAYS.max);

/** Null: nothing is deleted by itself. */
export const ChangeRetention = lazy(() =>
  z.strictObject({ days: Days.nullable() }).meta({ id: "ChangeRetention" })
);
export type ChangeRetention = Given<typeof ChangeRetention>;

export const Retention = lazy(() =>
  z.strictObject({
    days: Days.nullable(),
    /** No deletion before; null where nothing is deleted by itself. */
    from: Timestamp.nullable(),
    /** Conversations that go at the next look or in the day after it, as of the last look; `more`: not all were looked at. */
    soon: Count,
    more: z.boolean(),
    /** The last look, and how many it deleted; null: there was none yet. */
    looked: z.strictObject({ at: Timestamp, deleted: Count }).nullable(),
  }).meta({ id: "Retention" })
);
export type Retention = Wire<typeof Retention>;

export const PreviewQuery = z.object({ days: z.coerce.number().pipe(Days) });
export const RetentionPreview = lazy(() =>
  z.strictObject({
    days: Days,
    /** How many would go, as it is now; `more`: that many at least. */
    count: Count,
    more: z.boolean(),
    /** No deletion before, were it chosen now. */
    from: Timestamp,
    /** Some of them, those first that were touched longest ago. */
    oldest: z.array(z.strictObject({ id: Id, title: z.string(), touchedAt: Timestamp })),
  }).meta({ id: "RetentionPreview" })
);
export type RetentionPreview = Wire<typeof RetentionPreview>;

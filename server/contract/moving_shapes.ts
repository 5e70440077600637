/** Whether conversations of other products are here. What they are, `projections/shapes/moved.ts` says. */
import { z } from "zod";
import { lazy } from "../../events/catalog/lazy.ts";
import { Id } from "../../events/catalog/envelope.ts";
import { MOVED_AT_ONCE } from "../../events/catalog/limits.ts";
import { MovedKey } from "../../projections/shapes/moved.ts";
import type { Wire } from "./values.ts";

export const KnownQuestion = lazy(() => z.strictObject({ keys: z.array(MovedKey).max(MOVED_AT_ONCE) }));
/** In the order of the keys. */
export const KnownAnswer = lazy(() =>
  z.strictObject({
    items: z.array(z.strictObject({
      conversationId: Id,
      /** `deleted`: it was imported and deleted since, and does not come back. */
      state: z.enum(["new", "here", "deleted"]),
    })),
  }).meta({ id: "KnownImports" })
);
export type KnownAnswer = Wire<typeof KnownAnswer>;

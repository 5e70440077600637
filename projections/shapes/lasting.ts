/** Values that many hold on to. */
import type { z } from "zod";
import { lazy } from "../../events/catalog/lazy.ts";

/** A value whose parts are replaced, never changed: many may hold on to it. */
export type Lasting<T> = T extends object ? { readonly [K in keyof T]: Lasting<T[K]> } : T;
/** @param schema makes it; called when it is first asked for */
export function lasting<S extends z.ZodType>(schema: () => S): z.ZodType<Lasting<z.output<S>>>;
export function lasting(schema: () => z.ZodType): z.ZodType {
  return lazy(schema);
}

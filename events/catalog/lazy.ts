/** Schemas that are made when they are needed. */
import { z } from "zod";

/**
 * A schema that is made once, when somebody first parses by it or asks for what is in it. Each takes some KiB and some time to
 * make, there are thousands, and most of them only the description asks for.
 */
export function lazy<S extends z.ZodType>(make: () => S): z.ZodLazy<S> {
  let made: S | undefined;
  return z.lazy(() => made ??= make());
}

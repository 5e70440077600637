/** A resource that a result of a tool names: its server may be asked for it, by a person. No browser opens it. */
import { z } from "zod";
import { RESOURCE_NAME_UNITS, RESOURCE_TYPE_UNITS, RESOURCE_URI_UNITS } from "./limits.ts";

export const ResourceLink = z.strictObject({
  /** As its server is asked for it. */
  uri: z.string().min(1).max(RESOURCE_URI_UNITS),
  name: z.string().min(1).max(RESOURCE_NAME_UNITS).optional(),
  type: z.string().min(1).max(RESOURCE_TYPE_UNITS).optional(),
}).meta({ id: "ResourceLink" });
export type ResourceLink = z.infer<typeof ResourceLink>;

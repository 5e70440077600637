/** The bytes of a body with what its provider adds. Part of every renderer: it never changes. */
import { reservedIn } from "../../events/catalog/extra_parts.ts";
import type { Shell } from "./types.ts";

/** What is added takes the place of a field of the same name, but never of one the log makes requests of. */
export function bytesOf(body: Readonly<Record<string, unknown>>, { extra = {} }: Shell): Uint8Array {
  const fields = Object.entries(extra).filter(([name, value]) => reservedIn({ [name]: value }) === undefined);
  return new TextEncoder().encode(JSON.stringify({ ...body, ...Object.fromEntries(fields) }));
}

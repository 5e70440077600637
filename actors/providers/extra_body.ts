/** The bytes of a body with what its provider adds. Part of every renderer: what it makes of a shell never changes. */
import { reservedIn } from "../../events/catalog/extra_parts.ts";
import type { Shell } from "./types.ts";

/** What a backslash stands before in JSON, and the halves of characters that are written so. */
const ESCAPED = /\\(?:u(d[89a-f][0-9a-f]{2})|.)/g;

/** What is added takes the place of a field of the same name, but never of one the log makes requests of. */
export function bytesOf(body: Readonly<Record<string, unknown>>, { extra = {}, whole }: Shell): Uint8Array {
  const fields = Object.entries(extra).filter(([name, value]) => reservedIn({ [name]: value }) === undefined);
  const json = JSON.stringify({ ...body, ...Object.fromEntries(fields) });
  const isBroken = whole === true && json.includes("\\ud");
  return new TextEncoder().encode(
    isBroken ? json.replace(ESCAPED, (all, half?: string) => half === undefined ? all : "\ufffd") : json,
  );
}

/**
 * What tools of other servers are called. For people and for agents' settings `server.tool`; to a model, since neither
 * maker lets a name have a dot, `server__tool`, of at most 64 letters, digits, `_` and `-`. The name of the server is its
 * slug, which has no `_` and never changes; a tool's name that does not fit is cut and marked with its own hash.
 */
import { sha256 } from "../../events/store/kv/codec.ts";

/** Characters of a tool's name that OpenAI takes; Anthropic takes twice as many. */
export const WIRE_CHARS = 64;
/** Characters of the hash that tells names apart which were cut or written otherwise. */
const MARK_CHARS = 8;
const SLUG_CHARS = 20;

/**
 * What a model calls a tool. The same for the same two names, and never for two others.
 * @param tool any text: the name is its server's
 * @outside
 */
export function wireName(slug: string, tool: string): string {
  const plain = `${slug}__${tool.slice(0, 2 * WIRE_CHARS).replace(/[^A-Za-z0-9_-]/g, "_")}`;
  if (plain === `${slug}__${tool}` && plain.length <= WIRE_CHARS) return plain;
  return `${plain.slice(0, WIRE_CHARS - MARK_CHARS - 1)}_${sha256(`${slug}.${tool}`).slice(0, MARK_CHARS)}`;
}

/** The slug of a new server: its name in small letters, with a number where another has the same. */
export function slugOf(name: string, taken: Iterable<string>): string {
  const others = new Set(taken);
  const plain = name.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, "-").slice(0, SLUG_CHARS)
    .replace(/^-|-$/g, "") || "server";
  for (let count = 1;; count++) {
    const end = count === 1 ? "" : `-${count}`;
    const slug = plain.slice(0, SLUG_CHARS - end.length).replace(/-$/, "") + end;
    if (!others.has(slug)) return slug;
  }
}

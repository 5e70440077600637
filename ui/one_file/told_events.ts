/** Events of a proof as the fold takes them: structure and words together, and something blank where words are not told. */
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import { pageBytes, type ProofBlob, type ProofEvent } from "../../events/catalog/proof.ts";
import { upcast } from "../../events/catalog/upcast.ts";

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Files and long texts by their hashes. */
export type Texts = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

export function textsOf(pages: readonly ProofBlob[]): Texts {
  const found = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const { sha256, size, page, data } of pages) {
    const bytes = pageBytes(data) ?? new Uint8Array();
    const whole = found.get(sha256) ?? new Uint8Array(size);
    if (page * PAGE + bytes.length <= size) whole.set(bytes, page * PAGE);
    found.set(sha256, whole);
  }
  return found;
}
/** Bytes of a page that is not the last. */
const PAGE = 60 * 1024;

/** `rest` with what is in `more` besides, further inside too; `rest` is changed. */
function joined(rest: unknown, more: unknown): unknown {
  if (!isFields(rest) || !isFields(more)) return more === undefined ? rest : more;
  for (const [field, value] of Object.entries(more)) {
    rest[field] = Object.hasOwn(rest, field) ? joined(rest[field], value) : value;
  }
  return rest;
}

/** Blank words where they are not told; into an object that is itself not there, nothing. */
function filled(rest: unknown, blank: unknown): unknown {
  if (!isFields(rest) || !isFields(blank)) return rest;
  for (const [field, value] of Object.entries(blank)) {
    if (isFields(value)) filled(rest[field], value);
    else rest[field] = value;
  }
  return rest;
}

/** Puts a long text back where it stood; what cannot be found stays blank. */
function restored(data: unknown, path: unknown, texts: Texts): void {
  if (!Array.isArray(path)) return;
  let here = data;
  for (const step of path.slice(0, -1)) here = isFields(here) ? here[String(step)] : undefined;
  const last = String(path.at(-1));
  if (!isFields(here)) return;
  const reference = here[last];
  const hash = isFields(reference) ? reference["blob"] : undefined;
  const bytes = typeof hash === "string" ? texts.get(hash) : undefined;
  here[last] = bytes ? new TextDecoder().decode(bytes) : "";
}

/** Whether it is one, as far as the fold needs it; the chain says the rest. */
const isEvent = (value: unknown): value is AnyEvent =>
  isFields(value) && typeof value["id"] === "string" && typeof value["type"] === "string" &&
  typeof value["v"] === "number" && typeof value["at"] === "string";

/** @param blanks by type, what stands in the place of words that are not told */
export function eventOf(
  { structure, words, digest, seq }: ProofEvent,
  texts: Texts,
  blanks: Readonly<Record<string, unknown>>,
): AnyEvent | null {
  const bare: unknown = JSON.parse(structure);
  const said: unknown = words === undefined ? {} : JSON.parse(words);
  if (!isFields(bare) || !isFields(said)) return null;
  const { id, type, v, at, by, cause, exchange, spilled } = bare;
  if (!isFields(by)) return null;
  const { kind, id: who, name = said["by"] ?? "" } = by;
  const gone = words === undefined && digest !== "";
  const rest = bare["data"] ?? {};
  const data = gone ? filled(rest, blanks[String(type)]) : joined(rest, said["data"]);
  if (!gone && Array.isArray(spilled)) { for (const path of spilled) restored(data, path, texts); }
  const event = {
    id,
    type,
    v,
    at,
    by: { kind, id: who, name },
    ...(cause === undefined ? {} : { cause }),
    ...(exchange === undefined ? {} : { exchange }),
    data,
    seq,
    ...(gone ? { erased: true } : {}),
  };
  return isEvent(event) ? upcast(event) : null;
}

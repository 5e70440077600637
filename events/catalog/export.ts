/**
 * An export is the log itself: NDJSON with the names of CloudEvents, one event or blob page a line, the first line a
 * manifest with the hash behind the last event. Each event's line has its structure and its words as they are stored,
 * and the hash of the chain behind it, so that the chain can be checked anywhere: docs/API.md says how. Files of
 * earlier releases (format 1) have the stored bytes of each event, which name the hash of those before. Pure: text in,
 * values out.
 */
import { z } from "zod";
import { Id } from "./envelope.ts";
import { inWords } from "./in_words.ts";
import { isDeeper } from "./json_depth.ts";

/** Version of these lines. A file with a higher one is refused. */
export const EXPORT_FORMAT = 2;
/** UTF-16 units of one line: a blob page of 60 KiB takes 82,000 in base 64. */
export const EXPORT_LINE_UNITS = 200_000;

/** SHA-256 in hex: of a blob, and in format 1 of an event. */
const Hash = z.string().regex(/^[0-9a-f]{64}$/);
/** SHA-256 in base64url: of the chain, and of words that are gone. */
const Link = z.string().regex(/^[\w-]{43}$/);
const Count = z.int().min(0);
const cloudEvent = { specversion: z.literal("1.0"), id: z.string().min(1), source: z.string() };

const ManifestLine = z.object({
  ...cloudEvent,
  type: z.literal("FishbowlExport"),
  data: z.object({
    format: z.int().min(1),
    stream: Id,
    events: z.int().min(1),
    /** Behind the last event. */
    lastHash: z.union([Hash, Link]),
    /** Number of blobs, each in one line or more, before the events. */
    blobs: Count,
  }),
});
const BlobLine = z.object({
  ...cloudEvent,
  type: z.literal("FishbowlBlobPage"),
  datacontenttype: z.string().max(200),
  data_base64: z.base64(),
  sha256: Hash,
  size: Count,
  page: Count,
  pages: z.int().min(1),
});
/** Where long texts were. */
const Paths = z.array(z.array(z.union([z.string(), Count])));
const EventLine = z.object({
  ...cloudEvent,
  type: z.string(),
  time: z.string(),
  sequence: z.string().regex(/^[1-9]\d{0,14}$/),
  salt: z.string().regex(/^[\w-]{22}$/).optional(),
  words: z.strictObject({ by: z.string().optional(), data: z.unknown().optional() }).optional(),
  digest: Link.optional(),
  chain: Link,
  data: z.looseObject({
    id: z.string(),
    type: z.string().min(1).max(200),
    v: z.int().min(1),
    at: z.string(),
    by: z.strictObject({
      kind: z.enum(["user", "agent", "system"]),
      id: z.string(),
      name: z.string().optional(),
    }),
    spilled: Paths.optional(),
  }),
});
const FormerLine = z.object({
  ...cloudEvent,
  type: z.string().min(1).max(200),
  data: z.looseObject({
    seq: z.int().min(1),
    id: z.string(),
    type: z.string(),
    v: z.int().min(1),
    prev: z.string(),
    by: z.looseObject({}),
    spilled: Paths.optional(),
  }),
});

export type ExportManifest = Readonly<z.infer<typeof ManifestLine>["data"]>;
type PageFields = Pick<z.infer<typeof BlobLine>, "sha256" | "size" | "page" | "pages">;
export interface ExportedPage extends Readonly<PageFields> {
  readonly type: string;
  readonly bytes: Uint8Array;
}
/** An event in its parts, as parsed: structure, and salt and words, or the digest of words that are gone. */
export interface ExportedEvent {
  readonly kind: "event";
  readonly source: string;
  readonly seq: number;
  readonly chain: string;
  readonly structure: unknown;
  readonly salt?: string;
  readonly words?: unknown;
  readonly digest?: string;
}
/** One of format 1. `stored`: its stored bytes, as text. */
export interface FormerLine {
  readonly kind: "former";
  readonly seq: number;
  readonly prev: string;
  readonly stored: string;
}
export type ExportLine =
  | { readonly kind: "manifest"; readonly manifest: ExportManifest }
  | { readonly kind: "blob"; readonly page: ExportedPage }
  | ExportedEvent
  | FormerLine;

/** What the lines of a stream name as their `source`. */
export const sourceOf = (stream: string): string => `/conversations/${stream}`;

function lineOf(stream: string, id: string, type: string, rest: object): string {
  return JSON.stringify({ specversion: "1.0", id, source: sourceOf(stream), type, ...rest });
}

export const manifestLine = (manifest: ExportManifest): string =>
  lineOf(manifest.stream, `${manifest.stream}/export`, "FishbowlExport", { data: manifest });

export function blobLine(stream: string, { bytes, type, sha256, size, page, pages }: ExportedPage): string {
  const rest = { datacontenttype: type, sha256, size, page, pages, data_base64: bytes.toBase64() };
  return lineOf(stream, `${sha256}/${page}`, "FishbowlBlobPage", rest);
}

/** Structure and words go into the line as they are, byte for byte. */
export function eventLine(
  stream: string,
  { id, type, at, seq, chain }: { id: string; type: string; at: string; seq: number; chain: string },
  { structure, salt, words, digest }: { structure: string; salt?: string; words?: string; digest?: string },
): string {
  const head = lineOf(stream, id, type, { time: at, sequence: String(seq) }).slice(0, -1);
  const gone = digest === undefined ? "" : `,"digest":"${digest}"`;
  const said = words === undefined ? gone : `,"salt":"${salt}","words":${words}`;
  return `${head}${said},"chain":"${chain}","data":${structure}}`;
}

type Parsed = { readonly ok: true; readonly line: ExportLine } | {
  readonly ok: false;
  readonly detail: string;
};

/**
 * What a line says, or in one sentence why it says nothing.
 * @outside
 */
export function parseLine(text: string): Parsed {
  if (isDeeper(text)) return { ok: false, detail: "it is nested too deep" };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, detail: "it is not JSON" };
  }
  const fields = isFields(value) ? value : {};
  if (fields["type"] === "FishbowlExport") return manifestIn(fields);
  if (fields["type"] === "FishbowlBlobPage") return pageIn(fields);
  return Object.hasOwn(fields, "chain") ? eventIn(fields) : formerIn(fields);
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

function manifestIn(fields: unknown): Parsed {
  const { success, data, error } = ManifestLine.safeParse(fields, { error: inWords });
  if (!success) return refused(error);
  if (data.data.format > EXPORT_FORMAT) {
    return { ok: false, detail: `it has format ${data.data.format}, written by a later release` };
  }
  return { ok: true, line: { kind: "manifest", manifest: data.data } };
}

function pageIn(fields: unknown): Parsed {
  const { success, data, error } = BlobLine.safeParse(fields, { error: inWords });
  if (!success) return refused(error);
  const { sha256, size, page, pages, datacontenttype } = data;
  const bytes = Uint8Array.fromBase64(data.data_base64);
  return {
    ok: true,
    line: { kind: "blob", page: { sha256, type: datacontenttype, size, page, pages, bytes } },
  };
}

/** What is given out of it is not what zod made of it: the order of the keys counts. */
function eventIn(fields: Record<string, unknown>): Parsed {
  const { success, data: line, error } = EventLine.safeParse(fields, { error: inWords });
  if (!success) return refused(error);
  const { salt, words, digest, chain, data } = line;
  if (line.id !== data.id || line.type !== data.type || line.time !== data.at) {
    return { ok: false, detail: "its id, type and time are not those of its event" };
  }
  if ((salt === undefined) !== (words === undefined) || (words !== undefined && digest !== undefined)) {
    return {
      ok: false,
      detail: "it needs words with their salt, or the digest of words that are gone, or nothing",
    };
  }
  const event: ExportedEvent = {
    kind: "event",
    source: line.source,
    seq: Number(line.sequence),
    chain,
    structure: fields["data"],
    ...(salt === undefined ? {} : { salt, words: fields["words"] }),
    ...(digest === undefined ? {} : { digest }),
  };
  return { ok: true, line: event };
}

function formerIn(fields: Record<string, unknown>): Parsed {
  const { success, data, error } = FormerLine.safeParse(fields, { error: inWords });
  if (!success) return refused(error);
  const { seq, prev } = data.data;
  if (data.id !== data.data.id || data.type !== data.data.type) {
    return { ok: false, detail: "its id and type are not those of its event" };
  }
  // What JSON.stringify wrote it writes again, byte for byte; the hash tells if anybody else did.
  return { ok: true, line: { kind: "former", seq, prev, stored: JSON.stringify(fields["data"]) } };
}

function refused(error: z.ZodError): Parsed {
  const issue = error.issues[0];
  return {
    ok: false,
    detail: issue ? `${issue.path.join(".") || "it"}: ${issue.message}` : "it has another form",
  };
}

/**
 * Cuts text into lines, whatever way it arrives; stops reading at a line that is too long.
 * @outside
 */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  longest = EXPORT_LINE_UNITS,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  // What has no end yet, in pieces: a line that comes in many is not read again with each.
  let held: string[] = [];
  let units = 0;
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    let from = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
      yield held.join("") + text.slice(from, end);
      held = [];
      units = 0;
      from = end + 1;
    }
    held.push(text.slice(from));
    units += text.length - from;
    if (units > longest) {
      yield held.join("");
      return;
    }
  }
  const rest = held.join("") + decoder.decode();
  if (rest !== "") yield rest;
}

/**
 * An export is the log itself: NDJSON with the names of CloudEvents, one event or blob page a line, the first
 * line a manifest with the hash of the last event. Events carry their stored bytes, so that the chain of hashes
 * can be checked anywhere. Pure: text in, values out.
 */
import { z } from "zod";
import { Id } from "./envelope.ts";
import { isDeeper } from "./json_depth.ts";

/** Version of these lines. A file with a higher one is refused. */
export const EXPORT_FORMAT = 1;
/** UTF-16 units of one line: a blob page of 60 KiB takes 82,000 in base 64. */
export const EXPORT_LINE_UNITS = 200_000;

/** SHA-256 in hex. */
const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const Count = z.int().min(0);
const cloudEvent = { specversion: z.literal("1.0"), id: z.string().min(1), source: z.string() };

const ManifestLine = z.object({
  ...cloudEvent,
  type: z.literal("FishbowlExport"),
  data: z.object({
    format: z.int().min(1),
    stream: Id,
    events: z.int().min(1),
    /** Of the last event's stored bytes. */
    lastHash: Hash,
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
const EventLine = z.object({
  ...cloudEvent,
  type: z.string().min(1).max(200),
  data: z.looseObject({
    seq: z.int().min(1),
    id: z.string(),
    type: z.string(),
    v: z.int().min(1),
    prev: z.string(),
  }),
});

export type ExportManifest = Readonly<z.infer<typeof ManifestLine>["data"]>;
type PageFields = Pick<z.infer<typeof BlobLine>, "sha256" | "size" | "page" | "pages">;
export interface ExportedPage extends Readonly<PageFields> {
  readonly type: string;
  readonly bytes: Uint8Array;
}
export type ExportLine =
  | { readonly kind: "manifest"; readonly manifest: ExportManifest }
  | { readonly kind: "blob"; readonly page: ExportedPage }
  /** `stored`: the event's stored bytes, as text. */
  | { readonly kind: "event"; readonly seq: number; readonly prev: string; readonly stored: string };

function lineOf(stream: string, id: string, type: string, rest: object): string {
  return JSON.stringify({ specversion: "1.0", id, source: `/conversations/${stream}`, type, ...rest });
}

export const manifestLine = (manifest: ExportManifest): string =>
  lineOf(manifest.stream, `${manifest.stream}/export`, "FishbowlExport", { data: manifest });

export function blobLine(stream: string, { bytes, type, sha256, size, page, pages }: ExportedPage): string {
  const rest = { datacontenttype: type, sha256, size, page, pages, data_base64: bytes.toBase64() };
  return lineOf(stream, `${sha256}/${page}`, "FishbowlBlobPage", rest);
}

/** `stored` goes into the line as it is, byte for byte. */
export function eventLine(
  stream: string,
  event: { id: string; type: string; at: string; seq: number },
  stored: string,
): string {
  const head = lineOf(stream, event.id, event.type, { time: event.at, sequence: String(event.seq) });
  return `${head.slice(0, -1)},"data":${stored}}`;
}

/**
 * What a line says, or in one sentence why it says nothing.
 * @outside
 */
export function parseLine(text: string): { ok: true; line: ExportLine } | { ok: false; detail: string } {
  if (isDeeper(text)) return { ok: false, detail: "it is nested too deep" };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, detail: "it is not JSON" };
  }
  const type = typeof value === "object" && value !== null && "type" in value ? value.type : undefined;
  if (type === "FishbowlExport") {
    const { success, data, error } = ManifestLine.safeParse(value);
    if (!success) return refused(error);
    if (data.data.format > EXPORT_FORMAT) {
      return { ok: false, detail: `it has format ${data.data.format}, written by a later release` };
    }
    return { ok: true, line: { kind: "manifest", manifest: data.data } };
  }
  if (type === "FishbowlBlobPage") {
    const { success, data, error } = BlobLine.safeParse(value);
    if (!success) return refused(error);
    const { sha256, size, page, pages, datacontenttype } = data;
    const bytes = Uint8Array.fromBase64(data.data_base64);
    return {
      ok: true,
      line: { kind: "blob", page: { sha256, type: datacontenttype, size, page, pages, bytes } },
    };
  }
  const { success, data, error } = EventLine.safeParse(value);
  if (!success) return refused(error);
  if (data.id !== data.data.id || data.type !== data.data.type) {
    return { ok: false, detail: "its id and type are not those of its event" };
  }
  // What JSON.stringify wrote it writes again, byte for byte; the hash tells if anybody else did.
  const stored = JSON.stringify(originalData(value));
  return { ok: true, line: { kind: "event", seq: data.data.seq, prev: data.data.prev, stored } };
}

/** Not what zod made of it: the order of the keys counts. */
const originalData = (value: unknown): unknown =>
  typeof value === "object" && value !== null && "data" in value ? value.data : null;

function refused(error: z.ZodError): { ok: false; detail: string } {
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

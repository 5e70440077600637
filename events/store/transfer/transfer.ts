/**
 * Whole streams out of the store and into it. An import writes its events first, under a marker and without a
 * head, so that nobody sees them; head, rows and the one entry of the order come last, in one commit. Cut short
 * or refused, it leaves nothing.
 */
import {
  blobLine,
  eventLine,
  EXPORT_FORMAT,
  EXPORT_LINE_UNITS,
  type ExportedPage,
  manifestLine,
  parseLine,
} from "../../catalog/export.ts";
import { PAGE_BYTES } from "../kv/bounds.ts";
import type { Progress } from "../derived_rows.ts";
import { chained, chainStart, entryTexts } from "../form/entry.ts";
import { StoreCorrupt } from "../errors.ts";
import { type ImportOptions, type ImportResult, StreamImport } from "./import_stream.ts";
import type { StoreLog } from "../log.ts";
import { pagesIn } from "../beside/pages.ts";

/** Bytes of a file that is taken in, unless the caller says otherwise. */
export const IMPORT_BYTES = 20 * 1024 * 1024;

/** Blank lines in a file: an editor or a mail may add some, nobody needs more. */
export const BLANK_LINES = 1_000;
/** Lines taken in between two rests, and UTF-16 units: a few milliseconds' work either way. */
const LINES_AT_ONCE = 50;
const UNITS_AT_ONCE = 256 * 1024;

/** The lines of an export, without newlines, up to the head as it is now; null when there is no such stream. */
export async function exportStream(
  log: StoreLog,
  stream: string,
  progress?: Progress,
): Promise<AsyncIterable<string> | null> {
  const row = (await log.reader.row(stream))?.row;
  if (!row || row.deleted) return null;
  const { seq, hash } = row;
  const shas = await blobsOf(log, stream);
  return lines();

  async function* lines(): AsyncIterable<string> {
    yield manifestLine({ format: EXPORT_FORMAT, stream, events: seq, lastHash: hash, blobs: shas.length });
    yield* blobLines(log, stream, shas);
    let events = 0;
    let chain = chainStart(stream);
    for await (const batch of log.reader.stored(stream, 1, seq)) {
      for (const { entry, seq } of batch) {
        const texts = entryTexts(entry);
        chain = chained(chain, texts);
        yield eventLine(stream, { ...entry[0], seq, chain }, texts);
        if (++events % 1_000 === 0) progress?.({ streams: 0, events });
      }
    }
    // What could be read is given out; that it is not all must be heard.
    if (events < seq) throw unreadable(stream, events, seq);
    progress?.({ streams: 1, events });
  }
}

export const unreadable = (stream: string, events: number, seq: number): StoreCorrupt =>
  new StoreCorrupt(`Of the ${seq} events of ${stream} only ${events} can be read.`);

/** The blobs that a stream names. */
export async function blobsOf(log: StoreLog, stream: string): Promise<string[]> {
  const shas: string[] = [];
  for await (const { key } of log.parts.kv.list({ prefix: ["names", stream] })) shas.push(String(key[2]));
  return shas;
}

export async function* blobLines(
  log: StoreLog,
  stream: string,
  shas: readonly string[],
): AsyncIterable<string> {
  for (const sha of shas) for await (const page of pagesOf(log, sha)) yield blobLine(stream, page);
}

export async function* pagesOf(log: StoreLog, sha: string): AsyncIterable<ExportedPage> {
  const blob = await log.blobs.get(sha);
  if (!blob) throw new Error(`The blob ${sha} is not in the store.`);
  const { size, type } = blob.info;
  const pages = pagesIn(size);
  for (let page = 0; page < pages; page++) {
    const bytes = blob.bytes.subarray(page * PAGE_BYTES, (page + 1) * PAGE_BYTES);
    yield { sha256: sha, type, size, page, pages, bytes };
  }
}

/**
 * Takes an export in. A stream that is not there is created; one that begins with these very events stays as it
 * is; anything else is a conflict. Invalid, truncated, tampered or too large: the store is as it was. Gives up
 * the loop as it goes.
 */
export async function importStream(
  log: StoreLog,
  lines: AsyncIterable<string>,
  options: ImportOptions,
): Promise<ImportResult> {
  const { maxBytes = IMPORT_BYTES } = options;
  let target: StreamImport | null = null;
  let units = 0;
  let number = 0;
  let blank = 0;
  let rested = { units: 0, number: 0 };
  const refuse = async (detail: string): Promise<ImportResult> => {
    await target?.abort();
    return {
      ok: false,
      reason: "invalid",
      line: number,
      detail: `Line ${number}: ${detail.replace(/\.$/, "")}.`,
    };
  };
  try {
    for await (const text of lines) {
      number++;
      units += text.length + 1;
      if (units > maxBytes) {
        await target?.abort();
        return { ok: false, reason: "too_large", detail: `The file is over the limit of ${maxBytes} bytes.` };
      }
      if (text.length > EXPORT_LINE_UNITS) return await refuse("it is too long");
      if (number - rested.number >= LINES_AT_ONCE || units - rested.units >= UNITS_AT_ONCE) {
        await log.parts.environment.breathe();
        rested = { units, number };
      }
      if (text === "") {
        if (++blank > BLANK_LINES) return await refuse(`there are more than ${BLANK_LINES} blank lines`);
        continue;
      }
      const parsed = parseLine(text);
      if (!parsed.ok) return await refuse(parsed.detail);
      const { line } = parsed;
      if (line.kind === "manifest") {
        if (target) return await refuse("it is a second manifest");
        const begun = await StreamImport.begin(log, line.manifest, options);
        if (!(begun instanceof StreamImport)) return begun;
        target = begun;
        continue;
      }
      if (!target) return await refuse("the first line must be the manifest of an export");
      const step = line.kind === "blob" ? await target.blob(line.page) : await target.event(line);
      if (step.ok) continue;
      if (step.reason === "invalid") return await refuse(step.detail);
      await target.abort();
      return step;
    }
    if (!target) return await refuse("there is none");
    const ended = await target.end();
    if (!ended.ok) await target.abort();
    return ended;
  } catch (error) {
    await target?.abort();
    throw error;
  }
}

/**
 * A file that somebody brings: an archive, or by itself what stands in one. Told by its first bytes, never by its name; in
 * an archive files are found by theirs.
 */
import { chatGptTalks, isChatGpt } from "./chatgpt.ts";
import { claudeTalks, isClaude } from "./claude.ts";
import { baseName, FileIndex } from "./files.ts";
import { ITEM_UNITS, JsonItems } from "./json_items.ts";
import { Lines } from "./json_lines.ts";
import { isLibreChat, libreChatTalks } from "./libre_chat.ts";
import { isOpenWebUi, openWebUiTalks } from "./open_webui.ts";
import { isSillyTavern, SillyTavernChat } from "./silly_tavern.ts";
import { markdownTalks, type Told } from "./markdown.ts";
import { isMarkedBegin } from "./own_marks.ts";
import { MOVED_MESSAGES } from "../../events/catalog/limits.ts";
import { type Fields, fieldsOf, type Reading, timeOf } from "./talks.ts";
import { isTranscript, transcriptTalks } from "./transcript.ts";
import { type Source, zipBytes, ZipError, type ZipFile, zipFiles } from "./zip.ts";

/** Why a file cannot be taken in at all: of an archive, or that nothing in it is known. */
export type Fault = ZipError["fault"] | "unknown" | "long_talks" | "blank_talks";
export class ArchiveError extends Error {
  override name = "ArchiveError";
  constructor(readonly fault: Fault) {
    super(fault);
  }
}

/** Bytes of all conversations of one archive: ten times the largest that anybody told of. */
export const TALK_BYTES = 4 * 1024 ** 3;

/** A text that is read piece by piece. */
interface Text {
  readonly bytes: number;
  pieces(): AsyncGenerator<Uint8Array<ArrayBuffer>>;
  /** Of one in Markdown, which is a conversation. */
  readonly told?: Told;
}
/** What stands in the file. */
export interface Archive {
  readonly texts: readonly Text[];
  /** Bytes of all texts. */
  readonly bytes: number;
  /** Null where there is no archive around them. */
  readonly files: FileIndex | null;
  /** Of a chat whose messages are lines: the first one. */
  readonly first?: Fields;
}

/** Where the conversations of an archive are: in one text, or in several that are numbered. */
const TALKS = /^conversations(-\d{1,6})?\.json$/;
/** Where there are none of these: a conversation in each. */
const MARKDOWN = /^(.+)\.(?:md|markdown)$/i;
/** Bytes of a conversation in Markdown, as large as one is sent. */
const MARKDOWN_BYTES = 20 * 1024 * 1024;
const PIECE = 256 * 1024;
const levelsOf = (name: string): number => name.split("/").length;

/** @throws {ArchiveError} */
export async function openArchive(source: Source): Promise<Archive> {
  const begin = await source.read(0, Math.min(4, source.size));
  if (begin[0] !== 0x50 || begin[1] !== 0x4b) return bare(source);
  try {
    const all = await zipFiles(source);
    const texts = textsIn(source, all);
    const bytes = texts.reduce((sum, text) => sum + text.bytes, 0);
    if (texts.length === 0) throw new ArchiveError("unknown");
    if (bytes > TALK_BYTES) throw new ArchiveError("bomb");
    return { texts, bytes, files: new FileIndex(source, all) };
  } catch (error) {
    throw error instanceof ZipError ? new ArchiveError(error.fault) : error;
  }
}

/** The conversations of an archive. */
function textsIn(source: Source, all: readonly ZipFile[]): Text[] {
  const textOf = (file: ZipFile): Text => ({ bytes: file.size, pieces: () => zipBytes(source, file) });
  const byName = (one: ZipFile, other: ZipFile) => one.name < other.name ? -1 : 1;
  const found = all.filter(({ name }) => TALKS.test(baseName(name)));
  // Of an archive in which others lie, the one that is not inside another folder counts.
  const level = Math.min(...found.map(({ name }) => levelsOf(name)));
  if (found.length > 0) return found.filter(({ name }) => levelsOf(name) === level).sort(byName).map(textOf);
  const at = writtenAt(source);
  return all.toSorted(byName).flatMap((file) => {
    const [, name] = MARKDOWN.exec(baseName(file.name)) ?? [];
    return name === undefined ? [] : [{ ...textOf(file), told: { name, at } }];
  });
}
const writtenAt = ({ changed }: Source): string | null => changed === undefined ? null : timeOf(changed);

/** How JSON begins that is an object or a list. */
const JSON_BEGINS = /^\s*(?:\{\s*["}]|\[\s*[\]{["])/;

/** Bytes in which a first line is looked for: what extensions note of a chat stands in it too. */
const FIRST_BYTES = 4 * 1024 * 1024;

async function bare(source: Source): Promise<Archive> {
  async function* pieces() {
    for (let at = 0; at < source.size; at += PIECE) {
      yield await source.read(at, Math.min(source.size, at + PIECE));
    }
  }
  const begin = new TextDecoder().decode(await source.read(0, Math.min(FIRST_BYTES, source.size)));
  const [line = ""] = begin.split("\n", 1);
  const first = line.startsWith("{") ? fieldsOf(valueOf(line)) : {};
  const isText = isMarkedBegin(begin) || (!JSON_BEGINS.test(begin.slice(0, PIECE)) && !begin.includes("\0"));
  const told = { name: "", at: writtenAt(source) };
  const texts = [{ bytes: source.size, pieces, ...(isText ? { told } : {}) }];
  return { texts, bytes: source.size, files: null, ...(isSillyTavern(first) ? { first } : {}) };
}

export interface ReadOptions {
  /** Other branches too, as conversations of their own. */
  readonly branches: boolean;
}

/** What a JSON text says; null where it is none. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What one record is, whichever product wrote it. */
function readingOf(text: string | null, { branches }: ReadOptions): Reading {
  if (text === null) return { talks: [], left: { long_talks: 1 } };
  const record = fieldsOf(valueOf(text));
  if (isChatGpt(record)) return chatGptTalks(record, branches);
  if (isClaude(record)) return claudeTalks(record, branches);
  if (isTranscript(record)) return transcriptTalks(record);
  if (isLibreChat(record)) return libreChatTalks(record, branches);
  if (isOpenWebUi(record)) return openWebUiTalks(record, branches);
  return { talks: [], left: { unknown: 1 } };
}

/** Reads a file in which each message is a line: it is one conversation. */
async function* readLines({ texts: [text] }: Archive, first: Fields, step: Step): AsyncGenerator<Reading> {
  const chat = new SillyTavernChat(first);
  const lines = new Lines(ITEM_UNITS);
  const decoder = new TextDecoder();
  let count = 0;
  const add = (line: string | null) => {
    // The first one tells what the chat is.
    if (line?.trim() === "" || count++ === 0 || count > MOVED_MESSAGES + 1) return;
    chat.add(line === null ? null : valueOf(line));
  };
  for await (const piece of text?.pieces() ?? []) {
    for (const line of lines.push(decoder.decode(piece, { stream: true }))) add(line);
    await step(piece.length);
  }
  add(lines.end());
  yield count > MOVED_MESSAGES + 1 ? { talks: [], left: { long_talks: 1 } } : chat.end();
}

/** Reads a text that is one conversation. */
async function readMarkdown({ bytes, pieces }: Text, told: Told, step: Step): Promise<Reading> {
  if (bytes > MARKDOWN_BYTES) return { talks: [], left: { long_talks: 1 } };
  const decoder = new TextDecoder();
  const parts: string[] = [];
  for await (const piece of pieces()) {
    parts.push(decoder.decode(piece, { stream: true }));
    await step(piece.length);
  }
  return markdownTalks(parts.join("") + decoder.decode(), told);
}

/** Bytes between two rests for others: what a piece may hold is read in a few milliseconds. */
type Step = (bytes: number) => Promise<void>;

/**
 * Reads every conversation, one at a time.
 * @param step told how many bytes were read, between two pieces; it may rest, or throw to end it
 * @throws {ArchiveError} where the archive cannot be read on
 */
export async function* readTalks(
  archive: Archive,
  options: ReadOptions,
  step: Step,
): AsyncGenerator<Reading> {
  if (archive.first) return yield* readLines(archive, archive.first, step);
  for (const text of archive.texts) {
    const decoder = new TextDecoder();
    const items = new JsonItems();
    try {
      if (text.told) {
        yield await readMarkdown(text, text.told, step);
        continue;
      }
      for await (const piece of text.pieces()) {
        for (const item of items.push(decoder.decode(piece, { stream: true }))) {
          yield readingOf(item, options);
        }
        await step(piece.length);
      }
    } catch (error) {
      throw error instanceof ZipError ? new ArchiveError(error.fault) : error;
    }
    // It ends in the middle: what came before it is whole.
    if (!items.ended) yield { talks: [], left: { unknown: 1 } };
  }
}

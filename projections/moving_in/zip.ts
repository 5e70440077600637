/**
 * A zip archive that is read where it lies: its list of files at its end, and each file piece by piece. Nothing of it is
 * ever held whole, and no name of it becomes a path. Inflating is the platform's.
 */

/** Bytes that can be read from anywhere. */
export interface Source {
  readonly size: number;
  /** When it was written, in milliseconds, where that is known. */
  readonly changed?: number;
  read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>>;
}
export interface ZipFile {
  readonly name: string;
  readonly packed: number;
  readonly size: number;
  readonly stored: boolean;
  /** The CRC-32 of its bytes. */
  readonly sum: number;
  /** Where it begins, with a head of its own. */
  readonly at: number;
}

/** Why an archive cannot be read. */
export type ZipFault = "cut" | "locked" | "packing" | "many" | "bomb" | "false_size";
export class ZipError extends Error {
  override name = "ZipError";
  constructor(readonly fault: ZipFault) {
    super(fault);
  }
}

/** Files of one archive. */
export const ZIP_FILES = 200_000;
/** Bytes of its list. */
const LIST_BYTES = 64 * 1024 * 1024;
/** How much larger than it lies there a file may be: texts become a tenth, what is a thousandth was made to hurt. */
export const ZIP_RATIO = 250;
/** Bytes below which nobody asks how much they were packed. */
export const ZIP_SMALL = 1024 * 1024;
/** Bytes read at once: inflated, they are sixteen megabytes at the very most. */
const PACKED_PIECE = 16 * 1024;
/** Bytes given out at once. */
export const ZIP_PIECE = 256 * 1024;

const END = 0x06054b50, END_64 = 0x06064b50, PLACE_64 = 0x07064b50, LISTED = 0x02014b50, HEAD = 0x04034b50;
const END_BYTES = 22, COMMENT_BYTES = 65_535, PLACE_64_BYTES = 20, LISTED_BYTES = 46, HEAD_BYTES = 30;
const WIDE_16 = 0xffff, WIDE_32 = 0xffffffff;
const LOCKED = 1, STORED = 0, DEFLATED = 8;

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
/** A number of eight bytes; one that no file reaches ends the reading. */
function wide(view: DataView, at: number): number {
  const value = Number(view.getBigUint64(at, true));
  if (!Number.isSafeInteger(value)) throw new ZipError("cut");
  return value;
}

interface ListPlace {
  readonly files: number;
  readonly bytes: number;
  readonly at: number;
}

/** Where the list of files is. */
async function listPlace(source: Source): Promise<ListPlace> {
  const from = Math.max(0, source.size - END_BYTES - COMMENT_BYTES);
  const tail = viewOf(await source.read(from, source.size));
  let end = tail.byteLength - END_BYTES;
  // A comment follows to the end of the archive, and may look like anything.
  const isEnd = (at: number) =>
    tail.getUint32(at, true) === END && at + END_BYTES + tail.getUint16(at + 20, true) === tail.byteLength;
  while (end >= 0 && !isEnd(end)) end--;
  if (end < 0) throw new ZipError("cut");
  const place = {
    files: tail.getUint16(end + 10, true),
    bytes: tail.getUint32(end + 12, true),
    at: tail.getUint32(end + 16, true),
  };
  if (place.files !== WIDE_16 && place.bytes !== WIDE_32 && place.at !== WIDE_32) return place;
  const before = end - PLACE_64_BYTES;
  if (before < 0 || tail.getUint32(before, true) !== PLACE_64) throw new ZipError("cut");
  const at = wide(tail, before + 8);
  const large = viewOf(await part(source, at, at + 56));
  if (large.getUint32(0, true) !== END_64) throw new ZipError("cut");
  return { files: wide(large, 32), bytes: wide(large, 40), at: wide(large, 48) };
}

/** Bytes that have to be there. */
async function part(source: Source, from: number, to: number): Promise<Uint8Array<ArrayBuffer>> {
  if (from < 0 || to > source.size) throw new ZipError("cut");
  return await source.read(from, to);
}

/** The wide numbers of a file, which stand behind its name where the narrow ones do not suffice. */
function widened(view: DataView, from: number, to: number, narrow: readonly [number, number, number]) {
  let [size, packed, at] = narrow;
  for (let field = from; field + 4 <= to; field += 4 + view.getUint16(field + 2, true)) {
    if (view.getUint16(field, true) !== 1) continue;
    let next = field + 4;
    const take = (value: number) => {
      if (value !== WIDE_32) return value;
      if (next + 8 > to) throw new ZipError("cut");
      next += 8;
      return wide(view, next - 8);
    };
    [size, packed, at] = [take(size), take(packed), take(at)];
    break;
  }
  return { size, packed, at };
}

/**
 * The files of an archive. Folders are none.
 * @throws {ZipError}
 * @outside
 */
export async function zipFiles(source: Source): Promise<ZipFile[]> {
  const place = await listPlace(source);
  if (place.files > ZIP_FILES || place.bytes > LIST_BYTES) throw new ZipError("many");
  const bytes = await part(source, place.at, place.at + place.bytes);
  const view = viewOf(bytes);
  const decoder = new TextDecoder();
  const files: ZipFile[] = [];
  let at = 0;
  for (let number = 0; number < place.files; number++) {
    if (at + LISTED_BYTES > bytes.length || view.getUint32(at, true) !== LISTED) throw new ZipError("cut");
    const names = at + LISTED_BYTES;
    const more = names + view.getUint16(at + 28, true);
    const next = more + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (next > bytes.length) throw new ZipError("cut");
    if (view.getUint16(at + 8, true) & LOCKED) throw new ZipError("locked");
    const method = view.getUint16(at + 10, true);
    if (method !== STORED && method !== DEFLATED) throw new ZipError("packing");
    const narrow = [24, 20, 42].map((field) => view.getUint32(at + field, true));
    const [size = 0, packed = 0, begins = 0] = narrow;
    const name = decoder.decode(bytes.subarray(names, more));
    const wider = widened(view, more, more + view.getUint16(at + 30, true), [size, packed, begins]);
    const sum = view.getUint32(at + 16, true);
    if (!name.endsWith("/")) files.push({ name, stored: method === STORED, sum, ...wider });
    at = next;
  }
  return files;
}

/** The bytes as they lie there, piece by piece. */
async function* packedBytes(source: Source, file: ZipFile): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const head = viewOf(await part(source, file.at, file.at + HEAD_BYTES));
  if (head.getUint32(0, true) !== HEAD) throw new ZipError("cut");
  const from = file.at + HEAD_BYTES + head.getUint16(26, true) + head.getUint16(28, true);
  const to = from + file.packed;
  if (to > source.size) throw new ZipError("cut");
  for (let at = from; at < to; at += PACKED_PIECE) {
    yield await source.read(at, Math.min(to, at + PACKED_PIECE));
  }
}

/** Of each byte what it makes of a CRC-32, made for the first archive that is read. */
let sums: Uint32Array | undefined;
const REVERSED_POLYNOMIAL = 0xedb88320;

function sumsOfBytes(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, byte) => {
    let sum = byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ REVERSED_POLYNOMIAL : sum >>> 1;
    return sum;
  });
}

/** Goes on with the CRC-32 of what came before, its bits turned around; it begins with -1. */
function summed(before: number, bytes: Uint8Array): number {
  const table = sums ??= sumsOfBytes();
  let sum = before;
  for (const byte of bytes) sum = (table[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8);
  return sum;
}

/**
 * A file's bytes, piece by piece, never more than the archive says it has, and none other than were put in: a byte that was
 * changed on its way would stand in somebody's words, and nobody would know.
 * @throws {ZipError}
 */
export async function* zipBytes(source: Source, file: ZipFile): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (file.size > ZIP_SMALL && file.size > file.packed * ZIP_RATIO) throw new ZipError("bomb");
  let bytes = 0;
  let sum = -1;
  const pieces = packedBytes(source, file);
  const read = file.stored ? pieces : inflated(pieces);
  for await (const piece of read) {
    bytes += piece.length;
    if (bytes > file.size) throw new ZipError("false_size");
    sum = summed(sum, piece);
    for (let at = 0; at < piece.length; at += ZIP_PIECE) yield piece.subarray(at, at + ZIP_PIECE);
  }
  if (bytes < file.size || ~sum >>> 0 !== file.sum) throw new ZipError("cut");
}

async function* inflated(
  pieces: AsyncGenerator<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  // Neither `ReadableStream.from` nor a loop over a stream is in every browser.
  const packed = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void await pieces.return(undefined),
  });
  const reader = packed.pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw error instanceof ZipError ? error : new ZipError("cut");
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Looks for a secret in whatever may have kept it: as it is, encoded, or a piece of it. */
import { SEARCH_FILE } from "../../server/command_line/store_files.ts";
import { Buffer } from "node:buffer";
import { DatabaseSync } from "node:sqlite";
import { readable, toBytes } from "../../events/store/kv/codec.ts";
import { opened } from "../../events/store/form/value.ts";

/** Characters of the shortest piece that counts as a leak; the last four are shown on purpose. */
const PIECE = 12;

function pieces(text: string, length: number): string[] {
  return Array.from({ length: text.length - length + 1 }, (_, at) => text.slice(at, at + length));
}

/** A form of the secret: how long a piece of it counts, and parts one of which is in every such piece. */
interface Form {
  readonly text: string;
  readonly length: number;
  readonly parts: readonly string[];
}

function form(text: string, length: number): Form {
  // Wherever a piece begins, one of the parts that lie end to end is whole in it.
  const size = (length + 1) >> 1;
  const parts = Array.from(
    { length: Math.floor(text.length / size) },
    (_, at) => text.slice(at * size, (at + 1) * size),
  );
  return { text, length, parts };
}

/** Every form of the secret: plain, base64 (its three alignments), hex, two bytes a character. */
function formsOf(secret: string): Form[] {
  const base64 = [0, 1, 2].map((shift) => {
    const text = Buffer.from(" ".repeat(shift) + secret).toString("base64");
    // The first and the last groups hold what is not the secret.
    return text.slice(shift === 0 ? 0 : 4, -4);
  });
  const encoded = [...base64, ...base64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"))];
  return [
    form(secret, PIECE),
    ...[...new Set(encoded)].map((text) => form(text, PIECE * 4 / 3)),
    form(Buffer.from(secret).toString("hex"), PIECE * 2),
    form([...secret].map((c) => `${c}\0`).join(""), PIECE * 2),
  ];
}

/** What is searched, as `findSecret` reads it: for whoever looks for many secrets in the same bytes. */
export const searchable = (where: Uint8Array | string): string =>
  typeof where === "string"
    ? where
    : Buffer.from(where.buffer, where.byteOffset, where.byteLength).toString("latin1");

/** The first piece of the secret in the bytes or the text, in any of its forms; null for none. */
export function findSecret(where: Uint8Array | string, secret: string): string | null {
  const text = searchable(where);
  for (const { text: whole, length, parts } of formsOf(secret)) {
    if (!parts.some((part) => text.includes(part))) continue;
    const found = pieces(whole, length).find((piece) => text.includes(piece));
    if (found !== undefined) return found;
  }
  return null;
}

/** Every file of a folder, by its path. */
export async function* filesIn(folder: string): AsyncGenerator<readonly [path: string, bytes: Uint8Array]> {
  for await (const entry of Deno.readDir(folder)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) yield* filesIn(path);
    else yield [path, await Deno.readFile(path)];
    // What is in the index of words lies in its file as it is.
    if (path.endsWith(".db") && entry.name !== SEARCH_FILE) yield [`${path}, opened`, await rowsOf(path)];
  }
}

/** What lies in the rows of a store that nobody has open, those that are compressed too. */
async function rowsOf(path: string): Promise<Uint8Array> {
  const folder = await Deno.makeTempDir();
  try {
    for (const end of ["", "-wal"]) {
      await Deno.copyFile(path + end, `${folder}/copy${end}`).catch(() => undefined);
    }
    using store = new DatabaseSync(`${folder}/copy`);
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for (const { v } of store.prepare("SELECT v FROM kv").iterate()) {
      if (!(v instanceof Uint8Array)) continue;
      // Pages of something longer cannot be opened by themselves; they are searched as they are, in the file.
      const row = readable(() => toBytes(opened(v))) ?? v;
      parts.push(new Uint8Array(row));
    }
    return await new Blob(parts).bytes();
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

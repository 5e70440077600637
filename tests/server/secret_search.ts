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
  // Wherever a piece begins, one of the parts that lie end to end is whole in it. All are longer than `BEGINNING`.
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

const bytesOf = (where: Uint8Array | string) =>
  typeof where === "string"
    ? Buffer.from(where)
    : Buffer.from(where.buffer, where.byteOffset, where.byteLength);

/** Bytes with which a part is told from nearly all there is, read as one number. */
const BEGINNING = 4;
/** Room for the beginnings of some thousand parts of which hardly any two fall together. */
const SLOTS = 16;
const slotOf = (beginning: number) => Math.imul(beginning, 0x9e3779b1) >>> (32 - SLOTS);

/** Forms by how their parts begin. */
function byBeginning(forms: readonly Form[]): Map<number, Set<Form>> {
  const all = new Map<number, Set<Form>>();
  for (const form of forms) {
    for (const part of form.parts) {
      const beginning = Buffer.from(part, "latin1").readInt32BE();
      all.set(beginning, (all.get(beginning) ?? new Set()).add(form));
    }
  }
  return all;
}

/**
 * What finds the first piece of one of the secrets in bytes or a text, in any of its forms; null for none. It reads them
 * once, however many secrets there are.
 */
export function secretFinder(secrets: readonly string[]): (where: Uint8Array | string) => string | null {
  const beginnings = byBeginning(secrets.flatMap(formsOf));
  const slots = new Uint8Array(1 << SLOTS);
  for (const beginning of beginnings.keys()) slots[slotOf(beginning)] = 1;
  return (where) => {
    const bytes = bytesOf(where);
    const maybe = new Set<Form>();
    let beginning = 0;
    for (let at = 0; at < bytes.length; at++) {
      beginning = (beginning << 8) | (bytes[at] ?? 0);
      if (slots[slotOf(beginning)] === 0 || at < BEGINNING - 1) continue;
      for (const form of beginnings.get(beginning) ?? []) maybe.add(form);
    }
    if (maybe.size === 0) return null;
    const text = bytes.toString("latin1");
    for (const { text: whole, length } of maybe) {
      const found = pieces(whole, length).find((piece) => text.includes(piece));
      if (found !== undefined) return found;
    }
    return null;
  };
}

/** The first piece of the secret, as `secretFinder` finds it. */
export const findSecret = (where: Uint8Array | string, secret: string): string | null =>
  secretFinder([secret])(where);

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

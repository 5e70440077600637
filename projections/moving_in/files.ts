/** Files in an archive that messages name: where each is, and what it is by its own bytes, for its name may be `.dat`. */
import { ATTACHMENT_BYTES } from "../../events/catalog/limits.ts";
import type { NamedFile } from "./talks.ts";
import { type Source, zipBytes, type ZipFile } from "./zip.ts";

/** A file as it is sent on. */
export interface FoundFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly name: string;
}
export type NotFound = "lost_files" | "other_files" | "large_files";

/** What images begin with. */
const SIGNS: readonly { readonly type: string; readonly at: number; readonly text: string }[] = [
  { type: "image/png", at: 0, text: "\x89PNG\r\n\x1a\n" },
  { type: "image/jpeg", at: 0, text: "\xff\xd8\xff" },
  { type: "image/gif", at: 0, text: "GIF8" },
  { type: "image/webp", at: 8, text: "WEBP" },
];

/** The type by which it can be attached; null for what cannot. */
export function typeOf(bytes: Uint8Array): string | null {
  for (const { type, at, text } of SIGNS) {
    if ([...text].every((sign, index) => bytes[at + index] === sign.charCodeAt(0))) return type;
  }
  if (bytes.length === 0 || bytes.includes(0)) return null;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "text/plain";
  } catch {
    return null;
  }
}

/** The last part of a name: folders are nobody's affair. */
export const baseName = (name: string): string => name.slice(name.lastIndexOf("/") + 1);

/** An id with which names begin: `file-abc.dat`, `file-abc-holiday.jpg`, `file_0.png`, and UUIDs. */
const ID = /^(?:file[-_][A-Za-z0-9]+|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/;

/** Finds files by that id. */
export class FileIndex {
  readonly #byId = new Map<string, ZipFile>();

  constructor(readonly source: Source, files: readonly ZipFile[]) {
    for (const file of files) {
      const [id] = ID.exec(baseName(file.name)) ?? [];
      if (id !== undefined && !this.#byId.has(id)) this.#byId.set(id, file);
      this.#byId.set(baseName(file.name), file);
    }
  }

  #file({ id }: NamedFile): ZipFile | undefined {
    return this.#byId.get(id) ?? this.#byId.get(`${id}.dat`);
  }

  has(named: NamedFile): boolean {
    return this.#file(named) !== undefined;
  }

  async find(named: NamedFile): Promise<FoundFile | NotFound> {
    const { name } = named;
    const file = this.#file(named);
    if (!file) return "lost_files";
    if (file.size > ATTACHMENT_BYTES) return "large_files";
    const parts: Uint8Array<ArrayBuffer>[] = [];
    for await (const piece of zipBytes(this.source, file)) parts.push(piece);
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    const type = typeOf(bytes);
    return type === null ? "other_files" : { bytes, type, name: name || baseName(file.name) };
  }
}

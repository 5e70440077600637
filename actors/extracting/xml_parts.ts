/**
 * The parts of an office file: XML in a zip archive, read piece by piece, so that none is ever held whole. The reader is
 * htmlparser2's; it knows no entities but those of XML itself, so none can grow.
 */
import { Parser } from "htmlparser2";
import { type Source, zipBytes, ZipError, type ZipFile, zipFiles } from "../../projections/moving_in/zip.ts";
import { UnreadableFile } from "./refusal.ts";

/** Files of one archive: a book with its pictures. */
const PARTS = 10_000;
/** Bytes of all parts that are read, unpacked: ten times what the largest honest file has. */
const XML_BYTES = 200 * 1024 * 1024;
/** Elements within one another: documents have some thirty. */
const LEVELS = 500;

export interface XmlHandler {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
  /** Nothing more is wanted. */
  readonly done?: boolean;
}

/** Without the letters of its namespace, which every program chooses as it likes. */
const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

export class OfficeFile {
  #bytes = 0;
  private constructor(readonly source: Source, readonly parts: ReadonlyMap<string, ZipFile>) {}

  /** @throws {UnreadableFile} */
  static async open(bytes: Uint8Array<ArrayBuffer>): Promise<OfficeFile> {
    const read = (from: number, to: number) => Promise.resolve(bytes.slice(from, to));
    const source = { size: bytes.length, read };
    const files = await zipFiles(source).catch((error) => {
      throw told(error);
    });
    if (files.length > PARTS) throw new UnreadableFile("bomb");
    return new OfficeFile(source, new Map(files.map((file) => [file.name, file])));
  }

  has(name: string): boolean {
    return this.parts.has(name);
  }

  /**
   * Reads one part; nothing where it is not there.
   * @throws {UnreadableFile}
   * @outside
   */
  async read(name: string, handler: XmlHandler): Promise<void> {
    const file = this.parts.get(name);
    if (!file) return;
    let level = 0;
    const parser = new Parser({
      onopentag(tag, given) {
        if (++level > LEVELS) throw new UnreadableFile("bomb");
        const entries = Object.entries(given).map(([key, value]) => [localName(key), value]);
        handler.open?.(localName(tag), Object.fromEntries(entries));
      },
      ontext: (text) => handler.text?.(text),
      onclosetag(tag) {
        level--;
        handler.close?.(localName(tag));
      },
    }, { xmlMode: true, decodeEntities: true });
    const decoder = new TextDecoder();
    try {
      for await (const piece of zipBytes(this.source, file)) {
        this.#bytes += piece.length;
        if (this.#bytes > XML_BYTES) throw new UnreadableFile("bomb");
        parser.write(decoder.decode(piece, { stream: true }));
        if (handler.done) return;
      }
      parser.end(decoder.decode());
    } catch (error) {
      throw told(error);
    }
  }
}

/** An archive that is locked is none of Office, which locks in a way of its own. */
function told(error: unknown): unknown {
  if (!(error instanceof ZipError)) return error;
  if (error.fault === "locked") return new UnreadableFile("locked");
  const bomb = error.fault === "bomb" || error.fault === "many" || error.fault === "false_size";
  return new UnreadableFile(bomb ? "bomb" : "damaged");
}

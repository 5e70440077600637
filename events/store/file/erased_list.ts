/**
 * What was erased, and which streams were deleted, in a file beside the store: a copy of the store from before does not
 * bring it back, for whoever puts one in its place, or takes a stream in, does the same again. It has no words but those
 * of the events that tell of it, and the digests of what is gone, which say nothing without its salts.
 */
import type { AnyEvent } from "../../catalog/envelope.ts";
import { isFields, readable } from "../kv/codec.ts";
import { FILE_MODE } from "./private_files.ts";

/** Bytes of the list: at a hundred an entry and more, hundreds of thousands. Beyond them the oldest half goes. */
export const ERASED_LIST_BYTES = 64 * 1024 * 1024;

/** The event that told of it, and what it named. */
export interface ErasedEntry {
  readonly stream: string;
  readonly event: Pick<AnyEvent, "id" | "type" | "v" | "at" | "by" | "data">;
  /** Of the words of each event, and the events' own ids. */
  readonly digests: readonly string[];
  readonly ids: readonly string[];
}
interface DeletedEntry {
  readonly stream: string;
  readonly deleted: true;
}
export type ListedErasure = ErasedEntry | DeletedEntry;

/** All that a list says of one stream. */
export interface ErasedStream {
  readonly erased: readonly ErasedEntry[];
  readonly deleted: boolean;
}

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

/** Only this file writes these lines, each whole or cut short. */
const written = (line: string): ListedErasure | undefined => readable(() => JSON.parse(line));

/** An entry as it was written here; null for a line that was cut short, or is none. */
function entryIn(line: string): ListedErasure | null {
  const entry = written(line);
  if (!isFields(entry) || typeof entry.stream !== "string") return null;
  if ("deleted" in entry) return entry;
  const { event, digests, ids } = entry;
  return isFields(event) && isTexts(digests) && isTexts(ids) ? entry : null;
}

const nameOf = (entry: ListedErasure): string =>
  "event" in entry ? `${entry.stream} ${entry.event.id}` : `${entry.stream} deleted`;

export class ErasedList {
  #known: Set<string> | null = null;
  #bytes = 0;
  #writing: Promise<void> = Promise.resolve();

  /** @param path of the file, which need not be there */
  constructor(readonly path: string) {}

  /** Every entry, oldest first. */
  async entries(): Promise<ListedErasure[]> {
    let text: string;
    try {
      text = await Deno.readTextFile(this.path);
    } catch (error) {
      // Beside a path that is none, or one that nobody named, there is nothing.
      if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return [];
      throw error;
    }
    return text.split("\n").flatMap((line) => entryIn(line) ?? []);
  }

  async of(stream: string): Promise<ErasedStream> {
    const entries = (await this.entries()).filter((entry) => entry.stream === stream);
    return {
      erased: entries.filter((entry) => "event" in entry),
      deleted: entries.some((entry) => "deleted" in entry),
    };
  }

  /** Writes what is not there yet, onto the disk. */
  add(entries: readonly ListedErasure[]): Promise<void> {
    const writing = this.#writing.catch(() => undefined).then(() => this.#add(entries));
    this.#writing = writing;
    return writing;
  }

  async #add(entries: readonly ListedErasure[]): Promise<void> {
    const known = this.#known ?? new Set((await this.entries()).map(nameOf));
    this.#known = known;
    const fresh = [...new Map(entries.map((entry) => [nameOf(entry), entry])).values()]
      .filter((entry) => !known.has(nameOf(entry)));
    if (fresh.length === 0) return;
    const lines = fresh.map((entry) => `${JSON.stringify(entry)}\n`).join("");
    if (this.#bytes + lines.length > ERASED_LIST_BYTES) await this.#halve();
    using file = await Deno.open(this.path, { append: true, create: true, mode: FILE_MODE });
    // What was cut short before is a line of its own, and says nothing.
    const { size } = await file.stat();
    const begin = size > 0 && !await this.#endsWhole(size) ? "\n" : "";
    const bytes = new TextEncoder().encode(begin + lines);
    for (let at = 0; at < bytes.length;) at += await file.write(bytes.subarray(at));
    await file.sync();
    this.#bytes = size + lines.length;
    for (const entry of fresh) known.add(nameOf(entry));
  }

  async #endsWhole(size: number): Promise<boolean> {
    using file = await Deno.open(this.path);
    await file.seek(size - 1, Deno.SeekMode.Start);
    const last = new Uint8Array(1);
    await file.read(last);
    return last[0] === 0x0a;
  }

  async #halve(): Promise<void> {
    const entries = await this.entries();
    const left = entries.slice(entries.length >> 1);
    const aside = `${this.path}.half`;
    await Deno.writeTextFile(aside, left.map((entry) => `${JSON.stringify(entry)}\n`).join(""), {
      mode: FILE_MODE,
    });
    await Deno.rename(aside, this.path);
    this.#known = new Set(left.map(nameOf));
  }
}

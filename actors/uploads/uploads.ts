/**
 * Files that were uploaded: how many bytes of them a workspace keeps, and what becomes of those that go onto no message.
 * Each has a row beside the log, written before the file itself: when it was last wanted, until a message names it. An
 * hour's look removes what nobody wanted for a day, without what of that day went by at once: the clock was set, or the
 * machine slept, and nobody could say so. Whoever uploads a file again, or has it on a draft and says so, is first: the
 * file goes only in a commit that finds its row as it was.
 */
import { z } from "zod";
import { FILES_BYTES, UNUSED_UPLOAD_HOURS } from "../../events/catalog/limits.ts";
import { sha256 } from "../../events/store/kv/codec.ts";
import type { BlobInfo, EventLog } from "../../events/store/types.ts";
import { type Extract as ReadText, Facts, lookAt, type Looked } from "./facts.ts";
import type { Environment } from "../runtime/environment.ts";
import { type Logger, safely } from "../runtime/logger.ts";

/**
 * Milliseconds from the start to the first look, in which open pages say what their drafts still have, and between looks;
 * and rows that are read at once.
 */
const PACE = { first: 3_600_000, looks: 3_600_000, rows: 500 };
export type UploadPace = Readonly<typeof PACE>;
const HOUR_MS = 3_600_000;
const UNUSED_MS = UNUSED_UPLOAD_HOURS * HOUR_MS;
/** Looks between two walks over all files, for what has no row: it came by an import, or before there were rows. */
const LOOKS_A_WALK = 24;
/** Milliseconds by which the clock may go further than time has passed: what is set right by less takes no file. */
const STRAY_MS = 60_000;
/** Every hash sorts before it. */
const BEHIND_ALL = "g";
/** What the program keeps for itself among the blobs is no upload. */
const OWN = "application/vnd.fishbowl";

const Row = z.object({
  size: z.number(),
  /** When somebody last wanted it, in milliseconds since the epoch; null: a message names it. */
  at: z.number().nullable(),
  /** Absent: nobody has looked yet. */
  facts: Facts.optional(),
  /** What it was said to be when it was uploaded last, as which it was looked at; absent: as the first time. */
  type: z.string().optional(),
});
type Row = z.infer<typeof Row>;
const rowOf = (value: unknown): Row | undefined => Row.safeParse(value).data;

/** What came of an upload. `detail` is a sentence for people. */
export type Taken =
  | { readonly ok: true; readonly file: KeptFile }
  | { readonly ok: false; readonly code: "too_large" | "validation"; readonly detail: string };

/** A file that is here, and what is known of it. */
export type KeptFile = BlobInfo & Facts;

/** What a look removed. */
export interface Removed {
  readonly count: number;
  readonly bytes: number;
}

/** In milliseconds: since the epoch, and since whenever. */
interface Clocks {
  readonly wall: number;
  readonly passed: number;
}

interface UploadPorts {
  readonly log: Pick<EventLog, "blobs" | "side">;
  readonly environment: Environment;
  readonly logger: Logger;
  readonly extract: ReadText;
  /** @default FILES_BYTES */
  readonly most?: number;
  /** @default an hour between looks */
  readonly pace?: UploadPace;
}

export class Uploads {
  readonly #ports: UploadPorts;
  readonly #rows: ReturnType<EventLog["side"]>;
  readonly #pace: UploadPace;
  readonly #stop = new AbortController();
  #task: Promise<void> | null = null;
  #looks = 0;
  /** What the clocks said at the last look, or at the start. */
  #seen: Clocks;
  /** By how many milliseconds the clock went further than time passed, and when that was seen: of the last day. */
  #leaps: readonly { readonly at: number; readonly by: number }[] = [];
  /** Bytes of all files, as of the last count and what was taken here since; null: not counted yet. */
  #bytes: number | null = null;

  constructor(ports: UploadPorts) {
    this.#ports = ports;
    this.#pace = ports.pace ?? PACE;
    this.#rows = ports.log.side("upload");
    this.#seen = this.#clocks();
  }

  /** Begins to look, in the background. */
  begin(): void {
    this.#task ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#task;
  }

  /**
   * Keeps a file, for a day if no message names it. Equal bytes are kept once, and are what they were said to be last:
   * whoever names them from there on has them as that, and a message that named them before as it did.
   */
  async take(bytes: Uint8Array, type: string): Promise<Taken> {
    const { log: { blobs }, extract } = this.#ports;
    const sha = sha256(bytes);
    const there = await this.find(sha);
    if (there?.type === type) return { ok: true, file: there };
    const looked = await lookAt(bytes, type, extract);
    if (!looked.ok) return { ok: false, code: "validation", detail: looked.detail };
    const text = looked.text && new TextEncoder().encode(looked.text.content);
    if (!await this.#fits((there ? 0 : bytes.length) + (text?.length ?? 0))) return this.#full();
    const facts = await this.#withText(looked);
    await this.#want(sha, bytes.length, { facts, type });
    return { ok: true, file: { ...await blobs.put(bytes, type), type, ...facts } };
  }

  #full(): Taken {
    const detail = `The files of this workspace take ${sizeOf(this.#ports.most ?? FILES_BYTES)}, ` +
      "as much as they may: delete conversations with files that nobody needs.";
    return { ok: false, code: "too_large", detail };
  }

  /** Keeps the text of a file that was looked at, before the file: where that is, its text is too. */
  async #withText({ facts, text }: Extract<Looked, { ok: true }>): Promise<Facts> {
    if (!text) return facts;
    const { content, tokens, left } = text;
    const bytes = new TextEncoder().encode(content);
    await this.#want(sha256(bytes), bytes.length);
    const { sha256: sha } = await this.#ports.log.blobs.put(bytes, "text/plain");
    return { ...facts, text: { sha256: sha, size: bytes.length, tokens, ...(left ? { left } : {}) } };
  }

  /** A file that is here, kept for another day with its text; null: it is not, or its text is not any more. */
  async find(sha: string): Promise<KeptFile | null> {
    const { blobs } = this.#ports.log;
    if (!await this.#kept(sha)) return null;
    const info = await blobs.info(sha);
    const row = rowOf(await this.#rows.get(sha));
    if (!info) return null;
    if (!row?.facts) return await this.#lookAgain(info);
    const { text } = row.facts;
    const { type = info.type } = row;
    return text && !await this.#kept(text.sha256) ? null : { ...info, type, ...row.facts };
  }

  /** Of a file that came otherwise: by an import, or before anybody looked. What cannot be read stays a file. */
  async #lookAgain(info: BlobInfo): Promise<KeptFile | null> {
    const { log: { blobs }, extract } = this.#ports;
    const blob = await blobs.get(info.sha256);
    if (!blob) return null;
    const looked = await lookAt(blob.bytes, info.type, extract);
    const facts = looked.ok ? await this.#withText(looked) : {};
    await this.#rows.update(info.sha256, (row) => {
      const known = rowOf(row);
      return known ? { ...known, facts } : undefined;
    });
    return { ...info, ...facts };
  }

  /**
   * Says that these files are still wanted, for another day.
   * @returns those that are not here any more
   */
  async keep(shas: readonly string[]): Promise<string[]> {
    const gone: string[] = [];
    for (const sha of new Set(shas)) {
      const text = rowOf(await this.#rows.get(sha))?.facts?.text;
      if (!await this.#kept(sha) || (text && !await this.#kept(text.sha256))) gone.push(sha);
    }
    return gone;
  }

  /** The row first: from there on nobody removes it, and if it is gone by then it is gone. */
  async #kept(sha: string): Promise<boolean> {
    const { blobs } = this.#ports.log;
    const info = await blobs.info(sha);
    if (!info || info.type.startsWith(OWN)) return false;
    await this.#want(sha, info.size);
    if (await blobs.info(sha)) return true;
    await this.#rows.delete(sha);
    return false;
  }

  async #want(sha: string, size: number, found?: Pick<Row, "facts" | "type">): Promise<void> {
    const at = Date.parse(this.#ports.environment.now());
    await this.#rows.update(sha, (value): Row | undefined => {
      const row = rowOf(value);
      // What is named stays without that.
      if (row?.at === null) return found ? { ...row, ...found } : undefined;
      return { ...row, size, at, ...found };
    });
  }

  /** Whether there is room, and then it is taken. Who would be refused is refused by a count of now. */
  async #fits(size: number): Promise<boolean> {
    const { most = FILES_BYTES } = this.#ports;
    if (this.#bytes === null || this.#bytes + size > most) await this.#count();
    const bytes = (this.#bytes ?? 0) + size;
    if (bytes > most) return false;
    this.#bytes = bytes;
    return true;
  }

  async #count(): Promise<void> {
    let bytes = 0;
    for await (const { row } of this.#all()) bytes += row.size;
    this.#bytes = bytes;
  }

  async *#all(): AsyncGenerator<{ sha: string; row: Row }> {
    let from = "";
    while (true) {
      const page = await this.#rows.between(from, BEHIND_ALL, this.#pace.rows);
      for (const { id, value } of page) {
        const row = rowOf(value);
        if (row) yield { sha: id, row };
      }
      const last = page.at(-1)?.id;
      if (last === undefined || page.length < this.#pace.rows) return;
      from = `${last}0`;
      await this.#ports.environment.breathe();
    }
  }

  async #run(): Promise<void> {
    const { environment, logger } = this.#ports;
    const { signal } = this.#stop;
    await environment.sleep(this.#pace.first, signal);
    while (!signal.aborted) {
      try {
        await this.look();
      } catch (error) {
        if (!signal.aborted) logger("error", "uploads_failed", safely(error));
      }
      await environment.sleep(this.#pace.looks, signal);
    }
  }

  #clocks(): Clocks {
    const { environment } = this.#ports;
    return { wall: Date.parse(environment.now()), passed: environment.monotonic() };
  }

  /** What was wanted last before this was wanted by nobody for a day, as far as time was seen to pass. */
  #unwantedSince(): number {
    const before = this.#seen;
    const now = this.#seen = this.#clocks();
    const by = now.wall - before.wall - (now.passed - before.passed);
    const leaps = by > STRAY_MS ? [...this.#leaps, { at: now.wall, by }] : this.#leaps;
    this.#leaps = leaps.filter(({ at }) => now.wall - UNUSED_MS < at && at <= now.wall);
    return this.#leaps.reduce((since, leap) => since - leap.by, now.wall - UNUSED_MS);
  }

  /** Looks once, and removes what nobody has wanted for a day. */
  async look(): Promise<Removed> {
    const { log: { blobs }, environment, logger } = this.#ports;
    if (this.#looks++ % LOOKS_A_WALK === 0) await this.#walk();
    const since = this.#unwantedSince();
    const ripe = (value: unknown) => isRipe(rowOf(value), since);
    let count = 0, bytes = 0;
    for await (const { sha, row } of this.#all()) {
      if (this.#stop.signal.aborted) break;
      if (!ripe(row)) continue;
      if (await blobs.isNamed(sha)) {
        await this.#rows.update(sha, (value) => value === undefined ? undefined : { ...row, at: null });
      } else if (await blobs.removeUnused(sha, ripe)) {
        count++;
        bytes += row.size;
      }
      await environment.breathe();
    }
    this.#bytes = null;
    if (count > 0) logger("info", "unused_uploads_removed", { count, bytes });
    return { count, bytes };
  }

  /** Gives a row to every file that has none: it counts, and if nobody names it, it has a day from here. */
  async #walk(): Promise<void> {
    const { log: { blobs }, environment } = this.#ports;
    for await (const sha of blobs.all()) {
      if (this.#stop.signal.aborted) return;
      await environment.breathe();
      if (await this.#rows.get(sha) !== undefined) continue;
      const info = await blobs.info(sha);
      if (!info || info.type.startsWith(OWN)) continue;
      const at = await blobs.isNamed(sha) ? null : Date.parse(environment.now());
      await this.#rows.update(sha, (row) => row === undefined ? { size: info.size, at } : undefined);
    }
  }
}

const isRipe = (row: Row | undefined, since: number): boolean =>
  row !== undefined && row.at !== null && row.at <= since;

/** "20 GB", or what is smaller. */
function sizeOf(bytes: number): string {
  const units = ["bytes", "KB", "MB", "GB"];
  const unit = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10));
  return `${Math.floor(bytes / 1024 ** unit)} ${units[unit]}`;
}

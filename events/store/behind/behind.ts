/**
 * Rows that are made of streams a little behind the log, so that no append pays for them. One row says how far they
 * have come in the order of all events, and is written by each commit that changes them: so they are, together, what
 * the streams were there, however a process ends, and of two processes that make them one goes on and the other looks
 * again. Who reads them looks at the few commits behind that place himself.
 *
 * A store that has none yet, or those of an earlier program, gets them in the background: stream by stream, from the
 * place where whoever began it was cut short.
 */
import { LIST_BATCH, REMOVE_KEYS } from "../kv/bounds.ts";
import { fromBytes, isFields, readable } from "../kv/codec.ts";
import { TooLarge } from "../errors.ts";
import { jsonAt, type Write } from "../commit/job.ts";
import { allKey, behindKey, streamKey } from "../kv/keys.ts";
import { entriesUnder } from "../kv/entries.ts";
import type { Entry } from "../kv/kv.ts";
import { type Parts, written } from "../commit/parts.ts";
import { endPosition, orderAfter } from "../read/order.ts";
import { ORIGIN_STAMP, parsePosition } from "../read/position.ts";

/** How rows of one kind are made. */
export interface Making {
  /** Of its own row, and for nothing else. */
  readonly name: string;
  /** Rows of a lower one are removed and made anew; those of a higher one are left alone. */
  readonly version: number;
  /** Under these lie its rows, and no others. */
  readonly prefixes: readonly Deno.KvKey[];
  /** Streams in one commit at most. */
  readonly streams: number;
  /**
   * What is to be written so that the rows are what these streams are now. Asked again when somebody was first; what it
   * reads of its own rows nobody else has changed when it is written.
   */
  changes(streams: readonly string[]): Promise<Changes>;
}
export interface Changes {
  readonly writes: readonly Write[];
  /** It is more than one commit takes: asked again for the same streams when this is written. */
  readonly unfinished?: boolean;
}

/** `clear`: what is there is removed; `build`: streams up to `at` are done; `follow`: commits up to `stamp` are. */
interface Reached {
  readonly version: number;
  readonly phase: "clear" | "build" | "follow";
  readonly stamp: string;
  readonly at: string;
}

/** What a reader has to look at himself. */
export interface Open {
  /** Of the row that says how far: as long as it has this stamp, nothing else has changed. */
  readonly mark: string | null;
  readonly streams: ReadonlySet<string>;
}

/** Commits after which a process makes up for them, and commits it makes up for at once. */
export const EVERY = 64;
/** Commits that a reader looks at himself; of more it waits until they are made up for. */
export const OPEN_COMMITS = 2 * EVERY;
/** Milliseconds of rest between two commits: whoever appends goes first. */
const REST_MS = 5;

export class Behind {
  #since = 0;
  #wanted = false;
  #running: Promise<boolean> | null = null;
  /** Streams in one commit now: fewer where their rows are too large together. */
  #width: number;

  constructor(readonly parts: Parts, readonly making: Making, readonly closing: AbortSignal) {
    this.#width = making.streams;
  }

  /** Told of each commit with events. */
  appended(): void {
    if (++this.#since >= EVERY) void this.catchUp();
  }

  /**
   * Resolves when all that was stored before is made up for; or broke off: then the next try goes on.
   * @returns whether it is made up for
   */
  catchUp(): Promise<boolean> {
    this.#since = 0;
    this.#wanted = true;
    return this.#running ??= this.#run();
  }

  /** Resolves when nothing is being made. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  /**
   * What was appended behind the rows; `unmade` while they are not made, `far` where it is too much to look at: then
   * `catchUp` comes first.
   */
  async open(): Promise<Open | "unmade" | "far"> {
    const entry = await this.parts.kv.get(behindKey(this.making.name));
    const reached = reachedOf(entry);
    if (reached?.version !== this.making.version || reached.phase !== "follow") return "unmade";
    const { streams, commits } = await this.#after(reached.stamp, OPEN_COMMITS + 1);
    if (commits > OPEN_COMMITS || streams.size > OPEN_COMMITS) return "far";
    return { mark: entry.versionstamp, streams };
  }

  /** The stamp that the rows have come to; null while they are not made. */
  async stamp(): Promise<string | null> {
    const reached = reachedOf(await this.parts.kv.get(behindKey(this.making.name)));
    return reached?.version === this.making.version && reached.phase === "follow" ? reached.stamp : null;
  }

  /** Whether the place that the rows have come to is one of the order. */
  async placed(): Promise<boolean> {
    const reached = reachedOf(await this.parts.kv.get(behindKey(this.making.name)));
    if (!reached || reached.stamp === ORIGIN_STAMP) return true;
    return (await this.parts.kv.get(allKey(reached.stamp))).versionstamp !== null;
  }

  /** Changes with each commit that changes the rows. */
  async mark(): Promise<string | null> {
    return (await this.parts.kv.get(behindKey(this.making.name))).versionstamp;
  }

  /** Whether nothing was made since `open` told this. */
  async still({ mark }: Open): Promise<boolean> {
    return await this.mark() === mark;
  }

  async #run(): Promise<boolean> {
    try {
      while (this.#wanted && !this.closing.aborted) {
        this.#wanted = false;
        while (!this.closing.aborted && await this.#step()) {
          await this.parts.environment.sleep(REST_MS, this.closing);
        }
      }
      return !this.closing.aborted;
    } catch {
      // What could not be made is made with the next; until then readers see that it is missing.
      return false;
    } finally {
      this.#running = null;
    }
  }

  /** One commit further. @returns whether there may be more to do */
  async #step(): Promise<boolean> {
    const entry = await this.parts.kv.get(behindKey(this.making.name));
    const { version } = this.making;
    const found = reachedOf(entry);
    if (found && found.version > version) return false;
    const reached: Reached = found?.version === version
      ? found
      : { version, phase: "clear", stamp: ORIGIN_STAMP, at: "" };
    if (reached.phase === "follow") return await this.#follow(entry, reached);
    if (reached.phase === "build") return await this.#build(entry, reached);
    const keys = await this.#old();
    if (keys.length > 0) {
      await this.#commit(entry, reached, keys.map((key) => ({ key, remove: true })));
      return true;
    }
    // The place comes first: what happens while streams are read is made up for again.
    const stamp = parsePosition(await endPosition(this.parts))?.stamp ?? ORIGIN_STAMP;
    return await this.#build(entry, { ...reached, phase: "build", stamp });
  }

  /** Some of the rows that are there. */
  async #old(): Promise<Deno.KvKey[]> {
    const keys: Deno.KvKey[] = [];
    for (const prefix of this.making.prefixes) {
      const limit = REMOVE_KEYS - keys.length;
      if (limit === 0) break;
      for await (const { key } of this.parts.kv.list({ prefix }, { limit, batchSize: limit })) keys.push(key);
    }
    return keys;
  }

  async #build(entry: Entry, reached: Reached): Promise<boolean> {
    const width = this.#width;
    const streams = await this.#streamsAfter(reached.at, width);
    const done = streams.length < width;
    const next: Reached = done
      ? { ...reached, phase: "follow", at: "" }
      : { ...reached, at: streams.at(-1) ?? "" };
    await this.#make(entry, reached, next, streams);
    return true;
  }

  /** Names of streams behind one, in order. */
  async #streamsAfter(at: string, limit: number): Promise<string[]> {
    const { kv } = this.parts;
    const selector = { prefix: ["at"], ...(at === "" ? {} : { start: [...streamKey(at), ""] }) };
    const found: string[] = [];
    try {
      for await (const { key } of kv.list(selector, { limit, batchSize: Math.min(limit, LIST_BATCH) })) {
        found.push(String(key[1]));
      }
      return found;
    } catch {
      // One row cannot be read: those before and behind it are found all the same.
      found.length = 0;
    }
    for await (const { key } of entriesUnder(kv, ["at"], () => undefined)) {
      if (String(key[1]) > at && found.push(String(key[1])) === limit) break;
    }
    return found;
  }

  async #follow(entry: Entry, reached: Reached): Promise<boolean> {
    const { streams, commits, stamp } = await this.#after(reached.stamp, EVERY);
    if (commits === 0) return false;
    const names = [...streams];
    let now = entry;
    // More than one commit takes: the place moves with the last of them; what is right already is left as it is.
    while (names.length > this.#width) {
      if (!await this.#make(now, reached, reached, names.splice(0, this.#width))) return true;
      now = await this.parts.kv.get(entry.key);
      if (reachedOf(now)?.stamp !== reached.stamp) return true;
    }
    // What comes meanwhile is made up for with the next: one by one, each would cost a commit.
    return !await this.#make(now, reached, { ...reached, stamp }, names) || commits === EVERY;
  }

  /** The next commits: streams they are about, how many they are, and where they end. */
  async #after(
    stamp: string,
    limit: number,
  ): Promise<{ streams: Set<string>; commits: number; stamp: string }> {
    const streams = new Set<string>();
    let commits = 0;
    for await (const entry of orderAfter(this.parts, stamp, limit)) {
      commits++;
      stamp = entry.stamp;
      for (const [stream] of entry.ranges) streams.add(stream);
    }
    return { streams, commits, stamp };
  }

  /** @returns false where somebody else was first, or fewer have to be tried */
  async #make(entry: Entry, reached: Reached, next: Reached, streams: readonly string[]): Promise<boolean> {
    try {
      const { writes, unfinished } = await this.making.changes(streams);
      if (unfinished) {
        await this.#commit(entry, reached, writes);
        return false;
      }
      const done = await this.#commit(entry, next, writes);
      this.#width = Math.min(this.making.streams, 2 * this.#width);
      return done;
    } catch (error) {
      if (!(error instanceof TooLarge) || this.#width === 1) throw error;
      this.#width = Math.ceil(this.#width / 2);
      return false;
    }
  }

  async #commit(entry: Entry, next: Reached, writes: readonly Write[]): Promise<boolean> {
    return await written(this.parts, { checks: [entry], writes: [...writes, jsonAt(entry.key, next)] });
  }
}

/** All such rows of one process. */
export class Behinds {
  readonly #all: Behind[] = [];

  add(parts: Parts, making: Making, closing: AbortSignal): Behind {
    const behind = new Behind(parts, making, closing);
    this.#all.push(behind);
    return behind;
  }

  /** Told of each commit with events. */
  appended(): void {
    for (const behind of this.#all) behind.appended();
  }

  /** @returns whether all are made up for */
  async catchUp(): Promise<boolean> {
    return (await Promise.all(this.#all.map((behind) => behind.catchUp()))).every(Boolean);
  }

  /** Resolves when nothing is being made. */
  async idle(): Promise<void> {
    await Promise.all(this.#all.map((behind) => behind.idle()));
  }
}

/** Null where there is none; one that cannot be read is of no version, and all is made anew. */
function reachedOf(entry: Entry): Reached | null {
  if (entry.versionstamp === null) return null;
  const row = readable(() => fromBytes(entry.value));
  const { version, phase, stamp, at } = isFields(row) ? row : {};
  if (typeof version !== "number" || typeof stamp !== "string" || typeof at !== "string") return null;
  return phase === "clear" || phase === "build" || phase === "follow" ? { version, phase, stamp, at } : null;
}

/**
 * A small file beside the store that says how far the store was: nothing inside a file can tell that its end is
 * gone. It is written after the commit it tells of is durable, so it may be behind (a second, or a kill), but
 * never ahead; where the store ends before it, what was acknowledged is lost.
 */

/** An end of the order of all events. */
export interface Place {
  readonly epoch: string;
  /** Sorts as commits do. */
  readonly stamp: string;
}

/** Milliseconds between two writes of the mark: what may be lost unseen in the worst case. */
export const MARK_MS = 1_000;

interface Written extends Place {
  /** An earlier mark that the store, as it was opened, did not reach; kept until somebody accepts it. */
  readonly lost?: Place;
}

export interface MarkFile {
  /** Null when there is none. */
  read(): Promise<string | null>;
  /** At once or not at all: never half. */
  write(text: string): Promise<void>;
}

export interface MarkPorts {
  readonly file: MarkFile;
  /** Where the store ends now. Asked after the mark was read: another process may write both. */
  end(): Promise<Place>;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export class Mark {
  readonly #ports: MarkPorts;
  readonly #closing = new AbortController();
  #place: Place | null = null;
  #writing: Promise<void> | null = null;
  #lost: Place | undefined;
  /** Whether the mark told of what is lost when this process last wrote it. */
  #told = false;

  private constructor(ports: MarkPorts) {
    this.#ports = ports;
  }

  /** Reads the mark that is there, and remembers it when the store does not reach it. */
  static async open(ports: MarkPorts): Promise<Mark> {
    const mark = new Mark(ports);
    mark.#lost = await mark.#missing();
    return mark;
  }

  /** Told of a commit that is durable; written down within `MARK_MS`. Never throws. */
  reached(place: Place): void {
    if (!this.#place || this.#place.epoch !== place.epoch || this.#place.stamp < place.stamp) {
      this.#place = place;
    }
    this.#writing ??= this.#ports.sleep(MARK_MS, this.#closing.signal).then(() => {
      this.#writing = null;
      return this.#write();
    });
  }

  /** Says what is lost; null when nothing is known to be. */
  async lost(): Promise<string | null> {
    const lost = await this.#missing();
    if (!lost) return null;
    const now = await this.#ports.end();
    return lost.epoch === now.epoch
      ? `The store had reached ${lost.stamp} and did not when it was opened: what lay behind its end is lost.`
      : `The store is another (${now.epoch}) than the one that was here (${lost.epoch}): its rows are lost.`;
  }

  /** From here on what was lost is no longer told: somebody has seen it and goes on. */
  async accept(): Promise<void> {
    this.#lost = undefined;
    this.#place = await this.#ports.end();
    await this.#write();
  }

  /** Writes down what is still to be written. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#writing;
  }

  async #write(): Promise<void> {
    if (!this.#place) return;
    // Whoever took it out of the mark beside this process has seen it and goes on.
    if (this.#told && !(await this.#written())?.lost) this.#lost = undefined;
    const written: Written = { ...this.#place, ...(this.#lost ? { lost: this.#lost } : {}) };
    // A mark that cannot be written is behind, which it may be: the store itself says when its disk is full.
    await this.#ports.file.write(JSON.stringify(written)).then(
      () => void (this.#told = this.#lost !== undefined),
      () => undefined,
    );
  }

  async #missing(): Promise<Place | undefined> {
    if (this.#lost) return this.#lost;
    const written = await this.#written();
    return written && (written.lost ?? (isBehind(await this.#ports.end(), written) ? written : undefined));
  }

  async #written(): Promise<Written | undefined> {
    try {
      const written: unknown = JSON.parse(await this.#ports.file.read() ?? "null");
      if (!isPlace(written)) return undefined;
      const { epoch, stamp } = written;
      return { epoch, stamp, ...("lost" in written && isPlace(written.lost) ? { lost: written.lost } : {}) };
    } catch {
      return undefined;
    }
  }
}

function isPlace(value: unknown): value is Place {
  return typeof value === "object" && value !== null && "epoch" in value && typeof value.epoch === "string" &&
    "stamp" in value && typeof value.stamp === "string";
}

/** Whether `now` is before `then`, or of another store altogether. */
function isBehind(now: Place, then: Place): boolean {
  return now.epoch !== then.epoch || now.stamp < then.stamp;
}

/**
 * The mark of a store file, in a file of its own beside it; written aside first and then put in its place.
 * @param end what its name has behind that of the store: `-mark` says how far it was, `-signed` the last checkpoint
 */
export function markFile(path: string, end: "-mark" | "-signed" = "-mark"): MarkFile {
  const place = path + end;
  return {
    async read() {
      try {
        return await Deno.readTextFile(place);
      } catch (error) {
        if (error instanceof Deno.errors.NotFound) return null;
        throw error;
      }
    },
    async write(text) {
      const aside = `${place}.${crypto.randomUUID().slice(0, 8)}`;
      try {
        await Deno.writeTextFile(aside, text, { mode: 0o600 });
        await Deno.rename(aside, place);
      } catch (error) {
        // On a full disk each try would leave an empty file of its own, and nobody comes for it.
        await Deno.remove(aside).catch(() => undefined);
        throw error;
      }
    },
  };
}

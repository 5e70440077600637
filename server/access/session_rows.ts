/** Sessions of people as they are kept: by the hash of their cookie, with two ends that nothing can put off. */
import type { SideRows } from "../../events/store/types.ts";
import { sha256 } from "../../events/store/kv/codec.ts";

/** Milliseconds without a request after which a session ends. */
export const SESSION_IDLE_MS = 7 * 24 * 3_600_000;
/** Milliseconds after login at which a session ends in any case. */
export const SESSION_LIFE_MS = 30 * 24 * 3_600_000;
/** Milliseconds between two notes of when a session was last used: a read should not cost a commit. */
export const SEEN_NOTED_MS = 3_600_000;
/** Sessions at once, of all people together; beyond it the one that was silent longest ends. */
export const SESSIONS = 1_000;

interface SessionRow {
  readonly createdAt: number;
  readonly seenAt: number;
}

/** Only this file writes these rows. */
const asRow = (value: unknown) => value as SessionRow | undefined;

/** Whether a use now need not be noted. One that a clock noted which was ahead is, or the session would end that much later. */
const isNoted = ({ seenAt }: SessionRow, now: number): boolean => Math.abs(now - seenAt) <= SEEN_NOTED_MS;

export class SessionRows {
  /** @param now milliseconds since the epoch */
  constructor(readonly rows: SideRows, readonly now: () => number) {}

  /** Begins the session of this cookie. Resolves to the ids of those that end for it. */
  async begin(cookie: string): Promise<string[]> {
    const at = this.now();
    const rows = (await this.rows.list()).map(({ id, value }) => ({ id, row: value as SessionRow }));
    const alive = rows.filter(({ row }) => this.#isAlive(row)).sort((a, b) => a.row.seenAt - b.row.seenAt);
    const kept = new Set(alive.slice(-(SESSIONS - 1)).map(({ id }) => id));
    const ended = rows.map(({ id }) => id).filter((id) => !kept.has(id));
    for (const id of ended) await this.rows.delete(id);
    await this.rows.set(sha256(cookie), { createdAt: at, seenAt: at } satisfies SessionRow);
    return ended;
  }

  /** The id of the living session of this cookie, which is hereby used; undefined without one. */
  async find(cookie: string): Promise<string | undefined> {
    const id = sha256(cookie);
    const row = await this.#row(id);
    if (!row) return undefined;
    if (!this.#isAlive(row)) {
      await this.rows.delete(id);
      return undefined;
    }
    const now = this.now();
    if (!isNoted(row, now)) {
      await this.rows.update(id, (found) => {
        const known = asRow(found);
        // Who signs out at this moment stays out; of requests of one moment the first notes it for all.
        if (!known || isNoted(known, now)) return undefined;
        return { createdAt: Math.min(known.createdAt, now), seenAt: now } satisfies SessionRow;
      });
    }
    return id;
  }

  /** Whether the session lives, without using it. */
  async holds(id: string): Promise<boolean> {
    const row = await this.#row(id);
    return row !== undefined && this.#isAlive(row);
  }

  async end(id: string): Promise<void> {
    await this.rows.delete(id);
  }

  async endAll(): Promise<void> {
    for (const { id } of await this.rows.list()) await this.rows.delete(id);
  }

  async #row(id: string): Promise<SessionRow | undefined> {
    return asRow(await this.rows.get(id));
  }

  #isAlive({ seenAt, createdAt }: SessionRow): boolean {
    const now = this.now();
    return now - seenAt <= SESSION_IDLE_MS && now - createdAt <= SESSION_LIFE_MS;
  }
}

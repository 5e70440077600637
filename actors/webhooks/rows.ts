/** Webhooks and what is still to be delivered to them, as they are kept beside the log. */
import { z } from "zod";
import type { SideRows } from "../../events/store/types.ts";
import { Sealed } from "../runtime/sealing.ts";
import { WEBHOOK_EVENTS } from "../../events/catalog/limits.ts";

const SECOND = 1_000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE;
/** Before each further try; the last one holds. */
export const PAUSES_MS = [5 * SECOND, 30 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR];
/** Milliseconds beyond which nothing waits, however much the clocks of two processes differ: twice the longest pause. */
const LONGEST_MS = 2 * Math.max(...PAUSES_MS);
/** Tries that are remembered for people. */
const REMEMBERED = 20;

const Try = z.object({
  id: z.string(),
  type: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  /** The receiver's status, or null where none came. */
  status: z.number().nullable(),
  ok: z.boolean(),
});
export type Try = z.infer<typeof Try>;

const Row = z.object({
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  secret: Sealed,
  createdAt: z.string(),
  /** Everything up to here was put among the deliveries. */
  position: z.string(),
  /** Why nothing is sent to it any more; null: it is. */
  disabled: z.object({ at: z.string(), why: z.enum(["failing", "gone", "person"]) }).nullable(),
  /** ISO 8601, UTC; null: its last try was taken. */
  failingSince: z.string().nullable(),
  /** The newest first. */
  tries: z.array(Try),
});
export type WebhookRow = z.infer<typeof Row>;
export type Webhook = WebhookRow & { readonly id: string };

const Delivery = z.object({
  /** `webhook-id`: the same for every try. */
  id: z.string(),
  hook: z.string(),
  type: z.string(),
  body: z.string(),
  tries: z.number(),
  /** Milliseconds since the epoch from which it is tried again. */
  dueAt: z.number(),
});
export type Delivery = z.infer<typeof Delivery> & {
  /** The name of its row. */
  readonly place: string;
};

/**
 * Where it stands: what is new is due, and what waits stands by when that is. Nobody who looks for what is due sees what
 * is not.
 */
const PLACES = { fresh: "new.", waits: "at." } as const;
const placeAt = (ms: number): string => `${PLACES.waits}${`${ms}`.padStart(15, "0")}.`;
/** What would wait longer was put there by a clock that was ahead, and is due. */
const isDue = ({ dueAt }: Pick<Delivery, "dueAt">, now: number): boolean =>
  dueAt <= now || dueAt > now + LONGEST_MS;
/** Behind all of which the name begins so. */
const END = "}";

export class WebhookRows {
  constructor(readonly hooks: SideRows, readonly deliveries: SideRows) {}

  async all(): Promise<Webhook[]> {
    return (await this.hooks.list()).flatMap(({ id, value }) => {
      const row = Row.safeParse(value).data;
      return row ? [{ id, ...row }] : [];
    });
  }

  async get(id: string): Promise<Webhook | null> {
    const row = Row.safeParse(await this.hooks.get(id)).data;
    return row ? { id, ...row } : null;
  }

  /** Changes one that is there; what was removed meanwhile does not come back. */
  async change(id: string, change: (row: WebhookRow) => WebhookRow | undefined): Promise<boolean> {
    return await this.hooks.update(id, (value) => {
      const row = Row.safeParse(value).data;
      return row && change(row);
    });
  }

  /** Remembers how a try went. */
  async tried(id: string, tried: Try, more: (row: WebhookRow) => Partial<WebhookRow>): Promise<void> {
    await this.change(id, (row) => {
      if (row.tries[0]?.id === tried.id && row.tries[0].at === tried.at) return undefined;
      return { ...row, ...more(row), tries: [tried, ...row.tries].slice(0, REMEMBERED) };
    });
  }

  /** All of them; of what is due alone, see `due`. */
  async pending(): Promise<Delivery[]> {
    return delivered(await this.deliveries.list());
  }

  /** What is to be tried now, of what waited, of what a clock planned that was ahead and of what is new at most so many. */
  async due(now: number, limit: number): Promise<Delivery[]> {
    const { fresh, waits } = PLACES;
    const found = await Promise.all([
      this.deliveries.between(waits, placeAt(now + 1), limit),
      this.deliveries.between(placeAt(now + LONGEST_MS + 1), `${waits}${END}`, limit),
      this.deliveries.between(fresh, `${fresh}${END}`, limit),
    ]);
    return delivered(found.flat()).filter((row) => isDue(row, now));
  }

  /** Adds one, once. */
  async add(row: Omit<Delivery, "place">): Promise<void> {
    await this.deliveries.update(
      `${PLACES.fresh}${row.id}`,
      (value) => value === undefined ? row : undefined,
    );
  }

  /**
   * Takes one that is due: it is due again later, so that it is tried again where this process dies over it. False:
   * another process was first.
   */
  async take(place: string, now: number, pauseMs: (tries: number) => number): Promise<boolean> {
    return await this.deliveries.update(place, (value) => {
      const row = Delivery.safeParse(value).data;
      if (!row || !isDue(row, now)) return undefined;
      return { ...row, tries: row.tries + 1, dueAt: now + pauseMs(row.tries) };
    });
  }

  /** Puts one that was taken and not delivered where it waits. */
  async wait({ id, place }: Delivery): Promise<void> {
    const row = Delivery.safeParse(await this.deliveries.get(place)).data;
    if (!row) return;
    // First there, then gone from here: a crash between the two sends it twice, and loses nothing.
    await this.deliveries.set(`${placeAt(row.dueAt)}${id}`, row);
    await this.deliveries.delete(place);
  }

  async removeOf(hook: string): Promise<void> {
    for (const { place, hook: whose } of await this.pending()) {
      if (whose === hook) await this.deliveries.delete(place);
    }
  }
}

const delivered = (rows: Awaited<ReturnType<SideRows["list"]>>): Delivery[] =>
  rows.flatMap(({ id: place, value }) => {
    const row = Delivery.safeParse(value).data;
    return row ? [{ place, ...row }] : [];
  });

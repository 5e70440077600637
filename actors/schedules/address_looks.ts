/**
 * Looks at addresses that are watched: of several processes one looks for each moment, and where it dies over that
 * another does, a little later.
 */
import type { SideRows } from "../../events/store/types.ts";
import { sha256 } from "../../events/store/kv/codec.ts";
import { siteOf } from "../../projections/conversation/addresses.ts";
import { fetchUrl, PAGE_MS } from "../tools/fetch_url.ts";

/** Milliseconds after which a look is given up: several pages' time, as redirects are followed. */
const LOOK_MS = 3 * PAGE_MS;

/** The readable text at an address; null where it cannot be read. Never rejects. */
export type Look = (address: string, signal: AbortSignal) => Promise<string | null>;

/** Public addresses alone, and redirects on the same site, read as agents read pages. */
export const lookAt: Look = async (address, signal) => {
  const tool = fetchUrl({ links: false });
  const onSite = (to: string) => siteOf(to) === siteOf(address);
  const { status, result } = await tool.run({ url: address }, signal, onSite)
    .catch(() => ({ status: "error", result: "" }));
  return status === "ok" ? result : null;
};

export class AddressLooks {
  constructor(readonly rows: SideRows, readonly look: Look, readonly clock: { now(): string }) {}

  /**
   * What stands at the address now, as a digest of its text; null where it cannot be read. "taken": another process looks.
   * @param moment what the look is for, the same for all who may look
   */
  async at(
    { scheduleId, moment, address }: {
      readonly scheduleId: string;
      readonly moment: string;
      readonly address: string;
    },
    signal: AbortSignal,
  ): Promise<{ readonly digest: string } | null | "taken"> {
    const now = Date.parse(this.clock.now());
    const name = `look.${scheduleId}`;
    const took = await this.rows.update(
      name,
      (value) => isTaken(value, moment, now) ? undefined : { moment, at: now },
    );
    if (!took) return "taken";
    const text = await this.look(address, signal);
    return text === null ? null : { digest: sha256(new TextEncoder().encode(text)) };
  }

  async forget(scheduleId: string): Promise<void> {
    await this.rows.delete(`look.${scheduleId}`);
  }
}

function isTaken(value: unknown, moment: string, now: number): boolean {
  if (typeof value !== "object" || value === null || !("moment" in value) || !("at" in value)) return false;
  return value.moment === moment && now - Number(value.at) < LOOK_MS;
}

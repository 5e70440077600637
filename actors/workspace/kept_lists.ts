/**
 * Lists of models as their servers gave them, in rows beside the log: disposable, for they can be asked for again. A list
 * lies in pages of its own version, and the head that names them is written last: who reads has a whole list or none.
 */
import { z } from "zod";
import { ErrorCode } from "../../events/catalog/conversation.ts";
import { Timestamp } from "../../events/catalog/envelope.ts";
import type { Provider } from "../../events/catalog/workspace.ts";
import type { SideRows } from "../../events/store/types.ts";
import { OfferedModel } from "../../projections/shapes/views.ts";

/** UTF-16 units of a page as JSON, so that it is no larger than a value may be in any encoding; and pages of a list. */
const PAGE_UNITS = 24_000;
const PAGES = 40;
/** Rows of older versions that are removed at once: what two processes and a crash may have left. */
const LEFT_OVER = 200;

const Head = z.object({
  /** Of whom it is: another address or kind is another server. */
  server: z.string(),
  /** When it came; null: it never did. */
  readAt: Timestamp.nullable(),
  /** When it was last asked for. */
  triedAt: Timestamp,
  /** Why that failed; null: it did not. */
  failed: z.object({ code: ErrorCode, error: z.string() }).nullable(),
  version: z.string(),
  pages: z.int().min(0).max(PAGES),
  /** Models that were listed and had no room. */
  cut: z.int().min(0),
});
export type Head = Readonly<z.infer<typeof Head>>;

export interface KeptList {
  readonly head: Head & { readonly readAt: string };
  readonly models: readonly OfferedModel[];
}

/** Whichever of its words OpenAI is spoken to in, its list is the same. */
const serverOf = ({ kind, baseUrl = "" }: Provider): string =>
  `${kind === "responses" ? "openai" : kind} ${baseUrl}`;
const pageId = (id: string, version: string, page: number): string => `${id}/${version}/${page}`;

/** A list in pages of a row each, as many as have room. */
export function pagesOf<T>(list: readonly T[]): T[][] {
  const pages: T[][] = [];
  let left = 0;
  for (const one of list) {
    const units = JSON.stringify(one).length;
    if (units > left) {
      if (pages.length === PAGES) break;
      pages.push([]);
      left = PAGE_UNITS;
    }
    pages.at(-1)?.push(one);
    left -= units;
  }
  return pages;
}

export class KeptLists {
  /** @param rows those of the kind `models` */
  constructor(readonly rows: SideRows) {}

  /** What is known of the list of this server; null where nobody asked it. */
  async head(provider: Provider): Promise<Head | null> {
    const head = Head.safeParse(await this.rows.get(provider.id)).data;
    return head?.server === serverOf(provider) ? head : null;
  }

  /** The whole list; null where there is none. */
  async read(provider: Provider): Promise<KeptList | null> {
    const head = await this.head(provider);
    if (!head || head.readAt === null) return null;
    const ids = Array.from({ length: head.pages }, (_, page) => pageId(provider.id, head.version, page));
    const pages = z.array(z.array(OfferedModel)).safeParse(await this.rows.getAll(ids)).data;
    return pages ? { head: { ...head, readAt: head.readAt }, models: pages.flat() } : null;
  }

  /** Puts a list in the place of the one before. */
  async write(
    provider: Provider,
    models: readonly OfferedModel[],
    at: string,
    version: string,
  ): Promise<void> {
    const { id } = provider;
    const pages = pagesOf(models);
    for (const [page, some] of pages.entries()) await this.rows.set(pageId(id, version, page), some);
    const cut = models.length - pages.reduce((sum, some) => sum + some.length, 0);
    const head: Head = {
      server: serverOf(provider),
      readAt: at,
      triedAt: at,
      failed: null,
      version,
      pages: pages.length,
      cut,
    };
    await this.rows.set(id, head);
    await this.#sweep(id, version);
  }

  /** Notes that it was asked for in vain; the list there is stays. */
  async failed(provider: Provider, failed: NonNullable<Head["failed"]>, at: string): Promise<void> {
    const none = { server: serverOf(provider), readAt: null, version: "", pages: 0, cut: 0 };
    await this.rows.set(provider.id, { ...(await this.head(provider) ?? none), triedAt: at, failed });
  }

  /**
   * Claims the next asking where the last is `ageMs` old or older, or as far ahead: of several processes one does it. False: it is
   * somebody else's, or not time yet, or nobody ever asked.
   */
  async claim(provider: Provider, now: string, ageMs: number): Promise<boolean> {
    let claimed = false;
    await this.rows.update(provider.id, (value) => {
      const head = Head.safeParse(value).data;
      claimed = head !== undefined && head.server === serverOf(provider) &&
        Math.abs(Date.parse(now) - Date.parse(head.triedAt)) >= ageMs;
      return claimed ? { ...head, triedAt: now } : undefined;
    });
    return claimed;
  }

  /** With another key the server may list other models. */
  async forget(id: string): Promise<void> {
    await this.rows.delete(id);
    await this.#sweep(id, "");
  }

  async #sweep(id: string, kept: string): Promise<void> {
    const pages = await this.rows.between(`${id}/`, `${id}0`, LEFT_OVER);
    for (const page of pages) if (!page.id.startsWith(`${id}/${kept}/`)) await this.rows.delete(page.id);
  }
}

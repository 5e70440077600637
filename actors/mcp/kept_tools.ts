/**
 * Lists of tools as their servers gave them, in rows beside the log: disposable, for they can be asked for again. Each lies
 * in pages under its own hash, and the log says which is in force, so that every process gives agents the same.
 */
import { z } from "zod";
import { Timestamp } from "../../events/catalog/envelope.ts";
import type { SideRows } from "../../events/store/types.ts";
import { pagesOf } from "../workspace/kept_lists.ts";
import { ListedTool, type TakenTools } from "./listed_tools.ts";

/** Pages read of one list: as many as are written. */
const PAGES = 100;
/** Rows of older lists that are removed at once. */
const LEFT_OVER = 300;

const Head = z.object({
  /** Of whom it is: another address is another server. */
  url: z.string(),
  /** When it came; null: it never did. */
  readAt: Timestamp.nullable(),
  /** Why it could not be had since, in a word. */
  failed: z.string().nullable(),
  /** Tools that were listed and left out. */
  cut: z.int().min(0),
});
export type Head = Readonly<z.infer<typeof Head>>;

const pageId = (id: string, list: string, page: number): string =>
  `${id}/${list}/${String(page).padStart(3, "0")}`;

export class KeptTools {
  /** @param rows those of the kind `mcp` */
  constructor(readonly rows: SideRows) {}

  /** When and how a server was last asked; null: never, at this address. */
  async head(id: string, url: string): Promise<Head | null> {
    const head = Head.safeParse(await this.rows.get(id)).data;
    return head?.url === url ? head : null;
  }

  /** A list by its hash; empty where it is not there. */
  async read(id: string, list: string): Promise<ListedTool[]> {
    const rows = await this.rows.between(`${id}/${list}/`, `${id}/${list}0`, PAGES);
    return rows.flatMap(({ value }) => z.array(ListedTool).safeParse(value).data ?? []);
  }

  /** Puts a list there, before the log names it. */
  async write(id: string, url: string, { tools, list, cut }: TakenTools, at: string): Promise<void> {
    for (const [page, some] of pagesOf(tools).entries()) await this.rows.set(pageId(id, list, page), some);
    await this.rows.set(id, { url, readAt: at, failed: null, cut } satisfies Head);
  }

  /** Notes that it was asked for in vain; the list there is stays. */
  async failed(id: string, url: string, failed: string): Promise<void> {
    const head = await this.head(id, url) ?? { url, readAt: null, cut: 0 };
    await this.rows.set(id, { ...head, failed } satisfies Head);
  }

  /** Removes every list of a server but one. */
  async sweep(id: string, kept: string): Promise<void> {
    for (const { id: page } of await this.rows.between(`${id}/`, `${id}0`, LEFT_OVER)) {
      if (!page.startsWith(`${id}/${kept}/`)) await this.rows.delete(page);
    }
  }
}

/**
 * Looking at every conversation: one that cannot be read is left out, and named in the answer and in the log.
 * It must not keep anybody from the others.
 */
import { trouble } from "../../events/store/kv/kv.ts";
import type { NamedStreams } from "../../events/store/list_types.ts";
import { broughtUp } from "../../projections/conversation/former_rows.ts";
import { isListRow, placeOfRow, projectShelf, shelfOf } from "../../projections/conversation/list_order.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import type { ListRow } from "../../projections/shapes/views.ts";
import { cursorOf, newestFirst, type Page, pageAfter, type Place } from "./list_page.ts";
import type { Services } from "../http/services.ts";

/** Ids of unreadable conversations in one answer; the log has them all. */
const UNREADABLE = 100;

/** Rows that one request looks through for some words; there may be more behind the place where it ends. */
export const LOOKED_THROUGH = 200;

/** The part of the list that is asked for. */
export const shelfAsked = (archived: boolean, project?: string): string =>
  project === undefined ? shelfOf({ archived }) : projectShelf(project, { archived });

function standsOn(shelf: string, row: ListRow): boolean {
  const place = placeOfRow(row);
  return place?.shelf === shelf || place?.also?.includes(shelf) === true;
}

export class AllConversations {
  /** Ids of those that were left out. */
  readonly #unreadable = new Set<string>();

  constructor(readonly services: Services) {}

  /** For an answer: present only when something was left out. */
  get leftOut(): { unreadable?: string[] } {
    return this.#unreadable.size > 0 ? { unreadable: [...this.#unreadable].slice(0, UNREADABLE) } : {};
  }

  /** A page of a part of the list, newest first; its cost is that of the page, once the list by time is made. */
  async page(shelf: string, after: Place | null, limit: number): Promise<Page> {
    const place = after && { at: after.updatedAt, id: after.id };
    const found = await this.services.system.recent.page(shelf, place, limit);
    if (!found) return await this.#lookedThrough(shelf, after, limit);
    for (const id of found.damaged) this.#leaveOut(id, "its list row is damaged");
    const items = found.rows.flatMap(({ row }) => isListRow(row) ? [broughtUp(row)] : []);
    return { items, next: found.more ? cursorOf(items.at(-1)) : null };
  }

  /** The same of all rows: where the list by time is not made yet. */
  async #lookedThrough(shelf: string, after: Place | null, limit: number): Promise<Page> {
    let page: Page = { items: [], next: null };
    for await (const rows of this.#all()) {
      const behind = [...page.items, ...rows.filter((row) => standsOn(shelf, row))];
      const { items, next } = pageAfter(behind, after, limit);
      page = { items, next: next ?? (page.next && cursorOf(items.at(-1))) };
    }
    return page;
  }

  /** Those of the next rows that are wanted; `next` is how far was looked, and null at the end of all. */
  async pageOf(
    wanted: (row: ListRow) => boolean,
    shelf: string,
    after: Place | null,
    limit: number,
  ): Promise<Page> {
    const page = await this.page(shelf, after, LOOKED_THROUGH);
    const items = page.items.filter(wanted).slice(0, limit);
    const last = items.length === limit ? items.at(-1) : undefined;
    return { items, next: last && last !== page.items.at(-1) ? cursorOf(last) : page.next };
  }

  /**
   * Of each name at most `limit` ids that are found under it, the latest first. While that is not made the rows are looked
   * through.
   */
  async under(names: readonly string[], limit: number): Promise<ReadonlyMap<string, NamedStreams>> {
    const { system: { recent } } = this.services;
    return await recent.under(names, limit) ?? namedIn(await this.rows(), new Set(names), limit);
  }

  /** Ids of the newest, archived ones too. */
  async newest(limit: number): Promise<string[]> {
    const pages = [];
    for (const archived of [false, true]) pages.push(await this.page(shelfOf({ archived }), null, limit));
    return pages.flatMap(({ items }) => items).sort(newestFirst).slice(0, limit).map(({ id }) => id);
  }

  /** The row of one; null where it has none. */
  async row(id: string): Promise<ListRow | null> {
    const row = await this.#read(id, () => this.services.system.log.list.get(id));
    return isListRow(row) ? broughtUp(row) : null;
  }

  /** Names those that could not be added up. */
  uncounted(ids: readonly string[]): void {
    for (const id of ids) this.#leaveOut(id, "it cannot be added up");
  }

  /** The rows of the list, all of them: where the list by time is not made yet. */
  async rows(): Promise<ListRow[]> {
    const rows: ListRow[] = [];
    for await (const batch of this.#all()) rows.push(...batch);
    return rows;
  }

  async *#all(): AsyncIterable<ListRow[]> {
    for await (const batch of this.services.system.log.list.all()) {
      const rows: ListRow[] = [];
      for (const { id, row } of batch) {
        if (isListRow(row)) rows.push(broughtUp(row));
        else this.#leaveOut(id, "its list row is damaged");
      }
      yield rows;
    }
  }

  /** The fold of each that exists, in the order of `ids`. Throws when the store itself does not answer. */
  async *folds(ids: Iterable<string>): AsyncIterable<ConversationState> {
    for (const id of ids) {
      const state = await this.#read(id, () => this.services.system.conversation(id));
      if (state) yield state;
    }
  }

  /** Null for what cannot be read. Throws when the store itself does not answer. */
  async #read<T>(id: string, read: () => Promise<T>): Promise<T | null> {
    try {
      return await read();
    } catch (error) {
      if (trouble(error) !== "unknown") throw error;
      this.#leaveOut(id, error instanceof Error ? error.name : typeof error);
      return null;
    }
  }

  #leaveOut(conversationId: string, kind: string): void {
    this.#unreadable.add(conversationId);
    this.services.logger("error", "conversation_unreadable", { conversationId, kind });
  }
}

function namedIn(
  rows: readonly ListRow[],
  names: ReadonlySet<string>,
  limit: number,
): ReadonlyMap<string, NamedStreams> {
  const found = new Map([...names].map((name) => [name, [] as { at: string; id: string }[]]));
  for (const row of rows) {
    for (const { name, at } of placeOfRow(row)?.under ?? []) found.get(name)?.push({ at, id: row.id });
  }
  return new Map(
    [...found].map(([name, all]) => {
      const ids = all.sort((a, b) => a.at < b.at || (a.at === b.at && a.id < b.id) ? 1 : -1).map(({ id }) =>
        id
      );
      return [name, { ids: ids.slice(0, limit), more: ids.length > limit }];
    }),
  );
}

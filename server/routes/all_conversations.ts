/**
 * Looking at every conversation: one that cannot be read is left out, and named in the answer and in the log.
 * It must not keep anybody from the others.
 */
import { trouble } from "../../events/store/kv/kv.ts";
import { broughtUp } from "../../projections/conversation/former_rows.ts";
import { isListRow, projectShelf, shelfOf } from "../../projections/conversation/list_order.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import type { ListRow } from "../../projections/shapes/views.ts";
import { cursorOf, newestFirst, type Page, pageAfter, type Place } from "./list_page.ts";
import type { Services } from "../http/services.ts";

/** Ids of unreadable conversations in one answer; the log has them all. */
const UNREADABLE = 100;

/** Whether a row is of those that are asked for. */
export const isOn =
  ({ archived, project }: { readonly archived: boolean; readonly project?: string | undefined }) =>
  (row: ListRow): boolean =>
    row.archived === archived && (project === undefined || row.projectId === project);

export class AllConversations {
  /** Ids of those that were left out. */
  readonly #unreadable = new Set<string>();

  constructor(readonly services: Services) {}

  /** For an answer: present only when something was left out. */
  get leftOut(): { unreadable?: string[] } {
    return this.#unreadable.size > 0 ? { unreadable: [...this.#unreadable].slice(0, UNREADABLE) } : {};
  }

  /**
   * A page of the list, newest first; its cost is that of the page, once the list by time is made.
   * @param project those of this project alone
   */
  async page(archived: boolean, after: Place | null, limit: number, project?: string): Promise<Page> {
    const place = after && { at: after.updatedAt, id: after.id };
    const shelf = project === undefined ? shelfOf({ archived }) : projectShelf(project, { archived });
    const found = await this.services.system.recent.page(shelf, place, limit);
    if (!found) return pageAfter((await this.rows()).filter(isOn({ archived, project })), after, limit);
    for (const id of found.damaged) this.#leaveOut(id, "its list row is damaged");
    const items = found.rows.flatMap(({ row }) => isListRow(row) ? [broughtUp(row)] : []);
    return { items, next: found.more ? cursorOf(items.at(-1)) : null };
  }

  /** Ids of the newest, archived ones too. */
  async newest(limit: number): Promise<string[]> {
    const pages = [await this.page(false, null, limit), await this.page(true, null, limit)];
    return pages.flatMap(({ items }) => items).sort(newestFirst).slice(0, limit).map(({ id }) => id);
  }

  /** Names those that could not be added up. */
  uncounted(ids: readonly string[]): void {
    for (const id of ids) this.#leaveOut(id, "it cannot be added up");
  }

  /** The rows of the list, all of them. */
  async rows(): Promise<ListRow[]> {
    const rows: ListRow[] = [];
    for await (const batch of this.services.system.log.list.all()) {
      for (const { id, row } of batch) {
        if (isListRow(row)) rows.push(broughtUp(row));
        else this.#leaveOut(id, "its list row is damaged");
      }
    }
    return rows;
  }

  /** The fold of each that exists, in the order of `ids`. Throws when the store itself does not answer. */
  async *folds(ids: Iterable<string>): AsyncIterable<ConversationState> {
    for (const id of ids) {
      let state: ConversationState | null;
      try {
        state = await this.services.system.conversation(id);
      } catch (error) {
        if (trouble(error) !== "unknown") throw error;
        this.#leaveOut(id, error instanceof Error ? error.name : typeof error);
        continue;
      }
      if (state) yield state;
    }
  }

  #leaveOut(conversationId: string, kind: string): void {
    this.#unreadable.add(conversationId);
    this.services.logger("error", "conversation_unreadable", { conversationId, kind });
  }
}

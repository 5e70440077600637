/** Searching: the index is asked, and what it says is held against the log, which is ahead of it. */
import type { EventLog } from "../../events/store/types.ts";
import type { SearchHit } from "../../projections/shapes/views.ts";
import { why } from "../../events/store/errors.ts";
import { DAMAGE, Indexer, type IndexerPorts, isBefore, isListed } from "./indexer.ts";
import { safely } from "../runtime/logger.ts";
import { asksNothing } from "../../projections/search/query.ts";
import type { Asked, IndexHit } from "./searcher.ts";

/** Milliseconds that a search waits for what was said just now, and between two looks. */
const WAIT_MS = 300;
const LOOK_MS = 5;

export interface Found {
  readonly hits: readonly SearchHit[];
  /** Not everything is in yet: there may be more. */
  readonly indexing: boolean;
  /** Conversations that cannot be read. */
  readonly unreadable: readonly string[];
  /** Where nothing was found: what words that no text has were probably meant to be, by the folded word. */
  readonly spellings?: Readonly<Record<string, string>>;
}

export class SearchIndex {
  readonly #ports: IndexerPorts;
  readonly #indexer: Indexer;
  readonly #leave: () => void;

  constructor(ports: IndexerPorts & { readonly subscribe: (heard: Indexer["heard"]) => () => void }) {
    this.#ports = ports;
    this.#indexer = new Indexer(ports);
    this.#leave = ports.subscribe((commit) => this.#indexer.heard(commit));
  }

  /** Begins to keep the index as far as the log is. */
  begin(): void {
    this.#indexer.begin();
  }

  async stop(): Promise<void> {
    this.#leave();
    await this.#indexer.stop();
    await this.#ports.index.close();
  }

  /** Null where there is no index to ask. */
  async search(asked: Asked): Promise<Found | null> {
    const { index, log, logger } = this.#ports;
    if (asksNothing(asked.query)) return { hits: [], indexing: false, unreadable: [] };
    try {
      const indexing = !(await this.#isWhole());
      const { epoch, unreadable } = await index.ask("state", undefined);
      if (epoch !== log.epoch) {
        this.#indexer.lost();
        return null;
      }
      const hits = await living(log, await index.ask("search", asked));
      if (hits.length > 0 || indexing) return { hits, indexing, unreadable };
      return { hits, indexing, unreadable, spellings: await index.ask("spell", asked.query) };
    } catch (error) {
      logger("error", "search_failed", safely(error));
      if (DAMAGE.test(why(error))) this.#indexer.lost();
      return null;
    }
  }

  /** Whether everything is in that had been said when this was asked; waits a little for what is on its way. */
  async #isWhole(): Promise<boolean> {
    const { index, log, environment } = this.#ports;
    const end = await log.order.end();
    const until = environment.monotonic() + WAIT_MS;
    while (true) {
      const position = this.#indexer.position ?? (await index.ask("state", undefined)).position;
      // A place that this store does not know was reached by another past of it.
      if (!isBefore(position, end)) return position === end || await log.order.knows(position ?? "");
      if (position === null || environment.monotonic() >= until) return false;
      this.#indexer.hurry();
      await environment.sleep(LOOK_MS);
    }
  }
}

/** Hits in conversations that are still there, each with what its conversation is called now. */
async function living(log: EventLog, hits: readonly IndexHit[]): Promise<SearchHit[]> {
  const ids = [...new Set(hits.map(({ conversationId }) => conversationId))];
  const rows = new Map(
    await Promise.all(ids.map(async (id) => [id, await log.list.get(id)] as const)),
  );
  return hits.flatMap((hit) => {
    const row = rows.get(hit.conversationId);
    if (!isListed(row)) return [];
    const now = hit.messageId === null ? { seq: row.seq, at: row.updatedAt } : {};
    return [{ ...hit, title: row.title, ...now }];
  });
}

/** An index in this thread, on a log whose conversations a test writes itself. */
import type { AnswerOf, ArgumentOf, CallName, Index } from "../../../actors/search/index_calls.ts";
import { OpenIndex } from "../../../actors/search/open_index.ts";
import { type Found, SearchIndex } from "../../../actors/search/search_index.ts";
import type { Sort } from "../../../actors/search/searcher.ts";
import { type Environment, realEnvironment } from "../../../actors/runtime/environment.ts";
import { silent } from "../../../actors/runtime/logger.ts";
import { Folds } from "../../../actors/runtime/open_folds.ts";
import type { AnyEvent } from "../../../events/catalog/envelope.ts";
import type { Hold } from "../../../events/store/file/presence.ts";
import type { Commit } from "../../../events/store/types.ts";
import type { StoreLog } from "../../../events/store/log.ts";
import { openInMemory } from "../../events/store/with_log.ts";
import type { SearchFile } from "../../../events/store/search/search_file.ts";
import { conversation } from "../../../projections/conversation/conversation.ts";
import { foldAll } from "../../../projections/fold.ts";
import { rowOf } from "../../../projections/conversation/list.ts";
import { parseQuery } from "../../../projections/search/query.ts";
import { copyAtOnce } from "../../../projections/gradual_copy.ts";
import type { ConversationState } from "../../../projections/shapes/folds.ts";
import { Patience } from "../../patience.ts";

export class IndexHere implements Index {
  readonly #open: OpenIndex;
  /** Calls that were answered, by name. */
  readonly asked: CallName[] = [];
  /** Stands before each call: what it throws is what the caller gets. */
  before: (name: CallName, argument: unknown) => void = () => {};

  constructor(readonly path: string) {
    this.#open = new OpenIndex(path);
  }

  get file(): SearchFile {
    return this.#open.file;
  }

  async ask<Name extends CallName>(name: Name, argument: ArgumentOf<Name>): Promise<AnswerOf<Name>> {
    await Promise.resolve();
    this.before(name, argument);
    this.asked.push(name);
    return this.#open.answer(name, argument);
  }

  async discard(): Promise<void> {
    await this.close();
    for (const end of ["-wal", "-shm", ""]) await Deno.remove(this.path + end).catch(() => undefined);
  }

  close(): Promise<void> {
    this.#open.close();
    return Promise.resolve();
  }
}

const free = (): Promise<Hold> => Promise.resolve({ held: true, [Symbol.dispose]: () => {} });

/** Looks until there is something; fails where that does not come to be. */
export async function until<T>(look: () => Promise<T | null> | T | null): Promise<T> {
  const patience = new Patience(`until ${look}`);
  for (let looks = 0;; looks++) {
    patience.look();
    const found = await look();
    if (found !== null) return found;
    await realEnvironment.sleep(looks < 100 ? 1 : 20);
  }
}

/** Everything of one process that searching needs. */
export class Searching implements AsyncDisposable {
  readonly #stop = new AbortController();
  readonly #following: Promise<void>;
  readonly #heard = new Set<(commit: Commit) => void>();
  readonly search: SearchIndex;

  private constructor(
    readonly log: StoreLog,
    readonly index: IndexHere,
    end: string,
    hold: () => Promise<Hold | null>,
    environment: Environment,
    first: readonly string[],
  ) {
    this.search = new SearchIndex({
      log,
      folds: new Folds<ConversationState>({ log, fold: conversation, mayKeep: ({ deleted }) => !deleted }),
      index,
      environment,
      logger: silent,
      first: () => Promise.resolve([...first]),
      hold,
      subscribe: (listener) => {
        this.#heard.add(listener);
        return () => this.#heard.delete(listener);
      },
    });
    this.#following = (async () => {
      for await (const commit of log.order.follow(end, this.#stop.signal)) {
        this.tell(commit);
      }
    })();
  }

  static async on(
    log: StoreLog,
    path = ":memory:",
    hold: () => Promise<Hold | null> = free,
    environment: Environment = realEnvironment,
    first: readonly string[] = [],
  ): Promise<Searching> {
    return new Searching(log, new IndexHere(path), await log.order.end(), hold, environment, first);
  }

  tell(commit: Commit): void {
    for (const tell of this.#heard) tell(commit);
  }

  /** The answer when everything that was said is in. */
  async found(
    query: string,
    more: { sort?: Sort; limit?: number; conversationId?: string; among?: readonly string[] } = {},
  ): Promise<Found> {
    return await until(async () => {
      const answer = await this.now(query, more);
      return answer && !answer.indexing ? answer : null;
    });
  }

  async now(
    query: string,
    { sort = "best", limit = 50, conversationId, among }: {
      sort?: Sort;
      limit?: number;
      conversationId?: string;
      among?: readonly string[];
    } = {},
  ): Promise<Found | null> {
    const asked = { query: parseQuery(query), conversationId: conversationId ?? null, among, limit, sort };
    return await this.search.search(asked);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.search.stop();
    this.#stop.abort();
    await this.#following;
  }
}

export const memoryLog = (): Promise<StoreLog> => openInMemory();

/** Appends events of a conversation with its row in the list; what they come to. */
export async function written(
  log: StoreLog,
  state: ConversationState,
  events: readonly AnyEvent[],
): Promise<ConversationState> {
  const head = await log.head(state.id);
  const now = foldAll(conversation, copyAtOnce(state), events);
  const closes = events.at(-1)?.type === "ConversationDeleted";
  const result = await log.append({
    stream: state.id,
    head,
    events: events.map(({ seq: _, ...event }) => event),
    closes,
    alongside: { list: now.deleted ? null : rowOf(now) },
  });
  if (!result.ok) throw new Error(`not appended: ${result.reason}`);
  return now;
}

/** The next event of a conversation. */
export const next = (state: ConversationState, type: string, data: unknown = {}): AnyEvent => ({
  id: `${state.id}/${state.seq}`,
  type,
  v: 1,
  seq: state.seq + 1,
  at: "2026-11-22T12:00:00.000Z",
  by: { kind: "user", id: "ann", name: "Ann" },
  data,
});

/**
 * Keeps the index as far as the log is: behind every commit, never in it. One process on a store does, by a lock that
 * the system drops with it; how far it is stands in the index itself, so whoever is next goes on from there. Where there is
 * none yet, what people look at first is taken in first, then every conversation by name, and between them what is said
 * meanwhile: how far that is stands in the index, too.
 */
import { WORKSPACE } from "../../events/catalog/envelope.ts";
import type { Hold } from "../../events/store/file/presence.ts";
import { IndexGone, StoreCorrupt, why } from "../../events/store/errors.ts";
import { parsePosition } from "../../events/store/read/position.ts";
import type { Commit, EventLog, Position } from "../../events/store/types.ts";
import { conversation as fold } from "../../projections/conversation/conversation.ts";
import { trouble } from "../../events/store/kv/kv.ts";
import { isSealed } from "../../projections/comparisons/comparisons.ts";
import { isRoomId } from "../../projections/comparisons/letters.ts";
import { isFields } from "../../events/store/kv/codec.ts";
import type { ListRow } from "../../projections/shapes/views.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { type Environment, WOKEN } from "../runtime/environment.ts";
import { type Logger, safely } from "../runtime/logger.ts";
import type { Folds } from "../runtime/open_folds.ts";
import { Slices } from "../runtime/yield_loop.ts";
import { chunks, messagesOf, namedBy, textsOf } from "./conversation_texts.ts";
import type { Index } from "./index_calls.ts";

/** What one call takes in: some milliseconds of the thread, in which nobody can search. */
const CHUNK = { units: 100_000, texts: 400 } as const;
/** Events of the order that are read at once. */
const PAGE = 500;
/** Conversations that are looked at together while everything is taken in; as many are looked at again after a kill. */
export const TOGETHER = 32;
/**
 * Milliseconds of rest: between what is heard and taking it in, so that a turn's events are taken in together and behind it;
 * between two conversations and two steps of cleaning, between looks at what another process does; after a failure, and at
 * most; while somebody reads what is to be cleaned away, and at most.
 */
const REST_MS = {
  gather: 1_000,
  conversation: 1,
  other: 1_000,
  failure: 50,
  failures: 60_000,
  busy: 10,
  busiest: 2_000,
} as const;
/** What is said of a file that is none, not whole, or not the one that was written. */
export const DAMAGE = /malformed|not a database|corrupt|replaced while it was open/i;

export interface IndexerPorts {
  readonly log: EventLog;
  readonly folds: Folds<ConversationState>;
  readonly index: Index;
  readonly environment: Environment;
  readonly logger: Logger;
  /** Conversations that are taken in first, where there is no index yet: those that people look at, perhaps none. */
  readonly first: () => Promise<readonly string[]>;
  /** The right to write the index, for one process; null while another has it. */
  readonly hold: () => Promise<Hold | null>;
}

/** Whether the first place stands before the second; of another store it does. */
export function isBefore(a: Position | null, b: Position): boolean {
  const [left, right] = [a === null ? null : parsePosition(a), parsePosition(b)];
  if (!left || !right || left.epoch !== right.epoch) return true;
  return left.stamp === right.stamp ? left.index < right.index : left.stamp < right.stamp;
}

/** What was read of a conversation already: its last event, and the one up to which it is in. */
interface Known {
  readonly seq?: number | null;
  readonly from?: number | undefined;
}

export class Indexer {
  readonly #ports: IndexerPorts;
  readonly #stop = new AbortController();
  /** Conversations of which something was heard, and the last place that was. */
  readonly #heard = new Set<string>();
  #heardUntil: Position | null = null;
  #wake = new AbortController();
  /** Ends the gathering: somebody waits for what was said just now. */
  #hurry = new AbortController();
  readonly #slices: Slices;
  #lost = false;
  #running: Promise<void> | null = null;
  /** Up to where everything is in, where this process sees to it; null where it does not, or not yet. */
  #position: Position | null = null;
  /** Steps of cleaning in a row that had to leave it to somebody who reads. */
  #busy = 0;
  /** Conversations that could not be taken in; the index knows them, too. */
  readonly #unreadable = new Set<string>();

  constructor(ports: IndexerPorts) {
    this.#ports = ports;
    this.#slices = new Slices(ports.environment);
  }

  get position(): Position | null {
    return this.#position;
  }

  begin(): void {
    this.#running ??= this.#run();
  }

  /** Told of each commit, in order. */
  heard(commit: Commit): void {
    for (const { stream } of commit.events) if (stream !== WORKSPACE) this.#heard.add(stream);
    this.#heardUntil = commit.position;
    this.#wake.abort(WOKEN);
  }

  /** Somebody waits for what was heard. */
  hurry(): void {
    this.#hurry.abort(WOKEN);
  }

  /** Told that the index is not of this store: it was removed or emptied while it was in use, and is made anew. */
  lost(): void {
    this.#lost = true;
    this.#hurry.abort(WOKEN);
    this.#wake.abort(WOKEN);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    this.#hurry.abort(WOKEN);
    this.#wake.abort(WOKEN);
    await this.#running;
  }

  get #stopped(): boolean {
    return this.#stop.signal.aborted;
  }

  async #run(): Promise<void> {
    const { environment, logger, index, hold } = this.#ports;
    let failures = 0;
    while (!this.#stopped) {
      let mine: Hold | null = null;
      try {
        mine = await hold();
        if (mine) {
          await this.#catchUp();
          failures = 0;
          await this.#follow();
        }
      } catch (error) {
        if (this.#stopped) return;
        logger("error", "search_index_failed", safely(error));
        failures++;
        // What is damaged stays so, and what fails again may be: it is made anew.
        if (mine && (failures > 1 || DAMAGE.test(why(error)))) await index.discard().catch(() => undefined);
      } finally {
        this.#position = null;
        mine?.[Symbol.dispose]();
      }
      const rest = failures === 0
        ? REST_MS.other
        : Math.min(REST_MS.failures, REST_MS.failure * 4 ** failures);
      await environment.sleep(rest, this.#stop.signal);
    }
  }

  /** Takes in what came while nobody saw to it; all of it, where the index is new or of another store. */
  async #catchUp(): Promise<void> {
    const { log, index } = this.#ports;
    const { position, begun, unreadable } = await index.ask("state", undefined);
    const place = position ?? begun?.position ?? null;
    const known = place !== null && await log.order.knows(place);
    this.#lost = false;
    this.#unreadable.clear();
    if (!known) return await this.#makeAnew();
    // Nothing happens in them any more that would name them again.
    for (const id of unreadable) this.#unreadable.add(id);
    for (const id of unreadable) await this.#take(id);
    // What was deleted since all was begun is in none of the rows that are looked at then.
    const conversation = position === null ? begun?.conversation ?? null : null;
    await this.#goOn(await this.#readOn(place, conversation), conversation);
  }

  async #makeAnew(): Promise<void> {
    const { log, index, first } = this.#ports;
    await index.ask("reset", log.epoch);
    const end = await log.order.end();
    await this.#reached(end, "");
    await this.#takeEach((await first()).map((id) => ({ id })));
    await this.#goOn(end, "");
  }

  /**
   * Takes in every conversation behind one, by name, and what is said meanwhile.
   * @param position up to where it is in what changed; @param conversation null where all are in
   */
  async #goOn(position: Position, conversation: string | null): Promise<void> {
    const { log, index } = this.#ports;
    while (conversation !== null && !this.#stopped) {
      const { rows, next } = await log.list.after(conversation, TOGETHER);
      const seqs = await index.ask("seqsOf", rows.map(({ id }) => id));
      await this.#takeEach(
        rows.flatMap(({ id, seq }, at) => seqs[at] === seq ? [] : [{ id, seq, from: seqs[at] }]),
      );
      const heard = await this.#takeHeard();
      if (heard !== null && isBefore(position, heard)) position = heard;
      await this.#reached(position, next);
      conversation = next;
    }
  }

  /** One after the other, with a rest for whoever else wants to do something. */
  async #takeEach(all: readonly ({ readonly id: string } & Known)[]): Promise<void> {
    for (const { id, ...known } of all) {
      if (this.#stopped) return;
      await this.#take(id, known);
      await this.#ports.environment.sleep(REST_MS.conversation, this.#stop.signal);
    }
  }

  /**
   * Takes in what changed behind a place.
   * @returns where that ends
   */
  async #readOn(from: Position, conversation: string | null): Promise<Position> {
    const { log } = this.#ports;
    let position = from;
    while (!this.#stopped) {
      const found = await log.order.page(position, PAGE);
      for (const id of new Set(found.map(({ stream }) => stream))) if (id !== WORKSPACE) await this.#take(id);
      position = found.at(-1)?.position ?? position;
      await this.#reached(position, conversation);
      if (found.length < PAGE) break;
    }
    return position;
  }

  async #follow(): Promise<void> {
    const { environment } = this.#ports;
    while (!this.#stopped) {
      [this.#wake, this.#hurry] = [new AbortController(), new AbortController()];
      await this.#notLost();
      const heard = await this.#takeHeard();
      if (heard !== null && isBefore(this.#position, heard)) await this.#reached(heard, null);
      // One step, also where something is said all the time, and then a look whether something was heard.
      await environment.sleep(await this.#clean(), this.#wake.signal);
      if (this.#wake.signal.aborted) await environment.sleep(REST_MS.gather, this.#hurry.signal);
    }
  }

  /** @returns up to where everything that was heard is in */
  async #takeHeard(): Promise<Position | null> {
    const until = this.#heardUntil;
    const ids = [...this.#heard];
    this.#heard.clear();
    try {
      for (const id of ids) await this.#take(id);
    } catch (error) {
      for (const id of ids) this.#heard.add(id);
      throw error;
    }
    return until;
  }

  /** @returns milliseconds until there is more to do */
  async #clean(): Promise<number> {
    const cleaned = await this.#ports.index.ask("clean", undefined);
    if (cleaned !== "busy") this.#busy = 0;
    if (cleaned === "clean") return REST_FOR_EVER_MS;
    return cleaned === "more"
      ? REST_MS.conversation
      : Math.min(REST_MS.busiest, REST_MS.busy * 2 ** this.#busy++);
  }

  /** What is written into a file that somebody emptied in the meantime would be all that it has. */
  async #notLost(): Promise<void> {
    const { log, index } = this.#ports;
    const { epoch, position } = await index.ask("state", undefined);
    if (this.#lost || epoch !== log.epoch || position === null) throw new IndexGone();
  }

  async #reached(position: Position, conversation: string | null): Promise<void> {
    if (this.#stopped) return;
    await this.#ports.index.ask("reached", { position, conversation });
    if (conversation === null) this.#position = position;
  }

  /** Brings one conversation to where the log is. One that cannot be read is named, and keeps nobody from the others. */
  async #take(id: string, known: Known = {}): Promise<void> {
    try {
      await this.#bring(id, known);
      if (this.#unreadable.delete(id)) await this.#tellUnreadable();
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      if (!this.#unreadable.has(id)) {
        this.#unreadable.add(id);
        await this.#tellUnreadable();
      }
      this.#ports.logger("error", "conversation_not_indexed", { conversationId: id, ...safely(error.cause) });
    }
  }

  #tellUnreadable(): Promise<void> {
    return this.#ports.index.ask("leftOut", [...this.#unreadable]);
  }

  async #bring(id: string, known: Known): Promise<void> {
    const { log, folds, index } = this.#ports;
    const [seq, from] = await Promise.all([
      known.seq ?? log.head(id).then((head) => head.seq),
      known.from ?? index.ask("seqOf", id),
    ]);
    if (seq === from) return;
    // Nor is a room of which nobody is told yet.
    if (isRoomId(id) && isSealed((await reading(() => folds.refresh(id))).state)) return;
    // A history that is being brought is heard of with each of its parts, and is there for nobody before the last.
    if (folds.peek(id)?.deleted) {
      const { state } = await reading(() => folds.refresh(id));
      if (state.restorableUntil !== undefined) return;
    }
    const named = from === 0 || seq < from ? null : await reading(() => this.#namedSince(id, from, seq));
    // Beyond the end of the log: of another past of this store. Or some of its texts are gone, and of these nothing stays.
    if (named === null && from > 0) await index.ask("remove", id);
    const state = named === null
      ? await reading(() => this.#read(id, seq))
      : (await reading(() => folds.refresh(id))).state;
    if (state.deleted) {
      if (state.restorableUntil !== undefined) return;
      folds.forget(id);
      return await index.ask("remove", id);
    }
    // Of a fold that is shared what is taken later may be newer: the log has that, too, and it is looked at again.
    const texts = textsOf(state, named === null ? state.order : messagesOf(state, named));
    let before = named === null ? 0 : from;
    for (const { group, last } of chunks(texts, CHUNK)) {
      const now = last ? seq : before;
      if (!(await index.ask("put", { conversationId: id, from: before, seq: now, texts: group }))) return;
      before = now;
    }
  }

  async #namedSince(id: string, from: number, until: number): Promise<Set<string> | null> {
    const named = new Set<string>();
    for await (const events of this.#ports.log.read(id, from, until)) {
      const more = namedBy(events);
      if (!more) return null;
      for (const one of more) named.add(one);
    }
    return named;
  }

  /** A fold of its own: looking at everything must not push out what people have open. */
  async #read(id: string, until: number): Promise<ConversationState> {
    let state = fold.initial(id);
    for await (const events of this.#ports.log.read(id, 0, until)) {
      for (const event of events) {
        state = fold.evolve(state, event);
        if (this.#slices.due) await this.#slices.rest();
      }
    }
    if (state.seq !== until) throw new StoreCorrupt(`Events of ${id} are missing behind ${state.seq}.`);
    return state;
  }
}

/** A row of the list, as this program writes them. */
export const isListed = (row: unknown): row is Pick<ListRow, "seq" | "title" | "updatedAt"> =>
  isFields(row) && typeof row["title"] === "string" && typeof row["updatedAt"] === "string";

/** Until something is heard. */
const REST_FOR_EVER_MS = 2 ** 31 - 1;

class Unreadable extends Error {}

/** What fails here is the conversation's fault, unless the store itself does not answer. */
async function reading<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (trouble(error) !== "unknown") throw error;
    throw new Unreadable("A conversation cannot be read.", { cause: error });
  }
}

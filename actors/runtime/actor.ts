/**
 * An actor: a bounded mailbox, one message at a time. What throws is restarted after a back-off with nothing
 * in memory, so that it folds from the log again; what is idle ends. An AbortSignal is the only cancellation.
 */
import { type Clock, WOKEN } from "./environment.ts";
import { type Backoff, backoffMs } from "./retry.ts";

/** Messages that may wait: more means the sender has to come back later (429). */
export const MAILBOX = 256;
/** Milliseconds without a message after which an actor ends: it costs nothing to start it again. */
export const IDLE_MS = 5 * 60_000;
/** Milliseconds to the first and at most to a later restart. */
export const RESTART: Backoff = { firstMs: 100, mostMs: 10_000 };

/** Why a message was not handled: its actor stopped. */
export class Stopped extends Error {
  override readonly name = "Stopped";
  constructor() {
    super("The actor has stopped.");
  }
}

/** Gives the next waiting message if `wanted` says so: several may be handled as one. */
export type Next<M> = (wanted: (message: M) => boolean) => M | undefined;
type Receive<M> = (message: M, next: Next<M>) => Promise<void>;

export interface ActorOptions<M> {
  readonly clock: Clock;
  /** A fresh behaviour, at the first message and after each crash. */
  start(): Receive<M>;
  /** The message during which the actor crashed, or that it will not handle because it stopped. */
  failed(message: M, error: unknown): void;
}

/**
 * Not exported: what holds an actor beyond its idle end can send to it no more, so it is reached by its key
 * through `Actors`, which starts another.
 */
class Actor<M> {
  readonly #options: ActorOptions<M>;
  readonly #stop = new AbortController();
  readonly #done: Promise<void>;
  #queue: M[] = [];
  #ended = false;
  #wake: () => void = () => undefined;

  /** @param forget called when it takes no more messages: idle for `IDLE_MS`, or stopped */
  constructor(options: ActorOptions<M>, readonly forget: () => void) {
    this.#options = options;
    this.#done = this.#run();
  }

  /** False: the mailbox is full, or the actor has ended. */
  send(message: M): boolean {
    if (this.#ended || this.#stop.signal.aborted || this.#queue.length >= MAILBOX) return false;
    this.#queue.push(message);
    this.#wake();
    return true;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Messages that wait. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Resolves when the message in hand is done; those that wait fail with `Stopped`. */
  stop(): Promise<void> {
    this.#stop.abort();
    this.#wake();
    return this.#done;
  }

  readonly #next: Next<M> = (wanted) => {
    const [message] = this.#queue;
    return message !== undefined && wanted(message) ? this.#queue.shift() : undefined;
  };

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    const { clock } = this.#options;
    let receive: Receive<M> | null = null;
    let failures = 0;
    while (!signal.aborted) {
      const message = this.#queue.shift();
      if (message === undefined) {
        await this.#waitForMessage();
        // Looked at in the step that ends it: a message that came while the wait was ending is not left behind.
        if (this.#queue.length > 0) continue;
        break;
      }
      try {
        receive ??= this.#options.start();
        await receive(message, this.#next);
        failures = 0;
      } catch (error) {
        receive = null;
        this.#options.failed(message, error);
        await clock.sleep(backoffMs(RESTART, ++failures), signal);
      }
    }
    this.#ended = true;
    for (const message of this.#queue.splice(0)) this.#options.failed(message, new Stopped());
    this.forget();
  }

  /** Resolves when a message came, after `IDLE_MS`, or when the actor was stopped. */
  async #waitForMessage(): Promise<void> {
    // One signal for both: to join two costs more than all else here.
    const woken = new AbortController();
    this.#wake = () => woken.abort(WOKEN);
    await this.#options.clock.sleep(IDLE_MS, woken.signal);
    this.#wake = () => undefined;
  }
}

/** Actors of one kind by key, started when they are first needed and forgotten when they end. */
export class Actors<M> {
  readonly #actors = new Map<string, Actor<M>>();
  #stopped = false;

  constructor(readonly options: (key: string) => ActorOptions<M>) {}

  /** False: the mailbox is full, or everything has stopped. */
  send(key: string, message: M): boolean {
    if (this.#stopped) return false;
    const known = this.#actors.get(key);
    if (known && !known.ended) return known.send(message);
    const actor: Actor<M> = new Actor(this.options(key), () => {
      if (this.#actors.get(key) === actor) this.#actors.delete(key);
    });
    this.#actors.set(key, actor);
    return actor.send(message);
  }

  get size(): number {
    return this.#actors.size;
  }

  /** Whether the actor has a message that it has not begun. */
  hasWaiting(key: string): boolean {
    return (this.#actors.get(key)?.waiting ?? 0) > 0;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all([...this.#actors.values()].map((actor) => actor.stop()));
  }
}

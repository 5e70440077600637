/**
 * Keeps what is read in this browser, and takes back what must not be there any more. Only beside the worker that can
 * open the page without its server: elsewhere nothing of it could be read again.
 */
import { effect } from "@preact/signals";
import { hides } from "../../../projections/conversation/shared_steps.ts";
import type { ConversationState } from "../../../projections/shapes/folds.ts";
import type { ListRow } from "../../../projections/shapes/views.ts";
import type { LocatedEvent } from "../../../server/contract/event_frames.ts";
import { refuses, signedOut } from "../api.ts";
import type { ConversationStore } from "../conversation_store.ts";
import { onEvent } from "../hearing.ts";
import { opened } from "../queries.ts";
import { current, listings, rows } from "../server_state.ts";
import { connections } from "../ui_state.ts";
import { offlineWorkerAddress } from "../workers.ts";
import { Copies, COPY_BYTES } from "./copies.ts";
import { wordsOf } from "./words_of.ts";

/** Milliseconds after a change before it is kept: what comes together is kept together. */
const SOON_MS = 1_500;
/** Milliseconds that writing a copy may hold the page at once. */
const SLICE_MS = 5;

/** What keeping takes from the page. */
export interface KeepingPorts {
  readonly copies: Pick<Copies, "begin" | "all" | "put" | "forget" | "forgetAll">;
  now(): Date;
  breathe(): Promise<void> | void;
  row(id: string): ListRow | undefined;
}

export class Keeping {
  /** One thing after the other: what is forgotten stays forgotten, whatever was on its way. */
  #work: Promise<unknown> = Promise.resolve();
  readonly #gone = new Set<string>();
  readonly #read = new Map<string, string>();

  constructor(readonly ports: KeepingPorts) {}

  #then<T>(job: () => Promise<T>): Promise<T | void> {
    // A full or forbidden storage costs what can be read on the way, not the chat.
    const done = this.#work.then(job).catch(() => {});
    this.#work = done;
    return done;
  }

  /** Somebody is signed in: from now on what is read is kept. */
  begin(): Promise<void> {
    return this.#then(() => this.ports.copies.begin());
  }

  /** One opens a conversation. */
  opened(id: string): void {
    this.#read.set(id, this.ports.now().toISOString());
  }

  /** Keeps a conversation as it is known now. */
  keep(fold: ConversationState): Promise<void> {
    return this.#then(() => this.#keep(fold, this.#read.get(fold.id)));
  }

  async #keep(fold: ConversationState, read = this.ports.now().toISOString()): Promise<void> {
    const { copies, now, breathe, row } = this.ports;
    const { id, seq } = fold;
    const at = now().toISOString();
    const words = await wordsOf(fold, { most: COPY_BYTES, breathe });
    const line = row(id);
    if (!words || !line || this.#gone.has(id)) return;
    await copies.put({ id, at, read, seq, bytes: words.size, row: line }, words);
  }

  /** Something happened in a conversation, open or not. */
  heard(event: Pick<LocatedEvent, "type" | "stream"> & { readonly erased?: boolean }): void {
    const { stream: id } = event;
    if (event.type === "DeletionWithdrawn") this.#gone.delete(id);
    if (hides(event)) this.#gone.add(id);
    // Where words are taken back no copy may have them: the next look makes another.
    const taken = event.erased || event.type === "ContentErased";
    if (hides(event) || taken) void this.#then(() => this.ports.copies.forget(id));
  }

  /**
   * Compares with the server what is kept: what went on while nobody listened is fetched again, what is gone there goes
   * here. `fetch` answers null where it is gone, undefined where nobody knows.
   */
  check(fetch: (id: string) => Promise<ConversationState | null | undefined>): Promise<void> {
    return this.#then(async () => {
      for (const { id, seq, read } of await this.ports.copies.all()) {
        if (this.ports.row(id)?.seq === seq) continue;
        const fold = await fetch(id);
        if (fold === null) await this.ports.copies.forget(id);
        else if (fold) await this.#keep(fold, read);
      }
    });
  }

  /** Nobody is signed in any more: nothing of what was read stays. */
  forgetAll(): Promise<void> {
    return this.#then(() => this.ports.copies.forgetAll());
  }
}

/** Pauses when the page was held long enough. */
function breathing(): () => Promise<void> | void {
  let since = performance.now();
  return () => {
    if (performance.now() - since < SLICE_MS) return;
    return new Promise((resolve) =>
      setTimeout(() => {
        since = performance.now();
        resolve();
      })
    );
  };
}

/** A conversation as the server has it; null where it is gone, undefined where it cannot be asked. */
async function fetched(id: string): Promise<ConversationState | null | undefined> {
  const answer = await opened(id);
  return answer.ok ? answer.value.fold : refuses(answer) ? null : undefined;
}

/** Keeps the conversation that is open: at once when it is opened, then whenever nobody is answering. */
function keepOpen(keeping: Keeping): void {
  let known: ConversationStore | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const store = current.value;
    if (!store || store.asOf || store.missing.value > 0) return;
    if (store.id !== known?.id) keeping.opened(store.id);
    const first = store !== known;
    known = store;
    // Read the first time too: what happens in it from then on is heard of by that.
    const { open } = store.now;
    if (!first && open.length > 0) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!signedOut.peek()) void keeping.keep(store.state);
    }, SOON_MS);
  });
}

/** Follows what is read, for as long as the page is open. */
function follow(worker: ServiceWorkerRegistration): void {
  const keeping = new Keeping({
    copies: new Copies(caches),
    now: () => new Date(),
    breathe: breathing(),
    row: (id) => rows.peek()?.get(id),
  });
  onEvent((event) => keeping.heard(event));
  let connected = false;
  effect(() => {
    if (connections.value === 0) return;
    // The server may have been gone to become another version.
    if (connected) worker.update().catch(() => {});
    connected = true;
  });
  effect(() => {
    if (listings.value > 0) void keeping.begin().then(() => keeping.check(fetched));
  });
  effect(() => {
    if (signedOut.value) void keeping.forgetAll();
  });
  keepOpen(keeping);
}

/** Takes the worker in, and keeps what is read from then on; where there can be none, nothing. */
export async function keepReading(): Promise<void> {
  try {
    const { serviceWorker } = navigator;
    await serviceWorker.register(offlineWorkerAddress(), { scope: "/", updateViaCache: "none" });
    follow(await serviceWorker.ready);
  } catch {
    // A page on plain http has no such workers, and a browser may forbid them.
  }
}

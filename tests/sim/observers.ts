/** Those who watch a simulated run: what they are given must be whole, in order, and never taken back. */
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import type { Commit, Position } from "../../events/store/types.ts";
import type { Live } from "../../actors/system.ts";
import { conversation } from "../../projections/conversation/conversation.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import type { Up } from "./node.ts";
import type { Scheduler } from "./scheduler.ts";
import { copied } from "./sim_kv.ts";

/** Says what is wrong; an empty list at the end means the run was sound. */
export type Complain = (what: string) => void;

/** Longest text anybody was shown of each attempt. */
export type Shown = Map<string, { turnId: string; attempt: number; text: string; reasoning: string }>;

/** One live listener per process start. */
export class LiveWatch {
  readonly #listeners = new Map<
    string,
    { position: Position; texts: Map<string, string>; ended: Set<string> }
  >();

  constructor(readonly shown: Shown, readonly complain: Complain) {}

  hear(node: string, live: Live): void {
    const listener = this.#listeners.get(node) ?? { position: "", texts: new Map(), ended: new Set() };
    this.#listeners.set(node, listener);
    if (live.type === "commit") {
      const { position, events } = live.commit;
      if (place(position) <= place(listener.position)) this.complain(`${node}: commits out of order`);
      listener.position = position;
      for (const { stream, event } of events) {
        const data = event.data as { turnId?: string; attempt?: number }; // only turns have these
        if (!data.turnId || !ENDS.has(event.type)) continue;
        if (event.type !== "TurnInterrupted") listener.ended.add(`${stream}/${data.turnId}`);
      }
      return;
    }
    if (live.type !== "drafts") return;
    for (const { conversationId, turnId, attempt, at, text, reasoning } of live.drafts) {
      // A copy has the turns of the other under their ids.
      const key = `${conversationId}/${turnId}/${attempt}`;
      const before = listener.texts.get(key);
      if (before !== undefined && before.length !== at) {
        this.complain(`${node}: a gap in the draft of ${key}`);
      }
      if (listener.ended.has(`${conversationId}/${turnId}`)) {
        this.complain(`${node}: a draft after the end of ${turnId}`);
      }
      const whole = (before ?? "") + text;
      listener.texts.set(key, whole);
      const known = this.shown.get(key) ?? { turnId, attempt, text: "", reasoning: "" };
      const thought = reasoning ? known.reasoning.slice(0, reasoning.at) + reasoning.text : "";
      this.shown.set(key, {
        ...known,
        // A listener that came late has not seen the beginning.
        text: at + text.length > known.text.length ? known.text.slice(0, at) + text : known.text,
        reasoning: thought.length > known.reasoning.length ? thought : known.reasoning,
      });
    }
  }
}

const ENDS = new Set(["TurnCompleted", "TurnFailed", "TurnCancelled", "TurnInterrupted"]);

/** Sorts as the order of all events does. */
function place(position: Position): string {
  const [, stamp = "", index = ""] = position.split(".");
  return `${stamp}.${index.padStart(8, "0")}`;
}

/** A client that follows everything and, when its process dies, goes on elsewhere from its last position. */
export class Reader {
  readonly states = new Map<string, ConversationState>();
  readonly seqs = new Map<string, number>();
  events = 0;
  #position: Position;
  #following: { up: Up; stop: AbortController } | null = null;

  constructor(
    readonly name: string,
    start: Position,
    readonly scheduler: Scheduler,
    readonly complain: Complain,
  ) {
    this.#position = start;
  }

  /** Follows through a process that runs, unless the present one still does. */
  attach(up: Up): void {
    if (this.#following?.up.process.alive) return;
    const stop = new AbortController();
    this.#following = { up, stop };
    this.#follow(up, stop.signal);
  }

  detach(): void {
    this.#following?.stop.abort();
    this.#following = null;
  }

  /** The process it followed is gone. */
  get lost(): boolean {
    return this.#following?.up.process.alive !== true;
  }

  get position(): Position {
    return this.#position;
  }

  async #follow(up: Up, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && up.process.alive) {
      try {
        for await (const commit of up.log.order.follow(this.#position, signal)) {
          if (this.#following?.up !== up) return;
          this.#take(commit);
        }
      } catch {
        await this.scheduler.sleep(200);
      }
    }
  }

  #take(commit: Commit): void {
    this.#position = commit.position;
    for (const { stream, event } of commit.events) this.#see(stream, event);
  }

  #see(stream: string, event: AnyEvent): void {
    const seen = this.seqs.get(stream) ?? 0;
    this.events++;
    if (event.seq !== seen + 1 && event.type !== "ConversationDeleted") {
      this.complain(`${this.name}: ${stream} went from ${seen} to ${event.seq}`);
    }
    this.seqs.set(stream, event.seq);
    if (stream === "workspace") return;
    const state = this.states.get(stream) ?? conversation.initial(stream);
    const before = state.updatedAt;
    const after = conversation.evolve(state, copied(event) as AnyEvent);
    if (after.updatedAt < before) this.complain(`${this.name}: the last change of ${stream} went back`);
    this.states.set(stream, after);
  }
}

/**
 * One subscription to the actors for all event streams of this process. Frames are encoded once per commit
 * and shared; a listener gets bytes, in order, and decides itself what it already has.
 */
import type { Located } from "../../events/store/types.ts";
import { Slots } from "../../actors/runtime/slots.ts";
import { HalfBrought } from "../../actors/live/half_brought.ts";
import type { Live, System } from "../../actors/system.ts";
import type { ReadMark } from "../../projections/shapes/views.ts";
import type { DiskState } from "../contract/process.ts";
import { type Breathe, type Every, FanOut, realEvery } from "./fan_out.ts";
import { encode, frame, summaryFrames, told, type TurnOwner } from "./frames.ts";
import { type Places, streamPlaces, STREAMS_LEAST } from "../http/places.ts";

/** Turns whose owner is remembered, so that their end can be summarised without reading the log. */
const TURNS_REMEMBERED = 20_000;

/** Readers for whom the log is read at the same time; reading for more makes none of them faster. */
export const CATCHING_UP = 4;

const idOf = ({ conversationId }: { readonly conversationId: string }) => conversationId;

/** What one commit or one draft tick adds to a stream. */
export interface Chunk {
  /** Joined frames of the whole commit. */
  readonly bytes: Uint8Array;
  /** The events in it, to tell what a reader already has; empty for drafts. */
  readonly events: readonly Located[];
}
type HubListener = (chunk: Chunk) => void;

interface HubOptions {
  readonly every?: Every;
  /** Between two parts of many readers. */
  readonly breathe?: Breathe;
  /** That may be open at once. */
  readonly streams?: number;
}

/** The name of what is of every conversation. */
export const ALL = "*";
/** The name of the drafts of a conversation, or of all; everything else is told by the conversation's own name. */
export const draftsOf = (stream: string): string => `${stream}/drafts`;

export class EventHub {
  readonly #listeners = new Map<string, Set<HubListener>>();
  readonly #owners = new Map<string, TurnOwner>();
  readonly #unsubscribe: () => void;
  readonly #half = new HalfBrought();
  /** What happens before it is known which conversations are half; null from then on. */
  #early: Live[] | null = [];
  /** Readers for whom the log is read now; the others wait in line. */
  readonly catchingUp = new Slots(CATCHING_UP);
  /** Of everything that streams to a reader. */
  readonly places: Places;

  /** The streams, as they are sent what is told. */
  readonly fan: FanOut;

  /** Of the streams and what else beats. */
  readonly every: Every;

  /** What is left on the disk of the store, as readers of all were told last. */
  #disk: DiskState = "ok";

  constructor(
    readonly system: System,
    { every = realEvery, breathe, streams = STREAMS_LEAST }: HubOptions = {},
  ) {
    this.every = every;
    this.fan = new FanOut(every, breathe);
    this.places = streamPlaces(streams);
    this.#unsubscribe = system.subscribe((live) =>
      this.#early ? this.#early.push(live) : this.#publish(live)
    );
    this.#half.learn(system).catch(() => undefined).then(() => {
      const early = this.#early ?? [];
      this.#early = null;
      for (const live of early) this.#publish(live);
    });
  }

  /** Tells it to readers of all: who waits for an answer sees why none goes on. */
  diskIs(state: DiskState): void {
    this.#disk = state;
    const chunk = { bytes: encode(frame("disk", { state })), events: [] };
    for (const listener of this.#listeners.get(ALL) ?? []) listener(chunk);
    this.fan.go();
  }

  /** What a reader of all is told of the disk as it begins; null: there is room. */
  get disk(): string | null {
    return this.#disk === "ok" ? null : frame("disk", { state: this.#disk });
  }

  close(): void {
    this.#unsubscribe();
    this.#listeners.clear();
  }

  /** Who listens, to however much. */
  get size(): number {
    return new Set([...this.#listeners.values()].flatMap((listeners) => [...listeners])).size;
  }

  /** Listens to what is told by these names. Returns the way to stop. */
  listen(names: readonly string[], listener: HubListener): () => void {
    for (const name of names) {
      this.#listeners.set(name, (this.#listeners.get(name) ?? new Set()).add(listener));
    }
    return () => {
      for (const name of names) {
        const listeners = this.#listeners.get(name);
        listeners?.delete(listener);
        if (listeners?.size === 0) this.#listeners.delete(name);
      }
    };
  }

  /** The frames of one event, for a stream of its own or for the stream of all. */
  frames(located: Located, all: boolean): string {
    const { stream, event, position } = located;
    if (event.type === "TurnRequested") this.#remember(event.data);
    const main = all
      ? frame("event", { stream, ...told(event) }, position)
      : frame("event", told(event), String(event.seq));
    return main + summaryFrames(stream, event, (turnId) => this.#owners.get(turnId), all);
  }

  /** Learns the owners of a conversation's turns before a reader starts in its middle. */
  async learn(conversationId: string): Promise<void> {
    const state = await this.system.conversation(conversationId);
    for (const turn of Object.values(state?.turns ?? {})) {
      this.#owners.set(turn.id, { participantId: turn.participantId, messageId: turn.messageId });
    }
  }

  #remember(data: unknown): void {
    const { turnId, participantId, messageId } = data as TurnOwner & { turnId: string };
    this.#owners.set(turnId, { participantId, messageId });
    if (this.#owners.size <= TURNS_REMEMBERED) return;
    const [oldest] = this.#owners.keys();
    if (oldest !== undefined) this.#owners.delete(oldest);
  }

  #publish(live: Live): void {
    if (live.type === "drafts") {
      return this.#tell(live.drafts, idOf, (draft) => frame("draft", draft), undefined, draftsOf);
    }
    if (live.type === "wait") return this.#tell([live.wait], idOf, (wait) => frame("wait", wait));
    if (live.type === "progress") {
      return this.#tell([live.progress], idOf, (progress) => frame("progress", progress));
    }
    if (live.type === "read") return this.#tell<ReadMark>([live.read], idOf, (read) => frame("read", read));
    const events = this.#half.told(live.commit.events);
    for (const { event } of events) if (event.type === "TurnRequested") this.#remember(event.data);
    this.#tell(events, ({ stream }) => stream, (one, all) => this.frames(one, all), (some) => some);
  }

  /** To those who listen to all, and to those who listen to one stream what is of it. `nameOf`: by what name. */
  #tell<T>(
    news: readonly T[],
    streamOf: (one: T) => string,
    frameOf: (one: T, all: boolean) => string,
    eventsOf: (some: readonly T[]) => Chunk["events"] = () => [],
    nameOf = (stream: string) => stream,
  ): void {
    if (news.length === 0) return;
    for (const [stream, some] of [[ALL, news] as const, ...Map.groupBy(news, streamOf)]) {
      const listeners = this.#listeners.get(nameOf(stream));
      if (!listeners?.size) continue;
      const all = stream === ALL;
      const bytes = encode(some.map((one) => frameOf(one, all)).join(""));
      const chunk = { bytes, events: eventsOf(some) };
      for (const listener of [...listeners]) listener(chunk);
    }
    this.fan.go();
  }
}

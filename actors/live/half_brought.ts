/**
 * Conversations whose history is still being brought are there for nobody until it is whole, and rooms of comparisons
 * until these are revealed: whoever is told of all events is not told of theirs. From then on they are told as others are,
 * and in the log their events stand where they were.
 */
import { conversationEvent } from "../../events/catalog/typed_event.ts";
import { WORKSPACE } from "../../events/catalog/envelope.ts";
import type { EventLog, Located } from "../../events/store/types.ts";
import { isRoomId } from "../../projections/comparisons/letters.ts";
import { sealedRooms } from "../comparing/rooms.ts";

export interface HalfPorts {
  readonly log: Pick<EventLog, "list">;
  /** Whether nobody is told of it yet. */
  withheld(id: string): Promise<boolean>;
}

/** Events that were read from the log, without those of half conversations. What is listed is whole: it is looked up first. */
export async function withoutHalf(ports: HalfPorts, events: readonly Located[]): Promise<Located[]> {
  const streams = [...new Set(events.map(({ stream }) => stream))];
  const half = new Set<string>();
  await Promise.all(streams.map(async (stream) => {
    if (stream === WORKSPACE || await ports.log.list.get(stream)) return;
    if (await ports.withheld(stream)) half.add(stream);
  }));
  return events.filter(({ stream, event }) => !half.has(stream) && !(stream !== WORKSPACE && wasHalf(event)));
}

/** Whether it tells that a conversation is gone that was never there for anybody. */
function wasHalf(event: Located["event"]): boolean {
  const known = conversationEvent(event);
  return known.type === "ConversationDeleted" && known.data.bringing === true;
}

/** What makes a conversation whole … */
const WHOLE: ReadonlySet<string> = new Set(["DeletionWithdrawn", "RoomOpened"]);
/** … or has it never be. */
const ENDS: ReadonlySet<string> = new Set([...WHOLE, "ConversationDeleted"]);

/** Half conversations at the start of a process; each of them is a call that takes minutes. */
const AT_START = 10_000;

/** The same of events as they happen, which are told before anything can be looked up. */
export class HalfBrought {
  readonly #half = new Set<string>();
  /** Which rooms are sealed is known; before, nothing is told of any. */
  #learned = false;

  /** Those that were begun before. */
  async learn(
    { log, withheld }: HalfPorts & { readonly log: Pick<EventLog, "due" | "side"> },
  ): Promise<void> {
    for (const { id } of await sealedRooms(log)) {
      // The row of one that was opened as its process ended goes later: nothing more will say that it is open.
      if (await withheld(id)) this.#half.add(id);
    }
    this.#learned = true;
    for (const { stream } of await log.due.list(AT_START)) {
      if (await withheld(stream)) this.#half.add(stream);
    }
  }

  /** What may be told of a commit. */
  told(events: readonly Located[]): readonly Located[] {
    // How one begins says so behind its first event.
    for (const { stream, event } of events) {
      const known = stream === WORKSPACE ? null : conversationEvent(event);
      const begins = known?.type === "DeletionRequested" ? known.data.bringing : known?.type === "RoomSealed";
      if (begins) this.#half.add(stream);
    }
    if (this.#half.size === 0 && this.#learned) return events;
    return events.filter(({ stream, event: { type } }) => {
      if (!this.#half.has(stream)) return this.#learned || !isRoomId(stream);
      if (ENDS.has(type)) this.#half.delete(stream);
      return WHOLE.has(type);
    });
  }
}

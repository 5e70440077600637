/**
 * From where each turn was asked for: a turn is a part of the request that asked for it, although an actor carries it
 * out later, and so are the turns that follow it in the same exchange. Kept by this process while it lasts; a turn
 * that another process asked for, or this one before it was started anew, is a part of nothing.
 */
import type { NewConversationEvent } from "../../events/catalog/conversation.ts";
import { endsTurn } from "../../projections/conversation/turn_ends.ts";
import type { Place, Tracing } from "../runtime/tracing.ts";

/** Turns and exchanges that are remembered; of more the oldest is forgotten. */
const REMEMBERED = 10_000;

function remember(places: Map<string, Place>, id: string, place: Place): void {
  const [oldest] = places.keys();
  if (places.size >= REMEMBERED && oldest !== undefined) places.delete(oldest);
  places.set(id, place);
}

export class AskedFrom {
  readonly #commands = new Map<string, Place>();
  readonly #exchanges = new Map<string, Place>();
  readonly #turns = new Map<string, Place>();

  constructor(readonly tracing: Pick<Tracing, "here">) {}

  /** Carries out a command as a part of what is under way here. */
  async by<T>(commandId: string, work: () => Promise<T>): Promise<T> {
    const place = this.tracing.here();
    if (!place) return await work();
    this.#commands.set(commandId, place);
    try {
      return await work();
    } finally {
      this.#commands.delete(commandId);
    }
  }

  heard(events: readonly NewConversationEvent[]): void {
    if (this.#commands.size + this.#exchanges.size + this.#turns.size === 0) return;
    for (const event of events) {
      const { cause = "", exchange = "" } = event;
      if (event.type === "TurnRequested") {
        const place = this.#commands.get(cause) ?? this.#exchanges.get(exchange);
        if (!place) continue;
        remember(this.#turns, event.data.turnId, place);
        remember(this.#exchanges, exchange, place);
      } else if (event.type === "ExchangeCompleted") this.#exchanges.delete(exchange);
      else if (endsTurn(event)) this.#turns.delete(event.data.turnId);
    }
  }

  of(turnId: string): Place | null {
    return this.#turns.get(turnId) ?? null;
  }
}

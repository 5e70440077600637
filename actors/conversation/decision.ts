/**
 * The events of one decision, in the making. A decision must not touch the shared fold, so what its own
 * events will change (turns that end, turns that are requested) is kept here beside it.
 */
import type { DataOf, NewConversationEvent } from "../../events/catalog/conversation.ts";
import { versions } from "../../events/catalog/upcast.ts";
import type { ConversationState, Turn } from "../../projections/conversation/state.ts";
import type { Deciding, Refusal, RefusalCode } from "./commands.ts";

type Type = NewConversationEvent["type"];
export type Ending = "completed" | "failed" | "cancelled";

export function refuse(code: RefusalCode, detail: string, path?: string): Refusal {
  return { ok: false, code, detail, ...(path ? { path } : {}) };
}

export class Batch {
  readonly events: NewConversationEvent[] = [];
  /** Participants this very batch turns off or removes. */
  readonly off = new Set<string>();
  /** The conversation ends with this batch: a message that waits gets no turn any more. */
  closing = false;
  /** Tokens of the turns this very batch ends; the fold does not count them yet. */
  tokens = 0;
  readonly #ended = new Map<string, Ending>();
  readonly #requested = new Map<string, string[]>();
  readonly #minted = new Set<string>();

  constructor(readonly state: ConversationState, readonly deciding: Deciding) {}

  /** Seq the last added event will have. */
  get seq(): number {
    return this.state.seq + this.events.length;
  }

  add<T extends Type>(type: T, data: DataOf<T>, exchange?: string): void {
    const { by, at, commandId } = this.deciding;
    this.events.push(
      {
        id: `${commandId}/${this.events.length}`,
        type,
        v: versions.get(type) ?? 1,
        at,
        by,
        cause: commandId,
        ...(exchange ? { exchange } : {}),
        data,
      } as NewConversationEvent, // `type` and `data` belong together by the signature above
    );
  }

  /** `<kind>_<12 hex>`, unlike any id of this conversation (C-3: 48 bits collide once in a blue moon). */
  mint(kind: "message" | "turn" | "participant"): string {
    const { messages, turns, participants, former } = this.state;
    for (;;) {
      const id = `${kind}_${this.deciding.hex()}`;
      const taken = id in messages || id in turns || this.#minted.has(id) ||
        participants.some((p) => p.id === id) || former.some((p) => p.id === id);
      if (taken) continue;
      this.#minted.add(id);
      return id;
    }
  }

  end(turnId: string, how: Ending): void {
    this.#ended.set(turnId, how);
  }

  /** Records that a turn was requested in `exchange` by this very batch. */
  request(exchange: string, turnId: string): void {
    this.#requested.set(exchange, [...(this.#requested.get(exchange) ?? []), turnId]);
  }

  /** Turns still open after this batch, among those known before it. */
  open(): Turn[] {
    return this.state.open.flatMap((id) => {
      const turn = this.state.turns[id];
      return turn && !this.#ended.has(id) ? [turn] : [];
    });
  }

  /** Whether anything of `exchange` is still to come. */
  isOpen(exchange: string): boolean {
    return this.#requested.has(exchange) || this.open().some((turn) => turn.exchange === exchange);
  }

  get busy(): boolean {
    return this.#requested.size > 0 || this.open().length > 0;
  }

  /** How the turns of an exchange ended, this batch included. */
  endings(exchange: string): Record<Ending, number> {
    const counts = { completed: 0, failed: 0, cancelled: 0 };
    for (const id of this.state.exchanges[exchange]?.turnIds ?? []) {
      const how = this.#ended.get(id) ?? this.state.turns[id]?.status;
      if (how === "completed" || how === "failed" || how === "cancelled") counts[how]++;
    }
    return counts;
  }
}

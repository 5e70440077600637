/**
 * Turns that begin with the commit that asks for them: their claims are decided on what the order leaves and stored with it, so
 * that between a message and its answer no commit stands that nobody would miss. The lock is the order's own, the head of the
 * stream: who was first with anything else makes all of it be decided again.
 */
import type { NewConversationEvent } from "../../../events/catalog/conversation.ts";
import { endsAttempt } from "../../../projections/conversation/turn_ends.ts";
import type { ConversationState } from "../../../projections/shapes/folds.ts";
import type { Accepted, Command } from "../commands.ts";
import { beside } from "../overlay.ts";
import { type Begins, decideOn, type Order, type Ports } from "./order.ts";

/** What asks for turns and waits for none to end. */
const ASKING: ReadonlySet<Command["type"]> = new Set<Command["type"]>([
  "start",
  "post",
  "ask",
  "ask_all",
  "retry",
]);

/** An order that broke may have landed: what it asked for is begun by who finds it. */
export const mayBegin = ({ begin }: Pick<Ports, "begin">, { command, triedAfter }: Order): boolean =>
  begin !== undefined && ASKING.has(command.type) && triedAfter === undefined;

/** Whether turns are asked for, and none ends: whoever runs one that does has its row, and lets it go first. */
const asksAlone = (events: readonly NewConversationEvent[]): boolean =>
  events.some(({ type }) => type === "TurnRequested") && !events.some(endsAttempt);

/** The turns of one order, over all its tries. */
export class Beginning {
  #ready: Begins | null = null;
  #tried = false;
  #done = false;

  constructor(readonly ports: Ports) {}

  /** Whether claims went to the store with the order, whatever became of them. */
  get tried(): boolean {
    return this.#tried;
  }

  /** What was decided and the claims behind it; just what was decided where no turn can begin with it. */
  async add(
    state: Pick<ConversationState, "seq">,
    decided: Accepted,
  ): Promise<Pick<Accepted, "events" | "after">> {
    // What was ready for a try before this one is not stored, whatever was decided now.
    this.leave();
    if (!asksAlone(decided.events)) return decided;
    const { seq } = state;
    // Where the fold goes on meanwhile so does the view: the store will refuse this, and all is decided again.
    const holds = () => state.seq === seq;
    const ready = await this.ports.begin?.(decided.after, decided.events, holds) ?? null;
    this.#ready = ready;
    if (!ready || !holds()) {
      this.leave();
      return decided;
    }
    const claimed = this.#claimed(decided, ready);
    if (!claimed) this.leave();
    this.#tried ||= claimed !== null;
    return claimed ?? decided;
  }

  /** Whether turns began. */
  get done(): boolean {
    return this.#done;
  }

  begun(stamp: string): void {
    if (!this.#ready) return;
    this.#done = true;
    this.#ready.begun(stamp);
    this.#ready = null;
  }

  leave(): void {
    this.#ready?.leave();
    this.#ready = null;
  }

  /** The claims together on one copy: where one is refused what was decided stays as it is. */
  #claimed(decided: Accepted, { claims }: Begins): Pick<Accepted, "events" | "after"> | null {
    const events = [...decided.events];
    const after = beside(decided.after);
    for (const order of claims) {
      const claim = decideOn(this.ports, after, order, { inPlace: true });
      if (!claim.ok) return null;
      events.push(...claim.events);
    }
    return { events, after };
  }
}

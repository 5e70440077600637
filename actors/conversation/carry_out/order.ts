/** An order to a conversation, and what carrying it out takes from the others in its process. */
import type { NewConversationEvent } from "../../../events/catalog/conversation.ts";
import type { Actor } from "../../../events/catalog/envelope.ts";
import type { Head, WorkChange } from "../../../events/store/types.ts";
import type { ConversationState } from "../../../projections/shapes/folds.ts";
import type { PriceOverrides } from "../../../projections/usage/prices.ts";
import type { Refused, Stored, StreamPorts, Terms } from "../../runtime/stream_actor.ts";
import type { Accepted, Answer, Command, Deciding, Refusal } from "../commands.ts";
import type { Fence } from "./work_changes.ts";

export interface Order extends Terms {
  readonly command: Command;
  readonly by: Actor;
  /** Names the events; the same order decided again keeps it, so that what landed is recognised. */
  readonly commandId: string;
  /** The work row of the turn the command is about, as its actor last wrote or read it. */
  readonly fence?: Fence;
  /** The turn whose own actor asks: what it showed is in the command, nobody has to take it from the store. */
  readonly own?: string;
  /** An earlier try broke and may have landed: its events, if any, stand after this seq. */
  readonly triedAfter?: number;
}

export type Result = Stored<Answer> | Refused;

/** Turns of this process that are ready to begin, with the places that they hold. */
export interface Begins {
  /** Their claims; each is decided on what the one before it left. */
  readonly claims: readonly Order[];
  /** The claims are stored, in the commit of this stamp: the turns go on from there. */
  begun(stamp: string): void;
  /** They are not: the places are given back. Does nothing where they began, or were left before. */
  leave(): void;
}

export interface Ports extends StreamPorts<ConversationState> {
  decide(command: Command, state: ConversationState, deciding: Deciding): Accepted | Refusal;
  /** What the conversation has cost, in US dollars; undefined when unknown. */
  spentUsd?(state: ConversationState): number | undefined;
  /** What these turns have cost, as far as their prices are known. */
  usdOf?(state: ConversationState, turnIds: readonly string[]): number;
  /** The prices that come before the dated list. */
  prices?(): PriceOverrides;
  /**
   * Makes turns that were just asked for ready to begin with the commit that asks for them; null where none can at once. Never
   * throws. Absent: nobody answers here.
   * @param after the conversation with what asked for them: a view that shows what will be as long as it `holds`
   */
  begin?(
    after: ConversationState,
    asked: readonly NewConversationEvent[],
    holds: () => boolean,
  ): Promise<Begins | null>;
  /** Names a fence; each one differently, so that no draft tick takes it for its own. */
  fenceName(): string;
  /** Told of what must never be. Looked for only where somebody listens: in tests and in the simulation. */
  violated?(what: string): void;
  /** Told of events as soon as they are stored, to stop what they end; nobody is shown anything from here. */
  appended?(
    conversationId: string,
    events: readonly NewConversationEvent[],
    head: Head,
    work: readonly WorkChange[],
  ): void;
}

export function decideOn(
  ports: Ports,
  state: ConversationState,
  order: Order,
  how: Pick<Deciding, "inPlace"> = {},
): Accepted | Refusal {
  return ports.decide(order.command, state, {
    by: order.by,
    commandId: order.commandId,
    at: ports.environment.now(),
    hex: ports.environment.hex,
    salt: ports.environment.salt,
    spentUsd: () => ports.spentUsd?.(state),
    usdOf: (now, turnIds) => ports.usdOf?.(now, turnIds) ?? 0,
    prices: () => ports.prices?.() ?? {},
    ...how,
  });
}

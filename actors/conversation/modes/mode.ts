/** What a mode decides; the rules ask it. What everybody else must know of it stands in events/catalog/modes.ts. */
import type { DataOf, Reason } from "../../../events/catalog/conversation.ts";
import type { Mode as Name } from "../../../events/catalog/modes.ts";
import type { ConversationState, Message, Turn } from "../../../projections/shapes/folds.ts";
import type { Managing } from "../commands.ts";
import type { Decision } from "../decision.ts";

/** Whose turn it is, and why. */
interface Speaker {
  readonly participantId: string;
  readonly reason: Reason;
}

/** Where an answer goes: to "person" or a participant. With `error` it reached nobody, and stays with its author. */
export interface Destination {
  readonly to: string;
  readonly error?: string;
}

export interface Mode {
  /** A conversation of this mode is nothing without an agent (S4-5); of any other it can wait for one. */
  readonly needsAgent?: true;
  /** Whose turn it is may answer SKIP, and then has said nothing. */
  readonly mayPass?: true;
  /** The mode of a turn that is asked for again; absent: this one. */
  readonly retriedIn?: Name;
  /** Why nobody answers, in words, where `speakers` are none; absent: none is enabled of those who were asked. */
  readonly nobody?: string;

  /** What an agent's system prompt says of the others and of its task; events up to `through` count. */
  prompt(state: ConversationState, participantId: string, through: number): string;
  /** Who speaks when a person has said `message`, all at once. */
  speakers(state: ConversationState, message: Message): readonly Speaker[];
  /** Requests what comes after `turn`, which has ended; `error` says what went wrong. Absent: nothing comes. */
  next?(now: Decision, turn: Turn, error?: string): void;

  /** To whom alone a person's words go; absent: to the room. */
  hearer?(state: ConversationState): string | undefined;
  /** To whom an answer goes that names the agent `number`; absent: to the room. */
  address?(state: ConversationState, turn: Turn, number: number | undefined): Destination;
  /** Who manages when the mode begins; undefined: nobody here can. Absent: nobody has to. */
  appoint?(state: ConversationState, managing?: Managing): DataOf<"ModeChanged">["manager"];
}

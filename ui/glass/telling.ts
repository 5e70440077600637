/** What sentences are told with: the newest fold, the words of the language, and who is who. */
import type { ContextSpec } from "../../events/catalog/context_spec.ts";
import type { ConversationEvent, ConversationEvents } from "../../events/catalog/conversation.ts";
import type { Actor, AnyEvent, Placed } from "../../events/catalog/envelope.ts";
import { participantOf } from "../../projections/conversation/conversation.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { plainText } from "../parts/plain_text.ts";
import type { StoryWords } from "../words/english_story.ts";
import { type Named, type Part, Sentence } from "../words/sentence.ts";

/** What a sentence is told with. */
export interface Told {
  /** The newest fold that is known. */
  readonly state: ConversationState;
  readonly words: StoryWords;
  /** What a tool is called in the interface; null where nobody knows. */
  readonly tool: (name: string) => string | null;
  /** How many messages a turn was sent, by what decided it, else in its last attempt; null where that is not known yet. */
  readonly sent: (turnId: string, context?: ContextSpec) => number | null;
}

/** What stands beside an event in its turn. */
export interface Beside {
  readonly before?: AnyEvent | undefined;
  readonly after?: AnyEvent | undefined;
  /** In turn: nobody was asked in this round before. */
  readonly first?: boolean;
}

export type Type = ConversationEvent["type"];
export type Of<T extends Type> = ConversationEvents[T] & Placed;
export type Says<T extends Type> = (event: Of<T>, told: Told, beside: Beside) => Sentence;

/** The person who acted: null for the one who reads, whose phrases need no subject. */
const LOCAL = "local";
export const byOf = ({ kind, id, name }: Actor, { words }: Pick<Told, "words">): Part | null =>
  kind === "user" ? id === LOCAL ? null : { name } : { name: words.program };

/** Whether nobody did it but the setting that has deleted what nobody touches. */
export const isRetention = ({ kind, id }: Actor): boolean => kind === "system" && id === "retention";

/** An agent by its place in the roster, also one that left. */
export function agent({ state, words }: Pick<Told, "state" | "words">, participantId: string): Named {
  const known = participantOf(state, participantId);
  return { name: known?.name || words.agent, participantId };
}

export function agentOfTurn(told: Told, turnId: string): Named {
  return agent(told, told.state.turns[turnId]?.participantId ?? "");
}

export const plain = (text: string): Sentence => new Sentence([text]);

/** Code points of what was said that a sentence quotes. */
const QUOTED = 48;
export const quoted = (text: string): string => plainText(text, QUOTED);

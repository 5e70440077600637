/** Which hands are up, and what became of the others that were asked about the same. */
import type { ConversationState, Message, Participant, Turn } from "../shapes/folds.ts";
import { type HandLine, handLine } from "./hand_line.ts";

/** An agent that was asked. `asked`: it has not said; `late`, `failed`, `stopped`: it did not say, and is not asked again. */
export interface Hand {
  readonly participantId: string;
  readonly turnId: string;
  readonly messageId: string;
  readonly is: HandLine["is"] | "asked" | "late" | "failed" | "stopped" | "erased";
  /** Of one that is up: what it would add. */
  readonly line?: string;
  /** It said more than is shown. */
  readonly cut?: true;
  /** Why it failed. */
  readonly error?: NonNullable<Message["error"]>;
}

type Said = Pick<Hand, "is" | "line" | "cut" | "error">;

function saidOf(turn: Turn, message: Message, content: string | undefined): Said {
  if (turn.doneSeq === undefined) return { is: "asked" };
  if (message.erased) return { is: "erased" };
  if (turn.status === "cancelled") return { is: "stopped" };
  if (turn.status === "failed") {
    const { error } = message;
    return { is: error?.code === "timeout" ? "late" : "failed", ...(error ? { error } : {}) };
  }
  return handLine(content ?? "");
}

const isThere = ({ participants }: Pick<ConversationState, "participants">, id: string): boolean =>
  participants.some((one: Participant) => one.id === id && one.enabled);

/** Those who were asked about what a person said last, and who were not asked to speak since; in the order of the roster. */
export function handsOf(state: ConversationState): Hand[] {
  const { hands, turns, messages, bodies, participants } = state;
  if (!hands?.round) return [];
  const place = new Map(participants.map(({ id }, at) => [id, at]));
  return hands.round.turnIds.flatMap((turnId): Hand[] => {
    const turn = turns[turnId];
    const message = messages[turn?.messageId ?? ""];
    if (!turn || !message || !isThere(state, turn.participantId)) return [];
    const { participantId, messageId } = turn;
    return [{ participantId, turnId, messageId, ...saidOf(turn, message, bodies[messageId]?.content) }];
  }).sort((a, b) => (place.get(a.participantId) ?? 0) - (place.get(b.participantId) ?? 0));
}

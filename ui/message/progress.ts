/** How far an answer is, in one word. */
import { needsPerson } from "../../projections/conversation/waiting.ts";
import type { ConversationState, Message } from "../../projections/shapes/folds.ts";

/** How far an answer is, as its mark shows it. */
export type Progress =
  /** Asked for, and not begun. */
  | "waiting"
  | "writing"
  /** Asks something, and a person has to say yes or no. */
  | "asks"
  | "done"
  | "stopped"
  | "failed"
  /** Had nothing to say. */
  | "passed";

const ENDED: Partial<Record<Message["status"], Progress>> = {
  complete: "done",
  cancelled: "stopped",
  failed: "failed",
  pending: "waiting",
  interrupted: "waiting",
};

export function progressOf(state: ConversationState, id: string): Progress {
  const message = state.messages[id];
  if (!message) return "waiting";
  if (message.passed) return "passed";
  const ended = ENDED[message.status];
  if (ended) return ended;
  return state.bodies[id]?.tools?.some(needsPerson) ? "asks" : "writing";
}

/**
 * What an answer that is written does: it thinks until its first word is there; where its provider failed, it was asked
 * again and has said nothing yet.
 */
export const writingStage = ({ retries }: Message, wordless: boolean): "thinking" | "retrying" | "writing" =>
  !wordless ? "writing" : retries ? "retrying" : "thinking";

export const isOpen = (progress: Progress): boolean =>
  progress === "waiting" || progress === "writing" || progress === "asks";

/** Which events end a turn, and which end one attempt at it: said here, and asked by whoever has to let go of either. */
import type { DataOf } from "../../events/catalog/conversation.ts";

type Ends<T extends "TurnCompleted" | "TurnFailed" | "TurnCancelled" | "TurnInterrupted"> = T extends T
  ? { readonly type: T; readonly data: DataOf<T> }
  : never;

/** The turn is over for good. */
export function endsTurn<E extends { readonly type: string }>(
  event: E,
): event is E & Ends<"TurnCompleted" | "TurnFailed" | "TurnCancelled"> {
  const { type } = event;
  return type === "TurnCompleted" || type === "TurnFailed" || type === "TurnCancelled";
}

/** Whoever runs the turn runs it no more: it is over, or another attempt may begin. */
export function endsAttempt<E extends { readonly type: string }>(
  event: E,
): event is E & Ends<"TurnCompleted" | "TurnFailed" | "TurnCancelled" | "TurnInterrupted"> {
  return endsTurn(event) || event.type === "TurnInterrupted";
}

/**
 * A projection: a pure fold of a stream's events.
 *
 * `evolve` owns the state it is given and may change its containers in place (28,000 events must fold in
 * milliseconds); whoever wants to keep an earlier state folds a prefix. Entities inside are replaced, never
 * changed, so that a renderer can compare references. Unknown event types pass through untouched.
 */
import type { AnyEvent } from "../events/catalog/envelope.ts";

export interface Fold<S> {
  /** Names its snapshots. */
  readonly name: string;
  /** Grows when the meaning of the state changes; older snapshots are then ignored. */
  readonly version: number;
  /** The state before the first event of `stream`. */
  initial(stream: string): S;
  evolve(state: S, event: AnyEvent): S;
}

/** Folds `events` onto `state`. */
export function foldAll<S>(fold: Fold<S>, state: S, events: Iterable<AnyEvent>): S {
  for (const event of events) state = fold.evolve(state, event);
  return state;
}

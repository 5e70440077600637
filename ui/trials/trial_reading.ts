/** A trial as the server tells it, read again as its answers end. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import type { Trial } from "../../server/contract/trial_shapes.ts";
import { unlessLate } from "../parts/unless_late.ts";
import { here } from "../state/server_state.ts";
import { trialOf } from "./trial_calls.ts";

export type TrialRead = { readonly trial: Trial } | { readonly wrong: string } | null;

/** What changes of a trial as it goes on, in a few characters. */
export function stageOf({ trials = {}, turns, messages }: ConversationState, id: string): string {
  const { turnIds = [], ended, taken = [] } = trials[id] ?? {};
  const ends = turnIds.map((turn) =>
    `${turns[turn]?.doneSeq}${messages[turns[turn]?.messageId ?? ""]?.erased}`
  );
  return [ended, taken.length, ...ends].join();
}

/** The fold that is given, looked at again with every change of what is open: it goes on in place. */
export function useGoingOn(state: ConversationState): ConversationState {
  const now = here.value?.now;
  return now?.id === state.id ? now : state;
}

export function useTrial(given: ConversationState, id: string): TrialRead {
  const state = useGoingOn(given);
  const read = useSignal<TrialRead>(null);
  const stage = stageOf(state, id);
  useEffect(() => {
    return unlessLate(trialOf(state.id, id), (answer) => {
      read.value = answer.ok ? { trial: answer.value } : { wrong: answer.message };
    });
  }, [id, stage]);
  return read.value;
}

/** What was asked before, and a trial as it is read. */
import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { ConversationState, Trial as Kept } from "../../projections/shapes/folds.ts";
import type { Trial } from "../../server/contract/trial_shapes.ts";
import { toTheSecond } from "../parts/format.ts";
import { words } from "../words/trials.ts";
import { useTrial } from "./trial_reading.ts";

interface EarlierProps {
  /** The newest first. */
  readonly of: readonly Kept[];
  readonly shown: Kept | undefined;
  /** The id of the one that is looked at; "": the newest. */
  readonly chosen: Signal<string>;
}

/** Chooses among several; of one there is nothing to choose. */
export function Earlier({ of, shown, chosen }: EarlierProps) {
  if (of.length < 2) return null;
  return (
    <label class="trial-earlier">
      {words.earlier}{" "}
      <select value={shown?.id ?? ""} onChange={(event) => (chosen.value = event.currentTarget.value)}>
        {of.map(({ id, at }) => <option key={id} value={id}>{words.at(toTheSecond(at))}</option>)}
      </select>
    </label>
  );
}

interface ReadTrialProps {
  readonly state: ConversationState;
  readonly id: string;
  children(trial: Trial): ComponentChildren;
}

/** A trial once it was read; until then that it is, or what was wrong. */
export function ReadTrial({ state, id, children }: ReadTrialProps) {
  const read = useTrial(state, id);
  if (!read) return <p class="hint" aria-busy="true">{words.reading}</p>;
  if ("wrong" in read) return <p class="problem" role="alert">{read.wrong}</p>;
  return <>{children(read.trial)}</>;
}

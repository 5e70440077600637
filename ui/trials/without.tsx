/** A turn with a message and without it: what is asked, what came of it, and whether chance alone would do that. */
import "./trials.css";
import { useSignal } from "@preact/signals";
import type { ConversationState, Trial as Kept, Turn } from "../../projections/shapes/folds.ts";
import type { Trial } from "../../server/contract/trial_shapes.ts";
import { count } from "../parts/format.ts";
import { orSay } from "../state/toast.ts";
import { words } from "../words/trials.ts";
import { AskingForm } from "./asking_form.tsx";
import { stopTrial } from "./trial_calls.ts";
import { percent, TrialAnswers } from "./trial_answers.tsx";
import { Earlier, ReadTrial } from "./earlier.tsx";
import { useGoingOn } from "./trial_reading.ts";

interface Props {
  readonly state: ConversationState;
  readonly turn: Turn;
  readonly messageId: string;
  readonly onClose: () => void;
}

/** Trials of a turn with a message held back, the newest first. */
export function trialsWithout(
  { trials = {} }: Pick<ConversationState, "trials">,
  turnId: string,
  messageId: string,
): Kept[] {
  return Object.values(trials).filter((trial) =>
    trial.turnId === turnId && trial.arms.some(({ without }) => without?.includes(messageId))
  ).toReversed();
}

export function Without({ state: given, turn, messageId, onClose }: Props) {
  const state = useGoingOn(given);
  const before = trialsWithout(state, turn.id, messageId);
  const chosen = useSignal("");
  const shown = before.find(({ id }) => id === chosen.value) ?? before[0];
  return (
    <section class="trial" aria-label={words.without}>
      <header class="trial-head">
        <h3>{words.without}</h3>
        <button type="button" class="slim" onClick={onClose}>{words.close}</button>
      </header>
      <p class="hint">{words.withoutMeans}</p>
      <AskingForm
        conversationId={state.id}
        what={{ turnId: turn.id, without: [messageId] }}
        arms={2}
        timesLabel={words.timesWithout}
        onAsked={(id) => (chosen.value = id)}
      />
      <Earlier of={before} shown={shown} chosen={chosen} />
      {shown && (
        <ReadTrial key={shown.id} state={state} id={shown.id}>
          {(trial) => <Result state={state} trial={trial} />}
        </ReadTrial>
      )}
    </section>
  );
}

function Result({ state, trial }: { readonly state: ConversationState; readonly trial: Trial }) {
  return (
    <>
      <Status conversationId={state.id} trial={trial} />
      <ul class="trial-found">{foundIn(trial).map((line) => <li key={line}>{line}</li>)}</ul>
      <div class="trial-sides">
        {[words.withIt, words.withoutIt].map((label, arm) => (
          <section key={label} aria-label={label}>
            <h4>{label}</h4>
            <TrialAnswers state={state} answers={trial.answers.filter((one) => one.arm === arm)} />
          </section>
        ))}
      </div>
    </>
  );
}

/** How far it is, and the way to stop it. */
export function Status(
  { conversationId, trial }: { readonly conversationId: string; readonly trial: Trial },
) {
  return (
    <p class="trial-status" role="status">
      {words.status[trial.status]} {trial.status === "running" && (
        <button
          type="button"
          class="slim"
          onClick={() => void orSay(stopTrial(conversationId, trial.id))}
        >
          {words.stop}
        </button>
      )}
    </p>
  );
}

/** A share of the ways below which chance is called unlikely, as is usual; and how many ways there have to be for it. */
const SELDOM = 1 / 20;

/** What was found, in sentences. */
export function foundIn({ arms, difference }: Pick<Trial, "arms" | "difference">): string[] {
  const lengths = arms.flatMap(({ words: mean, deviation }, arm) =>
    mean === null ? [] : [words.length(
      arm === 0 ? words.withIt : words.withoutIt,
      count(Math.round(mean)),
      deviation === null ? null : count(Math.round(deviation)),
    )]
  );
  if (!difference) return lengths;
  const { within, between, ways } = difference;
  if (within === null || between === null || !ways) return [words.notYet, ...lengths];
  const chance = ways.asFar / ways.all <= SELDOM
    ? words.hardlyChance
    : Math.min(...arms.map(({ whole }) => whole)) < 4
    ? words.tooFew
    : words.maybeChance;
  return [
    words.within(percent(within)),
    words.between(percent(between)),
    `${words.ways(count(ways.all), count(ways.asFar))} ${chance}`,
    ...lengths,
    words.measures,
  ];
}

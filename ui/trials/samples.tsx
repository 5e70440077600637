/** Several answers to the same, of one agent or more: asked, spread out, and one of them taken into the talk. */
import "./trials.css";
import { useSignal } from "@preact/signals";
import { clearText } from "../../events/catalog/clear_text.ts";
import { TRIAL_AGENTS } from "../../events/catalog/limits.ts";
import type { ConversationState, Trial as Kept } from "../../projections/shapes/folds.ts";
import type { Trial } from "../../server/contract/trial_shapes.ts";
import { count, seconds, usdOrFree } from "../parts/format.ts";
import { Sheet } from "../parts/form.tsx";
import { here } from "../state/server_state.ts";
import { orSay } from "../state/toast.ts";
import { words } from "../words/trials.ts";
import { AskingForm } from "./asking_form.tsx";
import { Plot } from "./plot.tsx";
import { takeAnswer } from "./trial_calls.ts";
import { percent, TrialAnswers } from "./trial_answers.tsx";
import { Earlier, ReadTrial } from "./earlier.tsx";
import { Status } from "./without.tsx";

/** Trials of a question, the newest first. */
const trialsOf = ({ trials = {} }: Pick<ConversationState, "trials">, messageId: string): Kept[] =>
  Object.values(trials).filter(({ kind, question }) => kind === "samples" && question === messageId)
    .toReversed();

export function Samples({ messageId }: { readonly messageId: string }) {
  const store = here.value;
  const state = store?.now;
  const chosen = useSignal("");
  const picked = useSignal<readonly string[] | null>(null);
  if (!store || !state) return null;
  const agents = state.participants.filter(({ enabled }) => enabled);
  const asked = picked.value ?? agents.slice(0, TRIAL_AGENTS).map(({ agentId }) => agentId);
  const mayAsk = asked.length !== 0 && TRIAL_AGENTS >= asked.length;
  const before = trialsOf(state, messageId);
  const shown = before.find(({ id }) => id === chosen.value) ?? before[0];
  const pick = (
    agentId: string,
    on: boolean,
  ) => (picked.value = agents.map((one) => one.agentId).filter((id) =>
    id === agentId ? on : asked.includes(id)
  ));
  return (
    <Sheet title={words.samplesTitle}>
      <p class="hint">{words.samplesMean}</p>
      <AskingForm
        conversationId={state.id}
        what={mayAsk ? { messageId, agentIds: asked } : null}
        arms={asked.length}
        timesLabel={words.times}
        onAsked={(id) => (chosen.value = id)}
      >
        <fieldset class="trial-agents">
          <legend>{words.agents}</legend>
          {agents.map(({ agentId, name, model }) => (
            <label key={agentId} title={model}>
              <input
                type="checkbox"
                checked={asked.includes(agentId)}
                onChange={(event) => pick(agentId, event.currentTarget.checked)}
              />
              {clearText(name)}
            </label>
          ))}
        </fieldset>
      </AskingForm>
      <Earlier of={before} shown={shown} chosen={chosen} />
      {shown && (
        <ReadTrial key={shown.id} state={state} id={shown.id}>
          {(trial) => <Spread state={state} trial={trial} />}
        </ReadTrial>
      )}
    </Sheet>
  );
}

function Spread({ state, trial }: { readonly state: ConversationState; readonly trial: Trial }) {
  const take = (messageId: string) => void orSay(takeAnswer(state.id, trial.id, messageId), words.took);
  return (
    <>
      <Status conversationId={state.id} trial={trial} />
      <Plot state={state} trial={trial} />
      <Arms arms={trial.arms} />
      <TrialAnswers state={state} answers={trial.answers} onTake={take} />
      <p class="hint">{words.measures}</p>
    </>
  );
}

const told = (value: number | null, say: (value: number) => string): string =>
  value === null ? "–" : say(value);

function Arms({ arms }: { readonly arms: Trial["arms"] }) {
  const { table } = words;
  return (
    <div class="trial-table" tabIndex={0} role="region" aria-label={words.plot}>
      <table>
        <thead>
          <tr>
            {[table.who, table.answers, table.words, table.agreement, table.tokens, table.cost, table.time]
              .map((head) => <th key={head} scope="col">{head}</th>)}
          </tr>
        </thead>
        <tbody>
          {arms.map((arm) => (
            <tr key={arm.participantId}>
              <th scope="row">{clearText(arm.name)}</th>
              <td>{words.of(arm.whole, arm.asked)}</td>
              <td>
                {told(arm.words, (mean) =>
                  arm.deviation === null
                    ? count(Math.round(mean))
                    : `${count(Math.round(mean))} ± ${count(Math.round(arm.deviation))}`)}
              </td>
              <td>{told(arm.agreement, percent)}</td>
              <td>{count(arm.tokens)}</td>
              <td>{usdOrFree(arm.usd)}</td>
              <td>{told(arm.ms, seconds)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

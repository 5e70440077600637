/** What the open conversation is checked for: said, saved under a name, run, and set beside what was. */
import "./checks.css";
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { CHECK_NAME_CODE_POINTS } from "../../events/catalog/limits.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import type { RunView } from "../../server/contract/check_shapes.ts";
import type { Checks as Found } from "../../server/contract/expectation_shapes.ts";
import { Sheet, useSubmit, Wrong, wrongOf } from "../parts/form.tsx";
import { unlessLate } from "../parts/unless_late.ts";
import { clearText } from "../../events/catalog/clear_text.ts";
import { here, rows } from "../state/server_state.ts";
import { orSay, say } from "../state/toast.ts";
import { useGoingOn } from "../trials/trial_reading.ts";
import { words } from "../words/checks.ts";
import { checksIn, nameCheck, runsOf, takeBack } from "./check_calls.ts";
import { ExpectForm } from "./expect_form.tsx";
import { OutcomeMark } from "./outcome.tsx";
import { RunForm } from "./run_form.tsx";
import { Runs } from "./runs.tsx";
import { SideBySide } from "./side_by_side.tsx";
import { Verdicts } from "./verdicts.tsx";
import { aboutOf, ruleOf, whyOf } from "./expected_words.ts";

export function Checks({ messageId }: { readonly messageId?: string | undefined }) {
  const state = here.value?.now;
  const again = useSignal(0);
  if (!state) return null;
  const expected = state.expectations ?? [];
  return (
    <Sheet title={words.title}>
      <p class="hint">{words.means}</p>
      <ExpectForm state={state} messageId={messageId} onAdded={() => again.value++} />
      <Expected state={state} again={again} />
      {expected.length > 0 && (
        <>
          <SaveForm state={state} key={state.check?.name ?? ""} />
          <h3>{words.run}</h3>
          <RunsHere state={state} />
        </>
      )}
    </Sheet>
  );
}

/** What is expected, and what of it holds in the conversation as it is. */
function Expected(
  { state: given, again }: { readonly state: ConversationState; readonly again: Signal<number> },
) {
  const state = useGoingOn(given);
  const found = useSignal<Found | null>(null);
  useEffect(() => {
    return unlessLate(checksIn(state.id), (answer) => {
      if (answer.ok) found.value = answer.value;
    });
  }, [state.id, state.open.length, state.expectations?.length, again.value]);
  const expected = state.expectations ?? [];
  if (expected.length === 0) return <p class="hint">{words.none}</p>;
  return (
    <ul class="check-expected">
      {expected.map((one) => {
        const result = found.value?.results.find(({ expectationId }) => expectationId === one.id);
        const rule = ruleOf(one);
        return (
          <li key={one.id}>
            <OutcomeMark of={result?.outcome ?? "open"} />
            <span class="check-line">
              {rule}
              <small>
                {[aboutOf(state, one), result ? whyOf(one.kind, result) : ""].filter(Boolean).join(" · ")}
              </small>
              {result && <Verdicts result={result} state={state} />}
            </span>
            <button
              type="button"
              class="slim"
              aria-label={words.remove(rule)}
              onClick={() => void orSay(takeBack(state.id, one.id))}
            >
              ×
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function SaveForm({ state: given }: { readonly state: ConversationState }) {
  const state = useGoingOn(given);
  const { name } = state.check ?? {};
  const typed = useSignal(name ?? clearText(state.title).slice(0, CHECK_NAME_CODE_POINTS));
  const form = useSubmit(async () => {
    const wanted = typed.value.trim();
    return wrongOf(await nameCheck(state.id, wanted), () => say(wanted === "" ? words.removed : words.saved));
  });
  return (
    <form class="check-save" onSubmit={form.onSubmit}>
      <p class="check-fields">
        <label class="field grow">
          <span>{words.name}</span>
          <input
            type="text"
            maxLength={CHECK_NAME_CODE_POINTS}
            value={typed.value}
            onInput={(event) => (typed.value = event.currentTarget.value)}
          />
        </label>
        <button
          type="submit"
          class="outline"
          disabled={form.busy.value || typed.value.trim() === (name ?? "")}
        >
          {words.save}
        </button>
      </p>
      <Wrong of={form.wrong} />
      {name !== undefined && <p class="hint">{words.savedHint}</p>}
    </form>
  );
}

/** What changes of runs as they go on: their rows in the list know of every answer. */
const stageOf = ({ check }: ConversationState): string =>
  (check?.runs ?? []).map(({ conversationId }) => rows.value?.get(conversationId)?.seq ?? "").join();

function RunsHere({ state: given }: { readonly state: ConversationState }) {
  const state = useGoingOn(given);
  const runs = useSignal<readonly RunView[]>([]);
  const chosen = useSignal("");
  const stage = `${state.check?.runs.length ?? 0} ${stageOf(state)}`;
  useEffect(() => {
    return unlessLate(runsOf(state.id), (answer) => {
      if (answer.ok) runs.value = answer.value.items;
    });
  }, [state.id, stage]);
  const looked = runs.value.find(({ conversationId }) => conversationId === chosen.value);
  return (
    <>
      <RunForm state={state} onStarted={(id) => (chosen.value = id)} />
      <h3>{words.runs}</h3>
      <Runs runs={runs.value} chosen={chosen.value} onChoose={(id) => (chosen.value = id)} />
      {looked && <SideBySide key={looked.conversationId} state={state} run={looked} runs={runs.value} />}
    </>
  );
}

/** Whether agents are asked for hands: what it costs before it is set, what it used, and what became of each that was asked. */
import "./hands.css";
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { clearText } from "../../events/catalog/clear_text.ts";
import { HANDS_CALLS, HANDS_USD } from "../../events/catalog/limits.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import type { HandsView } from "../../server/contract/hand_shapes.ts";
import { count, typedNumber, typedWhole, usd, usdOrFree } from "../parts/format.ts";
import { Sheet, useSubmit, Wrong, wrongOf } from "../parts/form.tsx";
import { unlessLate } from "../parts/unless_late.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { here } from "../state/server_state.ts";
import { orSay } from "../state/toast.ts";
import { dialog } from "../state/ui_state.ts";
import { words } from "../words/hands.ts";
import { words as sayings } from "../words/sayings.ts";
import { endHands, handsNow, setHands } from "./hand_calls.ts";

/** Calls that are proposed: a long talk with a few agents. */
const PROPOSED = 100;

type Read = { readonly view: HandsView } | { readonly wrong: string } | null;

/** What changes of it as it goes on, in a few characters. */
function stageOf({ hands, turns }: ConversationState): string {
  const { setSeq, ended, round } = hands ?? {};
  return [setSeq, ended, ...(round?.turnIds ?? []).map((id) => `${id}${turns[id]?.doneSeq}`)].join();
}

function useHands(state: ConversationState): Read {
  const read = useSignal<Read>(null);
  const stage = stageOf(state);
  useEffect(() =>
    unlessLate(handsNow(state.id), (answer) => {
      read.value = answer.ok ? { view: answer.value } : { wrong: answer.message };
    }), [state.id, stage]);
  return read.value;
}

export function HandsDialog() {
  const store = here.value;
  return store ? <Hands key={store.id} store={store} /> : null;
}

function Hands({ store }: { readonly store: ConversationStore }) {
  const state = store.now;
  const read = useHands(state);
  const view = read && "view" in read ? read.view : null;
  return (
    <Sheet title={words.title}>
      <p class="hint">{words.means}</p>
      <p class="hint">{words.costs}</p>
      <p class="hint num" aria-live="polite">{toldOf(read)}</p>
      {view && <Used view={view} />}
      {view && <Limit key={`${view.on}`} state={state} view={view} />}
      {view && view.hands.length > 0 && <Asked state={state} view={view} />}
    </Sheet>
  );
}

function toldOf(read: Read): string {
  if (!read) return words.counting;
  if ("wrong" in read) return read.wrong;
  const { expected } = read.view;
  if (!expected) return words.onceNone;
  const { answers, tokens, usd: money } = expected;
  return money === null
    ? words.onceUnknown(answers, count(tokens))
    : words.once(answers, count(tokens), usdOrFree(money));
}

function Used({ view: { on, ended, limit, used } }: { readonly view: HandsView }) {
  if (!limit) return null;
  return (
    <p class="num">
      {on ? words.isOn : ended ? words.ended[ended] : ""}{" "}
      {words.used(used.calls, count(limit.calls), count(used.tokens), usdOrFree(used.usd))}
    </p>
  );
}

const inBounds = (value: number, { min, max }: { readonly min: number; readonly max: number }): boolean =>
  value >= min && value <= max;

function Limit({ state, view }: { readonly state: ConversationState; readonly view: HandsView }) {
  const calls = useSignal(String(view.limit?.calls ?? PROPOSED));
  const money = useSignal(view.limit?.usd === undefined ? "" : String(view.limit.usd));
  const form = useSubmit(async () => {
    const most = typedWhole(calls.value);
    if (!inBounds(most, HANDS_CALLS)) return words.callBounds(count(HANDS_CALLS.min), count(HANDS_CALLS.max));
    const dollars = money.value.trim() === "" ? undefined : typedNumber(money.value);
    if (dollars !== undefined && !inBounds(dollars, HANDS_USD)) {
      return words.usdBounds(usd(HANDS_USD.min), usd(HANDS_USD.max));
    }
    const answer = await setHands(state.id, {
      calls: most,
      ...(dollars === undefined ? {} : { usd: dollars }),
    });
    return wrongOf(answer);
  });
  return (
    <form class="hands-form" onSubmit={form.onSubmit}>
      <Field label={words.calls} value={calls} mode="numeric" />
      <Field label={words.usd} value={money} mode="decimal" />
      <small class="hint">{words.usdHint}</small>
      <Wrong of={form.wrong} />
      <p class="buttons">
        {view.on && (
          <button type="button" class="outline" onClick={() => void orSay(endHands(state.id))}>
            {words.stop}
          </button>
        )}
        <button type="submit" class={view.on ? "outline" : "primary"} disabled={form.busy.value}>
          {view.on ? words.change : words.start}
        </button>
      </p>
    </form>
  );
}

interface FieldProps {
  readonly label: string;
  readonly value: Signal<string>;
  readonly mode: "numeric" | "decimal";
}

function Field({ label, value, mode }: FieldProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        inputMode={mode}
        autocomplete="off"
        value={value.value}
        onInput={(event) => (value.value = event.currentTarget.value)}
      />
    </label>
  );
}

/** Each that was asked, also who did not say, and the way to what it was sent. */
function Asked({ state, view }: { readonly state: ConversationState; readonly view: HandsView }) {
  const nameOf = (id: string) => clearText(state.participants.find((one) => one.id === id)?.name ?? "");
  return (
    <>
      <h3>{words.now}</h3>
      <ul class="hands-asked">
        {view.hands.map(({ participantId, turnId, is, line, cut, error }) => (
          <li key={turnId}>
            <span>
              <b>{nameOf(participantId)}</b> {words.is[is]}
              {line !== null && <q dir="auto">{line}</q>}
              {cut && <small class="hint">{words.cut}</small>}
              {error && <small class="hint">{sayings.failure(error.code, error.message)}</small>}
            </span>
            {(state.turns[turnId]?.calls ?? 0) > 0 && (
              <button type="button" class="quiet" onClick={() => (dialog.value = { name: "saw", turnId })}>
                {words.saw}
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Runs a check: who answers with which model and prompt, what it is expected to cost, and what it may use at most. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { clearText } from "../../events/catalog/clear_text.ts";
import { CHECK_TOKENS } from "../../events/catalog/limits.ts";
import type { ConversationState, Participant } from "../../projections/shapes/folds.ts";
import type { ForeseenRun, StartRun } from "../../server/contract/check_shapes.ts";
import { AS_IT_IS, Instead, type Model, othersThan } from "../dialogs/instead.tsx";
import { useSubmit, useTries, Wrong, wrongOf } from "../parts/form.tsx";
import { count, typedWhole, usdOrFree } from "../parts/format.ts";
import { unlessLate } from "../parts/unless_late.ts";
import { words } from "../words/checks.ts";
import { costOfRun, startRun } from "./check_calls.ts";
import { JudgeField } from "./judge_field.tsx";

/** A cap that leaves room for answers twice as long as they were. */
const ROOM = 2;
type Found = { readonly cost: ForeseenRun } | { readonly wrong: string } | null;

function capFor({ tokens }: ForeseenRun): number {
  const { min, max } = CHECK_TOKENS;
  return Math.max(min, Math.min(max, Math.ceil(ROOM * tokens / 1_000) * 1_000));
}

interface Props {
  readonly state: ConversationState;
  readonly onStarted: (conversationId: string) => void;
}

export function RunForm({ state, onStarted }: Props) {
  const models = useSignal<Readonly<Record<string, Model>>>({});
  const prompts = useSignal<Readonly<Record<string, string>>>({});
  const cap = useSignal<string | null>(null);
  const found = useSignal<Found>(null);
  const tries = useTries("run");
  const judge = useSignal("");
  const judges = judge.value === "" ? {} : { judge: judge.value };
  const on = state.participants.filter(({ enabled }) => enabled);
  const agents: StartRun["agents"] = Object.fromEntries(on.flatMap(({ id }) => {
    const systemPrompt = prompts.value[id] ?? "";
    const cast = {
      ...othersThan(models.value[id] ?? AS_IT_IS),
      ...(systemPrompt.trim() === "" ? {} : { systemPrompt }),
    };
    return Object.keys(cast).length > 0 ? [[id, cast] as const] : [];
  }));
  // A prompt makes no difference to what is told, and is not sent with each of its letters.
  const asked = JSON.stringify([state.id, models.value, judge.value]);
  useEffect(() => {
    found.value = null;
    return unlessLate(costOfRun(state.id, { agents, ...judges }), (answer) => {
      found.value = answer.ok ? { cost: answer.value } : { wrong: answer.message };
    });
  }, [asked]);
  const cost = found.value && "cost" in found.value ? found.value.cost : null;
  const shown = cap.value ?? (cost ? String(capFor(cost)) : "");
  const form = useSubmit(async () => {
    const tokens = typedWhole(shown);
    const { min, max } = CHECK_TOKENS;
    if (!(tokens >= min && tokens <= max)) return words.capBounds(count(min), count(max));
    const body = { agents, ...judges, limit: { tokens } };
    return wrongOf(
      await tries.send(body, (key) => startRun(state.id, body, key)),
      (value) => onStarted(value.conversationId),
    );
  });
  return (
    <form class="check-run" onSubmit={form.onSubmit}>
      <p class="hint">{words.runMeans}</p>
      <Otherwise on={on} models={models} prompts={prompts} />
      {state.expectations?.some(({ kind }) => kind === "like") && <JudgeField judge={judge} />}
      <p class="hint" aria-live="polite">
        {found.value === null
          ? words.counting
          : "wrong" in found.value
          ? found.value.wrong
          : costTold(found.value.cost, typedWhole(shown))}
      </p>
      <p class="check-fields">
        <label class="field">
          <span>{words.cap}</span>
          <input
            type="text"
            inputMode="numeric"
            value={shown}
            onInput={(event) => (cap.value = event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="primary" disabled={!cost || form.busy.value}>{words.run}</button>
      </p>
      <Wrong of={form.wrong} />
    </form>
  );
}

interface OtherwiseProps {
  readonly on: readonly Participant[];
  /** By participant. */
  readonly models: Signal<Readonly<Record<string, Model>>>;
  readonly prompts: Signal<Readonly<Record<string, string>>>;
}

/** Other models and prompts, for this run alone. */
function Otherwise({ on, models, prompts }: OtherwiseProps) {
  return (
    <details class="check-agents">
      <summary>{words.asOtherwise}</summary>
      {on.map((agent) => (
        <div key={agent.id}>
          <Instead
            agent={agent}
            model={models.value[agent.id] ?? AS_IT_IS}
            set={(model) => (models.value = { ...models.value, [agent.id]: model })}
          />
          <label class="field">
            <span>{words.promptOf(clearText(agent.name))}</span>
            <textarea
              rows={3}
              placeholder={words.asItIs}
              value={prompts.value[agent.id] ?? ""}
              onInput={(
                event,
              ) => (prompts.value = { ...prompts.value, [agent.id]: event.currentTarget.value })}
            />
          </label>
        </div>
      ))}
    </details>
  );
}

function costTold(cost: ForeseenRun, cap: number): string {
  const { questions, tokens } = cost;
  const told = cost.usd === null
    ? words.costUnknown(questions, count(tokens))
    : words.cost(questions, count(tokens), usdOrFree(cost.usd));
  const judged = cost.verdicts > 0 ? `${told} ${words.judging(cost.verdicts)}` : told;
  return cap < tokens ? `${judged} ${words.capLow}` : judged;
}

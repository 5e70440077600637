/** A blind comparison: asked of several agents, or one of those that were asked before. */
import "./comparing.css";
import { type Signal, useSignal } from "@preact/signals";
import { clearText } from "../../events/catalog/clear_text.ts";
import { COMPARISON_SEATS } from "../../events/catalog/limits.ts";
import { Attaching } from "../chat/attachment_chips.tsx";
import type { AttachingFiles } from "../state/attaching.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { DialogForm, Sheet, useSubmit, useTries, wrongOf } from "../parts/form.tsx";
import { count, toTheSecond } from "../parts/format.ts";
import { here, missing, settings } from "../state/server_state.ts";
import { type Dialog, dialog } from "../state/ui_state.ts";
import { words } from "../words/comparing.ts";
import { useExpected } from "../trials/expected_use.tsx";
import { comparisonUse, startComparison, useLabels } from "./comparison_calls.ts";
import { Shown } from "./comparison_shown.tsx";
import { type JudgeAct, JudgeButton } from "./judging.tsx";

export function Blind(
  { text: question, shown: first, files, asked: done }: Extract<Dialog, { name: "compare" }>,
) {
  const state = here.value?.now;
  const before = Object.values(state?.comparisons ?? {}).toReversed();
  const written = question !== "" || files !== undefined;
  const chosen = useSignal(first?.comparisonId ?? (written ? "" : before[0]?.id ?? ""));
  const act = useSignal<JudgeAct | null>(null);
  if (missing.value !== null) {
    return (
      <Sheet title={words.title}>
        <p>{words.gone}</p>
      </Sheet>
    );
  }
  if (!state || (first && state.id !== first.conversationId)) {
    return <p class="hint" aria-busy="true">{words.reading}</p>;
  }
  if (chosen.value === "") {
    const onAsked = (id: string) => {
      chosen.value = id;
      done?.();
    };
    return <Asking state={state} first={question} files={files} onAsked={onAsked} />;
  }
  const asked = state.comparisons?.[chosen.value];
  return (
    <Sheet title={words.title} act={act.value && <JudgeButton {...act.value} />}>
      <div class="blind-head">
        {before.length > 1 && (
          <label>
            {words.earlier}{" "}
            <select value={chosen.value} onChange={(event) => (chosen.value = event.currentTarget.value)}>
              {before.map(({ id, at, label }) => (
                <option key={id} value={id}>{`${toTheSecond(at)} ${clearText(label ?? "")}`}</option>
              ))}
            </select>
          </label>
        )}
        <button type="button" class="slim" onClick={() => (chosen.value = "")}>{words.another}</button>
        <button
          type="button"
          class="slim"
          onClick={() => (dialog.value = { name: "ranking", label: asked?.label ?? null })}
        >
          {words.ranking}
        </button>
      </div>
      <Shown
        key={chosen.value}
        conversationId={state.id}
        comparisonId={chosen.value}
        stage={stageOf(asked)}
        act={act}
      />
    </Sheet>
  );
}

/** What changes of a comparison as it goes on, in a few characters. */
function stageOf(asked: NonNullable<ConversationState["comparisons"]>[string] | undefined): string {
  const { ready, votes = [], revealed } = asked ?? {};
  return [ready, ...votes.map(({ seq }) => seq), revealed?.seq].join();
}

const lines = (text: string): string[] => text.split("\n").map((line) => line.trim()).filter(Boolean);

interface AskingProps {
  readonly state: ConversationState;
  readonly first: string;
  readonly files: AttachingFiles | undefined;
  onAsked(id: string): void;
}

function Asking({ state, first, files, onAsked }: AskingProps) {
  const agents = askable();
  const here = state.participants.filter(({ enabled }) => enabled).map(({ agentId }) => agentId);
  const picked = useSignal<readonly string[]>(
    here.filter((id) => agents.some((one) => one.id === id)).slice(0, COMPARISON_SEATS.max),
  );
  const question = useSignal(first);
  const label = useSignal("");
  const criteria = useSignal("");
  const tries = useTries("compare");
  const uploaded = files?.items.value.flatMap(({ uploaded }) => uploaded ?? []) ?? [];
  const attachments = uploaded.map(({ sha256, name }) => ({ sha256, name }));
  const withFiles = attachments.length > 0 ? { attachments } : {};
  const form = useSubmit(async () => {
    const by = lines(criteria.value);
    const body = {
      question: question.value,
      ...withFiles,
      agentIds: [...picked.value],
      ...(label.value.trim() === "" ? {} : { label: label.value.trim() }),
      ...(by.length > 0 ? { criteria: by } : {}),
    };
    return wrongOf(await tries.send(body, (key) => startComparison(state.id, body, key)), (value) => {
      files?.take();
      onAsked(value.comparisonId);
    });
  });
  const { length } = picked.value;
  const enough = length >= COMPARISON_SEATS.min && COMPARISON_SEATS.max >= length;
  const may = enough && question.value.trim() !== "" && files?.busy !== true;
  const use = useExpected(
    enough ? { question: question.value, ...withFiles, agentIds: [...picked.value] } : null,
    (what) => comparisonUse(state.id, what),
  );
  return (
    <DialogForm
      form={form}
      title={words.title}
      action={words.ask}
      disabled={!may || use.waits}
      told={use.told}
    >
      <p class="hint">{words.means}</p>
      <label class="field">
        {words.question}
        <textarea
          rows={3}
          autofocus
          dir="auto"
          value={question.value}
          onInput={(event) => (question.value = event.currentTarget.value)}
        />
      </label>
      {files && <Attaching files={files} done={() => undefined} />}
      <Who picked={picked} />
      <p class="hint">{words.howMany(COMPARISON_SEATS.min, count(COMPARISON_SEATS.max))}</p>
      <JudgedBy label={label} criteria={criteria} />
      <p class="hint">{words.notHidden}</p>
    </DialogForm>
  );
}

interface JudgedByProps {
  readonly label: Signal<string>;
  readonly criteria: Signal<string>;
}

/** As what kind of task, and by what else than which is best. */
function JudgedBy({ label, criteria }: JudgedByProps) {
  return (
    <>
      <label class="field">
        {words.label}
        <input
          list="task-labels"
          value={label.value}
          onInput={(event) => (label.value = event.currentTarget.value)}
        />
        <datalist id="task-labels">
          {useLabels()?.map(({ label }) => label !== null && <option key={label} value={label} />)}
        </datalist>
      </label>
      <label class="field">
        {words.criteria}
        <textarea
          rows={2}
          value={criteria.value}
          onInput={(event) => (criteria.value = event.currentTarget.value)}
        />
      </label>
    </>
  );
}

const askable = () => Object.values(settings.value?.agents ?? {}).filter(({ archived }) => !archived);

function Who({ picked }: { readonly picked: Signal<readonly string[]> }) {
  const agents = askable();
  const pick = (id: string, on: boolean) => {
    const ids = agents.map((one) => one.id);
    picked.value = ids.filter((one) => one === id ? on : picked.value.includes(one));
  };
  return (
    <fieldset class="blind-agents">
      <legend>{words.who}</legend>
      {agents.map(({ id, name, model }) => (
        <label key={id} title={model}>
          <input
            type="checkbox"
            checked={picked.value.includes(id)}
            onChange={(event) => pick(id, event.currentTarget.checked)}
          />
          {clearText(name)}
        </label>
      ))}
    </fieldset>
  );
}

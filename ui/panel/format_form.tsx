/** A format of one's own: its roles and its stages, field by field. What does not fit is said by the server. */
import { type Signal, useSignal } from "@preact/signals";
import { BUILT_IN_PANELS } from "../../events/catalog/built_in_panels.ts";
import type { PanelFormat } from "../../events/catalog/panels.ts";
import { PANEL_ROLES, PANEL_ROUNDS, PANEL_STAGES } from "../../events/catalog/limits.ts";
import { useSubmit, Wrong } from "../parts/form.tsx";
import { newId } from "../state/api.ts";
import { create, update } from "../state/settings_commands.ts";
import { say } from "../state/toast.ts";
import { words } from "../words/panelling.ts";
import { FormatPicture } from "./format_picture.tsx";

type Role = PanelFormat["roles"][number];
type Stage = PanelFormat["stages"][number];

const FINDINGS = BUILT_IN_PANELS.find(({ id }) => id === "review")?.format.stages[0]?.schema;
const SEES = ["own", "all", "anonymised", "summary", "question"] as const;

interface Props {
  readonly id: string | null;
  readonly format: PanelFormat;
  done(): void;
}

export function FormatForm({ id, format, done }: Props) {
  const typed = useSignal(format);
  const key = useSignal(newId("panel"));
  const form = useSubmit(async () => {
    const answer = id === null
      ? await create("panels", { format: typed.value }, key.value)
      : await update("panels", id, { format: typed.value });
    if (!answer.ok) {
      key.value = newId("panel");
      return answer.message;
    }
    say(words.saved);
    done();
    return "";
  });
  return (
    <form class="format-form" onSubmit={form.onSubmit}>
      <div class="format-scroll" tabIndex={0} role="group" aria-label={typed.value.name}>
        <FormatPicture format={typed.value} />
      </div>
      <Text
        label={words.name}
        value={typed.value.name}
        set={(name) => (typed.value = { ...typed.value, name })}
      />
      <Text
        label={words.description}
        long
        value={typed.value.description}
        set={(description) => (typed.value = { ...typed.value, description })}
      />
      <Roles typed={typed} />
      <Stages typed={typed} />
      <Wrong of={form.wrong} />
      <p class="buttons">
        <button type="button" class="outline" onClick={done}>{words.back}</button>
        <button type="submit" class="primary">{words.save}</button>
      </p>
    </form>
  );
}

interface TextProps {
  readonly label: string;
  readonly value: string;
  readonly long?: true;
  set(value: string): void;
}

const Text = ({ label, value, long, set }: TextProps) => (
  <label class="field">
    <span>{label}</span>
    {long
      ? <textarea rows={3} value={value} onInput={(event) => set(event.currentTarget.value)} />
      : <input required value={value} onInput={(event) => set(event.currentTarget.value)} />}
  </label>
);

interface Part {
  readonly typed: Signal<PanelFormat>;
}

/** A short name that none of these has. */
const fresh = (known: readonly { readonly id: string }[], word: string): string => {
  let number = known.length + 1;
  while (known.some(({ id }) => id === `${word}-${number}`)) number++;
  return `${word}-${number}`;
};

function Roles({ typed }: Part) {
  const { roles } = typed.value;
  const change = (at: number, role: Role) => {
    typed.value = { ...typed.value, roles: roles.map((one, index) => index === at ? role : one) };
  };
  const remove = ({ id }: Role) => {
    typed.value = {
      ...typed.value,
      roles: roles.filter((one) => one.id !== id),
      stages: typed.value.stages.map((stage) => ({ ...stage, who: stage.who.filter((one) => one !== id) })),
    };
  };
  return (
    <fieldset class="format-parts">
      <legend>{words.roles}</legend>
      {roles.map((role, at) => (
        <div key={role.id} class="format-part">
          <Text label={words.name} value={role.name} set={(name) => change(at, { ...role, name })} />
          <label class="check">
            <input
              type="checkbox"
              checked={role.many ?? false}
              onChange={({ currentTarget: { checked } }) => {
                const { many: _, ...one } = role;
                change(at, checked ? { ...one, many: true } : one);
              }}
            />{" "}
            {words.roleMany}
          </label>
          <Text
            label={words.roleBrief}
            long
            value={role.brief ?? ""}
            set={(brief) => {
              const { brief: _, ...one } = role;
              change(at, brief === "" ? one : { ...one, brief });
            }}
          />
          {roles.length > 1 && (
            <button type="button" class="outline" onClick={() => remove(role)}>
              {words.removeRole(role.name)}
            </button>
          )}
        </div>
      ))}
      {roles.length < PANEL_ROLES && (
        <button
          type="button"
          class="outline"
          onClick={() => {
            const id = fresh(roles, "role");
            typed.value = { ...typed.value, roles: [...roles, { id, name: words.role }] };
          }}
        >
          {words.addRole}
        </button>
      )}
    </fieldset>
  );
}

function Stages({ typed }: Part) {
  const { stages } = typed.value;
  return (
    <fieldset class="format-parts">
      <legend>{words.stages}</legend>
      {stages.map((stage, at) => <StageFields key={stage.id} typed={typed} at={at} stage={stage} />)}
      {stages.length < PANEL_STAGES && (
        <button
          type="button"
          class="outline"
          onClick={() => {
            const stage: Stage = {
              id: fresh(stages, "stage"),
              name: words.stage(stages.length + 1),
              gives: "Answer",
              who: typed.value.roles.slice(0, 1).map(({ id }) => id),
              turns: "together",
              sees: "all",
              instruction: "",
            };
            typed.value = { ...typed.value, stages: [...stages, stage] };
          }}
        >
          {words.addStage}
        </button>
      )}
    </fieldset>
  );
}

/** How a stage's answers are to look. */
const formOf = ({ brief, schema }: Stage): "words" | "findings" | "brief" | "own" =>
  brief
    ? "brief"
    : schema === undefined
    ? "words"
    : JSON.stringify(schema).includes('"severity"')
    ? "findings"
    : "own";

function formed(stage: Stage, form: string): Stage {
  const { brief: _, schema, agree: __, ...bare } = stage;
  if (form === "brief") return { ...bare, brief: true };
  if (form === "findings") return FINDINGS ? { ...bare, schema: FINDINGS } : bare;
  return form === "own" && schema ? stage : bare;
}

function StageFields({ typed, at, stage }: Part & { readonly at: number; readonly stage: Stage }) {
  const { roles, stages } = typed.value;
  const set = (next: Stage) => {
    typed.value = { ...typed.value, stages: stages.map((one, index) => index === at ? next : one) };
  };
  const remove = () => {
    const left = stages.filter(({ id }) => id !== stage.id).map(({ of, ...one }) => {
      const still = of?.filter((id) => id !== stage.id) ?? [];
      return still.length > 0 ? { ...one, of: still } : one;
    });
    typed.value = { ...typed.value, stages: left };
  };
  const form = formOf(stage);
  return (
    <div class="format-part">
      <Text label={words.name} value={stage.name} set={(name) => set({ ...stage, name })} />
      <Text label={words.gives} value={stage.gives} set={(gives) => set({ ...stage, gives })} />
      <Speakers roles={roles} stage={stage} set={set} />
      <Choice
        label={words.turns}
        value={stage.turns}
        options={[["together", words.together], ["in_turn", words.inTurn]]}
        set={(turns) => set({ ...stage, turns: turns === "in_turn" ? "in_turn" : "together" })}
      />
      <Choice
        label={words.shown}
        value={stage.sees}
        options={SEES.map((one) => [one, words.sees[one]])}
        set={(sees) => set({ ...stage, sees: SEES.find((one) => one === sees) ?? "all" })}
      />
      <Text
        label={words.instruction}
        long
        value={stage.instruction}
        set={(instruction) => set({ ...stage, instruction })}
      />
      <Choice
        label={words.form}
        value={form}
        options={[
          ["words", words.formWords],
          ["findings", words.formFindings],
          ["brief", words.formBrief],
          ...(form === "own" ? [["own", words.formOwn] as const] : []),
        ]}
        set={(chosen) => set(formed(stage, chosen))}
      />
      <Choice
        label={words.rounds}
        value={String(stage.rounds ?? 1)}
        options={Array.from({ length: PANEL_ROUNDS }, (_, index) => [String(index + 1), String(index + 1)])}
        set={(rounds) => {
          const { rounds: _, agree: __, tokens: ___, ...once } = stage;
          set(rounds === "1" ? once : { ...stage, rounds: Number(rounds) });
        }}
      />
      {stages.length > 1 && (
        <button type="button" class="outline" onClick={remove}>{words.removeStage(stage.name)}</button>
      )}
    </div>
  );
}

function Speakers({ roles, stage, set }: { roles: readonly Role[]; stage: Stage; set(next: Stage): void }) {
  const { who } = stage;
  return (
    <div class="field" role="group" aria-label={words.who}>
      <span>{words.who}</span>
      {roles.map(({ id, name }) => (
        <label key={id} class="check">
          <input
            type="checkbox"
            checked={who.includes(id)}
            onChange={({ currentTarget: { checked } }) =>
              set({ ...stage, who: checked ? [...who, id] : who.filter((one) => one !== id) })}
          />{" "}
          {name}
        </label>
      ))}
    </div>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  set(value: string): void;
}

const Choice = ({ label, value, options, set }: ChoiceProps) => (
  <label class="field">
    <span>{label}</span>
    <select value={value} onChange={(event) => set(event.currentTarget.value)}>
      {options.map(([one, name]) => <option key={one} value={one}>{name}</option>)}
    </select>
  </label>
);

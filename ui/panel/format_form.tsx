/** A format of one's own: its roles and its stages, field by field. What does not fit is told beside its field. */
import { useSignal } from "@preact/signals";
import type { PanelFormat } from "../../events/catalog/panels.ts";
import { PANEL_ROLES, PANEL_STAGES } from "../../events/catalog/limits.ts";
import { ChangedElsewhere } from "../parts/changed_elsewhere.tsx";
import { useFollowing } from "../parts/form_follows.ts";
import { useSubmit, useTries, Wrong } from "../parts/form.tsx";
import { create, update } from "../state/settings_commands.ts";
import { say } from "../state/toast.ts";
import { words } from "../words/panelling.ts";
import { words as said } from "../words/sayings.ts";
import { words as settings } from "../words/settings.ts";
import { Text } from "./format_inputs.tsx";
import { FormatPicture } from "./format_picture.tsx";
import { type Part, StageFields } from "./stage_fields.tsx";
import { type Drafts, isPlaced, isUnkept, type Stage } from "./stage_more.ts";

type Role = PanelFormat["roles"][number];

interface Props {
  readonly id: string | null;
  readonly format: PanelFormat;
  /** As it stands, where it is one that there is. */
  readonly now: PanelFormat | undefined;
  done(): void;
}

/** What the fields are called. */
const LABELS = {
  name: words.name,
  description: words.description,
  roles: words.roles,
  stages: words.stages,
};

export function FormatForm({ id, format, now, done }: Props) {
  const typed = useSignal(format);
  const both = useFollowing({ ...typed.value }, now && { ...now }, (moved) => {
    typed.value = { ...typed.value, ...moved };
  });
  const drafts = useSignal<Drafts>({});
  const wrong = useSignal<Readonly<Record<string, string>>>({});
  const part: Part = { typed, drafts, wrong };
  const tries = useTries("panel");
  const form = useSubmit(async () => {
    if (isUnkept(typed.value, drafts.value)) return settings.wrong.above;
    const answer = id === null
      ? await tries.send(typed.value, (key) => create("panels", { format: typed.value }, key))
      : await update("panels", id, { format: typed.value });
    if (!answer.ok) {
      wrong.value = Object.fromEntries(
        answer.errors.map(({ path, message }) => [path, said.field(message)]),
      );
      // What stands beside its field is not said a second time.
      const told = answer.errors.length > 0 && answer.errors.every(({ path }) => isPlaced(path));
      return told ? settings.wrong.above : answer.message;
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
        {...toldAt(part, "format.name")}
        label={words.name}
        value={typed.value.name}
        set={(name) => (typed.value = { ...typed.value, name })}
      />
      <Text
        {...toldAt(part, "format.description")}
        label={words.description}
        long
        value={typed.value.description}
        set={(description) => (typed.value = { ...typed.value, description })}
      />
      <Roles {...part} />
      <Stages {...part} />
      <ChangedElsewhere both={both} labels={LABELS} />
      <Wrong of={form.wrong} />
      <p class="buttons">
        <button type="button" class="outline" onClick={done}>{words.back}</button>
        <button type="submit" class="primary">{words.save}</button>
      </p>
    </form>
  );
}

/** A short name that none of these has. */
const fresh = (known: readonly { readonly id: string }[], word: string): string => {
  let number = known.length + 1;
  while (known.some(({ id }) => id === `${word}-${number}`)) number++;
  return `${word}-${number}`;
};

const toldAt = ({ wrong }: Part, path: string) => ({ path, wrong: wrong.value[path] ?? "" });

function Roles(part: Part) {
  const { typed, wrong } = part;
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
    wrong.value = {};
  };
  return (
    <fieldset class="format-parts">
      <legend>{words.roles}</legend>
      {roles.map((role, at) => (
        <div key={role.id} class="format-part">
          <Text
            path={`format.roles.${at}.name`}
            wrong={wrong.value[`format.roles.${at}.name`] ?? wrong.value[`format.roles.${at}.id`] ?? ""}
            label={words.name}
            value={role.name}
            set={(name) => change(at, { ...role, name })}
          />
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
            {...toldAt(part, `format.roles.${at}.brief`)}
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

function Stages(part: Part) {
  const { typed } = part;
  const { stages } = typed.value;
  return (
    <fieldset class="format-parts">
      <legend>{words.stages}</legend>
      {stages.map((stage, at) => <StageFields key={stage.id} {...part} at={at} stage={stage} />)}
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

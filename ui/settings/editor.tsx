/** The form that makes a resource or changes one. */
import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren, ComponentProps } from "preact";
import type { OfferedModel } from "../../projections/shapes/views.ts";
import { ChangedElsewhere } from "../parts/changed_elsewhere.tsx";
import { useFollowing } from "../parts/form_follows.ts";
import { useSubmit, useTries, Wrong } from "../parts/form.tsx";
import { bringBack, create, update, withdraw } from "../state/settings_commands.ts";
import { settings, tools } from "../state/server_state.ts";
import { orSay, orUndo, say } from "../state/toast.ts";
import { dialog } from "../state/ui_state.ts";
import { words } from "../words/settings.ts";
import { words as said } from "../words/sayings.ts";
import { FieldInput } from "./field_input.tsx";
import type { Field, Form, Values } from "./forms.ts";
import { effortsOf, hintOf } from "./model_limits.ts";
import { chosenModel, ModelNews, type Models, useModels } from "./provider_models.tsx";
import { at, changed, fieldsIn, put, wrongIn, wrongWith } from "./values.ts";

export type Resource = Values & { readonly id: string };

interface EditorProps {
  readonly form: Form;
  /** None: a new one is made. */
  readonly resource: Resource | undefined;
  readonly values: Signal<Values>;
  done(): void;
}

export function Editor({ form, resource, values, done }: EditorProps) {
  const wrong = useSignal<Record<string, string>>({});
  const tries = useTries("save");
  const models = useModels(form, values, resource?.id);
  const model = chosenModel(form, values.value, settings.value, models.known.value);
  const both = useMeanwhile(form, resource, values);
  const saving = useSubmit(async () => {
    wrong.value = wrongIn(form, values.value);
    if (Object.values(wrong.value).some(Boolean)) return words.wrong.above;
    const body = changed(form, values.value, resource);
    const answer = resource
      ? await update(form.named, resource.id, body)
      : await tries.send(body, (key) => create(form.named, body, key));
    if (answer.ok) {
      say(words.saved);
      done();
      return "";
    }
    wrong.value = Object.fromEntries(
      answer.errors.map(({ path, message }) => [path, said.field(message)]),
    );
    // What stands beside its field is not said a second time.
    const told = answer.errors.length > 0 &&
      answer.errors.every(({ path }) => form.fields.some((field) => field.key === path));
    return told ? words.wrong.above : answer.message;
  });
  const state = settings.value;
  if (!state) return null;
  const names = values.value["headerNames"];
  const set = (field: Field, value: unknown) => {
    values.value = put(values.value, field.key, value);
    wrong.value = { ...wrong.value, [field.key]: wrongWith(field, value) };
  };
  const input = (field: Field) => (
    <WithModel
      key={field.key}
      field={field}
      value={at(values.value, field.key)}
      wrong={wrong.value[field.key] ?? ""}
      options={field.options?.(state, tools.value) ?? []}
      models={models}
      model={model}
      there={Array.isArray(names) ? words.fields.headersThere(names.join(", ")) : ""}
      set={(value) => set(field, value)}
    />
  );
  return (
    <form
      class="form resource of-resource"
      onSubmit={saving.onSubmit}
      noValidate
    >
      {form.fields.filter(({ advanced }) => !advanced).map(input)}
      <Advanced form={form} wrong={wrong.value} input={input} />
      <ChangedElsewhere both={both} labels={labelsOf(form)} />
      <Wrong of={saving.wrong} />
      <div class="buttons">
        <button type="submit" class="primary">{words.save}</button>
        <button type="button" class="outline" onClick={done}>{words.cancel}</button>
        <span class="grow" />
        {resource && form.named === "providers" && state.keys[resource.id] && (
          <ForgetKey resource={resource} failed={saving.wrong} />
        )}
        {resource && <Remove form={form} resource={resource} done={done} />}
      </div>
    </form>
  );
}

const labelsOf = ({ fields }: Form) => Object.fromEntries(fields.map(({ key, label }) => [key, label]));

/** Follows what others change of it; answers the fields that were changed here, too. */
function useMeanwhile(form: Form, resource: Resource | undefined, values: Signal<Values>) {
  const now = resource && fieldsIn(form, resource);
  return useFollowing(fieldsIn(form, values.value), now, (moved) => {
    values.value = Object.entries(moved).reduce((all, [key, value]) => put(all, key, value), values.value);
  });
}

interface WithModelProps extends Omit<ComponentProps<typeof FieldInput>, "models"> {
  readonly models: Models;
  readonly model: OfferedModel | undefined;
  /** Which headers there are; "" for none. */
  readonly there: string;
}

/** A field, with what is to be said of the chosen model beside it. */
function WithModel({ models, model, ...props }: WithModelProps) {
  const { field, value, options, there } = props;
  const hint = [hintOf(field.key, model) ?? field.hint, field.kind === "headers" ? there : ""]
    .filter(Boolean).join(" ") || undefined;
  return (
    <>
      <FieldInput
        {...props}
        field={{ ...field, ...(hint === undefined ? {} : { hint }) }}
        options={field.key === "params.effort" ? effortsOf(model, value) : options}
        models={models.known.value?.models ?? []}
      />
      {field.kind === "model" && <ModelNews models={models} model={model} />}
    </>
  );
}

interface AdvancedProps {
  readonly form: Form;
  readonly wrong: Readonly<Record<string, string>>;
  input(field: Field): ComponentChildren;
}

/** What most people never need, folded away until something in it is wrong. */
function Advanced({ form, wrong, input }: AdvancedProps) {
  const opened = useSignal(false);
  const fields = form.fields.filter(({ advanced }) => advanced);
  if (fields.length === 0) return null;
  return (
    <details
      class="advanced"
      open={opened.value || fields.some(({ key }) => wrong[key])}
      onToggle={(event) => (opened.value = event.currentTarget.open)}
    >
      <summary>
        {words.advanced}
        <small>{form.named === "providers" ? words.providerAdvanced : words.agentAdvanced}</small>
      </summary>
      <div class="fields">{fields.map(input)}</div>
    </details>
  );
}

function ForgetKey({ resource, failed }: { resource: Resource; failed: Signal<string> }) {
  const forget = async () => {
    const answer = await update("providers", resource.id, { apiKey: null });
    if (answer.ok) say(words.keyRemoved);
    else failed.value = answer.message;
  };
  const ask = () => {
    dialog.value = {
      name: "confirm",
      title: words.removeKeyAsk(String(resource["name"])),
      text: words.removeKeyMeans,
      action: words.removeKey,
      danger: true,
      run: () => void forget(),
    };
  };
  return <button type="button" class="outline danger" onClick={ask}>{words.removeKey}</button>;
}

function Remove({ form, resource, done }: { form: Form; resource: Resource; done(): void }) {
  const name = String(resource["name"]);
  const remove = async () => {
    const back = () => void orSay(bringBack(form.named, resource.id), words.restored(name));
    const { ok } = await orUndo(withdraw(form.named, resource.id), words.removed(name), back);
    if (ok) done();
  };
  return (
    <button type="button" class="outline danger" onClick={() => void remove()}>{words.remove(name)}</button>
  );
}

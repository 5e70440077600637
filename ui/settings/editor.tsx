/** The form that makes a resource or changes one. */
import { type ReadonlySignal, type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useSubmit, Wrong } from "../parts/form.tsx";
import { newId } from "../state/api.ts";
import { bringBack, create, update, withdraw } from "../state/settings_commands.ts";
import { models as modelsOf } from "../state/queries.ts";
import { settings, tools } from "../state/server_state.ts";
import { orSay, orUndo, say } from "../state/toast.ts";
import { dialog } from "../state/ui_state.ts";
import { words } from "../words/settings.ts";
import { words as said } from "../words/sayings.ts";
import { FieldInput } from "./field_input.tsx";
import type { Field, Form, Values } from "./forms.ts";
import { at, changed, put, wrongIn, wrongWith } from "./values.ts";

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
  const key = useSignal(newId("save"));
  const models = useModels(form, resource, values);
  const saving = useSubmit(async () => {
    wrong.value = wrongIn(form, values.value);
    if (Object.values(wrong.value).some(Boolean)) return words.wrong.above;
    const body = changed(form, values.value, resource);
    const answer =
      await (resource ? update(form.named, resource.id, body) : create(form.named, body, key.value));
    if (answer.ok) {
      say(words.saved);
      done();
      return "";
    }
    key.value = newId("save");
    wrong.value = Object.fromEntries(
      answer.errors.map(({ path, message }) => [path, said.field(message).replace(/^must /, "It must ")]),
    );
    // What stands beside its field is not said a second time.
    const told = answer.errors.length > 0 &&
      answer.errors.every(({ path }) => form.fields.some((field) => field.key === path));
    return told ? words.wrong.above : answer.message;
  });
  const state = settings.value;
  if (!state) return null;
  const set = (field: Field, value: unknown) => {
    values.value = put(values.value, field.key, value);
    wrong.value = { ...wrong.value, [field.key]: wrongWith(field, value) };
  };
  const input = (field: Field) => (
    <FieldInput
      key={field.key}
      field={field}
      value={at(values.value, field.key)}
      wrong={wrong.value[field.key] ?? ""}
      options={field.options?.(state, tools.value) ?? []}
      models={models.known.value}
      set={(value) => set(field, value)}
    />
  );
  return (
    <form
      class="form resource of-resource"
      onFocusIn={models.onFocusIn}
      onSubmit={saving.onSubmit}
      noValidate
    >
      {form.fields.filter(({ advanced }) => !advanced).map(input)}
      <Advanced form={form} wrong={wrong.value} input={input} />
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

/** Models of the form's provider, asked for when a field for one gets the focus. */
function useModels(form: Form, resource: Resource | undefined, values: ReadonlySignal<Values>) {
  const known = useSignal<{ readonly of: string; readonly names: readonly string[] }>({ of: "", names: [] });
  const provider = form.named === "providers" ? resource?.id ?? "" : String(values.value["providerId"] ?? "");
  const load = async () => {
    if (!provider || known.value.of === provider) return;
    const answer = await modelsOf(provider);
    if (answer.ok) known.value = { of: provider, names: answer.value.items };
  };
  const onFocusIn = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement && target.dataset["models"]) void load();
  };
  return {
    // Those of another provider would mislead.
    known: { value: known.value.of === provider ? known.value.names : [] },
    onFocusIn,
  };
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

/** The form that makes a resource or changes one. */
import { type ReadonlySignal, type Signal, useSignal } from "@preact/signals";
import { useSubmit, Wrong } from "../parts/form.tsx";
import { newId } from "../state/api.ts";
import { create, update, withdraw } from "../state/commands.ts";
import { models as modelsOf } from "../state/queries.ts";
import { settings, tools } from "../state/server_state.ts";
import { orSay, say } from "../state/toast.ts";
import { dialog } from "../state/ui_state.ts";
import { FieldInput } from "./field_input.tsx";
import type { Field, Form, Values } from "./forms.ts";
import { PromptPreview } from "./prompt_preview.tsx";
import { at, changed, put, wrongIn, wrongWith } from "./values.ts";

type Resource = Values & { readonly id: string };

interface EditorProps {
  readonly form: Form;
  /** None: a new one is made. */
  readonly resource?: Resource;
  done(): void;
}

export function Editor({ form, resource, done }: EditorProps) {
  const values = useSignal<Values>(resource ?? form.initial);
  const wrong = useSignal<Record<string, string>>({});
  const key = useSignal(newId("save"));
  const models = useModels(form, resource, values);
  const saving = useSubmit(async () => {
    wrong.value = wrongIn(form, values.value);
    if (Object.values(wrong.value).some(Boolean)) return "";
    const body = changed(form, values.value, resource);
    const answer =
      await (resource ? update(form.named, resource.id, body) : create(form.named, body, key.value));
    if (answer.ok) {
      say("Saved.");
      done();
      return "";
    }
    key.value = newId("save");
    wrong.value = Object.fromEntries(
      answer.errors.map(({ path, message }) => [path, message.replace(/^must /, "It must ")]),
    );
    // What stands beside its field is not said a second time.
    const told = answer.errors.length > 0 &&
      answer.errors.every(({ path }) => form.fields.some((field) => field.key === path));
    return told ? "Not saved: see above." : answer.message;
  });
  const state = settings.value;
  if (!state) return null;
  const set = (field: Field, value: unknown) => {
    values.value = put(values.value, field.key, value);
    wrong.value = { ...wrong.value, [field.key]: wrongWith(field, value) };
  };
  return (
    <form class="form" onFocusIn={models.onFocusIn} onSubmit={saving.onSubmit}>
      {form.fields.map((field) => (
        <FieldInput
          key={field.key}
          field={field}
          value={at(values.value, field.key)}
          wrong={wrong.value[field.key] ?? ""}
          options={field.options?.(state, tools.value) ?? []}
          models={models.known.value}
          set={(value) => set(field, value)}
        />
      ))}
      {form.named === "agents" && <PromptPreview values={values.value} state={state} />}
      <Wrong of={saving.wrong} />
      <p class="buttons">
        <button type="submit" class="primary">Save</button>{" "}
        <button type="button" class="outline" onClick={done}>Cancel</button>{" "}
        {resource && form.named === "providers" && state.keys[resource.id] && (
          <ForgetKey id={resource.id} failed={saving.wrong} />
        )} {resource && <Remove form={form} id={resource.id} done={done} />}
      </p>
    </form>
  );
}

/** Models of the form's provider, asked for when a field for one gets the focus. */
function useModels(form: Form, resource: Resource | undefined, values: ReadonlySignal<Values>) {
  const known = useSignal<readonly string[]>([]);
  const load = async () => {
    const provider = form.named === "providers" ? resource?.id : String(values.value["providerId"] ?? "");
    if (!provider || known.value.length > 0) return;
    const answer = await modelsOf(provider);
    if (answer.ok) known.value = answer.value.items;
  };
  const onFocusIn = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement && target.dataset["models"]) void load();
  };
  return { known, onFocusIn };
}

function ForgetKey({ id, failed }: { id: string; failed: Signal<string> }) {
  const forget = async () => {
    const answer = await update("providers", id, { apiKey: null });
    if (answer.ok) say("The key is removed.");
    else failed.value = answer.message;
  };
  return <button type="button" class="outline" onClick={() => void forget()}>Remove the key</button>;
}

function Remove({ form, id, done }: { form: Form; id: string; done(): void }) {
  const confirm = () => {
    dialog.value = {
      name: "confirm",
      title: `Remove this ${form.one}?`,
      text: "Conversations that used it keep its name and what it said.",
      action: "Remove",
      run: () => void orSay(withdraw(form.named, id)).then(done),
    };
  };
  return <button type="button" class="danger" onClick={confirm}>Remove</button>;
}

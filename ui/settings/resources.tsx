/** One kind of resource: what there is, and a form to make or change one. */
import { useSignal } from "@preact/signals";
import { get, newId, write } from "../state/api.ts";
import { settings, unreadableKeys } from "../state/server_state.ts";
import { dialog, say } from "../state/ui_state.ts";
import { Avatar, Name } from "../parts/avatar.tsx";
import { FieldInput } from "./field_input.tsx";
import { at, type Field, type Form, put, type Values, wrongWith } from "./forms.ts";
import { PromptPreview } from "./prompt_preview.tsx";
import { submits } from "../parts/submits.ts";

export function Resources({ form }: { form: Form }) {
  const editing = useSignal<string | null>(null);
  // What a test of each provider said.
  const tested = useSignal<Readonly<Record<string, string>>>({});
  const state = settings.value;
  if (!state) return null;
  const all = (Object.values(state[form.named]) as unknown as (Values & { id: string; archived: boolean })[])
    .filter((one) => !one.archived);
  return (
    <>
      {editing.value === "new"
        ? (
          <article class="resource">
            <b>New {form.one}</b>
            <Editor form={form} done={() => (editing.value = null)} />
          </article>
        )
        : (
          <p>
            <button type="button" class="primary" onClick={() => (editing.value = "new")}>
              Add {form.one}
            </button>
          </p>
        )}
      {all.length === 0 && editing.value !== "new" && <p class="hint">None yet.</p>}
      {all.map((one) => (
        <article class="resource" key={one.id} data-color={one["color"]}>
          <header>
            {form.named === "agents" && <Avatar name={String(one["name"])} />}
            <b>
              <Name of={String(one["name"])} />
            </b>
            <span class="hint">{form.summary(one, state)}</span>
            {form.named === "providers" && unreadableKeys.value.has(String(one["id"])) && (
              <span class="hint wrong">Its key cannot be read. Please enter it again.</span>
            )}
            {tested.value[one.id] && <span role="status">{tested.value[one.id]}</span>}
            <span class="buttons">
              {form.named === "providers" && (
                <TestButton
                  id={one.id}
                  tell={(result) => (tested.value = { ...tested.value, [one.id]: result })}
                />
              )}
              <button
                type="button"
                class="outline"
                aria-expanded={editing.value === one.id}
                onClick={() => (editing.value = editing.value === one.id ? null : one.id)}
              >
                Edit
              </button>
            </span>
          </header>
          {form.address && (
            <p class="hint">
              For programs: <code>{form.address(one)}</code>
            </p>
          )}
          {editing.value === one.id && (
            <Editor form={form} resource={one} done={() => (editing.value = null)} />
          )}
        </article>
      ))}
    </>
  );
}

function TestButton({ id, tell }: { id: string; tell(result: string): void }) {
  const test = async () => {
    tell("Testing…");
    const answer = await write<{ ok: boolean; latencyMs: number; error?: string }>(
      "POST",
      `/api/providers/${id}/test`,
    );
    tell(
      !answer.ok
        ? answer.message
        : answer.value.ok
        ? `It answers, in ${Math.round(answer.value.latencyMs)} ms.`
        : answer.value.error ?? "It does not answer.",
    );
  };
  return <button type="button" class="outline" onClick={() => void test()}>Test</button>;
}

/** Only what was changed is sent; an emptied optional value is taken away. */
function changed(form: Form, values: Values, before: Values | undefined): Values {
  const body: Values = {};
  for (const key of new Set(form.fields.map((field) => field.key.split(".")[0] ?? ""))) {
    const value = values[key];
    if (key === "apiKey" && !value) continue;
    if (before && JSON.stringify(value) === JSON.stringify(before[key])) continue;
    const optional = value === "" || value === undefined;
    if (
      optional &&
      !["model", "systemPrompt", "description", "prompt", "instructions", "principles"].includes(key)
    ) {
      if (before && before[key] !== undefined) body[key] = null;
      continue;
    }
    body[key] = value;
  }
  return body;
}

function Editor({ form, resource, done }: { form: Form; resource?: Values & { id: string }; done(): void }) {
  const values = useSignal<Values>(resource ?? form.initial);
  const wrong = useSignal<Record<string, string>>({});
  const failed = useSignal("");
  const models = useSignal<readonly string[]>([]);
  const key = useSignal(newId("save"));
  const state = settings.value;
  if (!state) return null;
  const set = (field: Field, value: unknown) => {
    values.value = put(values.value, field.key, value);
    wrong.value = { ...wrong.value, [field.key]: wrongWith(field, value) };
  };
  const loadModels = async () => {
    const provider = form.named === "providers" ? resource?.id : String(values.value["providerId"] ?? "");
    if (!provider || models.value.length > 0) return;
    const answer = await get<{ items: string[] }>(`/api/providers/${provider}/models`);
    if (answer.ok) models.value = answer.value.items;
  };
  const save = async () => {
    const found = Object.fromEntries(form.fields.map((f) => [f.key, wrongWith(f, at(values.value, f.key))]));
    wrong.value = found;
    if (Object.values(found).some(Boolean)) return;
    const body = changed(form, values.value, resource);
    const answer = resource
      ? await write("PATCH", `/api/${form.named}/${resource.id}`, body)
      : await write("POST", `/api/${form.named}`, body, key.value);
    if (answer.ok) {
      say("Saved.");
      return done();
    }
    key.value = newId("save");
    wrong.value = Object.fromEntries(
      answer.errors.map(({ path, message }) => [path, message.replace(/^must /, "It must ")]),
    );
    // What stands beside its field is not said a second time.
    const told = answer.errors.length > 0 &&
      answer.errors.every(({ path }) => form.fields.some((f) => f.key === path));
    failed.value = told ? "Not saved: see above." : answer.message;
  };
  const forgetKey = async () => {
    const answer = await write("PATCH", `/api/providers/${resource?.id}`, { apiKey: null });
    if (answer.ok) say("The key is removed.");
    else failed.value = answer.message;
  };
  const remove = () => {
    dialog.value = {
      name: "confirm",
      title: `Remove this ${form.one}?`,
      text: "Conversations that used it keep its name and what it said.",
      action: "Remove",
      async run() {
        const answer = await write("DELETE", `/api/${form.named}/${resource?.id}`);
        if (!answer.ok) say(answer.message, true);
        done();
      },
    };
  };
  return (
    <form
      class="form"
      onFocusIn={(event) => {
        if ((event.target as HTMLElement).dataset["models"]) void loadModels();
      }}
      onSubmit={submits(save)}
    >
      {form.fields.map((field) => (
        <FieldInput
          key={field.key}
          field={field}
          value={at(values.value, field.key)}
          wrong={wrong.value[field.key] ?? ""}
          options={field.options?.(state, values.value) ?? []}
          models={models.value}
          set={(value) => set(field, value)}
        />
      ))}
      {form.named === "agents" && <PromptPreview values={values.value} state={state} />}
      {failed.value && <p class="problem" role="alert">{failed.value}</p>}
      <p class="buttons">
        <button type="submit" class="primary">Save</button>{" "}
        <button type="button" class="outline" onClick={done}>Cancel</button>{" "}
        {resource && form.named === "providers" && state.keys[resource.id] && (
          <button
            type="button"
            class="outline"
            onClick={() => void forgetKey()}
          >
            Remove the key
          </button>
        )} {resource && <button type="button" class="danger" onClick={remove}>Remove</button>}
      </p>
    </form>
  );
}

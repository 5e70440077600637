/** One kind of resource: what there is, and a form to make or change one. */
import { useSignal } from "@preact/signals";
import { Avatar, Name } from "../parts/avatar.tsx";
import { testProvider } from "../state/commands.ts";
import { settings, unreadableKeys } from "../state/server_state.ts";
import { Editor } from "./editor.tsx";
import type { Form, Values } from "./forms.ts";

export function Resources({ form }: { form: Form }) {
  const editing = useSignal<string | null>(null);
  // What a test of each provider said.
  const tested = useSignal<Readonly<Record<string, string>>>({});
  const state = settings.value;
  if (!state) return null;
  const all = Object.values<Values & { id: string; archived: boolean }>(state[form.named])
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
    const answer = await testProvider(id);
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

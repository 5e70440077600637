/** All projects: those in use lead to their pages, those put away can be had back, and a new one needs but a name. */
import "./projects.css";
import { useSignal } from "@preact/signals";
import { clearText } from "../../events/catalog/clear_text.ts";
import type { ProjectView } from "../../server/contract/resources.ts";
import { useSubmit, useTries, Wrong, wrongOf } from "../parts/form.tsx";
import { Icon } from "../parts/icon.tsx";
import { Name } from "../parts/name.tsx";
import { go, place } from "../state/router.ts";
import { settings } from "../state/server_state.ts";
import { bringBack, create } from "../state/settings_commands.ts";
import { orSay } from "../state/toast.ts";
import { words } from "../words/projects.ts";
import { projectsOf } from "./in_use.ts";

export function ProjectsPage() {
  const at = place.value;
  const making = useSignal(at.view === "settings" && at.item === "new");
  const state = settings.value;
  if (!state) return null;
  const all = projectsOf(state);
  const away = Object.values(state.projects).filter(({ archived, erased }) => archived && !erased);
  return (
    <>
      {making.value ? <NewProject cancel={() => (making.value = false)} /> : (
        <p>
          <button type="button" class="primary" onClick={() => (making.value = true)}>
            <Icon name="plus" /> {words.make}
          </button>
        </p>
      )}
      {all.length === 0 && <p class="hint">{words.none}</p>}
      <ul class="resources">
        {all.map(({ id, name, files }) => (
          <li key={id}>
            <a class="resource project-link" href={`/p/${id}`} data-go>
              <Icon name="folder" />
              <span>
                <Name of={name} />
              </span>
              {files.length > 0 && <small class="hint">{words.givenFiles(files.length)}</small>}
              <Icon name="chevron-right" />
            </a>
          </li>
        ))}
      </ul>
      {away.length > 0 && (
        <details class="projects-away">
          <summary>{words.away}</summary>
          <ul class="resources">
            {away.map(({ id, name }) => (
              <li key={id} class="resource project-link">
                <span>
                  <Name of={name} />
                </span>
                <button
                  type="button"
                  class="outline"
                  aria-label={words.haveBack(clearText(name))}
                  onClick={() => void orSay(bringBack("projects", id))}
                >
                  {words.back}
                </button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function NewProject({ cancel }: { cancel(): void }) {
  const name = useSignal("");
  const tries = useTries("save");
  const form = useSubmit(async () => {
    const fields = { name: name.value.trim() };
    return wrongOf(
      await tries.send(fields, (key) => create<ProjectView>("projects", fields, key)),
      (value) => go(`/p/${value.id}`),
    );
  });
  return (
    <form class="form resource" onSubmit={form.onSubmit}>
      <label class="field">
        <span>{words.name}</span>
        <input
          autofocus
          autocomplete="off"
          value={name.value}
          onInput={(event) => (name.value = event.currentTarget.value)}
        />
      </label>
      <Wrong of={form.wrong} />
      <div class="buttons">
        <button type="submit" class="primary" disabled={name.value.trim() === ""}>{words.create}</button>
        <button type="button" class="outline" onClick={cancel}>{words.cancel}</button>
      </div>
    </form>
  );
}

/** The projects there are, above the conversations: each leads to its page. One stop of the Tab key, arrows between them. */
import { Icon } from "../parts/icon.tsx";
import { Name } from "../parts/name.tsx";
import { nextIn } from "../parts/roving.ts";
import { projectsOf } from "../projects/in_use.ts";
import { place } from "../state/router.ts";
import { settings } from "../state/server_state.ts";
import { sidebarOpen } from "../state/ui_state.ts";
import { words } from "../words/frame.ts";

export function ProjectLinks() {
  const all = projectsOf(settings.value);
  const at = place.value;
  const stop = all.find(({ id }) => at.view === "project" && at.id === id) ?? all[0];
  if (all.length === 0) return null;
  return (
    <section class="project-links" aria-labelledby="projects-head">
      <h2 id="projects-head">{words.projects}</h2>
      <ul
        onKeyDown={(event) => {
          event.stopPropagation();
          nextIn([...event.currentTarget.querySelectorAll("a")], event);
        }}
      >
        {all.map(({ id, name }) => (
          <li key={id}>
            <a
              href={`/p/${id}`}
              data-go
              tabIndex={id === stop?.id ? 0 : -1}
              aria-current={at.view === "project" && at.id === id ? "page" : undefined}
              onClick={() => (sidebarOpen.value = false)}
            >
              <Icon name="folder" size={15} />
              <span>
                <Name of={name} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

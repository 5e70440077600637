/** Beside the title of a conversation: the project it belongs to, and the way there. */
import "./in_project.css";
import { clearText } from "../../events/catalog/clear_text.ts";
import { Icon } from "../parts/icon.tsx";
import { Name } from "../parts/name.tsx";
import { settings } from "../state/server_state.ts";
import { words } from "../words/projects.ts";

export function InProject({ id }: { id: string }) {
  const project = settings.value?.projects[id];
  // One that is put away, or another workspace's, gives nothing.
  if (!project || project.archived) return null;
  return (
    <a class="in-project" href={`/p/${id}`} data-go aria-label={words.inProject(clearText(project.name))}>
      <Icon name="folder" size={14} />
      <Name of={project.name} />
    </a>
  );
}

/** A project: a message box that begins a conversation in it, those there are, and what they have in common. */
import "../home/home.css";
import "../home/agent_chips.css";
import "../settings/forms.css";
import "./projects.css";
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { clearText } from "../../events/catalog/clear_text.ts";
import type { ProjectView } from "../../server/contract/resources.ts";
import { useDraft } from "../chat/use_draft.ts";
import { inProject, USUAL } from "../home/choosing.ts";
import { StartingBox } from "../home/starting_box.tsx";
import { Icon } from "../parts/icon.tsx";
import { Menu } from "../parts/menu.tsx";
import { Name } from "../parts/name.tsx";
import { TitleEdit } from "../parts/title_edit.tsx";
import { unlessLate } from "../parts/unless_late.ts";
import { ListButton } from "../sidebar/list_button.tsx";
import { AttachingFiles } from "../state/attaching.ts";
import * as queries from "../state/queries.ts";
import { go } from "../state/router.ts";
import { settings } from "../state/server_state.ts";
import { bringBack, eraseProject, update, withdraw } from "../state/settings_commands.ts";
import { orSay, orUndo } from "../state/toast.ts";
import { dialog } from "../state/ui_state.ts";
import { words } from "../words/projects.ts";
import { ProjectConversations } from "./conversations.tsx";
import type { Project } from "./in_use.ts";
import { ProjectAgents, ProjectFiles, ProjectInstructions, ProjectNotes } from "./project_parts.tsx";

export function ProjectPage({ id }: { id: string }) {
  const state = settings.value;
  const project = state?.projects[id];
  if (!state) return <p class="empty" aria-busy="true" />;
  if (!project || project.archived) {
    return (
      <div class="empty">
        <ListButton />
        <p>{words.gone}</p>
        <p>
          <a href="/settings/projects" data-go>{words.goneWhere}</a>
        </p>
      </div>
    );
  }
  return <Open project={project} />;
}

/** How large it is, and for whom that is too much; asked again when it changed. */
function useSize({ id, version }: Project): ProjectView | null {
  const size = useSignal<ProjectView | null>(null);
  useEffect(() => {
    return unlessLate(queries.project(id), (answer) => {
      if (answer.ok) size.value = answer.value;
    });
  }, [id, version]);
  return size.value;
}

function Open({ project }: { project: Project }) {
  const { id, agentIds } = project;
  // As it is drawn, not after: who is asked here is the project's to say.
  useLayoutEffect(() => {
    inProject.value = { ...USUAL, agentIds: agentIds.length > 0 ? agentIds : null };
    return () => void (inProject.value = null);
  }, [id, JSON.stringify(agentIds)]);
  const draft = useDraft(`project.${id}`);
  const files = useMemo(() => new AttachingFiles(`project.${id}`), [id]);
  const picker = useRef<HTMLInputElement>(null);
  const size = useSize(project);
  return (
    <section class="project" aria-label={words.inProject(clearText(project.name))}>
      <div class="project-scroll">
        <Head project={project} />
        <div class="project-start">
          <h2 class="sr">{words.begin}</h2>
          <StartingBox draft={draft} files={files} picker={picker} projectId={id} />
        </div>
        <div class="project-parts">
          <ProjectConversations id={id} />
          <div class="project-gives">
            <Size size={size} />
            <ProjectInstructions project={project} />
            <ProjectFiles project={project} />
            <ProjectAgents project={project} />
            <ProjectNotes id={id} />
          </div>
        </div>
      </div>
    </section>
  );
}

function Size({ size }: { size: ProjectView | null }) {
  if (!size || size.tokens === 0) return null;
  const names = size.overfull.map(({ agentId }) =>
    clearText(settings.value?.agents[agentId]?.name ?? agentId)
  );
  return (
    <>
      <p class="hint num project-size">{words.total(size.tokens)}</p>
      {names.length > 0 && <p class="problem" role="status">{words.tooLarge(names.join(", "))}</p>}
    </>
  );
}

function Head({ project: { id, name } }: { project: Project }) {
  const editing = useSignal(false);
  const shown = clearText(name);
  const save = (wanted: string | null) => {
    editing.value = false;
    if (wanted !== null) void orSay(update("projects", id, { name: wanted }));
  };
  const putAway = () => {
    go("/");
    const done = words.putAwayDone(shown);
    void orUndo(withdraw("projects", id), done, () => void orSay(bringBack("projects", id)));
  };
  const erase = () => {
    dialog.value = {
      name: "confirm",
      title: words.eraseAsk(shown),
      text: words.eraseMeans,
      action: words.erase,
      danger: true,
      run: () => void orSay(eraseProject(id), words.erased),
    };
  };
  return (
    <header class="project-head">
      <ListButton />
      <Icon name="folder" />
      {editing.value ? <TitleEdit label={words.name} title={name} done={save} /> : (
        <h1>
          <Name of={name} otherwise={words.one} />
        </h1>
      )}
      <Menu
        label={words.actions(shown)}
        items={[
          { label: words.rename, icon: "pen-line", run: () => (editing.value = true) },
          { label: words.putAway, icon: "archive", run: putAway },
          { label: words.erase, icon: "trash-2", danger: true, apart: true, run: erase },
        ]}
      >
        <Icon name="ellipsis" />
      </Menu>
    </header>
  );
}

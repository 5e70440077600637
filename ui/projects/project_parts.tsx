/** What a project gives its conversations: instructions, files, agents and notes, each to be changed where it stands. */
import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { clearText } from "../../events/catalog/clear_text.ts";
import {
  ATTACHMENT_TYPES,
  codePoints,
  PROJECT_FILES,
  PROMPT_CODE_POINTS,
} from "../../events/catalog/limits.ts";
import { fileTokens } from "../../projections/context/tokens.ts";
import { present } from "../home/choosing.ts";
import { Thumbnail } from "../message/attachments.tsx";
import { NoteForm, notesOf, OneNote } from "../memory/notes_page.tsx";
import { ChangedElsewhere } from "../parts/changed_elsewhere.tsx";
import { useFollowing } from "../parts/form_follows.ts";
import { useSubmit, Wrong, wrongOf } from "../parts/form.tsx";
import { count, fileSize } from "../parts/format.ts";
import { Icon } from "../parts/icon.tsx";
import { Name } from "../parts/name.tsx";
import { AttachingFiles } from "../state/attaching.ts";
import { attachmentAddress } from "../state/queries.ts";
import { settings } from "../state/server_state.ts";
import { update } from "../state/settings_commands.ts";
import { say } from "../state/toast.ts";
import { words as attaching } from "../words/files.ts";
import { words } from "../words/projects.ts";
import type { Project } from "./in_use.ts";
import { useSetting } from "../parts/setting.ts";

export function ProjectInstructions({ project: { id, instructions } }: { project: Project }) {
  const text = useSignal(instructions);
  const both = useFollowing({ instructions: text.value }, { instructions }, (moved) => {
    text.value = moved.instructions ?? text.value;
  });
  const tooLong = codePoints(text.value) > PROMPT_CODE_POINTS;
  const changed = text.value !== instructions;
  const form = useSubmit(async () => {
    return wrongOf(await update("projects", id, { instructions: text.value }), () => say(words.saved));
  });
  return (
    <form class="form project-part" onSubmit={form.onSubmit}>
      <label class="field">
        <span class="part-name">{words.instructions}</span>
        <small class="hint">{words.instructionsHint}</small>
        <textarea
          rows={5}
          dir="auto"
          aria-invalid={tooLong}
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
      </label>
      {tooLong && <p class="problem" role="alert">{words.instructionsLong(count(PROMPT_CODE_POINTS))}</p>}
      <ChangedElsewhere both={both} labels={{ instructions: words.instructions }} />
      <Wrong of={form.wrong} />
      {changed && (
        <p class="buttons">
          <button type="button" class="outline" onClick={() => (text.value = instructions)}>
            {words.cancel}
          </button>
          <button type="submit" class="primary" disabled={tooLong || form.busy.value}>{words.save}</button>
        </p>
      )}
    </form>
  );
}

type File = Project["files"][number];

/** Those that are uploaded go into the project at once. */
function useUploads(id: string, add: (files: readonly File[]) => void) {
  const files = useMemo(() => new AttachingFiles(`project.${id}.files`), [id]);
  const done = files.items.value.filter(({ uploaded }) => uploaded);
  useEffect(() => {
    if (done.length === 0) return;
    add(done.flatMap(({ uploaded }) => uploaded ?? []));
    for (const { key } of done) files.remove(key);
  }, [done.map(({ key }) => key).join()]);
  return files;
}

export function ProjectFiles({ project: { id, files: told } }: { project: Project }) {
  const change = (files: readonly File[]) =>
    update("projects", id, { files: files.map(({ sha256, name }) => ({ sha256, name })) });
  const { value: { value: own }, problem, set } = useSetting({ told, change });
  const picker = useRef<HTMLInputElement>(null);
  const uploads = useUploads(id, (fresh) => {
    const more = fresh.filter((one) => !own.some(({ sha256 }) => sha256 === one.sha256));
    if (more.length > 0) set([...own, ...more].slice(0, PROJECT_FILES));
  });
  const full = own.length >= PROJECT_FILES;
  return (
    <section class="project-part" aria-labelledby="project-files">
      <h2 id="project-files">{words.files}</h2>
      <p class="hint">{words.filesHint}</p>
      <ul class="project-files">
        {own.map((file) => (
          <li key={`${file.sha256} ${file.name}`}>
            <Thumbnail file={file} alt="" />
            <span class="file-words">
              <a class="file-name" href={attachmentAddress(file)} download={file.name}>
                <bdi>{file.name}</bdi>
              </a>
              <span class="meta num">{fileSize(file.size)} · {words.tokens(fileTokens([file]))}</span>
            </span>
            <button
              type="button"
              class="icon"
              aria-label={words.removeFile(file.name)}
              onClick={() => set(own.filter((one) => one !== file))}
            >
              <Icon name="x" />
            </button>
          </li>
        ))}
        {uploads.items.value.map(({ key, name }) => (
          <li key={key} aria-busy="true">
            <span class="spinner" />
            <span class="file-words">
              <bdi>{name}</bdi>
              <span class="meta">{attaching.uploading}</span>
            </span>
          </li>
        ))}
      </ul>
      {uploads.refused.value.map(({ key, name, why }) => (
        <p class="problem" role="alert" key={key}>
          <b>{name}</b>: {why}
        </p>
      ))}
      {problem.value && <p class="problem" role="alert">{problem.value}</p>}
      {full && <p class="hint" role="status">{words.filesFull(PROJECT_FILES)}</p>}
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        accept={[...ATTACHMENT_TYPES, "text/*"].join()}
        onChange={(event) => {
          const picked = [...event.currentTarget.files ?? []];
          event.currentTarget.value = "";
          void uploads.add(picked);
        }}
      />
      <button type="button" class="outline" disabled={full} onClick={() => picker.current?.click()}>
        <Icon name="paperclip" /> {words.addFile}
      </button>
    </section>
  );
}

export function ProjectAgents({ project: { id, agentIds: told } }: { project: Project }) {
  const change = (agentIds: readonly string[]) => update("projects", id, { agentIds });
  const { value: { value: own }, problem, set } = useSetting({ told, change });
  return (
    <section class="project-part" aria-labelledby="project-agents">
      <h2 id="project-agents">{words.agents}</h2>
      <p class="hint">{words.agentsHint}</p>
      <ul class="project-agents">
        {present(settings.value?.agents).map((agent) => (
          <li key={agent.id}>
            <label>
              <input
                type="checkbox"
                checked={own.includes(agent.id)}
                onChange={(event) =>
                  set(
                    event.currentTarget.checked ? [...own, agent.id] : own.filter((one) => one !== agent.id),
                  )}
              />
              <i class="spot" data-color={agent.color} aria-hidden="true" />
              <Name of={agent.name} />
            </label>
          </li>
        ))}
      </ul>
      {problem.value && <p class="problem" role="alert">{problem.value}</p>}
    </section>
  );
}

export function ProjectNotes({ id }: { id: string }) {
  const open = useSignal("");
  const state = settings.value;
  if (!state) return null;
  const notes = notesOf(state).filter(({ projectId }) => projectId === id);
  return (
    <section class="project-part" aria-labelledby="project-notes">
      <h2 id="project-notes">{words.notes}</h2>
      <p class="hint">{notes.length === 0 ? words.noNote : words.notesHint}</p>
      <ul class="resources">
        {notes.map((note) => (
          <li key={note.id}>
            {open.value === note.id
              ? <NoteForm open={open} note={note} />
              : <OneNote state={state} note={note} open={open} />}
          </li>
        ))}
      </ul>
      {open.value === "new"
        ? <NoteForm open={open} projectId={id} />
        : (
          <button type="button" class="outline" onClick={() => (open.value = "new")}>
            <Icon name="plus" /> {words.addNote}
          </button>
        )}
    </section>
  );
}

/** The names of agents, in words. */
export const namesOf = (agentIds: readonly string[]): string =>
  agentIds.map((id) => clearText(settings.value?.agents[id]?.name ?? id)).join(", ");

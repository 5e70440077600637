/** What a request had of the workspace's memory, as it was then. */
import type { GivenMemory } from "../../projections/shapes/views.ts";
import { words } from "../words/memory.ts";
import { NoteSource } from "./note_source.tsx";
import { ProjectGiven } from "./project_given.tsx";

export const MemoryGiven = ({ memory: { notes, project } }: { memory: GivenMemory }) => (
  <>
    {project && <ProjectGiven project={project} />}
    <NotesGiven notes={notes} />
  </>
);

function NotesGiven({ notes }: Pick<GivenMemory, "notes">) {
  if (notes.length === 0) return null;
  return (
    <details class="memory-given">
      <summary>{words.with(notes.length)}</summary>
      <ol>
        {notes.map(({ id, version, text, source }) => (
          <li key={id}>
            <span dir="auto">{text ?? words.gone}</span> <small class="hint">{words.version(version)}</small>
            {source && (
              <>
                {" "}
                <NoteSource source={source} />
              </>
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}

/** What a request had of the project of its conversation, as it was then. */
import { clearText } from "../../events/catalog/clear_text.ts";
import { fileTokens } from "../../projections/context/tokens.ts";
import type { GivenMemory } from "../../projections/shapes/views.ts";
import { fileSize } from "../parts/format.ts";
import { attachmentAddress } from "../state/queries.ts";
import { words } from "../words/projects.ts";

export function ProjectGiven({ project }: { project: NonNullable<GivenMemory["project"]> }) {
  const { id, version, name, instructions, files } = project;
  if (name === null) return <p class="memory-given hint">{words.givenGone(version)}</p>;
  return (
    <details class="memory-given">
      <summary>{words.given(clearText(name), version)}</summary>
      {instructions !== null && instructions.trim() !== "" && (
        <p class="project-said" dir="auto">{instructions}</p>
      )}
      {files !== null && files.length > 0 && (
        <ol>
          {files.map((file) => (
            <li key={`${file.sha256} ${file.name}`}>
              <a href={attachmentAddress(file)} download={file.name}>
                <bdi>{file.name}</bdi>
              </a>{" "}
              <small class="hint num">{fileSize(file.size)} · {words.tokens(fileTokens([file]))}</small>
            </li>
          ))}
        </ol>
      )}
      <p>
        <a href={`/p/${id}`} data-go>{words.one}</a>
      </p>
    </details>
  );
}

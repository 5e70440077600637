/** Formats of panels: those that are there, each explained with a picture of its stages, and one's own. */
import "./ask_panel.css";
import "./panels_page.css";
import { useSignal } from "@preact/signals";
import { BUILT_IN_PANELS } from "../../events/catalog/built_in_panels.ts";
import { clearText } from "../../events/catalog/clear_text.ts";
import { PANEL_FILE_CHARS } from "../../events/catalog/limits.ts";
import type { PanelFormat } from "../../events/catalog/panels.ts";
import { newId } from "../state/api.ts";
import { settings } from "../state/server_state.ts";
import { create, withdraw } from "../state/settings_commands.ts";
import { orSay, say } from "../state/toast.ts";
import { words } from "../words/panelling.ts";
import { FormatForm } from "./format_form.tsx";
import { FormatPicture } from "./format_picture.tsx";

/** What is being changed: a format, of one's own where it has an id. */
interface Editing {
  readonly id: string | null;
  readonly format: PanelFormat;
}

export function PanelsPage() {
  const editing = useSignal<Editing | null>(null);
  if (editing.value) {
    const { id } = editing.value;
    const now = id === null ? undefined : settings.value?.panelFormats[id]?.format;
    return <FormatForm {...editing.value} now={now} done={() => (editing.value = null)} />;
  }
  const own = Object.values(settings.value?.panelFormats ?? {}).filter(({ archived }) => !archived);
  const begin = (format: PanelFormat) => (editing.value = { id: null, format });
  return (
    <>
      <h2>{words.ownFormats}</h2>
      {own.length === 0 && <p class="hint">{words.none}</p>}
      {own.length > 0 && (
        <ul class="panel-formats">
          {own.map(({ id, format, seats }) => (
            <li key={id} class="resource panel-format">
              <Shown name={clearText(format.name)} about={clearText(format.description)} format={format} />
              <p class="hint">{seats ? words.asModel(`panel/${slug(format.name)}`) : words.noModel}</p>
              <p class="buttons">
                <button type="button" class="outline" onClick={() => (editing.value = { id, format })}>
                  {words.edit}
                </button>
                <button type="button" class="outline" onClick={() => save(format)}>{words.asFile}</button>
                <button
                  type="button"
                  class="outline"
                  onClick={() => void orSay(withdraw("panels", id), words.removed)}
                >
                  {words.remove}
                </button>
              </p>
            </li>
          ))}
        </ul>
      )}
      <p>
        <TakeIn />
      </p>
      <h2>{words.builtInFormats}</h2>
      <ul class="panel-formats">
        {BUILT_IN_PANELS.map(({ id, format }) => {
          const said = words.builtIn[id];
          return (
            <li key={id} class="resource panel-format">
              <Shown
                name={said?.name ?? format.name}
                about={`${said?.about ?? format.description} ${said?.when ?? ""}`}
                format={format}
              />
              <Explained format={format} />
              <p class="buttons">
                <button type="button" class="outline" onClick={() => begin(format)}>{words.copy}</button>
                <button type="button" class="outline" onClick={() => save(format)}>{words.asFile}</button>
              </p>
            </li>
          );
        })}
      </ul>
    </>
  );
}

function Shown({ name, about, format }: { name: string; about: string; format: PanelFormat }) {
  return (
    <>
      <h3>{name}</h3>
      <p>{about}</p>
      <div class="format-scroll" tabIndex={0} role="group" aria-label={name}>
        <FormatPicture format={format} />
      </div>
    </>
  );
}

/** Stage by stage: who speaks, what each sees, what they are asked. */
function Explained({ format: { roles, stages } }: { format: PanelFormat }) {
  const named = (id: string) => clearText(roles.find((role) => role.id === id)?.name ?? id);
  return (
    <details>
      <summary>{words.stages}</summary>
      <ol class="explained">
        {stages.map(({ id, name, who, sees, instruction }) => (
          <li key={id}>
            <b>{clearText(name)}</b> · {who.map(named).join(", ")} · {words.sees[sees]}
            <p dir="auto">{clearText(instruction)}</p>
          </li>
        ))}
      </ol>
    </details>
  );
}

/** As the server names it to programs. */
const slug = (name: string): string =>
  name.normalize("NFKD").toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "agent";

/** A format as a file, to be taken in elsewhere. */
function save(format: PanelFormat): void {
  const name = format.name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 40) || "panel";
  const blob = new Blob([JSON.stringify({ fishbowlPanel: 1, format }, null, 2)], {
    type: "application/json",
  });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = `${name}.panel.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** The format in a file; null: there is none. What it says is checked by the server. */
function formatIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null;
    return isObject && "format" in value ? value.format : null;
  } catch {
    return null;
  }
}

async function takeIn(file: File): Promise<void> {
  if (file.size > 4 * PANEL_FILE_CHARS) return say(words.tooLarge);
  const text = await file.text();
  if (text.length > PANEL_FILE_CHARS) return say(words.tooLarge);
  const format = formatIn(text);
  if (format === null) return say(words.noFormat);
  await orSay(create("panels", { format }, newId("panel")), words.saved);
}

function TakeIn() {
  return (
    <label class="outline take-in">
      {words.takeIn}
      <input
        type="file"
        accept="application/json,.json"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) void takeIn(file);
          currentTarget.value = "";
        }}
      />
    </label>
  );
}

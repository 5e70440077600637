/** Notes: what agents are given with later questions, each with where it comes from. */
import "./memory.css";
import { type Signal, useSignal } from "@preact/signals";
import { NOTES_GIVEN, NOTES_GIVEN_TOKENS } from "../../events/catalog/limits.ts";
import type { Kept, NoteHere } from "../../projections/shapes/settings_fold.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import { ChangedElsewhere } from "../parts/changed_elsewhere.tsx";
import { touched, useFollowing } from "../parts/form_follows.ts";
import { useSubmit, useTries, Wrong, wrongOf } from "../parts/form.tsx";
import { count, date } from "../parts/format.ts";
import { Icon } from "../parts/icon.tsx";
import { plainText } from "../parts/plain_text.ts";
import { settings } from "../state/server_state.ts";
import { bringBack, create, eraseNote, update, withdraw } from "../state/settings_commands.ts";
import { orSay, orUndo } from "../state/toast.ts";
import { dialog } from "../state/ui_state.ts";
import { words } from "../words/memory.ts";
import { NoteFields } from "./note_fields.tsx";
import { NoteSource } from "./note_source.tsx";
import { chosenOf, fieldsOf, valueOf, whoseOf } from "./whose.ts";

type Note = Kept<NoteHere>;
/** Characters of a note in the name of a button. */
const NAME = 40;

/** Those in use, the newest first. */
export const notesOf = ({ notes }: WorkspaceState): Note[] =>
  Object.values(notes).filter(({ archived }) => !archived).sort((a, b) => b.seq - a.seq);

export function NotesPage() {
  // The one that is being changed: its id, or "new".
  const open = useSignal("");
  const state = settings.value;
  if (!state) return null;
  const all = notesOf(state);
  return (
    <>
      <p class="hint">{words.rule(NOTES_GIVEN, count(NOTES_GIVEN_TOKENS))}</p>
      <p>
        <button type="button" class="primary" onClick={() => (open.value = "new")}>
          <Icon name="plus" /> {words.add}
        </button>
      </p>
      {open.value === "new" && <NoteForm open={open} />}
      {all.length === 0 && <p class="hint">{words.none}</p>}
      <ul class="resources">
        {all.map((note) => (
          <li key={note.id}>
            {open.value === note.id
              ? <NoteForm open={open} note={note} />
              : <OneNote state={state} note={note} open={open} />}
          </li>
        ))}
      </ul>
    </>
  );
}

export function OneNote({ state, note, open }: { state: WorkspaceState; note: Note; open: Signal<string> }) {
  const { id, text, version, at, by, changedAt, source } = note;
  const name = plainText(text, NAME);
  const remove = () =>
    void orUndo(withdraw("notes", id), words.removed, () => void orSay(bringBack("notes", id)));
  const erase = () => {
    dialog.value = {
      name: "confirm",
      title: words.eraseAsk,
      text: words.eraseMeans,
      action: words.erase,
      danger: true,
      run: () => void orSay(eraseNote(id), words.erased),
    };
  };
  return (
    <article class="resource note">
      <p dir="auto">{text}</p>
      <p class="hint">
        {[
          whoseOf(state, note),
          words.by(by.name, date(at)),
          ...(changedAt === undefined ? [] : [words.changed(version, date(changedAt))]),
        ].join(" · ")}
        {source && (
          <>
            {" · "}
            <NoteSource source={source} />
          </>
        )}
      </p>
      <span class="buttons">
        <button
          type="button"
          class="outline"
          aria-label={words.changeNamed(name)}
          onClick={() => (open.value = id)}
        >
          {words.change}
        </button>
        <button type="button" class="outline" aria-label={words.removeNamed(name)} onClick={remove}>
          {words.remove}
        </button>
        <button type="button" class="outline danger" aria-label={words.eraseNamed(name)} onClick={erase}>
          {words.erase}
        </button>
      </span>
    </article>
  );
}

/** `projectId`: for whom a new one is, unless somebody says otherwise. */
export function NoteForm(
  { note, open, projectId }: { note?: Note; open: Signal<string>; projectId?: string },
) {
  const text = useSignal(note?.text ?? "");
  const whose = useSignal(valueOf(note ?? (projectId === undefined ? {} : { projectId })));
  const tries = useTries("save");
  const now = note && { text: note.text, whose: valueOf(note) };
  const both = useFollowing({ text: text.value, whose: whose.value }, now, (moved) => {
    text.value = moved.text ?? text.value;
    whose.value = moved.whose ?? whose.value;
  });
  const form = useSubmit(async () => {
    const said = text.value.trim();
    const other = touched({ text: said, whose: whose.value }, now);
    const fresh = { text: said, ...chosenOf(whose.value) };
    const answer = note
      ? await update("notes", note.id, {
        ...(other.text === undefined ? {} : { text: said }),
        ...(other.whose === undefined ? {} : fieldsOf(other.whose)),
      })
      : await tries.send(fresh, (key) => create("notes", fresh, key));
    return wrongOf(answer, () => void (open.value = ""));
  });
  return (
    <form class="form resource" onSubmit={form.onSubmit}>
      <NoteFields text={text} whose={whose} />
      <ChangedElsewhere both={both} labels={{ text: words.text, whose: words.whose }} />
      <Wrong of={form.wrong} />
      <div class="buttons">
        <button type="submit" class="primary">{words.save}</button>
        <button type="button" class="outline" onClick={() => (open.value = "")}>{words.cancel}</button>
      </div>
    </form>
  );
}

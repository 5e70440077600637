/** The box in which one writes a message: knows mentions, takes files that are pasted, sends by Enter. */
import { codePoints, MESSAGE_CODE_POINTS } from "../../events/catalog/limits.ts";
import type { Roster } from "../parts/marks.ts";
import type { AttachingFiles } from "../state/attaching.ts";
import { say } from "../state/toast.ts";
import { typing } from "../state/typing.ts";
import { words } from "../words/writing.ts";
import { type Member, Mentions, type Option, useMentions } from "./mention_list.tsx";
import type { Draft } from "./use_draft.ts";

const touch = matchMedia("(pointer: coarse)");

interface Props {
  readonly draft: Draft;
  readonly files: AttachingFiles;
  /** Who can be mentioned, and what they look like. */
  readonly members: readonly Member[];
  readonly roster: Roster;
  readonly placeholder: string;
  readonly readOnly?: boolean;
  send(): void;
  /** Somebody was picked from the list, though the words alone may not say who. */
  picked?(option: Option): void;
  /** ↑ in an empty box; false: nothing to do. */
  up?(): boolean;
}

export function MessageBox(props: Props) {
  const { draft, files, roster, send } = props;
  const { text, box, set } = draft;
  const mentions = useMentions(props.members, (option, { start, end }) => {
    props.picked?.(option);
    set(`${text.value.slice(0, start)}@${option.name} ${text.value.slice(end)}`);
    draft.focus();
  });
  const { options, chosen } = mentions;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === 229 || mentions.takes(event)) return;
    if (event.key === "Enter" && !event.shiftKey && !touch.matches) {
      event.preventDefault();
      mentions.close();
      send();
    } else if (event.key === "ArrowUp" && text.value === "" && props.up?.()) event.preventDefault();
  };
  return (
    <>
      {options.length > 0 && (
        <Mentions roster={roster} options={options} chosen={chosen} choose={mentions.choose} />
      )}
      <textarea
        id="composer"
        ref={box}
        rows={1}
        dir="auto"
        placeholder={props.placeholder}
        readOnly={props.readOnly}
        aria-label={words.message}
        aria-invalid={codePoints(text.value) > MESSAGE_CODE_POINTS}
        aria-describedby="composer-count"
        aria-autocomplete="list"
        aria-controls={options.length > 0 ? "mentions" : undefined}
        aria-activedescendant={options.length > 0 ? `mention-${chosen}` : undefined}
        value={text.value}
        onInput={({ currentTarget }) => {
          typing.typed();
          set(currentTarget.value);
          mentions.look(currentTarget);
        }}
        onKeyDown={onKeyDown}
        onBlur={mentions.close}
        onPaste={(event) => {
          const pasted = pastedFiles(event.clipboardData);
          if (pasted.length === 0) return;
          event.preventDefault();
          void files.add(pasted);
        }}
      />
    </>
  );
}

/** What was pasted as files; words too long for a message become one. */
function pastedFiles(pasted: DataTransfer | null): File[] {
  if (pasted?.files.length) return [...pasted.files];
  const text = pasted?.getData("text") ?? "";
  if (codePoints(text) <= MESSAGE_CODE_POINTS) return [];
  say(words.pasted);
  return [new File([text], "pasted.txt", { type: "text/plain" })];
}

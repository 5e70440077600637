/** The list that opens while one types `@`. */
import { useSignal } from "@preact/signals";
import { type TypedMention, typedMention } from "../../projections/conversation/mentions.ts";
import type { Participant } from "../../projections/shapes/folds.ts";
import { AuthorMark } from "../parts/mark.tsx";
import type { Roster } from "../parts/marks.ts";
import { Name } from "../parts/name.tsx";
import { words } from "../words/writing.ts";

/** One line of the list: an agent of the roster, or all of them (no id). */
export interface Option {
  readonly id: string | null;
  readonly name: string;
  /** Told apart from another of the same name, or said to be off. */
  readonly note: string;
  readonly color?: number;
}

export type Member = Pick<Participant, "id" | "name" | "number" | "color" | "enabled">;

/** Lines of the list: a line of the roster must still be findable among 50. */
const LINES = 8;

/** Those of the roster whose name holds what was typed; `all` among them. */
export function completed(roster: readonly Member[], word: string): Option[] {
  const wanted = word.toLowerCase();
  const twins = (name: string) =>
    roster.filter((p) => p.name.trim().toLowerCase() === name.trim().toLowerCase()).length > 1;
  const all: Option[] = roster.length > 1 ? [{ id: null, name: "all", note: "" }] : [];
  return [
    ...roster.map(({ id, name, number, color, enabled }): Option => ({
      id,
      name,
      color,
      note: [twins(name) ? `#${number}` : "", enabled ? "" : words.off].filter(Boolean).join(", "),
    })),
    ...all,
  ].filter(({ name }) => name.toLowerCase().includes(wanted))
    // What is written out needs no list, unless two share the name.
    .filter(({ name }, _, { length }) => length > 1 || name.toLowerCase() !== wanted || twins(name))
    .slice(0, LINES);
}

/** The list for the `@word` in which the caret stands; `complete` puts what is chosen in its place. */
export function useMentions(
  roster: readonly Member[],
  complete: (option: Option, word: TypedMention) => void,
) {
  const typing = useSignal<TypedMention | null>(null);
  const at = useSignal(0);
  const options = typing.value ? completed(roster, typing.value.word) : [];
  const chosen = options.length > 0 ? at.value % options.length : 0;
  const close = () => (typing.value = null);
  const choose = (option: Option | undefined) => {
    if (option && typing.value) complete(option, typing.value);
    close();
  };
  const look = (area: HTMLTextAreaElement) => {
    typing.value = typedMention(area.value, area.selectionStart);
    at.value = 0;
  };
  /** Whether a key was meant for the list. */
  const takes = (event: KeyboardEvent): boolean => {
    if (options.length === 0) return false;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) at.value = (at.value + step + options.length) % options.length;
    else if (event.key === "Enter" || event.key === "Tab") choose(options[chosen]);
    else if (event.key === "Escape") close();
    else return false;
    event.preventDefault();
    return true;
  };
  return { options, chosen, choose, close, look, takes };
}

interface Props {
  readonly roster: Roster;
  readonly options: readonly Option[];
  readonly chosen: number;
  choose(option: Option): void;
}

export function Mentions({ roster, options, chosen, choose }: Props) {
  return (
    <ul class="mentions" id="mentions" role="listbox" aria-label={words.mentions}>
      {options.map((option, index) => (
        <li
          key={option.id ?? "all"}
          id={`mention-${index}`}
          role="option"
          aria-selected={index === chosen}
          data-color={option.color}
          onPointerDown={(event) => {
            event.preventDefault();
            choose(option);
          }}
        >
          {option.id && <AuthorMark roster={roster} participantId={option.id} name={option.name} size={18} />}
          <Name of={option.name} />
          {option.note && <small>{option.note}</small>}
        </li>
      ))}
    </ul>
  );
}

/** The list that opens while one types `@`. */
import { type TypedMention, typedMention } from "../../projections/conversation/mentions.ts";
import { Avatar, Name } from "../parts/avatar.tsx";

/** The `@word` in which the caret stands. */
export type Typing = TypedMention;

export function typingAt(area: HTMLTextAreaElement): Typing | null {
  return typedMention(area.value, area.selectionStart);
}

/** One line of the list: an agent of the roster, or all of them (no id). */
export interface Option {
  readonly id: string | null;
  readonly name: string;
  /** Told apart from another of the same name, or said to be off. */
  readonly note: string;
  readonly color?: number;
}

interface Member {
  readonly id: string;
  readonly name: string;
  readonly number: number;
  readonly color: number;
  readonly enabled: boolean;
}

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
      note: [twins(name) ? `#${number}` : "", enabled ? "" : "off"].filter(Boolean).join(", "),
    })),
    ...all,
  ].filter(({ name }) => name.toLowerCase().includes(wanted))
    // What is written out needs no list, unless two share the name.
    .filter(({ name }, _, { length }) => length > 1 || name.toLowerCase() !== wanted || twins(name))
    .slice(0, LINES);
}

interface Props {
  readonly options: readonly Option[];
  readonly chosen: number;
  choose(option: Option): void;
}

export function Mentions({ options, chosen, choose }: Props) {
  return (
    <ul class="mentions" id="mentions" role="listbox" aria-label="Agents">
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
          <Avatar name={option.name} /> <Name of={option.name} />
          {option.note && <small>{option.note}</small>}
        </li>
      ))}
    </ul>
  );
}

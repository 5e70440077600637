/** The list that opens while one types `@`. */
import { Avatar } from "./avatar.tsx";
import type { ConversationStore } from "../store/conversation_store.ts";

/** The `@word` in which the caret stands. */
export interface Typing {
  readonly start: number;
  readonly end: number;
  readonly word: string;
}

export function typingAt(area: HTMLTextAreaElement): Typing | null {
  const end = area.selectionStart;
  const match = /(^|\s)@([^\n@]{0,40})$/.exec(area.value.slice(0, end));
  if (!match) return null;
  const word = match[2] ?? "";
  return { start: end - word.length - 1, end, word };
}

/** Names of the roster that begin with, or hold, what was typed; `all` among them. */
export function completed(roster: readonly { name: string }[], word: string): string[] {
  const wanted = word.toLowerCase();
  const names = [...roster.map((p) => p.name), ...(roster.length > 1 ? ["all"] : [])];
  return names.filter((name) => name.toLowerCase() !== wanted && name.toLowerCase().includes(wanted)).slice(
    0,
    8,
  );
}

interface Props {
  readonly names: readonly string[];
  readonly chosen: number;
  readonly store: ConversationStore;
  choose(name: string): void;
}

export function Mentions({ names, chosen, store, choose }: Props) {
  return (
    <ul class="mentions" id="mentions" role="listbox" aria-label="Agents">
      {names.map((name, index) => (
        <li
          key={name}
          id={`mention-${index}`}
          role="option"
          aria-selected={index === chosen}
          data-color={store.state.participants.find((p) => p.name === name)?.color}
          onPointerDown={(event) => {
            event.preventDefault();
            choose(name);
          }}
        >
          <Avatar name={name} /> {name}
        </li>
      ))}
    </ul>
  );
}

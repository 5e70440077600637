/** Who answers: the modes as one control, with what each does, and how often everybody has a turn. */
import { ROUNDS } from "../../events/catalog/limits.ts";
import { factsOf, type Mode, MODES } from "../../events/catalog/modes.ts";
import { Icon } from "../parts/icon.tsx";
import type { IconName } from "../parts/icons.ts";
import { Popover } from "../parts/popover.tsx";
import { nextIn } from "../parts/roving.ts";
import { configure, setMode } from "../state/commands.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { orSay } from "../state/toast.ts";
import { words, wordsOfMode } from "../words/head.ts";

const ICONS: Readonly<Partial<Record<Mode, IconName>>> = {
  parallel: "columns-3",
  round_robin: "repeat-2",
  manual: "hand",
  manager: "network",
};

/** A mode in a few words, with its rounds where it has any; null: it has none. */
export function modeWords(mode: Mode, rounds: number | null): string {
  const { label } = wordsOfMode(mode);
  return rounds === null ? label : `${label} · ${words.rounds(rounds)}`;
}
export const modeIcon = (mode: Mode): IconName => ICONS[mode] ?? "users";

export function ModeSelect({ store }: { store: ConversationStore }) {
  const { mode, settings } = store.now;
  const told = modeWords(mode, factsOf(mode).rounds ? settings.rounds ?? 1 : null);
  return (
    <Popover
      label={words.whoAnswers(told)}
      name={words.whoAnswersShort}
      class="select mode"
      disabled={!store.live}
      content={(close) => (
        <Modes
          mode={mode}
          rounds={settings.rounds ?? 1}
          choose={(value) => value !== mode && void orSay(setMode(store.id, value))}
          setRounds={(rounds) => void orSay(configure(store.id, { rounds }))}
          close={close}
        />
      )}
    >
      <Icon name={modeIcon(mode)} />
      <span class="mode-name">{told}</span>
      <Icon name="chevron-down" />
    </Popover>
  );
}

interface ModesProps {
  /** Null where something else says who answers. */
  readonly mode: Mode | null;
  readonly rounds: number;
  choose(mode: Mode): void;
  setRounds(rounds: number): void;
  close(): void;
}

/** All modes with what each does. */
export function Modes({ mode, rounds, choose, setRounds, close }: ModesProps) {
  return (
    <>
      <div
        class="modes"
        role="group"
        aria-label={words.whoAnswersShort}
        onKeyDown={(event) => nextIn([...event.currentTarget.querySelectorAll("button")], event)}
      >
        {MODES.map((value) => (
          <button
            type="button"
            key={value}
            aria-pressed={mode === value}
            onClick={() => {
              choose(value);
              // What can be said more exactly keeps it open.
              if (!factsOf(value).rounds) close();
            }}
          >
            <Icon name={modeIcon(value)} />
            <span>
              <b>{wordsOfMode(value).label}</b>
              <small>{wordsOfMode(value).help}</small>
            </span>
            {mode === value && <Icon name="check" />}
          </button>
        ))}
      </div>
      {mode !== null && factsOf(mode).rounds && (
        <label class="rounds">
          <span>{words.roundsLabel}</span>
          <select
            value={String(rounds)}
            onChange={({ currentTarget }) => setRounds(Number(currentTarget.value))}
          >
            {Array.from({ length: ROUNDS }, (_, index) => index + 1).map((n) => (
              <option key={n} value={String(n)}>{n}</option>
            ))}
          </select>
        </label>
      )}
    </>
  );
}

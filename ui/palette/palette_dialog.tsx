/** One box for everything: actions by name, conversations by title, messages by their words. */
import "./palette.css";
import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { KEYS } from "../keys/key_table.ts";
import { typedAhead } from "../keys/listening.ts";
import { capsOf } from "../keys/told.ts";
import { clock } from "../parts/format.ts";
import { Icon } from "../parts/icon.tsx";
import { Name } from "../parts/name.tsx";
import { saidBy } from "../parts/said_by.ts";
import { Snippet } from "../parts/snippet.tsx";
import { go } from "../state/router.ts";
import { reveal } from "../state/revealing.ts";
import { dialog, kept } from "../state/ui_state.ts";
import { words as frame } from "../words/frame.ts";
import { words } from "../words/palette.ts";
import { type Action, actions } from "./every_action.ts";
import { type HitLine, useMessageHits } from "./message_hits.ts";
import { doneNow, ranked } from "./ranking.ts";

/** What was done last, by id. */
const recent = kept<readonly string[]>("palette", []);

/** One line that can be chosen. */
type Line = { readonly run: () => void } & ({ readonly action: Action } | { readonly found: HitLine });

function lineOf(action: Action): Line {
  return {
    action,
    run() {
      recent.value = doneNow(recent.value, action.id);
      action.run();
    },
  };
}

const hitLine = (found: HitLine): Line => ({
  found,
  run() {
    const { conversationId, messageId } = found.hit;
    // Begun first, so that one fetch serves both.
    void reveal(conversationId, messageId);
    go(`/c/${conversationId}`);
  },
});

/** What fits, as lines under their heads. */
const sectionsOf = (query: string, hits: readonly HitLine[]) => [
  ...ranked(actions(), query, recent.value)
    .map(({ group, choices }) => ({ name: words.groups[group], lines: choices.map(lineOf) })),
  ...(hits.length > 0 ? [{ name: words.messages, lines: hits.map(hitLine) }] : []),
];
const linesOf = (sections: ReturnType<typeof sectionsOf>) => sections.flatMap(({ lines }) => lines);
const within = (at: number, lines: readonly Line[]) => Math.max(0, Math.min(at, lines.length - 1));

export function Palette() {
  const query = useSignal(useMemo(typedAhead, []));
  const at = useSignal(0);
  const drawn = query.value;
  // Null while messages are still looked through.
  const hits = useMessageHits(drawn).value;
  const sections = sectionsOf(drawn, hits ?? []);
  const lines = linesOf(sections);
  const chosen = within(at.value, lines);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [chosen, drawn]);
  const run = (line: Line | undefined) => {
    if (!line) return;
    dialog.value = null;
    line.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (event.isComposing || (step === 0 && event.key !== "Enter")) return;
    event.preventDefault();
    // Who types fast is ahead of what is drawn: done is what the words mean by now.
    const there = query.peek() === drawn ? lines : linesOf(sectionsOf(query.peek(), []));
    const place = within(at.peek(), there);
    if (step === 0) run(there[place]);
    else if (there.length > 0) at.value = (place + step + there.length) % there.length;
  };
  return (
    <div class="palette" onKeyDown={onKeyDown}>
      <Box
        query={drawn}
        active={lines.length > 0 ? `line-${chosen}` : undefined}
        set={(text) => {
          query.value = text;
          at.value = 0;
        }}
      />
      <div class="palette-list" role="listbox" id="palette-list" aria-label={words.list} ref={list}>
        {sections.map(({ name, lines: members }) => (
          <div role="group" aria-label={name} key={name}>
            <h3 aria-hidden="true">{name}</h3>
            {members.map((line) => {
              const place = lines.indexOf(line);
              return (
                <Option
                  key={"action" in line ? line.action.id : line.found.hit.messageId}
                  line={line}
                  place={place}
                  chosen={place === chosen}
                  run={() => run(line)}
                  point={() => (at.value = place)}
                />
              );
            })}
          </div>
        ))}
      </div>
      {hits === null && <p class="palette-note" aria-busy="true">{words.searching}</p>}
      {hits !== null && lines.length === 0 && <p class="palette-note" role="status">{words.nothing}</p>}
      <Footer />
    </div>
  );
}

interface BoxProps {
  readonly query: string;
  /** Id of the line that Enter does. */
  readonly active: string | undefined;
  set(text: string): void;
}

const Box = ({ query, active, set }: BoxProps) => (
  <label class="palette-box">
    <Icon name="search" size={18} />
    <input
      role="combobox"
      aria-expanded="true"
      aria-controls="palette-list"
      aria-activedescendant={active}
      aria-label={words.label}
      placeholder={words.label}
      autocomplete="off"
      spellcheck={false}
      dir="auto"
      autofocus
      value={query}
      onInput={(event) => set(event.currentTarget.value)}
    />
  </label>
);

interface OptionProps {
  readonly line: Line;
  readonly place: number;
  readonly chosen: boolean;
  run(): void;
  point(): void;
}

function Option({ line, place, chosen, run, point }: OptionProps) {
  return (
    <div
      id={`line-${place}`}
      role="option"
      class={"action" in line ? "line" : "line hit"}
      aria-selected={chosen}
      onClick={run}
      // Where the pointer only happens to lie while one types nothing is chosen by it.
      onPointerMove={() => !chosen && point()}
    >
      {"action" in line ? <ActionLine action={line.action} /> : <FoundLine found={line.found} />}
    </div>
  );
}

function ActionLine({ action: { icon, name, hint, key, caps } }: { action: Action }) {
  const pressed = key ? capsOf(KEYS[key].press[0]) : caps;
  return (
    <>
      <Icon name={icon} />
      <span class="line-name">
        <bdi>{name}</bdi>
      </span>
      {hint && <small>{hint}</small>}
      {pressed && (
        <span class="caps" aria-hidden="true">
          {pressed.map((cap) => <kbd key={cap}>{cap}</kbd>)}
        </span>
      )}
    </>
  );
}

/** A message that was found: who said it where and when, and its words around the hit. */
function FoundLine({ found: { hit, more } }: { found: HitLine }) {
  return (
    <>
      <Icon name="quote" />
      <span class="line-name">
        <Snippet hit={hit} />
        <small>
          {hit.author && <Name of={saidBy(hit.author.name)} />} ·{" "}
          <Name of={hit.title} otherwise={frame.untitled} /> · <time dateTime={hit.at}>{clock(hit.at)}</time>
          {more > 0 && ` · ${words.more(more)}`}
        </small>
      </span>
    </>
  );
}

const Footer = () => (
  <footer class="palette-foot" aria-hidden="true">
    <span>
      <kbd>↑</kbd>
      <kbd>↓</kbd> {words.howMove}
    </span>
    <span>
      <kbd>↵</kbd> {words.howDo}
    </span>
    <span>
      <kbd>Esc</kbd> {words.howClose}
    </span>
  </footer>
);

/** Who sees what next, at a glance: a square for each agent and message, and the way to the grid of checkboxes. */
import { Icon } from "../parts/icon.tsx";
import { count } from "../parts/format.ts";
import { windowMessagesOf } from "../state/agent_window.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { panel } from "../state/ui_state.ts";
import { words } from "../words/behind.ts";
import type { Sentence } from "../words/sentence.ts";
import { Said } from "./said.tsx";
import { missing, type Sight, sightOf } from "./sight.ts";

const COLUMNS = 8;
const ROWS = 3;

function missed(sight: readonly Sight[]): Sentence | string {
  const [first, ...more] = missing(sight);
  if (!first) return words.next.all;
  if (more.length > 0) return words.next.some(more.length + 1);
  return words.next.misses({ name: first.name, participantId: first.id }, first.misses);
}

export function WhoSees({ store }: { store: ConversationStore }) {
  const sight = sightOf(store.now, COLUMNS, windowMessagesOf);
  const [first] = sight;
  if (!first || first.seen.length === 0) return null;
  const on = sight.reduce((sum, { seen }) => sum + seen.filter((one) => one).length, 0);
  const said = missed(sight);
  // Those who miss something are the ones one looks for.
  const shown = sight.toSorted((a, b) => b.misses - a.misses).slice(0, ROWS);
  const size = 12;
  return (
    <button type="button" class="who-sees" onClick={() => (panel.value = "context")}>
      <svg
        width={COLUMNS * size - 3}
        height={shown.length * size - 3}
        viewBox={`0 0 ${COLUMNS * size - 3} ${shown.length * size - 3}`}
        aria-hidden="true"
      >
        {shown.map((one, row) =>
          one.seen.map((seen, column) => (
            <rect
              key={`${one.id} ${column}`}
              data-color={one.color}
              class={seen ? undefined : "no"}
              x={column * size + (seen ? 0 : 0.75)}
              y={row * size + (seen ? 0 : 0.75)}
              width={seen ? 9 : 7.5}
              height={seen ? 9 : 7.5}
              rx={seen ? 3 : 2.5}
            />
          ))
        )}
      </svg>
      <span>
        <b>{words.next.title}</b>
        <small>
          {typeof said === "string" ? said : (
            <>
              {words.next.on(count(on), count(sight.length * first.seen.length))} ·{" "}
              <Said sentence={said} roster={store.state} />
            </>
          )}
        </small>
      </span>
      <Icon name="chevron-right" />
    </button>
  );
}

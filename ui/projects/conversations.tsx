/** The conversations of a project, newest first: those of the list as they are now, and older ones that it does not hold. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ListRow } from "../../projections/shapes/views.ts";
import { exact, since } from "../parts/format.ts";
import { Name } from "../parts/name.tsx";
import { saidLast } from "../parts/said_last.ts";
import { listedIn } from "../state/queries.ts";
import { listings, rows } from "../state/server_state.ts";
import { minute } from "../state/ticking.ts";
import { words as frame } from "../words/frame.ts";
import { words } from "../words/projects.ts";

/** Code points of what was said last. */
const SAID = 120;

/** What is known of each: the list's own row where there is one, which goes on by events. */
export function rowsIn(
  id: string,
  live: ReadonlyMap<string, ListRow> | null,
  fetched: readonly ListRow[],
): ListRow[] {
  const all = new Map(fetched.map((row) => [row.id, row]));
  for (const row of live?.values() ?? []) all.set(row.id, row);
  return [...all.values()].filter(({ projectId, archived }) => projectId === id && !archived)
    .sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
}

function useFetched(id: string) {
  const fetched = useSignal<readonly ListRow[]>([]);
  const next = useSignal<string | null>(null);
  const load = async (cursor: string) => {
    const answer = await listedIn(id, cursor);
    if (!answer.ok) return;
    const { items } = answer.value;
    fetched.value = cursor === "" ? items : [...fetched.value, ...items];
    next.value = answer.value.next;
  };
  useEffect(() => void load(""), [id, listings.value]);
  return { fetched, next, more: () => void load(next.value ?? "") };
}

export function ProjectConversations({ id }: { id: string }) {
  const { fetched, next, more } = useFetched(id);
  const all = rowsIn(id, rows.value, fetched.value);
  return (
    <section class="project-talks" aria-labelledby="project-talks">
      <h2 id="project-talks">{words.conversations}</h2>
      {all.length === 0 && <p class="hint">{words.noConversation}</p>}
      <ul>
        {all.map((row) => (
          <li key={row.id}>
            <a href={`/c/${row.id}`} data-go>
              <b>
                <Name of={row.title} otherwise={frame.untitled} />
              </b>
              <time class="hint" dateTime={row.updatedAt} title={exact(row.updatedAt)}>
                {since(row.updatedAt, minute.value)}
              </time>
              {row.lastMessage && <span class="hint" dir="auto">{saidLast(row.lastMessage, SAID)}</span>}
            </a>
          </li>
        ))}
      </ul>
      {next.value !== null && <button type="button" class="outline" onClick={more}>{words.more}</button>}
    </section>
  );
}

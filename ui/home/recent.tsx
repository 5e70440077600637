/** The last three conversations: what was said in them, by whom, and whether something is new. */
import { clearText } from "../../events/catalog/clear_text.ts";
import type { ListRow } from "../../projections/shapes/views.ts";
import { exact, since } from "../parts/format.ts";
import { Mark, MarkStack } from "../parts/mark.tsx";
import { looksOf } from "../parts/marks.ts";
import { Name } from "../parts/name.tsx";
import { saidLast } from "../parts/said_last.ts";
import { wished } from "../state/own_marks.ts";
import { unread as hasNews } from "../state/unread.ts";
import { list } from "../state/server_state.ts";
import { dialog } from "../state/ui_state.ts";
import { minute } from "../state/ticking.ts";
import { words as frame } from "../words/frame.ts";
import { words } from "../words/home.ts";

/** Conversations shown, and marks on one. */
const SHOWN = 3;
const MARKS = 5;
/** Code points of what was said last. */
const SAID = 90;

export function Recent() {
  const rows = list.value.slice(0, SHOWN);
  if (rows.length === 0) return null;
  return (
    <section class="recents" aria-label={words.recent}>
      <header>
        <h2>
          <span class="long">{words.recent}</span>
          <span class="short" aria-hidden="true">{words.recentShort}</span>
        </h2>
        <button type="button" class="plain" onClick={() => (dialog.value = { name: "palette" })}>
          {words.all}
        </button>
      </header>
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <Card row={row} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Card({ row }: { row: ListRow }) {
  const unread = hasNews(row);
  return (
    <a class="recent" href={`/c/${row.id}`} data-go>
      <b>
        <span class="title">
          <Name of={row.title} otherwise={frame.untitled} />
        </span>
        {unread && <span class="spot new" aria-hidden="true" />}
      </b>
      <span class="tx" dir="auto">{newsOf(row, unread)}</span>
      <Who row={row} />
      <time dateTime={row.updatedAt} title={exact(row.updatedAt)}>{since(row.updatedAt, minute.value)}</time>
    </a>
  );
}

function newsOf(row: ListRow, unread: boolean): string {
  const { answering, lastMessage } = row;
  if (answering > 0) return words.answering(answering);
  if (!lastMessage) return words.nothingSaid;
  const said = saidLast(lastMessage, SAID);
  return unread ? words.newSaid(said) : said;
}

function Who({ row: { participants } }: { row: ListRow }) {
  const looks = looksOf(participants.map(({ agentId }) => agentId));
  return (
    <span class="who-is">
      <MarkStack>
        {participants.slice(0, MARKS).map(({ id, agentId, color }) => (
          <Mark key={id} agent={wished(agentId, looks.get(agentId))} color={color} size={18} />
        ))}
      </MarkStack>
      {participants.length > MARKS && <small>+{participants.length - MARKS}</small>}
      <span class="sr">{participants.map(({ name }) => clearText(name)).join(", ")}</span>
    </span>
  );
}

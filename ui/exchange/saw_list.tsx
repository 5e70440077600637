/** Beside an answer in focus: what it was written with in view, and who has had it in view since. */
import { useMemo } from "preact/hooks";
import { seenBy } from "../../projections/context/requests.ts";
import { participantOf } from "../../projections/conversation/conversation.ts";
import { colorOf, nameOf } from "../message/facts.tsx";
import { firstLine } from "../message/first_sentence.ts";
import { light } from "../message/saw_marks.tsx";
import { sawOf } from "../message/in_view.ts";
import { wordsOf } from "../message/one_line.ts";
import { Name } from "../parts/name.tsx";
import type { ConversationStore } from "../state/conversation_store.ts";
import { reveal } from "../state/revealing.ts";
import { words } from "../words/answers.ts";

export function SawList({ store, id }: { store: ConversationStore; id: string }) {
  const message = store.message(id)?.value.message;
  const { state } = store;
  const turnId = message?.turnId ?? "";
  const saw = useMemo(() => sawOf(state, turnId), [state, turnId, state.turns[turnId]?.startedSeq]);
  if (!message || store.missing.value > 0) return null;
  const had = saw?.shown.filter((one) => one.had).length ?? 0;
  const seen = [...new Set(seenBy(state, id).map(({ participantId }) => participantId))];
  return (
    <aside class="saw-beside">
      {saw && (
        <>
          <h2>{words.sawTitle(message.author.name)}</h2>
          <ol>
            {saw.shown.map(({ messageId, had }) => (
              <Seen key={messageId} store={store} id={messageId} had={had} />
            ))}
          </ol>
          <p>{words.sawMarks(had + saw.more, saw.shown.length + saw.more)}</p>
        </>
      )}
      <h2>{words.seenSince}</h2>
      <p>
        {seen.length === 0
          ? words.seenByNobody
          : seen.map((who) => participantOf(state, who)?.name ?? words.somebodyGone).join(", ")}
      </p>
    </aside>
  );
}

function Seen({ store, id, had }: { store: ConversationStore; id: string; had: boolean }) {
  const { state } = store;
  const message = state.messages[id];
  if (!message) return null;
  const name = nameOf(state, message);
  return (
    <li data-color={colorOf(state, message)} class={had ? undefined : "not"}>
      <button
        type="button"
        title={had ? words.sawOne(name) : words.sawNot(name)}
        onPointerEnter={() => light(id, true)}
        onPointerLeave={() => light(id, false)}
        onClick={() => void reveal(store.id, id)}
      >
        <i />
        <span class="one-line">
          <Name of={name} /> · {firstLine(wordsOf(state.bodies[id]?.content ?? "", message.attachments))}
        </span>
      </button>
    </li>
  );
}

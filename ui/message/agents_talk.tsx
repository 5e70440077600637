/** What the agents of an agency said to one another: folded away, one click from the person's view. */
import { participantOf } from "../../projections/conversation/conversation.ts";
import type { ConversationState, Message } from "../../projections/shapes/folds.ts";
import { Icon } from "../parts/icon.tsx";
import { AuthorMark } from "../parts/mark.tsx";
import { Name } from "../parts/name.tsx";
import type { ConversationStore } from "../state/conversation_store.ts";
import { words } from "../words/answers.ts";
import { isWriting } from "./answer_text.tsx";
import { colorOf, whyOf } from "./facts.tsx";
import { firstLine } from "./first_sentence.ts";
import { InContext } from "./in_context.tsx";
import { Item } from "./message.tsx";

interface BehindProps {
  readonly store: ConversationStore;
  readonly ids: readonly string[];
  /** Notices of failures, by the answer that failed. */
  readonly failures: Readonly<Record<string, string>>;
}

export function Behind({ store, ids, failures }: BehindProps) {
  return (
    <div class="behind-frame">
      <Now store={store} id={ids.at(-1) ?? ""} />
      <details class="behind">
        <summary>
          <Icon name="chevron-right" />
          {words.behind(ids.length)}
        </summary>
        {ids.map((id) => <Aside key={id} store={store} id={id} failures={failures} />)}
      </details>
    </div>
  );
}

/** What goes on behind the glass at this moment. */
function Now({ store, id }: { store: ConversationStore; id: string }) {
  const message = store.message(id)?.value.message;
  if (!message || !isWriting(message)) return null;
  const { state } = store;
  const { from } = state.turns[message.turnId ?? ""]?.reason ?? {};
  const by = state.participants.find(({ number }) => number === from);
  const { name } = message.author;
  return (
    <p class="now" data-color={colorOf(state, message)}>
      <span class="dots" aria-hidden="true">
        <i class="beat" />
        <i class="beat" />
        <i class="beat" />
      </span>
      {by && by.id !== message.participantId ? words.isAsking(by.name, name) : words.isThinking(name)}
    </p>
  );
}

function Aside(
  { store, id, failures }: { store: ConversationStore; id: string; failures: BehindProps["failures"] },
) {
  const shown = store.message(id)?.value;
  if (!shown) return null;
  const { message, body } = shown;
  return (
    <div class="aside">
      <details>
        <summary>
          <Between state={store.state} message={message} />
          <span class="one-line">{firstLine(body?.content ?? "")}</span>
        </summary>
        <Item store={store} id={id} failures={failures} />
      </details>
      {!isWriting(message) && <InContext store={store} message={message} />}
    </div>
  );
}

const BEFORE_WHY = " · ";

/** Who says it to whom, and why now: what a person would have to guess from the words. */
function Between({ state, message }: { state: ConversationState; message: Message }) {
  const why = whyOf(state, state.turns[message.turnId ?? ""], message);
  const to = message.to === undefined ? undefined : participantOf(state, message.to);
  const toName = message.to === undefined
    ? null
    // What reached nobody stays with its author.
    : message.to === message.participantId
    ? words.nobody
    : to?.name ?? words.somebodyGone;
  const by = message.participantId ?? null;
  return (
    <span class="addressee" title={why}>
      {by !== null && <AuthorMark roster={state} participantId={by} name={message.author.name} size={18} />}
      <b data-color={colorOf(state, message)}>
        <Name of={message.author.name} />
      </b>
      {toName !== null && (
        <>
          {" "}
          <span class="arrow">
            <span class="sr">{words.to}</span>
            <Icon name="arrow-right" size={14} />
          </span>{" "}
          {to && <AuthorMark roster={state} participantId={to.id} name={to.name} size={18} />}
          <b data-color={to?.color}>{toName}</b>
        </>
      )}
      {why && (
        <span class="why">
          <span>{BEFORE_WHY}</span>
          {why}
        </span>
      )}
    </span>
  );
}

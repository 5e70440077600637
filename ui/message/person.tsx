/** What a person said. */
import type { ComponentChildren } from "preact";
import { clearText } from "../../events/catalog/clear_text.ts";
import { findMentions } from "../../projections/conversation/mentions.ts";
import { participantOf } from "../../projections/conversation/conversation.ts";
import type { Message } from "../../projections/shapes/folds.ts";
import { clock, exact } from "../parts/format.ts";
import { lazy } from "../parts/lazy.tsx";
import { Icon } from "../parts/icon.tsx";
import { Name } from "../parts/name.tsx";
import type { ConversationStore, Shown } from "../state/conversation_store.ts";
import { readingOf } from "../state/reading.ts";
import { words } from "../words/answers.ts";
import { ActionBar, ActionMenu, actionsOf } from "./actions.tsx";
import { Attachments } from "./attachments.tsx";
import { changing } from "./changing.ts";
import { Erased } from "./erased.tsx";
import { isElsewhere, nameOf } from "./facts.tsx";
import { InContext } from "./in_context.tsx";

const ChangeEditor = lazy(async () => (await import("./change_editor.tsx")).ChangeEditor);

export function Person({ store, shown }: { store: ConversationStore; shown: Shown }) {
  const { message, body } = shown;
  const { state } = store;
  const name = nameOf(state, message);
  const elsewhere = isElsewhere(state, message);
  const text = body?.content ?? "";
  const actions = actionsOf(store, shown);
  const change = store.live && changing.value?.messageId === message.id ? changing.value : null;
  return (
    <article
      id={message.id}
      class={`message mine${message.included ? "" : " left-out"}${change ? " changing" : ""}`}
      aria-label={`${clearText(name)}${elsewhere ? `, ${words.imported}` : ""}, ${clock(message.at)}`}
    >
      <header>
        <b class={name === words.you ? "author sr" : "author"}>
          <Name of={name} />
        </b>
        {elsewhere && <span class="elsewhere" title={words.importedHelp}>{words.imported}</span>}
        <span class="meta num" title={exact(message.at)}>
          <time dateTime={message.at}>{clock(message.at)}</time>
        </span>
        <InContext store={store} message={message} />
        {store.live && <ActionMenu actions={() => actions} name={name} />}
      </header>
      {change
        ? <ChangeEditor of={change} message={message} said={text} />
        : message.erased
        ? <Erased of={message} />
        : message.returned !== undefined
        ? <p class="bubble">{words.gaveResults}</p>
        : message.attachments && !text.trim()
        ? null
        : (
          <Bubble store={store} id={message.id} long={text.length > ONE_LINE_UNITS || text.includes("\n")}>
            <Mentioned store={store} message={message} text={text} />
          </Bubble>
        )}
      {message.attachments && <Attachments files={message.attachments} />}
      {store.live && !change && <ActionBar actions={actions} name={name} />}
    </article>
  );
}

/** UTF-16 units that have room in one line of the narrowest phone. */
const ONE_LINE_UNITS = 30;

interface BubbleProps {
  readonly store: ConversationStore;
  /** Of the message. */
  readonly id: string;
  /** More than one line of a phone has room for. */
  readonly long: boolean;
  readonly children: ComponentChildren;
}

/** The words; above several answers on a phone the first line of them, until somebody wants to read all. */
function Bubble({ store, id, long, children }: BubbleProps) {
  const { answers } = readingOf(store.id);
  const { whole } = answers.of(id).value;
  return (
    <div class={`bubble${long && !whole ? " in-one-line" : ""}`} dir="auto">
      {children}
      {long && (
        <button
          type="button"
          class="icon unfolds"
          aria-expanded={whole}
          aria-label={whole ? words.oneLine : words.wholeQuestion}
          onClick={() => answers.change(id, { whole: !whole })}
        >
          <Icon name="chevron-down" />
        </button>
      )}
    </div>
  );
}

/** `@name` of those the message was for, in that agent's colour: what is not marked asked nobody. */
export function Mentioned(
  { store, message, text }: { store: ConversationStore; message: Message; text: string },
) {
  const asked = message.mentions ?? [];
  if (asked.length === 0) return <>{text}</>;
  const { ranges, ambiguous } = findMentions(text, [...store.state.participants, ...store.state.former]);
  const parts = [];
  let from = 0;
  for (const { start, end, participantIds } of [...ranges, ...ambiguous].sort((a, b) => a.start - b.start)) {
    const meant = participantIds.filter((id) => asked.includes(id));
    if (meant.length === 0) continue;
    const color = meant.length === 1 ? participantOf(store.state, meant[0] ?? "")?.color : undefined;
    parts.push(
      text.slice(from, start),
      <span class="mention" data-color={color} key={start}>{text.slice(start, end)}</span>,
    );
    from = end;
  }
  return <>{parts}{text.slice(from)}</>;
}

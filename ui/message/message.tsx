/** One message: who, when, what, whether it counts, and what can be done with it. */
import { clearText } from "../../events/catalog/clear_text.ts";
import { findMentions } from "../../projections/conversation/mentions.ts";
import type { Message } from "../../projections/shapes/folds.ts";
import { participantOf } from "../../projections/conversation/conversation.ts";
import { waits } from "../../projections/conversation/message_view.ts";
import { clock, count, exact, seconds } from "../parts/format.ts";
import { copyText } from "../state/clipboard.ts";
import { include } from "../state/commands.ts";
import type { ConversationStore, Shown } from "../state/conversation_store.ts";
import { orSay, say } from "../state/toast.ts";
import { dialog } from "../state/ui_state.ts";
import { Again } from "./ask_again.tsx";
import { Attachments } from "./attachments.tsx";
import { Avatar, Name } from "../parts/avatar.tsx";
import { Cut, Reasoning } from "./answer_parts.tsx";
import { Markdown } from "./markdown.tsx";
import { Notice } from "./notice.tsx";
import { Tools } from "./tools.tsx";

interface ItemProps {
  readonly store: ConversationStore;
  readonly id: string;
  /** Stands beside others. */
  readonly card?: boolean;
}

export function Item({ store, id, card }: ItemProps) {
  const shown = store.message(id)?.value;
  if (!shown) return null;
  const { message } = shown;
  if (message.role === "system") return <Notice store={store} shown={shown} />;
  const writing = message.status === "streaming" || message.status === "pending" ||
    message.status === "interrupted";
  const color = participantOf(store.state, message.participantId ?? "")?.color;
  const elsewhere = message.seq <= (store.state.importedThrough ?? 0);
  const own = message.author.kind === "human" && message.author.id === "local" && !elsewhere;
  const name = own ? "You" : message.author.name;
  return (
    <article
      id={id}
      class={`message ${message.role === "user" ? "mine" : "theirs"}${card ? " card" : ""}${
        message.included || writing ? "" : " left-out"
      } ${message.status}`}
      data-color={color}
      aria-busy={writing}
      aria-label={`${clearText(name)}${elsewhere ? ", imported" : ""}, ${clock(message.at)}`}
    >
      <Avatar name={name} />
      <div class="content">
        <header>
          <b class="author">
            <Name of={name} />
          </b>
          {elsewhere && (
            <span class="elsewhere" title="It came with a file: nobody here wrote it, whatever its name">
              imported
            </span>
          )}
          <Meta store={store} shown={shown} />
          {!writing && <InContext store={store} message={message} />}
        </header>
        <Text store={store} shown={shown} />
        {message.attachments && <Attachments files={message.attachments} />}
        <Problem store={store} message={message} />
        {!writing && store.live && <Actions store={store} shown={shown} />}
      </div>
    </article>
  );
}

const STATUS: Partial<Record<Message["status"], string>> = {
  pending: "waiting",
  streaming: "answering",
  interrupted: "interrupted, starting again",
  cancelled: "stopped",
  failed: "failed",
};

/** How the makers say that an answer reached its limit of tokens. */
const CUT = /^(length|max_tokens)$/;

function Meta({ store, shown: { message, body } }: { store: ConversationStore; shown: Shown }) {
  const turn = store.state.turns[message.turnId ?? ""];
  // An agent's words without a turn were not said here.
  const why = turn?.reason.text ?? (message.role === "assistant" ? "brought along by the caller" : "");
  const tokens = message.usage ? message.usage.output : 0;
  // A failed answer's last call is among those that failed.
  const tries = (message.retries ?? 0) + (message.status === "failed" ? 0 : 1);
  const facts = [
    message.status === "streaming" && body?.tools?.some(waits) ? "waits for you" : STATUS[message.status],
    message.totalMs === undefined ? undefined : seconds(message.totalMs),
    tokens > 0 ? `${count(tokens)} tokens` : undefined,
    tries > 1 ? `tried ${tries} times` : undefined,
    CUT.test(message.finishReason ?? "") ? "cut at the agent's length limit" : undefined,
  ].filter((fact) => fact !== undefined);
  return (
    <span class="meta" title={why ? `${why} · ${exact(message.at)}` : exact(message.at)}>
      <time dateTime={message.at}>{clock(message.at)}</time>
      {facts.map((fact) => ` · ${fact}`)}
    </span>
  );
}

function InContext({ store, message }: { store: ConversationStore; message: Message }) {
  const toggle = async (box: HTMLInputElement) => {
    const { ok } = await orSay(include(store.id, message.id, box.checked));
    if (!ok) box.checked = message.included;
  };
  return (
    <label class="in-context" title={message.included ? "In the context of later answers" : "Left out"}>
      <input
        type="checkbox"
        disabled={!store.live}
        checked={message.included}
        onChange={(event) => void toggle(event.currentTarget)}
      />
      <span>{message.included ? "in context" : "left out"}</span>
    </label>
  );
}

/** In place of words that are gone. */
const Erased = () => <p class="hint">Erased.</p>;

function Text({ store, shown: { message, body } }: { store: ConversationStore; shown: Shown }) {
  if (message.role === "user" && message.erased) return <Erased />;
  if (message.role === "user") {
    if (message.attachments && !body?.content.trim()) return null;
    return (
      <div class="bubble">
        <Mentioned store={store} message={message} text={body?.content ?? ""} />
      </div>
    );
  }
  const writing = message.status === "streaming" || message.status === "pending";
  return (
    <>
      {body?.cut?.map((cut) => <Cut key={cut.attempt} cut={cut} />)}
      {!writing && body?.reasoning && <Reasoning text={body.reasoning} />}
      {body?.tools && <Tools store={store} turnId={message.turnId ?? ""} uses={body.tools} />}
      {writing
        ? <Draft store={store} id={message.id} />
        : message.erased
        ? <Erased />
        : body?.content
        ? <Markdown text={body.content} />
        : null}
    </>
  );
}

/** The answer being written: only this reads its text, so only this renders again. */
function Draft({ store, id }: { store: ConversationStore; id: string }) {
  const { text, reasoning } = store.draft(id).value;
  return (
    <>
      {reasoning && <Reasoning text={reasoning} open={!text} />}
      {text ? <Markdown text={text} writing /> : !reasoning && (
        <p class="dots" aria-hidden="true">
          <i />
          <i />
          <i />
        </p>
      )}
    </>
  );
}

/** `@name` of those the message was for, in that agent's colour: what is not marked asked nobody. */
function Mentioned({ store, message, text }: { store: ConversationStore; message: Message; text: string }) {
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

function Problem({ store, message }: { store: ConversationStore; message: Message }) {
  if (message.status !== "failed" || !message.error) return null;
  return (
    <p class="problem">
      {message.error.message} {store.live && <Again store={store} message={message} label="Retry" />}
    </p>
  );
}

function Actions({ store, shown: { message, body } }: { store: ConversationStore; shown: Shown }) {
  const copy = async () =>
    say(await copyText(body?.content ?? "") ? "Copied." : "Copying is not allowed here.");
  return (
    <footer class="actions">
      {body?.content.trim() && <button type="button" onClick={() => void copy()}>Copy</button>}
      {message.role === "assistant" && message.turnId && (
        <>
          {message.status !== "failed" && (
            <Again store={store} message={message} before="Ask " label="again" />
          )}
          <button
            type="button"
            onClick={() => (dialog.value = { name: "saw", turnId: message.turnId ?? "" })}
          >
            <span class="roomy">What it</span> saw
          </button>
        </>
      )}
      <button type="button" onClick={() => (dialog.value = { name: "seen", messageId: message.id })}>
        Seen by
      </button>
    </footer>
  );
}

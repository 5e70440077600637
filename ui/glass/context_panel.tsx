/** What an agent will be sent, what is left out and why, and the grid of messages and agents. */
import type { WouldSend } from "../../projections/shapes/views.ts";
import { MemoryGiven } from "../memory/memory_given.tsx";
import { Name } from "../parts/name.tsx";
import { clearText } from "../../events/catalog/clear_text.ts";
import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { AgentContext } from "../../projections/context/context.ts";
import { specFor } from "../../projections/context/requests.ts";
import { participantOf } from "../../projections/conversation/conversation.ts";
import { includedFor } from "../../projections/conversation/message_view.ts";
import { isNearlyFull } from "../../projections/context/tokens.ts";
import { count } from "../parts/format.ts";
import { MemberMark } from "../parts/mark.tsx";
import { include } from "../state/commands.ts";
import { windowMessagesOf } from "../state/agent_window.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { wouldSend } from "../state/queries.ts";
import { orSay } from "../state/toast.ts";
import { connections, contextOf } from "../state/ui_state.ts";
import { wordsOf } from "../message/one_line.ts";
import { nameOf } from "../message/facts.tsx";
import { plainText } from "../parts/plain_text.ts";
import { words } from "../words/behind.ts";

/** Messages in the grid: the newest. */
const GRID = 60;

export function ContextPanel({ store }: { store: ConversationStore }) {
  const state = store.now;
  const participant = state.participants.find((p) => p.id === contextOf.value) ?? state.participants[0];
  const sent = useSignal<WouldSend | null>(null);
  const tries = sent.value === null ? connections.value : 0;
  useEffect(() => {
    if (!participant) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      void wouldSend(state.id, participant.id, store.live ? null : state.seq, abort.signal)
        .then((answer) => {
          // Of one that was given up nothing is known, but of the next one it soon is.
          if (!abort.signal.aborted) sent.value = answer.ok ? answer.value : null;
        });
    }, 120);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [participant?.id, state.seq, store.live, tries]);
  if (!participant) return <p class="hint">{words.context.none}</p>;
  const spec = specFor(state, participant.id, windowMessagesOf(participant.agentId));
  const of = new AgentContext(state, participant.id, spec);
  const context = of.whole();
  const reasons = Map.groupBy(context.omitted, ({ why }) => why);
  const { estimated = 0, pinned = 0, window = null } = sent.value?.tokens ?? {};
  const pins = of.pinned().length;
  return (
    <div class="context">
      <label>
        {words.context.what}{" "}
        <select value={participant.id} onChange={(event) => (contextOf.value = event.currentTarget.value)}>
          {state.participants.map((p) => <option key={p.id} value={p.id}>{clearText(p.name)}</option>)}
        </select>{" "}
        {store.live ? words.context.sentNow : words.context.sentThen(count(state.seq))}
      </label>
      <p>
        {words.context.some(count(context.messages.length), state.order.length)}
        {sent.value && words.context.about(estimated)}
        {window !== null && words.context.ofWindow(count(window))}
      </p>
      <TokenBar
        store={store}
        ids={context.messages.map(({ messageId }) => messageId)}
        estimated={estimated}
        window={window}
      />
      {sent.value && <MemoryGiven memory={sent.value.memory} />}
      {pins > 0 && <p>{words.context.pins(pins, pinned)}</p>}
      {window !== null && pinned > window && <p class="problem">{words.context.pinsTooLarge}</p>}
      {window !== null && pinned <= window && isNearlyFull({ estimated, window }) && (
        <p class="problem">
          {estimated > window ? words.context.larger : words.context.nearlyFull} {words.context.advice}
        </p>
      )}
      <ul class="omitted">
        {[...reasons].map(([why, left]) => <li key={why}>{count(left.length)} {words.context.why[why]}</li>)}
      </ul>
      <h3 aria-hidden="true">{words.context.grid}</h3>
      <Grid store={store} />
      {sent.value && (
        <details>
          <summary>{words.context.exact}</summary>
          <pre tabIndex={0}>{pretty(sent.value.body)}</pre>
        </details>
      )}
    </div>
  );
}

/** Whose words fill the request, in their colours; what is left of the model's window stays empty. */
function TokenBar(
  { store, ids, estimated, window }: {
    store: ConversationStore;
    ids: readonly string[];
    estimated: number;
    window: number | null;
  },
) {
  const { messages } = store.state;
  const parts: { color: number; length: number }[] = [];
  for (const id of ids) {
    const message = messages[id];
    if (!message) continue;
    const color = participantOf(store.state, message.participantId ?? "")?.color ?? 0;
    const last = parts.at(-1);
    if (last?.color === color) last.length += message.length;
    else parts.push({ color, length: message.length });
  }
  const all = parts.reduce((sum, { length }) => sum + length, 0);
  const used = window === null ? 1 : Math.min(1, estimated / window);
  let x = 0;
  return (
    <svg
      class="token-bar"
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      role="img"
      aria-label={window === null ? words.context.whose : words.context.share(Math.round(used * 100))}
    >
      {parts.map(({ color, length }, index) => {
        const width = all === 0 ? 0 : (length / all) * used * 100;
        const at = x;
        x += width;
        return <rect key={index} x={at} width={width} height={6} data-color={color || undefined} />;
      })}
    </svg>
  );
}

export function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

function Grid({ store }: { store: ConversationStore }) {
  const box = useRef<HTMLDivElement>(null);
  const state = store.now;
  const ids = state.order.filter((id) => state.messages[id]?.role !== "system").slice(-GRID);
  // The newest messages are the ones one changes; older ones are a scroll away.
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [state.id, ids.length]);
  if (ids.length === 0) return null;
  return (
    <div class="grid" tabIndex={0} ref={box}>
      <table>
        <caption class="sr">{words.context.grid}</caption>
        <thead>
          <tr>
            <th scope="col">{words.context.message}</th>
            {state.participants.map((p) => (
              <th scope="col" key={p.id} title={clearText(p.name)}>
                <MemberMark roster={state} member={p} size={18} label={clearText(p.name)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ids.map((id) => {
            const message = state.messages[id];
            if (!message) return null;
            const own = includedFor(message);
            const text = plainText(wordsOf(state.bodies[id]?.content ?? "", message.attachments), 60) ||
              (message.erased ? words.context.why.erased : message.status);
            return (
              <tr key={id}>
                <th scope="row" title={text}>
                  <Name of={nameOf(state, message)} />: {text}
                </th>
                {state.participants.map((p) => (
                  <td key={p.id} data-color={p.color}>
                    <input
                      type="checkbox"
                      disabled={!store.live}
                      checked={own[p.id] ?? message.included}
                      aria-label={words.context.sees(
                        clearText(p.name),
                        clearText(nameOf(state, message)),
                        text,
                      )}
                      onChange={(event) =>
                        void orSay(include(state.id, id, event.currentTarget.checked, [p.id]))}
                    />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

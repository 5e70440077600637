/** What one turn was sent: the messages that were in it, those that were not and why, and the exact bytes. */
import { clearText, firstCharacters } from "../../events/catalog/clear_text.ts";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { usageOf } from "../../projections/usage/usage.ts";
import { clock, count, plural, usd } from "../parts/format.ts";
import type { TurnRequest } from "../../server/contract/conversation_shapes.ts";
import { wasSent } from "../state/queries.ts";
import { current, settings } from "../state/server_state.ts";
import { dialog } from "../state/ui_state.ts";
import { wordsOf } from "../message/attachments.tsx";
import { pretty, WHY } from "../glass/context_panel.tsx";

export function Saw({ turnId }: { turnId: string }) {
  const sent = useSignal<TurnRequest | null>(null);
  const wrong = useSignal("");
  const store = current.value;
  useEffect(() => {
    if (!store) return;
    void wasSent(store.id, turnId).then((answer) => {
      if (answer.ok) sent.value = answer.value;
      else wrong.value = answer.message;
    });
  }, [turnId]);
  const turn = store?.state.turns[turnId];
  const used = store && turn ? usageOf(store.state, turn, settings.value?.settings.prices) : null;
  const who = store?.state.participants.find((p) => p.id === turn?.participantId)?.name ?? "The agent";
  const line = (id: string) => {
    const message = store?.state.messages[id];
    const text = wordsOf(store?.state.bodies[id]?.content ?? "", message?.attachments);
    return `${clearText(message?.author.name ?? "?")}: ${firstCharacters(text, 90)}${
      text.length > 90 ? "…" : ""
    }`;
  };
  return (
    <div>
      <h2>What {who} was sent</h2>
      {wrong.value && <p class="problem" role="alert">{wrong.value}</p>}
      {sent.value && (
        <>
          <p class="hint">
            Asked because: {turn?.reason.text}.{" "}
            {settings.value?.providers[sent.value.provider]?.name ?? sent.value.provider}, {sent.value.model}.
            {" "}
            {plural(sent.value.messageIds.length, "message")}, {sent.value.omitted.length} left out.
          </p>
          {used && (
            <p class="hint">
              {used.usage
                ? `${count(used.usage.input + used.usage.cacheRead + used.usage.cacheWrite)} tokens in, ${
                  used.usage.cacheRead > 0 ? `${count(used.usage.cacheRead)} of them from cache, ` : ""
                }${count(used.usage.output)} out`
                : "Tokens unknown"}. Cost: {usd(used.usd)}.
            </p>
          )}
          <details open>
            <summary>In the request</summary>
            <ol>{sent.value.messageIds.map((id) => <li key={id}>{line(id)}</li>)}</ol>
          </details>
          {sent.value.omitted.length > 0 && (
            <details>
              <summary>Left out</summary>
              <ul>
                {sent.value.omitted.map(({ messageId, why }) => (
                  <li key={messageId}>
                    <b>{WHY[why]}</b> · {line(messageId)}
                  </li>
                ))}
              </ul>
            </details>
          )}
          {sent.value.calls.map((call) => (
            <details key={`${call.attempt} ${call.round}`}>
              <summary>
                The exact request, attempt {call.attempt}, call {call.round}, {clock(call.at)}
                {call.error ? `: ${call.error}` : ""}
              </summary>
              <p class="hint">SHA-256 {call.sha256}</p>
              <pre tabIndex={0}>{pretty(call.body)}</pre>
            </details>
          ))}
        </>
      )}
      <p class="buttons">
        <button type="button" class="primary" onClick={() => (dialog.value = null)}>Close</button>
      </p>
    </div>
  );
}

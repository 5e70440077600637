/** What one turn was sent: the messages that were in it, those that were not and why, and the exact bytes. */
import { clearText, firstCharacters } from "../../events/catalog/clear_text.ts";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ConversationState, Turn } from "../../projections/shapes/folds.ts";
import type { RebuiltCall } from "../../projections/shapes/views.ts";
import { type TurnUsage, usageOf } from "../../projections/usage/usage.ts";
import { clock, count, plural, usd } from "../parts/format.ts";
import type { TurnRequest } from "../../server/contract/conversation_shapes.ts";
import { wasSent } from "../state/queries.ts";
import { current, settings } from "../state/server_state.ts";
import { Sheet, Wrong } from "../parts/form.tsx";
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
  const who = store?.state.participants.find((p) => p.id === turn?.participantId)?.name ?? "The agent";
  return (
    <Sheet title={`What ${who} was sent`}>
      <Wrong of={wrong} />
      {store && sent.value && <Request state={store.state} turn={turn} sent={sent.value} />}
    </Sheet>
  );
}

const PROOF: Record<RebuiltCall["proof"], string> = {
  proven: "These are the bytes that were sent: their recorded hash says so.",
  differs: "These are not the bytes that were sent: their recorded hash is another.",
  erased: "Words of it were erased: its bytes can no longer be shown or proven.",
};

interface RequestProps {
  readonly state: ConversationState;
  readonly turn: Turn | undefined;
  readonly sent: TurnRequest;
}

function Request({ state, turn, sent: { provider, model, messageIds, omitted, calls } }: RequestProps) {
  const used = turn && usageOf(state, turn, settings.value?.settings.prices);
  const line = (id: string) => {
    const message = state.messages[id];
    const text = message?.erased
      ? WHY.erased
      : wordsOf(state.bodies[id]?.content ?? "", message?.attachments);
    return `${clearText(message?.author.name ?? "?")}: ${firstCharacters(text, 90)}${
      text.length > 90 ? "…" : ""
    }`;
  };
  return (
    <>
      <p class="hint">
        Asked because: {turn?.reason.text}. {settings.value?.providers[provider]?.name ?? provider}, {model}.
        {" "}
        {plural(messageIds.length, "message")}, {omitted.length} left out.
      </p>
      {used && <p class="hint">{costOf(used)}</p>}
      <details open>
        <summary>In the request</summary>
        <ol>{messageIds.map((id) => <li key={id}>{line(id)}</li>)}</ol>
      </details>
      {omitted.length > 0 && (
        <details>
          <summary>Left out</summary>
          <ul>
            {omitted.map(({ messageId, why }) => (
              <li key={messageId}>
                <b>{WHY[why]}</b> · {line(messageId)}
              </li>
            ))}
          </ul>
        </details>
      )}
      {calls.map((call) => (
        <details key={`${call.attempt} ${call.round}`}>
          <summary>
            The exact request, attempt {call.attempt}, call {call.round}, {clock(call.at)}
            {call.error ? `: ${call.error}` : ""}
          </summary>
          <p class="hint">{PROOF[call.proof]} SHA-256 {call.sha256}</p>
          {call.body !== null && <pre tabIndex={0}>{pretty(call.body)}</pre>}
        </details>
      ))}
    </>
  );
}

function costOf({ usage, usd: cost }: TurnUsage): string {
  if (!usage) return `Tokens unknown. Cost: ${usd(cost)}.`;
  const cached = usage.cacheRead > 0 ? `${count(usage.cacheRead)} of them from cache, ` : "";
  return `${count(usage.input + usage.cacheRead + usage.cacheWrite)} tokens in, ${cached}${
    count(usage.output)
  } out. Cost: ${usd(cost)}.`;
}

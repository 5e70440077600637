/** A message on its way, or one that did not get there. */
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { columnsAwaited } from "../exchange/awaited.ts";
import { mayRetry, type Outgoing as Sent } from "../state/outbox.ts";
import { layout } from "../state/reading.ts";
import { outbox } from "../state/server_state.ts";
import { offline } from "../state/ui_state.ts";
import { Attachments } from "../message/attachments.tsx";
import { words } from "../words/answers.ts";

interface OutgoingProps {
  readonly item: Sent;
  readonly state: ConversationState;
}

export function Outgoing({ item, state }: OutgoingProps) {
  const columns = columnsAwaited(state, item.content, item.mentions);
  return (
    <section
      class="exchange"
      data-layout={columns > 1 ? layout.value : undefined}
      style={{ "--columns": columns }}
    >
      <OnItsWay item={item} />
    </section>
  );
}

function OnItsWay({ item }: { item: Sent }) {
  const failed = item.status === "failed";
  // By itself, and there is nothing to press that would help before.
  const waits = failed && !item.refused && offline.value;
  const discard = <button type="button" onClick={() => outbox.drop(item.id)}>{words.discard}</button>;
  return (
    <article class="message mine outgoing" aria-busy={!failed}>
      {item.content.trim() !== "" && <div class="bubble" dir="auto">{item.content}</div>}
      {item.attachments.length > 0 && <Attachments files={item.attachments} />}
      {waits
        ? (
          <p class="meta">
            {words.sentOnceBack} {discard}
          </p>
        )
        : <p class="meta">{failed ? words.notSent : words.sending}</p>}
      {failed && !waits && (
        <p class="problem" role="alert">
          {item.error ?? words.notSentClosed}{" "}
          {mayRetry(item) && (
            <button type="button" onClick={() => outbox.retry(item.id)}>{words.retry}</button>
          )}
          {discard}
        </p>
      )}
    </article>
  );
}

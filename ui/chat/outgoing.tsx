/** A message on its way, or one that did not get there. */
import type { Outgoing as Sent } from "../state/outbox.ts";
import { outbox } from "../state/server_state.ts";
import { Attachments } from "../message/attachments.tsx";
import { Avatar } from "../parts/avatar.tsx";

export function Outgoing({ item }: { item: Sent }) {
  return (
    <article class="message mine outgoing" aria-busy={item.status !== "failed"}>
      <Avatar name="You" />
      <div class="content">
        <header>
          <b class="author">You</b>
          <span class="meta">{item.status === "failed" ? "not sent" : "sending…"}</span>
        </header>
        {item.content.trim() !== "" && <div class="bubble">{item.content}</div>}
        {item.attachments.length > 0 && <Attachments files={item.attachments} />}
        {item.status === "failed" && (
          <p class="problem" role="alert">
            {item.error ?? "It was not sent before the page was closed."}{" "}
            {!item.refused && <button type="button" onClick={() => outbox.retry(item.id)}>Retry</button>}
            <button type="button" onClick={() => outbox.drop(item.id)}>Discard</button>
          </p>
        )}
      </div>
    </article>
  );
}

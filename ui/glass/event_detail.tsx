/** What an event holds, with the name of its type and to the last field, where somebody asks for it. */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { AnyEvent } from "../../events/catalog/envelope.ts";
import { conversationEvent } from "../../events/catalog/typed_event.ts";
import { count, exact } from "../parts/format.ts";
import { copyText } from "../state/clipboard.ts";
import { say } from "../state/toast.ts";
import { words } from "../words/behind.ts";
import { words as server } from "../words/sayings.ts";

/** Characters of an event that are shown; all of them can be copied. */
export const RAW_SHOWN = 8_000;

/** Why an agent was asked, as it was recorded then. */
function reasonOf(event: AnyEvent): string {
  const known = conversationEvent(event);
  return known.type === "TurnRequested" ? server.notice(known.data.reason.text) : "";
}

interface DetailProps {
  /** Oldest first. */
  readonly events: readonly AnyEvent[];
  /** Told how high it is, once it stands in the page. */
  readonly onHeight: (pixels: number) => void;
  readonly onReplay: () => void;
  /** Goes on from there in a new conversation. */
  readonly onBranch: () => void;
  /** Null where nothing was sent. */
  readonly onSaw: (() => void) | null;
}

export function EventDetail({ events, onHeight, onReplay, onBranch, onSaw }: DetailProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (box.current) onHeight(box.current.offsetHeight);
  });
  const last = events.at(-1);
  const raw = events.map((event) => JSON.stringify(event, null, 2)).join("\n\n");
  const reasons = events.map(reasonOf).filter((reason) => reason !== "");
  const copy = async () => say(await copyText(raw) ? words.story.copied : words.story.notCopied);
  return (
    <div class="event-detail" ref={box}>
      <p class="event-facts">
        {events.map(({ seq, type }) => (
          <span key={seq}>
            {words.story.event(count(seq))} <code>{type}</code>
          </span>
        ))}
        {last && <time dateTime={last.at}>{exact(last.at)}</time>}
        {reasons.map((reason) => <span key={reason}>{words.story.why(reason)}</span>)}
      </p>
      <pre tabIndex={0}>{raw.slice(0, RAW_SHOWN)}
        {raw.length > RAW_SHOWN && `… ${words.story.more(raw.length - RAW_SHOWN)}`}</pre>
      <p class="event-acts">
        {onSaw && <button type="button" onClick={onSaw}>{words.story.saw}</button>}
        <button type="button" onClick={onReplay}>{words.story.replay}</button>
        <button type="button" onClick={onBranch}>{words.story.branch}</button>
        <button type="button" onClick={() => void copy()}>{words.story.copy}</button>
      </p>
    </div>
  );
}

/** The words of a message, to be changed: sending them makes a conversation that goes on with them. */
import "./change_editor.css";
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { codePoints, MESSAGE_CODE_POINTS } from "../../events/catalog/limits.ts";
import type { Message } from "../../projections/shapes/folds.ts";
import type { Continue } from "../../server/contract/conversation_requests.ts";
import { typedAhead } from "../keys/listening.ts";
import { Icon } from "../parts/icon.tsx";
import { focusBefore } from "../parts/left_field.ts";
import { continueElsewhere } from "../state/commands.ts";
import { go as openConversation } from "../state/router.ts";
import { words } from "../words/continuing.ts";
import { type Changing, changing } from "./changing.ts";
import { faultOf } from "./other_words.ts";
import { rewrite } from "./rewriting.ts";

const touch = matchMedia("(pointer: coarse)");

interface Props {
  readonly of: Changing;
  readonly message: Message;
  /** The words as they were said. */
  readonly said: string;
}

function leave(): void {
  changing.value = null;
  if (!touch.matches) document.getElementById("composer")?.focus();
}

/** Sends the words, once at a time, and goes where they went. */
function useSending(conversationId: string, said: Continue, key: string) {
  const busy = useSignal(false);
  const problem = useSignal("");
  const send = async () => {
    if (busy.value) return;
    busy.value = true;
    const answer = await continueElsewhere(conversationId, said, key);
    busy.value = false;
    problem.value = answer.ok ? "" : answer.message;
    if (!answer.ok) return;
    changing.value = null;
    openConversation(`/c/${answer.value.conversation.id}`);
  };
  return { busy, problem, send };
}

export function ChangeEditor({ of: { conversationId, text, key }, message, said }: Props) {
  const area = useRef<HTMLTextAreaElement>(null);
  const files = message.attachments?.length ?? 0;
  const fault = faultOf(text, said, files);
  // As it is drawn, not after: what is typed next is meant for it, as what was typed while it was on its way.
  useLayoutEffect(() => {
    const begun = text + typedAhead();
    focusBefore();
    rewrite(begun);
    if (!area.current) return;
    area.current.value = begun;
    area.current.focus();
    area.current.setSelectionRange(begun.length, begun.length);
  }, []);
  const { busy, problem, send } = useSending(conversationId, { messageId: message.id, content: text }, key);
  const go = () => void (fault || send());
  return (
    <form
      class="change"
      aria-label={words.change}
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
      onKeyDown={(event) => {
        if (event.isComposing) return;
        if (event.key === "Escape") {
          event.preventDefault();
          event.stopPropagation();
          leave();
        } else if (
          event.key === "Enter" && event.target === area.current && !event.shiftKey && !touch.matches
        ) {
          event.preventDefault();
          go();
        }
      }}
    >
      <textarea
        ref={area}
        rows={2}
        dir="auto"
        aria-label={words.otherWords}
        aria-invalid={fault === "long"}
        aria-describedby="change-means"
        value={text}
        onInput={(event) => rewrite(event.currentTarget.value)}
      />
      <p class="hint" id="change-means">
        {words.explained} {files > 0 && words.filesToo(files)}
      </p>
      {fault === "long" && (
        <p class="problem" role="alert">{words.tooLong(codePoints(text) - MESSAGE_CODE_POINTS)}</p>
      )}
      {problem.value && <p class="problem" role="alert">{problem.value}</p>}
      <p class="buttons">
        <button type="button" class="outline" onClick={leave}>{words.cancel}</button>
        <button
          type="submit"
          class="primary"
          disabled={fault !== null || busy.value}
          title={fault === "same" ? words.same : undefined}
        >
          <Icon name="git-branch" />
          <span>{words.go}</span>
        </button>
      </p>
    </form>
  );
}

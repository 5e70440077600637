/** Why an answer failed, told once and where it would stand: the stored notice, and what can be done now. */
import type { ErrorCode } from "../../events/catalog/conversation.ts";
import type { Message } from "../../projections/shapes/folds.ts";
import { Icon } from "../parts/icon.tsx";
import type { ConversationStore } from "../state/conversation_store.ts";
import { dialog } from "../state/ui_state.ts";
import { words } from "../words/answers.ts";
import { words as server } from "../words/sayings.ts";
import { askAgain } from "./actions.tsx";

/** Refused before a model had anything to do: nobody charges for that. */
const FREE: readonly ErrorCode[] = [
  "auth",
  "permission",
  "not_found",
  "bad_request",
  "context_overflow",
  "rate_limited",
  "overloaded",
  "too_large",
];

/** The first sentence, and the rest. */
function parts(text: string): readonly [string, string] {
  const end = /[.!?…](?=\s)/.exec(text);
  const at = end ? end.index + 1 : text.length;
  return [text.slice(0, at), text.slice(at).trim()];
}

const otherModel = ({ turnId = "", participantId = "" }: Message) =>
  void (dialog.value = { name: "model", turnId, participantId });

interface FailureProps {
  readonly store: ConversationStore;
  readonly message: Message;
  /** The notice that was stored with it; absent where it was not read yet. */
  readonly noticeId: string | undefined;
}

export function Failure({ store, message, noticeId }: FailureProps) {
  const notice = store.message(noticeId ?? "")?.value;
  const { error, turnId, usage, length } = message;
  if (!error) return null;
  const failure = server.failure(error.code, error.message);
  const [what, rest] = parts(failure);
  const told = server.notice(notice?.body?.content ?? "");
  // The name stands in the head already: readers alone are told it again, as the notice does.
  const before = told.endsWith(failure) ? told.slice(0, -failure.length) : "";
  const free = FREE.includes(error.code) && !usage && length === 0;
  return (
    <div class="failure">
      <p id={noticeId} class="notice bad" role="alert">
        {before && <span class="sr">{before}</span>}
        <b>{what}</b> {rest} {free && words.notCharged}
      </p>
      {store.live && (
        <p class="next">
          <button type="button" class="outline slim" onClick={() => askAgain(store, turnId ?? "")}>
            <Icon name="rotate-cw" size={14} />
            {words.retry}
          </button>
          {message.participantId && (
            <button
              type="button"
              class="outline slim"
              onClick={() => otherModel(message)}
            >
              {words.otherModel}
            </button>
          )}
          {error.code === "auth" && (
            <a class="button slim" href="/settings/providers" data-go>{words.fixKey}</a>
          )}
          <button
            type="button"
            class="slim"
            onClick={() => (dialog.value = { name: "saw", turnId: turnId ?? "" })}
          >
            {words.why}
          </button>
        </p>
      )}
    </div>
  );
}

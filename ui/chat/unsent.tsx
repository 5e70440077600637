/** What was written in a conversation that is not there any more: a message nobody took, and what stood in the box. */
import { useSignal } from "@preact/signals";
import type { Uploaded } from "../../server/contract/process.ts";
import { Attachments } from "../message/attachments.tsx";
import { load, save } from "../state/browser_storage.ts";
import { copyText } from "../state/clipboard.ts";
import { go } from "../state/router.ts";
import { outbox } from "../state/server_state.ts";
import { say } from "../state/toast.ts";
import { words } from "../words/answers.ts";
import { words as copying } from "../words/content.ts";

/** The message box of a new conversation, where it keeps what is in it. */
const NEW = "new";

const lines = (texts: readonly string[]): string => texts.filter((one) => one.trim() !== "").join("\n\n");

export function Unsent({ id }: { id: string }) {
  const [draftAt, filesAt] = [`draft.${id}`, `files.${id}`];
  const draft = useSignal(load(draftAt, ""));
  const attached = useSignal(load<readonly Uploaded[]>(filesAt, []));
  const refused = outbox.items.value.filter((item) => item.conversationId === id && item.status === "failed");
  const text = lines([...refused.map(({ content }) => content), draft.value]);
  const files = [...refused.flatMap(({ attachments }) => attachments), ...attached.value];
  if (text === "" && files.length === 0) return null;
  const forget = () => {
    for (const item of refused) outbox.drop(item.id);
    [draft.value, attached.value] = ["", []];
    save(draftAt, undefined);
    save(filesAt, undefined);
  };
  const move = () => {
    // Kept before it is gone from here: the page it moves to may not come, as without a connection.
    save(`draft.${NEW}`, lines([text, load(`draft.${NEW}`, "")]));
    // The same file lies in the box once.
    const all = [...load<readonly Uploaded[]>(`files.${NEW}`, []), ...files];
    const kept = [...new Map(all.map((file) => [file.sha256, file])).values()];
    if (kept.length > 0) save(`files.${NEW}`, kept);
    forget();
    go("/");
  };
  return (
    <article class="message mine outgoing" aria-label={words.unsentHere}>
      <p class="meta">{words.unsentHere}</p>
      {text !== "" && <div class="bubble" dir="auto">{text}</div>}
      {files.length > 0 && <Attachments files={files} />}
      <p class="meta">
        <button type="button" onClick={move}>{words.toNew}</button>
        {text !== "" && (
          <button
            type="button"
            onClick={async () => say(await copyText(text) ? copying.copied : copying.notCopied)}
          >
            {words.copy}
          </button>
        )}
        <button type="button" onClick={forget}>{words.discard}</button>
      </p>
    </article>
  );
}

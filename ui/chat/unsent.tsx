/** What was written in a conversation that is not there any more: a message nobody took, and what stood in the box. */
import { useSignal } from "@preact/signals";
import type { Uploaded } from "../../server/contract/process.ts";
import { Attachments } from "../message/attachments.tsx";
import { load, save } from "../state/browser_storage.ts";
import { copyText } from "../state/clipboard.ts";
import { go } from "../state/router.ts";
import { outbox } from "../state/server_state.ts";
import { say } from "../state/toast.ts";
import { insert } from "../state/ui_state.ts";
import { words } from "../words/answers.ts";
import { words as copying } from "../words/content.ts";

/** The message box of a new conversation, where it keeps what is in it. */
const NEW = "new";

export function Unsent({ id }: { id: string }) {
  const [draftAt, filesAt] = [`draft.${id}`, `files.${id}`];
  const draft = useSignal(load(draftAt, ""));
  const attached = useSignal(load<readonly Uploaded[]>(filesAt, []));
  const refused = outbox.items.value.filter((item) => item.conversationId === id && item.status === "failed");
  const text = [...refused.map(({ content }) => content), draft.value].filter((one) => one.trim() !== "")
    .join("\n\n");
  const files = [...refused.flatMap(({ attachments }) => attachments), ...attached.value];
  if (text === "" && files.length === 0) return null;
  const forget = () => {
    for (const item of refused) outbox.drop(item.id);
    [draft.value, attached.value] = ["", []];
    save(draftAt, undefined);
    save(filesAt, undefined);
  };
  const move = () => {
    const before = load(`draft.${NEW}`, "");
    insert.value = before === "" ? text : `${text}\n\n`;
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

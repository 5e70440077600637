/** Archiving and deleting a conversation, wherever that is asked for, each with its way back. */
import { clearText } from "../../events/catalog/clear_text.ts";
import { UNDO_SECONDS } from "../../events/catalog/limits.ts";
import type { ListRow } from "../../projections/shapes/views.ts";
import { archive, remove, restore } from "../state/commands.ts";
import { exportAddress } from "../state/queries.ts";
import { go, place } from "../state/router.ts";
import { orSay, orUndo } from "../state/toast.ts";
import { dialog } from "../state/ui_state.ts";
import { words } from "../words/frame.ts";

/** What has to be known of it. */
export type PutAway = Pick<ListRow, "id" | "title" | "archived"> & { readonly messages: number };

/** Archives it, or takes it out of the archive; either can be taken back. */
export function putAway({ id, title, archived }: PutAway): void {
  const name = clearText(title, words.untitled);
  if (archived) void orSay(archive(id, false), words.restored(name));
  else void orUndo(archive(id), words.archivedNow(name), () => void orSay(archive(id, false)));
}

/** Asks before it is deleted; for ten seconds after, it can be had back. */
export function confirmRemoval({ id, title, messages }: PutAway): void {
  const name = clearText(title, words.untitled);
  dialog.value = {
    name: "confirm",
    title: words.deleteAsk(name),
    text: words.deleteMeans(messages, UNDO_SECONDS),
    action: words.delete,
    danger: true,
    first: { label: words.exportFirst, href: exportAddress(id, "ndjson") },
    async run() {
      const at = place.value;
      const here = at.view === "chat" && at.id === id;
      const back = async () => {
        const { ok } = await orSay(restore(id));
        if (ok && here) go(`/c/${id}`);
      };
      const { ok } = await orUndo(remove(id), words.deleted(name), () => void back());
      if (ok && here) go("/");
    },
  };
}

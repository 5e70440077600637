/** What can be done with a conversation, from the list or, where it is open, from its head. */
import { clearText } from "../../events/catalog/clear_text.ts";
import type { ListRow } from "../../projections/shapes/views.ts";
import { archive, remove } from "../state/commands.ts";
import { exportAddress } from "../state/queries.ts";
import { go, place } from "../state/router.ts";
import { orSay } from "../state/toast.ts";
import { dialog } from "../state/ui_state.ts";
import { Menu } from "../parts/menu.tsx";

interface Props {
  readonly row: Pick<ListRow, "id" | "title" | "archived">;
  /** It is the open one: it has settings of its own. */
  readonly open?: boolean;
}

export function RowMenu({ row, open = false }: Props) {
  const rename = () => (dialog.value = { name: "rename", conversationId: row.id, title: row.title });
  const confirm = () => {
    dialog.value = {
      name: "confirm",
      title: "Delete this conversation?",
      text: "Its messages and events are removed for good. An export keeps a copy.",
      action: "Delete",
      async run() {
        const { ok } = await orSay(remove(row.id), "Deleted.");
        const at = place.value;
        if (ok && at.view === "chat" && at.id === row.id) go("/");
      },
    };
  };
  const save = (format: "ndjson" | "markdown") => location.assign(exportAddress(row.id, format));
  return (
    <Menu
      label={`Actions for ${clearText(row.title, "this conversation")}`}
      items={[
        { label: "Rename", run: rename },
        {
          label: row.archived ? "Restore" : "Archive",
          run: () => void orSay(archive(row.id, !row.archived), row.archived ? "Restored." : "Archived."),
        },
        ...(open
          ? [
            { label: "Settings", run: () => (dialog.value = { name: "conversation" }) },
            { label: "Run again with other models", run: () => (dialog.value = { name: "again" }) },
          ]
          : []),
        { label: "Export the log (NDJSON)", run: () => save("ndjson") },
        { label: "Export as Markdown", run: () => save("markdown") },
        { label: "Delete", danger: true, run: confirm },
      ]}
    >
      ⋯
    </Menu>
  );
}

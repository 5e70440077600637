/** What can be done with a conversation: pinned, labelled, called otherwise, put away, taken along, deleted. */
import type { ListRow } from "../../projections/shapes/views.ts";
import { act } from "../keys/acts.ts";
import type { Item } from "../parts/menu.tsx";
import { file } from "../state/commands.ts";
import { exportAddress, type ExportFormat } from "../state/queries.ts";
import { orSay } from "../state/toast.ts";
import { dialog } from "../state/ui_state.ts";
import { words } from "../words/frame.ts";
import { confirmRemoval, type PutAway, putAway } from "./putting_away.ts";

export type Row = PutAway & Pick<ListRow, "pinned" | "labels" | "projectId">;

/** Of the open one alone. */
const OF_OPEN: readonly Item[] = [
  {
    label: words.conversationSettings,
    icon: "sliders-horizontal",
    apart: true,
    run: () => (dialog.value = { name: "conversation" }),
  },
  { label: words.schedules, icon: "calendar-clock", run: () => (dialog.value = { name: "schedules" }) },
  { label: words.checks, icon: "list-checks", run: () => (dialog.value = { name: "checks" }) },
  { label: words.runAgain, icon: "repeat-2", run: () => (dialog.value = { name: "again" }) },
  { label: words.share, icon: "download", apart: true, run: () => (dialog.value = { name: "share" }) },
];

/** `current`: it is the open one, which has settings of its own. */
export function itemsFor(row: Row, current: boolean): Item[] {
  const { id, title, archived, pinned, labels, projectId } = row;
  const save = (format: ExportFormat) => location.assign(exportAddress(id, format));
  return [
    {
      label: pinned ? words.unpin : words.pin,
      icon: pinned ? "pin-off" : "pin",
      run: () => void orSay(file(id, { pinned: !pinned })),
    },
    {
      label: words.labels,
      icon: "tag",
      run: () => (dialog.value = { name: "labels", conversationId: id, title, given: labels }),
    },
    {
      label: words.project,
      icon: "folder",
      run: () => (dialog.value = { name: "project", conversationId: id, title, projectId }),
    },
    {
      label: words.rename,
      icon: "pen-line",
      run: () => (dialog.value = { name: "rename", conversationId: id, title }),
    },
    {
      label: archived ? words.restore : words.archive,
      icon: archived ? "archive-restore" : "archive",
      run: () => putAway(row),
    },
    ...(current ? OF_OPEN : []),
    { label: words.exportLog, icon: "download", apart: !current, run: () => save("ndjson") },
    { label: words.exportMarkdown, icon: "file-text", run: () => save("markdown") },
    { label: words.exportPage, icon: "file-text", run: () => save("html") },
    // Of the open one alone: what is printed is the page.
    ...(current
      ? [{ label: words.print, icon: "file-text", run: () => void act("print") } satisfies Item]
      : []),
    { label: words.delete, icon: "trash-2", danger: true, apart: true, run: () => confirmRemoval(row) },
  ];
}

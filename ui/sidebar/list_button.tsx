/** Opens the list of conversations where it is a drawer; elsewhere the list or its rail is there already. */
import { Icon } from "../parts/icon.tsx";
import { sidebarOpen } from "../state/ui_state.ts";
import { narrow } from "../state/widths.ts";
import { words } from "../words/frame.ts";

export function ListButton() {
  if (!narrow.value) return null;
  return (
    <button
      type="button"
      class="icon"
      aria-label={words.showConversations}
      onClick={() => (sidebarOpen.value = true)}
    >
      <Icon name="panel-left" />
    </button>
  );
}

/** The way from a note to what it was kept of. */
import { revealBelow } from "../state/revealing.ts";
import { staysHere } from "../state/router.ts";
import { dialog } from "../state/ui_state.ts";
import { words } from "../words/memory.ts";

interface Source {
  readonly conversationId: string;
  readonly messageId?: string | undefined;
}

export function NoteSource({ source: { conversationId, messageId } }: { source: Source }) {
  const lead = (event: MouseEvent) => {
    if (!staysHere(event)) return;
    if (messageId) revealBelow(conversationId, messageId);
    else dialog.value = null;
  };
  return <a href={`/c/${conversationId}`} data-go onClick={lead}>{words.source}</a>;
}

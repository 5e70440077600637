/** What a conversation goes on from, beside its title. */
import { clearText } from "../../events/catalog/clear_text.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { Icon } from "../parts/icon.tsx";
import { reveal } from "../state/revealing.ts";
import { words as frame } from "../words/frame.ts";

/** The way back: to the message, where it is one. */
export function Lineage({ of }: { of: NonNullable<ConversationState["lineage"]> }) {
  const { conversationId, messageId } = of;
  const title = clearText(of.title ?? "", frame.untitled);
  return (
    <a
      class="lineage"
      href={`/c/${conversationId}`}
      data-go
      aria-label={frame.backTo(title)}
      data-tip={frame.backTo(title)}
      onClick={() => void (messageId && reveal(conversationId, messageId))}
    >
      <Icon name="git-branch" size={14} />
      <span>{frame.from(title)}</span>
    </a>
  );
}

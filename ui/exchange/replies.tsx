/** ↩ Critic: after whose words an agent spoke, where they speak in turn. */
import { clearText } from "../../events/catalog/clear_text.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import { colorOf } from "../message/facts.tsx";
import { firstLine } from "../message/first_sentence.ts";
import { Icon } from "../parts/icon.tsx";
import { Name } from "../parts/name.tsx";
import { words } from "../words/answers.ts";

export function Replies({ state, id }: { state: ConversationState; id: string | null }) {
  const message = state.messages[id ?? ""];
  if (!message) return null;
  const { name } = message.author;
  return (
    <button
      type="button"
      class="replies"
      data-color={colorOf(state, message)}
      aria-label={words.repliesTo(clearText(name))}
      title={firstLine(state.bodies[message.id]?.content ?? "")}
      onClick={() => document.getElementById(message.id)?.scrollIntoView({ block: "nearest" })}
    >
      <Icon name="corner-up-left" size={13} />
      <Name of={name} />
    </button>
  );
}

/** Under the first answers a person gets here: one line that leads to what one of them was given, and to a real model. */
import { useEffect } from "preact/hooks";
import { clearText } from "../../events/catalog/clear_text.ts";
import { answersOf, type Exchange } from "../exchange/grouping.ts";
import { practises } from "../home/choosing.ts";
import { Icon } from "../parts/icon.tsx";
import type { ConversationStore } from "../state/conversation_store.ts";
import { settings } from "../state/server_state.ts";
import { dialog, kept } from "../state/ui_state.ts";
import { words } from "../words/answers.ts";

/** Somebody has looked at what an agent saw: who knows the way needs no invitation. */
const looked = kept("looked", false);

interface Props {
  readonly store: ConversationStore;
  readonly exchanges: readonly Exchange[];
}

/** Whether it has its place: below the first exchange, for whoever does not know the way. */
export const invites = (store: ConversationStore, [only, second]: readonly Exchange[]): boolean =>
  !looked.value && store.live && only !== undefined && !second && only.asked !== null;

export function Invitation({ store, exchanges }: Props) {
  useEffect(() =>
    dialog.subscribe((open) => {
      if (open?.name === "saw") looked.value = true;
    }), []);
  const [only] = exchanges;
  if (!only || !invites(store, exchanges)) return null;
  const answers = answersOf(only).flatMap(({ versions }) => store.message(versions[0])?.value.message ?? []);
  // While others grow it would be pushed along.
  const ended = answers.every(({ doneSeq }) => doneSeq !== undefined);
  const one = ended ? answers.find(({ status, turnId }) => status === "complete" && turnId) : undefined;
  return (
    // Its place is there from the beginning, so that nothing moves when an answer ends.
    <p class="invitation" hidden={answersOf(only).length === 0}>
      {one?.turnId !== undefined && (
        <button type="button" onClick={() => (dialog.value = { name: "saw", turnId: one.turnId ?? "" })}>
          <Icon name="eye" />
          {words.whatDidSee(clearText(one.author.name))}
        </button>
      )}
      {one && practises(settings.value?.providers) && (
        <a href="/settings/providers/new" data-go>
          <Icon name="network" />
          {words.connectModel}
        </a>
      )}
    </p>
  );
}

/** Beside the title of a conversation that came with a file: by whose key it was signed, and whether that holds. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { shortKey } from "../../events/catalog/proof.ts";
import type { ForeignProof } from "../../server/contract/signing_shapes.ts";
import { count, exact } from "../parts/format.ts";
import { Icon } from "../parts/icon.tsx";
import { unlessLate } from "../parts/unless_late.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { foreignProof, foreignProofAddress } from "../state/queries.ts";
import { reveal } from "../state/revealing.ts";
import { words as server } from "../words/sayings.ts";
import { words as all } from "../words/signing.ts";

const words = all.imported;

/** What is known of what signed it elsewhere: null for nothing, undefined while it is asked for. */
type Known = ForeignProof | null | undefined;

/** In few words. */
export function badgeOf(proof: ForeignProof | null): string {
  if (!proof) return words.unsigned;
  if (!proof.holds) return words.wrong(shortKey(proof.key));
  return proof.own ? words.here : words.signed(shortKey(proof.key));
}

function useProof(id: string): Known {
  const known = useSignal<Known>(undefined);
  useEffect(() => {
    known.value = undefined;
    return unlessLate(foreignProof(id), (answer) => void (known.value = answer.ok ? answer.value : null));
  }, [id]);
  return known.value;
}

/** What it says of itself where it came in: its id and its words. */
function noticeIn({ state }: ConversationStore): { readonly id: string; readonly text: string } | null {
  const id = state.order.findLast((one) => state.messages[one]?.notice?.code === "imported");
  return id === undefined ? null : { id, text: server.notice(state.bodies[id]?.content ?? "") };
}

/** Leads to where it came in. */
export function Imported({ store }: { store: ConversationStore }) {
  const proof = useProof(store.id);
  if (proof === undefined) return null;
  const notice = noticeIn(store);
  const said = badgeOf(proof);
  return (
    <button
      type="button"
      class={`imported${proof && !proof.holds ? " wrong" : ""}`}
      aria-label={said}
      data-tip={notice?.text || said}
      onClick={() => void (notice && reveal(store.id, notice.id))}
    >
      <Icon name={proof?.holds ? "shield-check" : proof ? "shield-alert" : "download"} size={14} />
      <span>{said}</span>
    </button>
  );
}

/** The same in whole sentences, among the settings of the conversation. */
export function ImportedFacts({ store }: { store: ConversationStore }) {
  const proof = useProof(store.id);
  if (proof === undefined) return null;
  const text = noticeIn(store)?.text;
  return (
    <fieldset>
      <legend>{words.legend}</legend>
      {text && <p class="hint">{text}</p>}
      {proof && (
        <>
          <p class={proof.holds ? "hint" : "problem"}>
            {proof.holds ? words.holds(count(proof.events), exact(proof.at)) : words.holdsNot}
          </p>
          <p class="hint">
            <code class="key">{proof.key}</code>
          </p>
          <p class="hint">
            <a href={foreignProofAddress(store.id)} target="_blank" rel="noopener">{words.whole}</a>
          </p>
        </>
      )}
    </fieldset>
  );
}

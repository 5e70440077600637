/** Every named check, and the way to it. */
import "./checks.css";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { CheckList } from "../../server/contract/check_shapes.ts";
import { clock } from "../parts/format.ts";
import { Name } from "../parts/name.tsx";
import { unlessLate } from "../parts/unless_late.ts";
import { allChecks } from "../state/queries.ts";
import { go } from "../state/router.ts";
import { orSay } from "../state/toast.ts";
import { dialog } from "../state/ui_state.ts";
import { words } from "../words/checks.ts";
import { words as filing } from "../words/filing.ts";

export function ChecksPage() {
  const found = useSignal<CheckList["items"] | null>(null);
  useEffect(() => {
    return unlessLate(orSay(allChecks()), (answer) => {
      if (answer.ok) found.value = answer.value.items;
    });
  }, []);
  if (!found.value) return <p aria-busy="true">{words.reading}</p>;
  if (found.value.length === 0) return <p class="hint">{words.checksNone}</p>;
  const open = (id: string) => {
    go(`/c/${id}`);
    dialog.value = { name: "checks" };
  };
  return (
    <ul class="check-list">
      {found.value.map(({ conversationId, name, title, updatedAt }) => (
        <li key={conversationId}>
          <span class="check-line">
            <b>
              <Name of={name} />
            </b>
            <small>
              <Name of={title} otherwise={filing.untitled} /> · {clock(updatedAt)}
            </small>
          </span>
          <button type="button" class="outline" onClick={() => open(conversationId)}>{words.compare}</button>
        </li>
      ))}
    </ul>
  );
}

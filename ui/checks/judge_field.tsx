/** Who judges in a run what answers must be like: an agent of the settings, or nobody. */
import { clearText } from "../../events/catalog/clear_text.ts";
import type { Signal } from "@preact/signals";
import { settings } from "../state/server_state.ts";
import { words } from "../words/checks.ts";

/** @param judge the agent's id; "": nobody */
export function JudgeField({ judge }: { readonly judge: Signal<string> }) {
  const { agents = {}, providers = {} } = settings.value ?? {};
  const there = Object.values(agents).filter(({ archived }) => !archived);
  return (
    <label class="field check-judge">
      <span>{words.judge}</span>
      <select value={judge.value} onChange={(event) => (judge.value = event.currentTarget.value)}>
        <option value="">{words.noJudge}</option>
        {there.map(({ id, name, model, providerId }) => (
          <option key={id} value={id}>
            {`${clearText(name)} · ${clearText(model || providers[providerId]?.defaultModel || "–")}`}
          </option>
        ))}
      </select>
      <small class="hint">{words.judgeMeans}</small>
    </label>
  );
}

/** What an agent will be told about itself, made by the same code that makes it for the model. */
import { systemPrompt } from "../../projections/prompt/system_prompt.ts";
import type { WorkspaceState } from "../../projections/workspace.ts";
import type { Values } from "./forms.ts";

export function PromptPreview({ values, state }: { values: Values; state: WorkspaceState }) {
  const text = systemPrompt({
    agent: { name: String(values["name"] || "…"), systemPrompt: String(values["systemPrompt"] ?? "") },
    role: state.roles[String(values["roleId"] ?? "")],
    personality: state.personalities[String(values["personalityId"] ?? "")],
    group: "You are participating in a group conversation. …",
  });
  return (
    <details>
      <summary>What it will be told</summary>
      <p class="preview">{text}</p>
    </details>
  );
}

/** What happened inside an answer: reasoning, tools, attempts that were cut short. */
import type { CutAttempt, ToolUse } from "../../projections/conversation_state.ts";

export function Reasoning({ text, open = false }: { text: string; open?: boolean }) {
  return (
    <details class="reasoning" open={open}>
      <summary>Reasoning</summary>
      <p>{text}</p>
    </details>
  );
}

export function Tools({ uses }: { uses: readonly ToolUse[] }) {
  return (
    <ul class="tools">
      {uses.map((use) => (
        <li key={`${use.attempt} ${use.callId}`}>
          <details>
            <summary>
              {use.status === undefined ? "Using" : "Used"} <code>{use.tool}</code>
              {use.status === "error" && " (it failed)"}
              {use.status === "unknown" && " (not known whether it ran)"}
            </summary>
            <pre>{use.args}</pre>
            {use.result !== undefined && <pre>{use.result}</pre>}
          </details>
        </li>
      ))}
    </ul>
  );
}

export function Cut({ cut }: { cut: CutAttempt }) {
  return (
    <details class="cut">
      <summary>Attempt {cut.attempt} was interrupted</summary>
      <p>{cut.content || "Nothing had been written."}</p>
    </details>
  );
}

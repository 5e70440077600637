/** Runs of a check, the newest first, each with what of it holds. */
import { clearText } from "../../events/catalog/clear_text.ts";
import type { RunView } from "../../server/contract/check_shapes.ts";
import { clock, count, usdOrFree } from "../parts/format.ts";
import { dialog } from "../state/ui_state.ts";
import { words } from "../words/checks.ts";
import { OutcomeMark } from "./outcome.tsx";

/** How a run stands, in one sign. */
export const outcomeOf = ({ status, failed, open }: RunView) =>
  status === "running" || status === "gone" || open > 0 && failed === 0
    ? "open"
    : failed > 0 || status !== "ended"
    ? "failed"
    : "held";

/** Who answered with which model. */
export const castOf = ({ agents }: RunView): string =>
  agents.map(({ name, version, model, changed }) =>
    `${clearText(name)} ${changed ? `(${words.changed})` : words.version(version)}: ${clearText(model)}`
  ).join(" · ");

export function RunLine({ run }: { readonly run: RunView }) {
  const ended = run.status !== "running" && run.status !== "gone";
  return (
    <>
      <OutcomeMark of={outcomeOf(run)} />
      <span class="check-line">
        <b>{clock(run.at)}</b>{" "}
        {ended ? words.counts(run.held, run.failed, run.open) : words.status[run.status]}
        <small>
          {[
            ...(run.status === "ended" || run.status === "gone"
              ? []
              : [words.status[run.status], words.asked(run.asked, run.questions)]),
            words.used(count(run.tokens), usdOrFree(run.usd)),
            castOf(run),
            ...(run.judge ? [words.judgedBy(clearText(run.judge.name), clearText(run.judge.model))] : []),
          ].join(" · ")}
        </small>
      </span>
    </>
  );
}

interface RunsProps {
  readonly runs: readonly RunView[];
  /** The one that is looked at. */
  readonly chosen: string;
  readonly onChoose: (conversationId: string) => void;
}

export function Runs({ runs, chosen, onChoose }: RunsProps) {
  if (runs.length === 0) return <p class="hint">{words.noRuns}</p>;
  return (
    <ul class="check-runs">
      {runs.map((run) => {
        const looked = run.conversationId === chosen;
        return (
          <li key={run.conversationId}>
            <RunLine run={run} />
            {run.status !== "gone" && (
              <span class="check-acts">
                <button
                  type="button"
                  class="slim"
                  aria-expanded={looked}
                  onClick={() => onChoose(looked ? "" : run.conversationId)}
                >
                  {looked ? words.hide : words.compare}
                </button>
                <a
                  class="slim"
                  href={`/c/${run.conversationId}`}
                  data-go
                  onClick={() => (dialog.value = null)}
                >
                  {words.openRun}
                </a>
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

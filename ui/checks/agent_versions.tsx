/** Versions of an agent: what was changed in each, and what checks found of it. */
import "./checks.css";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { clearText } from "../../events/catalog/clear_text.ts";
import type { VersionList } from "../../server/contract/check_shapes.ts";
import { moment } from "../parts/format.ts";
import { unlessLate } from "../parts/unless_late.ts";
import { versionsOf } from "../state/queries.ts";
import { words } from "../words/checks.ts";
import { RunLine } from "./runs.tsx";

type Version = VersionList["items"][number];

export function Versions({ agentId }: { readonly agentId: string }) {
  const opened = useSignal(false);
  const found = useSignal<readonly Version[] | null>(null);
  const wrong = useSignal("");
  useEffect(() => {
    if (!opened.value) return;
    return unlessLate(versionsOf(agentId), (answer) => {
      if (answer.ok) found.value = answer.value.items;
      else wrong.value = answer.message;
    });
  }, [agentId, opened.value]);
  return (
    <details class="agent-versions" onToggle={(event) => (opened.value = event.currentTarget.open)}>
      <summary>{words.versions}</summary>
      <p class="hint">{words.versionsMean}</p>
      {wrong.value !== "" && <p class="problem" role="alert">{wrong.value}</p>}
      {found.value === null && wrong.value === "" && <p class="hint" aria-busy="true">{words.reading}</p>}
      {found.value?.map((version) => <One key={version.version} of={version} />)}
    </details>
  );
}

/** A value as people read it: a text without its quotes. */
function shown(json: string | null): string {
  if (json === null) return words.unset;
  const value: unknown = JSON.parse(json);
  return clearText(typeof value === "string" ? value || words.unset : json);
}

function One({ of: { version, at, by, changed, runs } }: { readonly of: Version }) {
  return (
    <section class="agent-version" aria-label={words.version(version)}>
      <h4>
        {words.version(version)} <small>{moment(at)} {words.by(clearText(by.name))}</small>
      </h4>
      {changed.length === 0
        ? <p class="hint">{words.first}</p>
        : (
          <div class="check-table" tabIndex={0} role="region" aria-label={words.field}>
            <table>
              <thead>
                <tr>
                  {[words.field, words.before, words.afterIt].map((head) => (
                    <th key={head} scope="col">{head}</th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {changed.map(({ field, before, after }) => (
                  <tr key={field}>
                    <th scope="row">
                      <code>{field}</code>
                    </th>
                    <td>{shown(before)}</td>
                    <td>{shown(after)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      {runs.length === 0 ? <p class="hint">{words.noChecks}</p> : (
        <ul class="check-runs">
          {runs.map(({ conversationId, name, run }) => (
            <li key={run.conversationId}>
              <RunLine run={run} />
              <a class="slim" href={`/c/${conversationId}`} data-go>{clearText(name)}</a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

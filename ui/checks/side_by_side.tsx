/** A run beside what was before: each expectation with what came of it then and now, and the answers side by side. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { clearText } from "../../events/catalog/clear_text.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import type { Compared, RunView } from "../../server/contract/check_shapes.ts";
import { Markdown } from "../message/markdown.tsx";
import { exact } from "../parts/format.ts";
import { unlessLate } from "../parts/unless_late.ts";
import { words } from "../words/checks.ts";
import { comparedRun } from "./check_calls.ts";
import { OutcomeMark } from "./outcome.tsx";
import { aboutOf, ruleOf, whyOf } from "./expected_words.ts";
import { Verdicts } from "./verdicts.tsx";

interface Props {
  readonly state: ConversationState;
  readonly run: RunView;
  /** All runs: any of them can stand on the other side. */
  readonly runs: readonly RunView[];
}
type Read = { readonly found: Compared } | { readonly wrong: string } | null;

export function SideBySide({ state, run, runs }: Props) {
  const against = useSignal("");
  const read = useSignal<Read>(null);
  useEffect(() => {
    return unlessLate(comparedRun(state.id, run.conversationId, against.value), (answer) => {
      read.value = answer.ok ? { found: answer.value } : { wrong: answer.message };
    });
  }, [run.conversationId, run.status, run.asked, against.value]);
  const others = runs.filter(({ conversationId, status }) =>
    conversationId !== run.conversationId && status !== "gone"
  );
  return (
    <section class="check-beside" aria-label={words.runAt(exact(run.at))}>
      <label class="field">
        <span>{words.against}</span>
        <select value={against.value} onChange={(event) => (against.value = event.currentTarget.value)}>
          <option value="">{words.thisTalk}</option>
          {others.map(({ conversationId, at }) => (
            <option key={conversationId} value={conversationId}>{words.runAt(exact(at))}</option>
          ))}
        </select>
      </label>
      {read.value === null && <p class="hint" aria-busy="true">{words.reading}</p>}
      {read.value && "wrong" in read.value && <p class="problem" role="alert">{read.value.wrong}</p>}
      {read.value && "found" in read.value && <Found state={state} found={read.value.found} />}
    </section>
  );
}

type Line = Compared["lines"][number];

function Found({ state, found }: { readonly state: ConversationState; readonly found: Compared }) {
  return (
    <>
      <div class="check-table" tabIndex={0} role="region" aria-label={words.expectation}>
        <table>
          <thead>
            <tr>
              {[words.expectation, words.before, words.after].map((head) => (
                <th key={head} scope="col">{head}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {found.lines.map((line) => (
              <tr key={line.expectation.id} data-changed={line.before?.outcome !== line.after?.outcome}>
                <th scope="row">
                  {ruleOf(line.expectation)}
                  <small>{aboutOf(state, inTalk(state, line))}</small>
                </th>
                <td>{cell(state, line, line.before)}</td>
                <td>{cell(state, line, line.after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <h4>{words.answers}</h4>
      {found.answers.map((answer, at) => <Pair key={at} answer={answer} />)}
    </>
  );
}

/** The expectation as it stands in the conversation: a run has it under ids of its own. */
const inTalk = (state: ConversationState, { expectation }: Line) =>
  state.expectations?.find(({ id }) => id === expectation.id) ?? expectation;

function cell(state: ConversationState, { expectation }: Line, result: Line["before"]) {
  if (!result) return <small>{words.notThere}</small>;
  return (
    <>
      <OutcomeMark of={result.outcome} /> <small>{whyOf(expectation.kind, result)}</small>
      <Verdicts result={result} state={state} />
    </>
  );
}

type Answer = Compared["answers"][number];

function Pair({ answer: { question, agent, before, after } }: { readonly answer: Answer }) {
  const same = before !== null && after !== null && before.text === after.text;
  return (
    <details class="check-pair" open={!same}>
      <summary>
        <b>{clearText(agent)}</b> {words.question(question.place + 1)}: {clearText(question.text)}
        {same && <small>{words.same}</small>}
      </summary>
      <div class="check-sides">
        {([[words.before, before], [words.after, after]] as const).map(([label, side]) => (
          <section key={label} aria-label={label}>
            <h5>{label}</h5>
            {side === null ? <p class="hint">{words.noAnswer}</p> : <Markdown text={side.text} />}
            {side?.cut && <p class="hint">{words.cut}</p>}
          </section>
        ))}
      </div>
    </details>
  );
}

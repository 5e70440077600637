/** Rankings of one's own: of one kind of task, what was judged of whom, how little that says, and every judgement's answers. */
import "./ranks.css";
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { clearText } from "../../events/catalog/clear_text.ts";
import { JUDGED_COMPARISONS } from "../../events/catalog/limits.ts";
import {
  chanceOf,
  type Labelled,
  type Ranked,
  type RankingAsked,
  toldApart,
} from "../../projections/comparisons/ranking.ts";
import type { Ranking } from "../../server/contract/ranking_shapes.ts";
import { Sheet } from "../parts/form.tsx";
import { count } from "../parts/format.ts";
import { unlessLate } from "../parts/unless_late.ts";
import type { Answer } from "../state/api.ts";
import { settings } from "../state/server_state.ts";
import { words } from "../words/comparing.ts";
import { ranking } from "../state/queries.ts";
import { useLabels } from "./comparison_calls.ts";
import { Judgements } from "./judgements.tsx";

type Of = RankingAsked["of"];
type NameOf = (id: string) => string;

/** `label`: the kind of task that is shown first, null: without one; undefined: the one that was judged last. */
export function Ranks({ label }: { readonly label: string | null | undefined }) {
  const labels = useLabels();
  const chosen = useSignal(label);
  const of = useSignal<Of>("agents");
  const criterion = useSignal("");
  const shown = labels?.find((one) => one.label === chosen.value) ?? labels?.[0];
  const by = shown?.criteria.includes(criterion.value) ? criterion.value : undefined;
  return (
    <Sheet title={words.ranking}>
      {!labels && <p class="hint" aria-busy="true">{words.reading}</p>}
      {labels && !shown && <p>{words.nothingJudged}</p>}
      {labels && shown && (
        <div class="ranking">
          <Choosing labels={labels} shown={shown} {...{ chosen, of, criterion }} />
          <Found label={shown.label ?? undefined} of={of.value} criterion={by} />
        </div>
      )}
      <p class="hint">{words.rankingMeans(count(JUDGED_COMPARISONS))}</p>
    </Sheet>
  );
}

/** The ranking that is asked for; until it is there the one before it. */
function Found(asked: RankingAsked) {
  const read = useSignal<{ readonly of: Of; readonly answer: Answer<Ranking> } | null>(null);
  const { label, of, criterion } = asked;
  useEffect(
    () => unlessLate(ranking(asked), (answer) => (read.value = { of, answer })),
    [label, of, criterion, settings.value?.seq],
  );
  if (!read.value) return <p class="hint" aria-busy="true">{words.reading}</p>;
  const { of: shown, answer } = read.value;
  if (!answer.ok) return <p class="problem" role="alert">{answer.message}</p>;
  const found = answer.value;
  const name: NameOf = (id) =>
    clearText(shown === "agents" ? settings.value?.agents[id]?.name ?? words.formerAgent : id);
  return (
    <>
      <p>
        {words.rankingOf(found.comparisons, found.votes)} {howLittle(found)}
      </p>
      {found.groups.map((group, at) => (
        <section key={group[0]?.id}>
          {at > 0 && <p class="hint">{words.notConnected}</p>}
          <Group group={group} name={name} />
        </section>
      ))}
      <Beside found={found} of={shown} />
      <Judgements judged={found.judged} criterion={criterion} />
    </>
  );
}

interface ChoosingProps {
  readonly labels: readonly Labelled[];
  readonly shown: Labelled;
  readonly chosen: Signal<string | null | undefined>;
  readonly of: Signal<Of>;
  readonly criterion: Signal<string>;
}

function Choosing({ labels, shown, chosen, of, criterion }: ChoosingProps) {
  return (
    <div class="ranking-of">
      <label class="field">
        {words.task}
        <select
          value={labels.indexOf(shown)}
          onChange={(event) => (chosen.value = labels[Number(event.currentTarget.value)]?.label)}
        >
          {labels.map(({ label, comparisons }, at) => (
            <option key={label} value={at}>
              {label === null ? words.noLabel : clearText(label)} ({count(comparisons)})
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        {words.ranked}
        <select
          value={of.value}
          onChange={(event) => (of.value = event.currentTarget.value === "models" ? "models" : "agents")}
        >
          <option value="agents">{words.agents}</option>
          <option value="models">{words.models}</option>
        </select>
      </label>
      {shown.criteria.length > 0 && (
        <label class="field">
          {words.judgedBy}
          <select
            value={criterion.value}
            onChange={(event) => (criterion.value = event.currentTarget.value)}
          >
            <option value="">{words.whichIsBest}</option>
            {shown.criteria.map((one) => <option key={one} value={one}>{clearText(one)}</option>)}
          </select>
        </label>
      )}
    </div>
  );
}

/** How many of those who stand beside one another can be told apart. */
function howLittle({ groups }: Ranking): string {
  const pairs = groups.flatMap((group) =>
    group.flatMap((one, at) => group.slice(at + 1).map((other) => toldApart(one, other)))
  );
  if (pairs.length === 0) return "";
  return words.known(pairs.filter(Boolean).length, pairs.length);
}

function Group({ group, name }: { readonly group: readonly Ranked[]; readonly name: NameOf }) {
  return (
    <ol class="ranks">
      {group.map((one, at) => {
        const next = group[at + 1];
        return (
          <li key={one.id}>
            <p class="rank-name" dir="auto">{name(one.id)}</p>
            <Interval of={one} />
            <p class="hint num">
              {words.stands(percent(one.strength), percent(one.low), percent(one.high))}{" "}
              {words.inComparisons(one.comparisons, one.won)}
            </p>
            {next && !toldApart(one, next) && (
              <p class="hint rank-alike">{words.notApart(name(one.id), name(next.id))}</p>
            )}
          </li>
        );
      })}
    </ol>
  );
}

const percent = (strength: number): string => count(Math.round(100 * chanceOf(strength)));

/** From never to always, with the middle, where the interval is and the strength in it; the words beside say the same. */
function Interval({ of: { strength, low, high } }: { readonly of: Ranked }) {
  const at = (value: number): string => `${100 * chanceOf(value)}%`;
  return (
    <div class="interval" aria-hidden="true">
      <span
        class="interval-known"
        style={{ insetInlineStart: at(low), insetInlineEnd: `${100 - 100 * chanceOf(high)}%` }}
      />
      <span class="interval-best" style={{ insetInlineStart: at(strength) }} />
    </div>
  );
}

/** What was judged and counts in no strength. */
function Beside(
  { found: { tied, none, silent, leftOut }, of }: { readonly found: Ranking; readonly of: Of },
) {
  const lines = [
    tied > 0 && words.tiedTimes(tied),
    none > 0 && words.noneTimes(none),
    silent > 0 && words.silentTimes(silent),
    leftOut > 0 && words.leftOut(leftOut, of === "agents" ? words.agents : words.models),
  ].filter((line) => line !== false);
  return lines.length === 0 ? null : <p class="hint">{lines.join(" ")}</p>;
}

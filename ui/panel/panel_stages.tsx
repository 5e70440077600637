/**
 * A panel in the talk: a quiet line of its stages, and below it what was said in the one that is looked at. While it goes
 * on that is the newest; which answers a stage goes on without is told in a line.
 */
import "./panel.css";
import type { ComponentChildren } from "preact";
import { clearText } from "../../events/catalog/clear_text.ts";
import { answersIn, roleOf, seatsOf, stageOf } from "../../projections/panels/panels.ts";
import { spreadOf } from "../../projections/panels/summary.ts";
import type { ConversationState } from "../../projections/shapes/folds.ts";
import type { Panel } from "../../projections/shapes/panel_folds.ts";
import { participantOf } from "../../projections/conversation/conversation.ts";
import { answersOf, type Exchange, type Row } from "../exchange/grouping.ts";
import { Icon } from "../parts/icon.tsx";
import type { ConversationStore } from "../state/conversation_store.ts";
import { onPaper } from "../state/on_paper.ts";
import { readingOf } from "../state/reading.ts";
import { words } from "../words/panelling.ts";

interface Props {
  readonly store: ConversationStore;
  readonly exchange: Exchange;
  readonly panelId: string;
  /** What is shown of a row of the exchange. */
  row(index: number): ComponentChildren;
}

/** Of a built-in format in the language of the page. */
export function stageName(panel: Panel, stage: number): string {
  const name = clearText(stageOf(panel, stage)?.texts?.name ?? "");
  const known = words.builtIn[panel.formatId ?? ""] ? words.builtInStages[name] : undefined;
  return known ?? (name || words.stage(stage + 1));
}

/** The stage that an answer belongs to; null of what is none of this panel. */
export function stageOfRow(state: ConversationState, row: Row, panelId: string): number | null {
  const id = row.kind === "one" || row.kind === "together" ? row.answers[0].versions[0] : undefined;
  const place = state.messages[id ?? ""]?.panel;
  return place?.panelId === panelId ? place.stage ?? null : null;
}

export function PanelStages({ store, exchange, panelId, row }: Props) {
  const state = store.now;
  const panel = state.panels?.[panelId];
  const { stage: chosen } = readingOf(store.id).exchanges.of(exchange.key).value;
  if (!panel) return <>{exchange.rows.map((_, index) => row(index))}</>;
  const now = panel.rounds.at(-1)?.stage ?? 0;
  const shown = chosen ?? now;
  const choose = (stage: number) =>
    readingOf(store.id).exchanges.change(exchange.key, { stage, comparing: null });
  return (
    <div class="panel-run">
      <Steps state={state} panel={panel} shown={shown} choose={choose} />
      {exchange.rows.map((one, index) => {
        const stage = stageOfRow(state, one, panelId);
        if (stage !== null && stage !== shown && !onPaper.value) return null;
        return row(index);
      })}
      <Spread state={state} panel={panel} stage={shown} />
      <Gaps state={state} panel={panel} stage={shown} />
      {answersOf(exchange).length === 0 && <p class="hint">{words.waiting}</p>}
    </div>
  );
}

interface StepsProps {
  readonly state: ConversationState;
  readonly panel: Panel;
  readonly shown: number;
  choose(stage: number): void;
}

/** How many of a stage have answered, and how many there are to. */
function progressOf(state: ConversationState, panel: Panel, stage: number) {
  const rounds = panel.rounds.filter((round) => round.stage === stage);
  const done = rounds.reduce((sum, round) => sum + answersIn(state, panel, round).length, 0);
  const over = rounds.at(-1)?.endedSeq !== undefined &&
    (panel.how !== undefined || panel.rounds.at(-1)?.stage !== stage);
  const gaps = rounds.reduce((sum, round) => sum + round.gaps.length, 0);
  return {
    done,
    of: Math.max(1, rounds.length) * seatsOf(panel, stage).length,
    begun: rounds.length > 0,
    over,
    gaps,
  };
}

function Steps({ state, panel, shown, choose }: StepsProps) {
  return (
    <ol class="panel-steps" aria-label={words.steps}>
      <li class="steps-name">
        {words.builtIn[panel.formatId ?? ""]?.name ?? (clearText(panel.texts?.name ?? "") || words.panel)}
      </li>
      {panel.shape.stages.map((stage, index) => {
        const { done, of, begun, over, gaps } = progressOf(state, panel, index);
        const name = stageName(panel, index);
        const look = over ? "over" : begun && panel.how === undefined ? "going" : "";
        return (
          <li key={stage.id} class={`step-of ${look}${shown === index ? " shown" : ""}`}>
            <button
              type="button"
              disabled={!begun}
              aria-current={shown === index ? "step" : undefined}
              aria-label={words.step(name, done, of)}
              onClick={() => choose(index)}
            >
              <i class="step-dot">{over && <Icon name="check" size={12} />}</i>
              <span>{name}</span>
              {begun && (!over || gaps > 0) && <small class="num">{`${done}/${of}`}</small>}
            </button>
          </li>
        );
      })}
      {panel.how !== undefined && panel.how !== "completed" && (
        <li class="steps-end">{words.how[panel.how]}</li>
      )}
    </ol>
  );
}

/** How the numbers of a stage are spread, where its answers have any. */
function Spread({ state, panel, stage }: { state: ConversationState; panel: Panel; stage: number }) {
  const round = panel.rounds.findLast((one) => one.stage === stage);
  if (!round || stageOf(panel, stage)?.texts?.schema === undefined) return null;
  const texts = answersIn(state, panel, round).map(({ messageId }) => state.bodies[messageId]?.content ?? "");
  const [spread] = spreadOf(texts);
  if (!spread || spread.count < 2) return null;
  const { field, count, min, low, median, high, max } = spread;
  const at = (value: number) => max === min ? 50 : (100 * (value - min)) / (max - min);
  const label = words.spread(field, count, String(min), String(max), String(median));
  return (
    <figure class="spread">
      <div class="spread-line" role="img" aria-label={label}>
        <i class="spread-box" style={{ insetInlineStart: `${at(low)}%`, width: `${at(high) - at(low)}%` }} />
        <i class="spread-median" style={{ insetInlineStart: `${at(median)}%` }} />
      </div>
      <figcaption class="num">{label}</figcaption>
    </figure>
  );
}

function Gaps({ state, panel, stage }: { state: ConversationState; panel: Panel; stage: number }) {
  const gaps = panel.rounds.filter((round) => round.stage === stage).flatMap((round) => round.gaps);
  if (gaps.length === 0) return null;
  return (
    <ul class="panel-gaps">
      {gaps.map(({ seat, why }) => {
        const id = panel.seats.find((one) => one.seat === seat)?.participantId ?? seat;
        const name = clearText(participantOf(state, id)?.name ?? roleOf(panel, seat)?.name ?? "");
        return <li key={seat}>{words.gap[why](name, stageName(panel, stage))}</li>;
      })}
    </ul>
  );
}

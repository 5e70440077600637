/** Bars of what was used: for each day, in the colours of the agents where they are known, and for each agent. */
import { count, usdOrFree, utcDay } from "../parts/format.ts";
import { Name } from "../parts/name.tsx";
import { Mark } from "../parts/mark.tsx";
import type { Look } from "../parts/marks.ts";
import type { UsageAnswer, UsageRow } from "../../server/contract/insights.ts";
import { words } from "../words/behind.ts";
import { byTokens, dayBars, daysBefore, tokensOf } from "./usage_bars.ts";

/** How agents look, by their names: usage is counted by name. */
export type Looks = (name: string) => { readonly look: Look | string; readonly color: number } | null;

const WIDE = 340;
const TALL = 96;
const WIDEST = 28;
/** Agents that are drawn; the others are in the table. */
const AGENTS = 12;

export function DayPlot({ usage, looks }: { usage: UsageAnswer; looks: Looks }) {
  const bars = dayBars(usage);
  if (bars.length === 0) return null;
  const most = Math.max(1, ...bars.map(({ tokens }) => tokens));
  const step = WIDE / bars.length;
  const wide = Math.min(WIDEST, step - 4);
  const before = daysBefore(bars, usage.byDay);
  const [first, last] = [bars[0]?.day ?? "", bars.at(-1)?.day ?? ""];
  return (
    <figure class="usage-plot">
      <figcaption>
        {words.usage.perDay} <span>{count(most)}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDE} ${TALL}`}
        role="img"
        aria-label={`${words.usage.perDay}: ${utcDay(first)} – ${utcDay(last)}`}
      >
        <path class="rule" d={`M0 0.5H${WIDE}M0 ${TALL - 0.5}H${WIDE}`} />
        {bars.map((bar, index) => {
          let top = TALL;
          return (
            <g key={bar.day}>
              <title>{`${utcDay(bar.day)}: ${words.usage.tokens(bar.tokens)}`}</title>
              <rect class="reach" x={index * step} y={0} width={step} height={TALL} />
              {bar.pieces.map(({ agent, tokens }) => {
                const height = (tokens / most) * (TALL - 2);
                top -= height;
                return (
                  <rect
                    key={agent}
                    data-color={agent === "" ? undefined : looks(agent)?.color ?? 9}
                    x={index * step + (step - wide) / 2}
                    y={top}
                    width={wide}
                    height={Math.max(0.5, height - 0.75)}
                    rx={Math.min(3, height / 2)}
                  />
                );
              })}
            </g>
          );
        })}
      </svg>
      <p class="usage-days">
        <span>{utcDay(first)}</span>
        <span>{utcDay(last)}</span>
      </p>
      {before > 0 && <p class="hint">{words.usage.otherDays(before)}</p>}
    </figure>
  );
}

export function AgentPlot({ rows, looks }: { rows: readonly UsageRow[]; looks: Looks }) {
  const sorted = byTokens(rows);
  const most = Math.max(1, ...sorted.map(tokensOf));
  return (
    <figure class="usage-plot">
      <figcaption>{words.usage.perAgent}</figcaption>
      <ul class="usage-agents">
        {sorted.slice(0, AGENTS).map((row) => {
          const known = looks(row.key);
          return (
            <li key={row.key} data-color={known?.color ?? 9} title={words.usage.bar(row.key, tokensOf(row))}>
              <Mark agent={known?.look ?? row.key} color={known?.color} size={18} />
              <span class="usage-name">
                <Name of={row.key} />
              </span>
              <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                <rect width={(tokensOf(row) / most) * 100} height={8} />
              </svg>
              <span class="usage-sum">{count(tokensOf(row))}</span>
              <span class="usage-cost">{costOf(row.usd)}</span>
            </li>
          );
        })}
      </ul>
      {sorted.length > AGENTS && <p class="hint">{words.usage.otherAgents(sorted.length - AGENTS)}</p>}
    </figure>
  );
}

/** Money, or the word that nobody knows how much. */
export const costOf = (value: number | null): string =>
  value === null ? words.usage.unknown : usdOrFree(value);

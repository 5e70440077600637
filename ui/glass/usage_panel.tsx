/** Tokens and cost of this conversation or of all, by day, agent and model. What is not known says so. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { count, utcDay } from "../parts/format.ts";
import type { UsageAnswer, UsageRow } from "../../server/contract/insights.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { usage as usageOf } from "../state/queries.ts";
import { settings } from "../state/server_state.ts";
import { connections } from "../state/ui_state.ts";
import { lookHere } from "../state/own_marks.ts";
import { words } from "../words/behind.ts";
import { AgentPlot, costOf, DayPlot, type Looks } from "./usage_plot.tsx";

export function UsagePanel({ live: store }: { live: ConversationStore }) {
  const usage = useSignal<UsageAnswer | null>(null);
  const everything = useSignal(false);
  const all = everything.value;
  const { turns, open } = store.now;
  const done = Object.keys(turns).length - open.length;
  const tries = usage.value === null ? connections.value : 0;
  useEffect(() => {
    const late = new AbortController();
    void usageOf(all ? null : store.id, late.signal).then((answer) => {
      if (answer.ok) usage.value = answer.value;
    });
    return () => late.abort();
  }, [store.id, done, all, tries]);
  return (
    <div class="usage">
      <p class="segmented" role="group" aria-label={words.usage.of}>
        {([[false, words.usage.here], [true, words.usage.everything]] as const).map(([value, name]) => (
          <button
            key={name}
            type="button"
            aria-pressed={all === value}
            onClick={() => (everything.value = value)}
          >
            {name}
          </button>
        ))}
      </p>
      {usage.value
        ? <Totals usage={usage.value} looks={looksOf(store)} />
        : <p class="hint" aria-busy="true">{words.usage.counting}</p>}
    </div>
  );
}

/** Agents as they look in this conversation; those of others by their settings. */
function looksOf({ now }: ConversationStore): Looks {
  const agents = Object.values(settings.value?.agents ?? {});
  return (name) => {
    const here = [...now.participants, ...now.former].find((one) => one.name === name);
    if (here) return { look: lookHere(now, here.id), color: here.color };
    const known = agents.find((agent) => agent.name === name);
    return known ? { look: known.id, color: known.color } : null;
  };
}

function Totals({ usage, looks }: { usage: UsageAnswer; looks: Looks }) {
  const { total, byAgent, byModel, byDay, pricesAsOf } = usage;
  if (total.turns === 0) return <p class="hint">{words.usage.none}</p>;
  return (
    <>
      <dl class="usage-total">
        <Total name={words.usage.in} value={count(total.input + total.cacheRead + total.cacheWrite)} />
        <Total name={words.usage.out} value={count(total.output)} />
        <Total name={words.usage.cost} value={costOf(total.usd)} />
      </dl>
      <p class="hint">
        {words.usage.answers(total.turns)}
        {total.cacheRead > 0 && ` · ${words.usage.fromCache(count(total.cacheRead))}`}
        {total.searches > 0 && ` · ${words.usage.searches(total.searches)}`}
      </p>
      <DayPlot usage={usage} looks={looks} />
      <AgentPlot rows={byAgent} looks={looks} />
      <details class="usage-tables">
        <summary>{words.usage.tables}</summary>
        <Table name={words.usage.agent} rows={byAgent} />
        {/* An answer that was stopped names none. */}
        <Table name={words.usage.model} rows={byModel} show={(model) => model || words.usage.unknown} />
        <Table name={words.usage.day} rows={byDay} show={utcDay} />
      </details>
      <p class="hint">{words.usage.prices(utcDay(pricesAsOf))}</p>
    </>
  );
}

function Total({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

interface TableProps {
  readonly name: string;
  readonly rows: readonly UsageRow[];
  /** How what the rows are by is told. */
  readonly show?: (key: string) => string;
}

function Table({ name, rows, show = (key) => key }: TableProps) {
  return (
    <table>
      <thead>
        <tr>
          {[name, words.usage.in, words.usage.out, words.usage.cost].map((column) => (
            <th scope="col" key={column}>{column}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">{show(row.key)}</th>
            <td>{count(row.input + row.cacheRead + row.cacheWrite)}</td>
            <td>{count(row.output)}</td>
            <td>{costOf(row.usd)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

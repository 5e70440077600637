/** Tokens and cost of this conversation or of all, by agent, model and day. What is not known says so. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { count, plural, usd } from "../parts/format.ts";
import type { UsageAnswer, UsageRow } from "../../server/contract/insights.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { usage as usageOf } from "../state/queries.ts";
import { connections } from "../state/ui_state.ts";

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
      <p class="segmented" role="group" aria-label="Usage of">
        {([[false, "This conversation"], [true, "Everything"]] as const).map(([value, name]) => (
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
      {usage.value ? <Totals usage={usage.value} /> : <p class="hint" aria-busy="true">Counting…</p>}
    </div>
  );
}

function Totals({ usage: { total, byAgent, byModel, byDay, pricesAsOf } }: { usage: UsageAnswer }) {
  if (total.turns === 0) return <p class="hint">No answers yet, so nothing was used.</p>;
  return (
    <>
      <p>
        {plural(total.turns, "answer")}: {count(total.input + total.cacheRead + total.cacheWrite)} tokens in
        {total.cacheRead > 0 && ` (${count(total.cacheRead)} from cache)`}, {count(total.output)} out.
      </p>
      <p>
        Cost: <b>{usd(total.usd)}</b>
      </p>
      <Table name="Agent" rows={byAgent} />
      <Table name="Model" rows={byModel} />
      <Table name="Day" rows={byDay} />
      <p class="hint">
        Prices of {pricesAsOf}. A model without a known price costs “unknown”, never nothing.
      </p>
    </>
  );
}

function Table({ name, rows }: { name: string; rows: readonly UsageRow[] }) {
  return (
    <table>
      <thead>
        <tr>
          {[name, "in", "out", "cost"].map((column) => <th scope="col" key={column}>{column}</th>)}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">{row.key}</th>
            <td>{count(row.input + row.cacheRead + row.cacheWrite)}</td>
            <td>{count(row.output)}</td>
            <td>{usd(row.usd)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

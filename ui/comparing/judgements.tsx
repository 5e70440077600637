/** What a ranking is made of: each comparison a line, which opens it with its answers. */
import { useSignal } from "@preact/signals";
import { clearText } from "../../events/catalog/clear_text.ts";
import type { Ranking } from "../../server/contract/ranking_shapes.ts";
import { count, toTheSecond } from "../parts/format.ts";
import { go } from "../state/router.ts";
import { settings } from "../state/server_state.ts";
import { showComparison } from "./comparison_calls.ts";
import { words } from "../words/comparing.ts";

type Judged = Ranking["judged"][number];

/** Shown at first. */
const FIRST = 10;

interface Props {
  /** The newest first. */
  readonly judged: readonly Judged[];
  readonly criterion: string | undefined;
}

export function Judgements({ judged, criterion }: Props) {
  const all = useSignal(false);
  const shown = all.value ? judged : judged.slice(0, FIRST);
  return (
    <section aria-label={words.judgedComparisons}>
      <h3>{words.judgedComparisons}</h3>
      <ul class="judgements">
        {shown.map((one) => (
          <li key={one.id}>
            <button type="button" onClick={() => open(one)}>
              <span class="num">{toTheSecond(one.at)}</span> <span>{foundIn(one, criterion)}</span>
            </button>
          </li>
        ))}
      </ul>
      {judged.length > shown.length && (
        <button type="button" class="slim" onClick={() => (all.value = true)}>
          {words.allJudged(count(judged.length))}
        </button>
      )}
    </section>
  );
}

function open({ conversationId, id }: Judged): void {
  go(`/c/${conversationId}`);
  showComparison(conversationId, id);
}

/** Who was compared, and what people found. */
function foundIn({ seated, votes, criteria = [] }: Judged, criterion: string | undefined): string {
  const names = seated.map(({ agentId }) =>
    clearText(settings.value?.agents[agentId]?.name ?? words.formerAgent)
  );
  const found = votes.flatMap((vote) => {
    const best = criterion === undefined ? vote.best : vote.criteria?.[criteria.indexOf(criterion)];
    if (best === null || best === undefined) return [];
    return [typeof best === "number" ? names[best] ?? "" : words[best]];
  });
  return `${names.join(", ")}: ${found.length === 0 ? words.open : found.join(", ")}`;
}

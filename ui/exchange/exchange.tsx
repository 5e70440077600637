/** What a person said and everything that came of it: the last one open, earlier ones folded to a line an answer. */
import { lazy } from "../parts/lazy.tsx";
import { onPaper } from "../state/on_paper.ts";
import { readingOf, shownLayout } from "../state/reading.ts";
import type { ConversationStore } from "../state/conversation_store.ts";
import { Behind } from "../message/agents_talk.tsx";
import { AnswerCard } from "../message/answer_card.tsx";
import { Item } from "../message/message.tsx";
import { words } from "../words/answers.ts";
import { columnsOf } from "./awaited.ts";
import { Folded } from "./folded.tsx";
import { answersOf, areComparable, type Exchange, isInTurn, type Row, saidBefore } from "./grouping.ts";
import { Replies } from "./replies.tsx";
import { Together } from "./together.tsx";

const PanelStages = lazy(async () => (await import("../panel/panel_stages.tsx")).PanelStages, true);
const About = lazy(async () => (await import("./about_answers.tsx")).About, true);

interface ExchangeProps {
  readonly store: ConversationStore;
  readonly exchange: Exchange;
  readonly last: boolean;
}

/** An exchange of one answer is read like any talk: only what would fill a page is folded. */
const FOLDED_FROM = 2;

export const canFold = (exchange: Exchange): boolean =>
  exchange.asked !== null && answersOf(exchange).length >= FOLDED_FROM;

export function ExchangeView({ store, exchange, last }: ExchangeProps) {
  const { folded, comparing } = readingOf(store.id).exchanges.of(exchange.key).value;
  const foldable = canFold(exchange);
  if (foldable && !onPaper.value && (folded ?? !last)) return <Folded store={store} exchange={exchange} />;
  const columns = columnsOf(store.state, exchange, last);
  const panelId = store.state.messages[exchange.asked ?? ""]?.panel?.panelId;
  const row = (index: number) => {
    const one = exchange.rows[index];
    return one && (
      <RowView key={keyOf(one)} store={store} exchange={exchange} index={index} folds={foldable && !last} />
    );
  };
  return (
    <section
      class={isInTurn(store.state, exchange) ? "exchange in-turn" : "exchange"}
      data-layout={columns > 1 ? shownLayout(store.id, exchange.key) : undefined}
      style={{ "--columns": columns }}
    >
      {exchange.asked !== null && <Item store={store} id={exchange.asked} />}
      {panelId === undefined
        ? exchange.rows.map((_, index) => row(index))
        : <PanelStages store={store} exchange={exchange} panelId={panelId} row={row} />}
      {exchange.about.length > 0 && (!comparing || !areComparable(exchange, comparing) || onPaper.value) && (
        <About store={store} exchange={exchange} />
      )}
    </section>
  );
}

const keyOf = (row: Row): string =>
  row.kind === "notice" ? row.id : row.kind === "behind" ? row.ids[0] : row.answers[0].versions[0];

interface RowProps extends Omit<ExchangeProps, "last"> {
  /** Of the row. */
  readonly index: number;
  /** It can be folded away again. */
  readonly folds: boolean;
}

function RowView({ store, exchange, index, folds }: RowProps) {
  const { failures, rows } = exchange;
  const row = rows[index];
  switch (row?.kind) {
    case undefined:
      return null;
    case "notice":
      return <Item store={store} id={row.id} />;
    case "behind":
      return <Behind store={store} ids={row.ids} failures={failures} />;
    case "together":
      return <Together store={store} exchange={exchange} answers={row.answers} folds={folds} />;
    case "one": {
      const [{ versions }] = row.answers;
      return (
        <>
          {row.round !== undefined && (
            <h2 class="round">
              <span>{words.round(row.round)}</span>
            </h2>
          )}
          <AnswerCard
            store={store}
            versions={versions}
            failures={failures}
            look="single"
            beside={<Replies state={store.state} id={saidBefore(store.state, rows, index)} />}
          />
        </>
      );
    }
  }
}

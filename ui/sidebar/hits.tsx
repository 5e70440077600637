/** Messages and titles that hold what is searched for, by conversation: each says who wrote it, and when. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { clearText } from "../../events/catalog/clear_text.ts";
import type { SearchHit } from "../../projections/shapes/views.ts";
import { exact, since } from "../parts/format.ts";
import { Fish } from "../parts/fish.tsx";
import { Icon } from "../parts/icon.tsx";
import { Name } from "../parts/name.tsx";
import { saidBy } from "../parts/said_by.ts";
import type { SearchHits } from "../../server/contract/insights.ts";
import { found } from "../state/queries.ts";
import { staysHere } from "../state/router.ts";
import { reveal } from "../state/revealing.ts";
import { sidebarOpen } from "../state/ui_state.ts";
import { askUntilWhole } from "../state/until_whole.ts";
import { minute } from "../state/ticking.ts";
import { words } from "../words/searching.ts";
import { groupedHits, type HitGroup } from "./hit_groups.ts";

/** Before and behind words that stand together. */
const QUOTE = '"';

type Order = keyof typeof words.orders;
type Filter = keyof typeof words.filters;
const ORDERS: readonly Order[] = ["best", "newest"];
const FILTERS: readonly Filter[] = ["agent:", "project:", "after:", "before:", QUOTE];

interface HitsProps {
  readonly query: string;
  /** Writes behind what was typed. */
  add(text: string): void;
  /** Writes in place of it. */
  put(text: string): void;
}

export function Hits({ query, add, put }: HitsProps) {
  const hits = useSignal<SearchHits | null>(null);
  const order = useSignal<Order>("best");
  const sort = order.value;
  useEffect(
    () => askUntilWhole((signal) => found(query, signal, sort), (answer) => (hits.value = answer)),
    [query, sort],
  );
  return (
    <>
      <Narrowing query={query} add={add} order={sort} choose={(chosen) => (order.value = chosen)} />
      {!hits.value
        ? <p class="hint" aria-busy="true">{words.searching}</p>
        : hits.value.items.length === 0
        ? <NothingFound query={query} meant={hits.value.didYouMean} put={put} />
        : <HitList hits={hits.value.items} />}
      {hits.value?.indexing && <p class="hint" role="status">{words.indexing}</p>}
      {hits.value?.partial && <p class="hint" role="status">{words.onlyNewest}</p>}
    </>
  );
}

interface NothingFoundProps extends Pick<HitsProps, "query" | "put"> {
  readonly meant: string | undefined;
}

const NothingFound = ({ query, meant, put }: NothingFoundProps) => (
  <div class="nothing-found" role="status">
    <Fish does="hides" />
    <b>
      {words.nothingSays[0]}
      <bdi>{clearText(query.trim())}</bdi>
      {words.nothingSays[1]}
    </b>
    {meant === undefined ? <p>{words.fewerWords}</p> : (
      <p>
        {words.didYouMean}{" "}
        <button type="button" class="link" dir="auto" onClick={() => put(meant)}>{clearText(meant)}</button>
        ?
      </p>
    )}
  </div>
);

interface NarrowingProps extends Omit<HitsProps, "put"> {
  readonly order: Order;
  choose(order: Order): void;
}

/** What may be written besides words, each a press away, and the order of what is found. */
const Narrowing = ({ query, add, order, choose }: NarrowingProps) => (
  <div class="narrowing">
    <span role="group" aria-label={words.narrow}>
      {FILTERS.map((filter) => (
        <button
          type="button"
          key={filter}
          title={words.filters[filter]}
          aria-label={words.filters[filter]}
          onClick={() => {
            const put = filter === QUOTE ? QUOTE : words.written[filter];
            add(/\s$/.test(query) ? put : ` ${put}`);
            document.querySelector<HTMLElement>(".search input")?.focus();
          }}
        >
          {words.written[filter]}
        </button>
      ))}
    </span>
    <select
      aria-label={words.order}
      value={order}
      onChange={(event) => choose(ORDERS.find((one) => one === event.currentTarget.value) ?? "best")}
    >
      {ORDERS.map((one) => <option key={one} value={one}>{words.orders[one]}</option>)}
    </select>
  </div>
);

const HitList = ({ hits }: { hits: readonly SearchHit[] }) => (
  <>
    <p class="hint" role="status">{words.found(hits.length)}</p>
    <ul class="hits">
      {groupedHits(hits).map((group) => <Group key={group.conversationId} of={group} />)}
    </ul>
  </>
);

/** Beside the way to its conversation, which the link leads: to the message, where a hit is one. */
const leadTo = ({ conversationId }: HitGroup, messageId: string | null) => (event: MouseEvent) => {
  sidebarOpen.value = false;
  // Begun before the page goes there, so that one fetch serves both.
  if (messageId && staysHere(event)) void reveal(conversationId, messageId);
};

function Group({ of }: { of: HitGroup }) {
  const { conversationId, title, named, said } = of;
  const href = `/c/${conversationId}`;
  return (
    <>
      <li class={named ? "row hit of" : "row of"}>
        <a href={href} data-go onClick={leadTo(of, null)}>
          <Icon name="message-circle" size={14} />
          <span class="title">{named ? marked(named) : <Name of={title} otherwise={words.untitled} />}</span>
          {said.length > 0 && <small>{words.found(said.length)}</small>}
        </a>
      </li>
      {said.map((hit) => (
        <li class="row hit said" key={hit.messageId}>
          <a href={href} data-go onClick={leadTo(of, hit.messageId)}>
            <small>
              <bdi>{saidBy(hit.author?.name ?? "")}</bdi> ·{" "}
              <time dateTime={hit.at} title={exact(hit.at)}>{since(hit.at, minute.value)}</time>
            </small>
            <span class="snippet" dir="auto">{marked(hit)}</span>
          </a>
        </li>
      ))}
    </>
  );
}

function marked({ snippet, marks }: SearchHit) {
  const parts = [];
  let at = 0;
  for (const [start, end] of marks) {
    parts.push(snippet.slice(at, start), <mark key={start}>{snippet.slice(start, end)}</mark>);
    at = end;
  }
  return [...parts, snippet.slice(at)];
}

/** Keys for answers: to go from one to the next, to lay them out, and to do something with the one that is looked at. */
import { type Act, useKeys } from "../keys/acts.ts";
import { type ActionName, actionsOf } from "../message/actions.tsx";
import { shownVersion } from "../message/versions.tsx";
import type { ConversationStore } from "../state/conversation_store.ts";
import { type Layout, layout, readingOf } from "../state/reading.ts";
import { goTo } from "./going.ts";
import { type Answer, answersOf, type Exchange } from "./grouping.ts";
import { keepThis, mergeable } from "./keeping.ts";

/** The answers that keys are about: those of the exchange with the focus, else of the last that has any. */
function meant(
  exchanges: readonly Exchange[],
  target: Element | null,
): { exchange: Exchange; answers: Answer[] } | null {
  const inside = (exchange: Exchange) =>
    answersOf(exchange).some(({ versions }) => versions.some((id) => target?.closest(`[id="${id}"]`)));
  const exchange = exchanges.find(inside) ?? exchanges.findLast((one) => answersOf(one).length > 0);
  return exchange ? { exchange, answers: answersOf(exchange) } : null;
}

/** Answers that stand side by side. */
const besideIn = ({ rows }: Exchange): readonly Answer[] =>
  rows.findLast((row) => row.kind === "together")?.answers ?? [];

/** The answer that is pointed at, has the focus, or was gone to last; the first in focus; one that is alone. */
function current(
  store: ConversationStore,
  exchange: Exchange,
  answers: readonly Answer[],
  target: Element | null,
): Answer | undefined {
  const { focused, layout: own } = readingOf(store.id).exchanges.of(exchange.key).peek();
  const holds = (element: Element | null) =>
    answers.find(({ versions }) => versions.some((id) => element?.closest(`[id="${id}"]`)));
  const pointed = holds([...document.querySelectorAll("article.theirs:hover")].at(-1) ?? null);
  const chosen = answers.find(({ versions }) => versions[0] === focused);
  const alone = answers.length === 1 || (own ?? layout.peek()) === "focus" ? answers[0] : undefined;
  return holds(target) ?? pointed ?? chosen ?? alone;
}

export function useAnswerKeys(store: ConversationStore, exchanges: readonly Exchange[]): void {
  const go = (step: (at: number, of: number) => number): Act => ({ target }) => {
    const place = meant(exchanges, target);
    if (!place) return false;
    const { exchange, answers } = place;
    const now = current(store, exchange, answers, target);
    const next = answers[step(now ? answers.indexOf(now) : -1, answers.length)];
    if (!next) return false;
    const [root] = next.versions;
    readingOf(store.id).exchanges.change(exchange.key, { focused: root, folded: false });
    goTo(store.id, answers, root);
    return true;
  };
  const laid = (wanted: Layout): Act => () => {
    const place = meant(exchanges, null);
    if (!place || besideIn(place.exchange).length === 0) return false;
    layout.value = wanted;
    readingOf(store.id).exchanges.change(place.exchange.key, { layout: null, comparing: null });
    return true;
  };
  const does = (name: ActionName): Act => ({ target }) => {
    const place = meant(exchanges, target);
    const answer = place && current(store, place.exchange, place.answers, target);
    const id = answer && shownVersion(store.id, answer.versions);
    const message = store.state.messages[id ?? ""];
    if (!message) return false;
    const shown = { message, body: store.state.bodies[message.id] };
    const action = actionsOf(store, shown).find((one) => one.name === name);
    action?.run();
    return action !== undefined;
  };
  useKeys({
    answer: (press) => go(() => press.digit - 1)(press),
    previous: go((at, of) => at < 0 ? of - 1 : at - 1),
    next: go((at) => at + 1),
    columns: laid("columns"),
    focus: laid("focus"),
    stack: laid("stack"),
    compare: ({ target }) => compare(store, exchanges, target),
    keep: ({ target }) => {
      const place = meant(exchanges, target);
      const answer = place && current(store, place.exchange, besideIn(place.exchange), target);
      if (!answer || !store.live) return false;
      void keepThis(store, place.exchange, answer, shownVersion(store.id, answer.versions));
      return true;
    },
    again: does("again"),
    copy: does("copy"),
    quote: does("quote"),
    saw: does("saw"),
  });
}

/** Lays the answer that is looked at against the next; pressed again, ends that. */
function compare(store: ConversationStore, exchanges: readonly Exchange[], target: Element | null): boolean {
  const place = meant(exchanges, target);
  if (!place) return false;
  const { exchange } = place;
  const { exchanges: looks } = readingOf(store.id);
  if (looks.of(exchange.key).peek().comparing) {
    looks.change(exchange.key, { comparing: null });
    return true;
  }
  const readable = besideIn(exchange).filter(({ versions }) => mergeable(store.state, versions).length > 0);
  const now = current(store, exchange, readable, target) ?? readable[0];
  const other = readable.find((answer) => answer !== now);
  if (!now || !other) return false;
  looks.change(exchange.key, { comparing: [now.versions[0], other.versions[0]], folded: false });
  return true;
}

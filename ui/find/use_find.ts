/** What is found while one types, and the way from hit to hit. */
import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { ConversationStore } from "../state/conversation_store.ts";
import { reveal } from "../state/revealing.ts";
import { ConversationTexts } from "../state/conversation_texts.ts";
import { type Hit, hitAt, type Hits, hitsOf, NONE, numberOf, wantedOf } from "./finding.ts";
import { mark, rangesIn, unmark } from "./marking.ts";

/** Milliseconds after the last key. */
const REST_MS = 90;
/** Milliseconds between two looks at what changed in the page. */
const CALM_MS = 150;
/** Frames in which a hit that was read is waited for: it may have to be unfolded first. */
const FRAMES = 300;
/** Hits marked at once. */
const MARKED = 2_000;

const articleOf = (id: string): Element | null => {
  const element = document.getElementById(id);
  return element?.closest("[role=log]") ? element : null;
};

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Marks every hit that is in the page; the one that one is at otherwise. Answers with its range, if it is there. */
function show(hits: Hits, wanted: string, here: Hit | null): Range | null {
  const ranges: Range[] = [];
  let at: Range | null = null;
  for (const id of hits.ids) {
    const article = articleOf(id);
    if (!article || ranges.length >= MARKED) continue;
    const own = rangesIn(article, wanted);
    if (id === here?.id) at = own[Math.min(here.nth, own.length - 1)] ?? null;
    ranges.push(...own);
  }
  mark(ranges, at);
  return at;
}

/** Counts anew when the words, the conversation or what is looked for change; a newer count gives up an older one. */
function useHits(store: ConversationStore, texts: ConversationTexts, wanted: string) {
  const hits = useSignal<Hits>(NONE);
  const counted = useSignal("");
  const { seq } = store.now;
  const read = texts.read.value;
  useEffect(() => {
    if (wanted === "") {
      hits.value = NONE;
      counted.value = "";
      return;
    }
    void texts.readAll();
    let wantedStill = true;
    const pause = async () => {
      await nextTask();
      return wantedStill;
    };
    const timer = setTimeout(async () => {
      const found = await hitsOf(store.state.order, (id) => texts.textOf(id), wanted, pause);
      if (!found || !wantedStill) return;
      hits.value = found;
      counted.value = wanted;
    }, REST_MS);
    return () => {
      wantedStill = false;
      clearTimeout(timer);
    };
  }, [texts, wanted, seq, read]);
  return { hits, counted };
}

/** Keeps the marks where they belong while the page changes under them. */
function useMarks(hits: Hits, wanted: string, here: Hit | null): void {
  useEffect(() => {
    const log = document.querySelector("[role=log]");
    const again = () => void show(hits, wanted, here);
    again();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const changes = new MutationObserver(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        again();
      }, CALM_MS);
    });
    if (log) changes.observe(log, { childList: true, characterData: true, subtree: true });
    return () => {
      changes.disconnect();
      clearTimeout(timer);
    };
  }, [hits, wanted, here]);
  useEffect(() => unmark, []);
}

/** The number of the first hit that can be seen where one reads; otherwise the newest. */
function nearest(hits: Hits, order: readonly string[]): number {
  const pane = document.querySelector("[role=log]")?.getBoundingClientRect();
  const seen = hits.ids.find((id) => {
    const box = articleOf(id)?.getBoundingClientRect();
    return pane && box && box.bottom > pane.top && box.top < pane.bottom;
  });
  return seen === undefined ? -1 : numberOf(hits, { id: seen, nth: 0 }, order);
}

export function useFind(store: ConversationStore, query: string) {
  const wanted = wantedOf(query);
  const texts = useMemo(() => new ConversationTexts(store), [store]);
  useEffect(() => () => texts.stop(), [texts]);
  const { hits, counted } = useHits(store, texts, wanted);
  /** The hit that one is at; null: none was gone to. */
  const here = useSignal<Hit | null>(null);
  const seeking = useRef(0);
  useEffect(() => () => void seeking.current++, []);
  const number = here.value ? numberOf(hits.value, here.value, store.state.order) : -1;
  useMarks(hits.value, wanted, here.value);

  const go = (to: number) => {
    const hit = hitAt(hits.value, to);
    if (!hit) return;
    here.value = hit;
    const mine = ++seeking.current;
    let frames = 0;
    const look = () => {
      if (mine !== seeking.current) return;
      const range = show(hits.value, wanted, hit);
      if (range) range.startContainer.parentElement?.scrollIntoView({ block: "center", inline: "nearest" });
      else if (++frames < FRAMES) requestAnimationFrame(look);
    };
    // However long it takes until it was read.
    const read = show(hits.value, wanted, hit) ? Promise.resolve() : reveal(store.id, hit.id);
    void read.then(() => requestAnimationFrame(look));
  };
  // With the first hit, which may stand in what was not read yet when it was counted first.
  const found = hits.value.total > 0;
  useEffect(() => {
    here.value = null;
    if (counted.value !== "" && counted.value === wanted) go(nearest(hits.value, store.state.order));
  }, [counted.value, found]);
  return {
    total: hits.value.total,
    number,
    /** Some words are not known yet. */
    looking: wanted !== "" && (!texts.complete.value || counted.value !== wanted),
    step: (by: number) => go((number < 0 && by < 0 ? 0 : number) + by),
  };
}

/**
 * Looking words up among many: what a search takes in the thread of the index and how long the loop of the server stands
 * still meanwhile, how fast texts are taken in, and what they take on the disk. Words come as often as they do in a
 * language. How many words there are is told on
 * the command line: `deno run -P=test tests/bench/search_bench.ts 1000000 20000000`.
 */
import { IndexThread } from "../../actors/search/index_thread.ts";
import { realEnvironment } from "../../actors/runtime/environment.ts";
import type { Sort } from "../../actors/search/searcher.ts";
import type { IndexedText } from "../../events/store/search/lookup.ts";
import { parseQuery } from "../../projections/search/query.ts";
import { quantile, type Row, table } from "./table.ts";

export const WORDS: readonly number[] = [1_000_000];
/** Words of a message, messages of a conversation, messages of one call. */
const [MESSAGE, CONVERSATION, CHUNK] = [100, 100, 100] as const;
/** Words there are. */
const VOCABULARY = 200_000;
/** Searches of one kind. */
const TRIES = 40;
/** What has a picture. */
const CURVES: Readonly<Record<string, string>> = {
  "a hit of a common word": "Looking up a common word, p95",
  "no hit": "Looking up what nobody said, p95",
};
/** Milliseconds that a search may take, by words in all. */
const target = (words: number): number => words <= 1_000_000 ? 50 : 150;

/** The same numbers each time. */
function chance(): () => number {
  let seed = 12_345;
  return () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return seed / 0x7fffffff;
  };
}

/** Words as often as in a language: the nth comes 1/n as often as the first. */
function drawing(): { word: (rank: number) => string; draw: () => string } {
  const next = chance();
  const sums = new Float64Array(VOCABULARY);
  let sum = 0;
  for (let rank = 0; rank < VOCABULARY; rank++) sums[rank] = sum += 1 / (rank + 2.7);
  const letters = "etaoinshrdlucmfwypvbgkjqxz";
  const word = (rank: number): string => {
    let text = "";
    for (let rest = (rank * 7_919) % VOCABULARY + 700; rest > 0; rest = Math.floor(rest / 26)) {
      text += letters[rest % 26];
    }
    return text;
  };
  const words = Array.from({ length: VOCABULARY }, (_, rank) => word(rank));
  return {
    word,
    draw() {
      const at = next() * sum;
      let [low, high] = [0, VOCABULARY - 1];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((sums[middle] ?? 0) < at) low = middle + 1;
        else high = middle;
      }
      return words[low] ?? "";
    },
  };
}

/**
 * The longest that the loop stood still, in milliseconds, until it is told to end: on a machine that is busy otherwise,
 * that too.
 */
function watching(): () => number {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last - 1);
    last = now;
  }, 1);
  return () => {
    clearInterval(timer);
    return longest;
  };
}

async function filled(
  index: IndexThread,
  words: number,
  draw: () => string,
): Promise<{ perSecond: number; stood: number }> {
  const messages = words / MESSAGE;
  let took = 0;
  let stood = 0;
  await index.ask("reset", "bench");
  for (let first = 0; first < messages; first += CONVERSATION) {
    const texts = Array.from({ length: CONVERSATION }, (_, n): IndexedText => ({
      message: `message_${first + n}`,
      seq: n + 1,
      at: new Date(1_700_000_000_000 + (first + n) * 20_000).toISOString(),
      author: JSON.stringify({ kind: "agent", id: "a", name: n % 2 === 0 ? "Ada" : "Critic" }),
      text: Array.from({ length: MESSAGE }, draw).join(" "),
    }));
    const conversationId = `conversation_${first}`;
    const watch = watching();
    const begun = performance.now();
    for (let at = 0; at < CONVERSATION; at += CHUNK) {
      const seq = at + CHUNK >= CONVERSATION ? CONVERSATION : 0;
      await index.ask("put", { conversationId, from: 0, seq, texts: texts.slice(at, at + CHUNK) });
    }
    took += performance.now() - begun;
    stood = Math.max(stood, watch());
  }
  return { perSecond: words / took * 1_000, stood };
}

async function size(words: number): Promise<Row[]> {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/search.db`;
  const index = new IndexThread(path, realEnvironment);
  try {
    const { word, draw } = drawing();
    const { perSecond, stood } = await filled(index, words, draw);
    const bytes = (await Deno.stat(path)).size;
    const of = `${words.toLocaleString("en")} words`;
    const rows: Row[] = [{
      what: `${of}: taken in`,
      measured: `${Math.round(perSecond).toLocaleString("en")} words a second`,
      against: `${(bytes / words).toFixed(1)} bytes a word with its text; the loop stood ${
        stood.toFixed(1)
      } ms`,
    }];
    const kinds: Readonly<Record<string, (nth: number) => string>> = {
      "a hit of a common word": (nth) => `${word(nth % 5)} `,
      "a hit of a rare word": (nth) => `${word(2_000 + nth * 50)} `,
      "two common words": (nth) => `${word(nth % 5)} ${word(5 + nth % 7)} `,
      "no hit": (nth) => `zzzz${nth}qq `,
      "the beginning of a word, three letters": (nth) => word(nth * 11).slice(0, 3),
      "the beginning of a word, two letters": (nth) => word(nth * 11).slice(0, 2),
      "a phrase": (nth) => `"${word(nth % 3)} ${word(nth % 4)}"`,
      "by who said it and when": (nth) => `${word(nth % 9)} agent:Ada after:2023-11-15`,
    };
    for (const [what, query] of Object.entries(kinds)) {
      const times: number[] = [];
      const watch = watching();
      let hits = 0;
      for (let nth = 0; nth < TRIES; nth++) {
        const sort: Sort = "best";
        const asked = { query: parseQuery(query(nth)), conversationId: null, limit: 50, sort };
        const begun = performance.now();
        hits += (await index.ask("search", asked)).length;
        times.push(performance.now() - begun);
      }
      const longest = watch();
      rows.push({
        what: `${of}: ${what}`,
        measured: `p50 ${quantile(times, 0.5).toFixed(1)}, p95 ${quantile(times, 0.95).toFixed(1)} ms`,
        against: `${Math.round(hits / TRIES)} hits; the loop stood ${longest.toFixed(1)} ms`,
        ratio: quantile(times, 0.95) / target(words),
        target: { atMost: 1 },
        ...(what in CURVES
          ? {
            on: {
              curve: CURVES[what] ?? "",
              size: words,
              of: "words",
              value: quantile(times, 0.95),
              unit: "ms",
            },
          }
          : {}),
      });
    }
    return rows;
  } finally {
    await index.close();
    await Deno.remove(folder, { recursive: true });
  }
}

export async function searchBench(sizes: readonly number[] = WORDS): Promise<Row[]> {
  const rows: Row[] = [];
  for (const words of sizes) rows.push(...await size(words));
  return rows;
}

if (import.meta.main) {
  const sizes = Deno.args.map(Number).filter((words) => words > 0);
  console.log(table("Looking words up", await searchBench(sizes.length > 0 ? sizes : WORDS)));
}

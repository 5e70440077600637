/** English words of searching every message. */
import { counted } from "./counting.ts";

export const english = {
  searching: "Searching…",
  /** Before and behind what was looked for. */
  nothingSays: ["No message says “", "”"],
  /** Before it. */
  didYouMean: "Did you mean",
  fewerWords: "Try fewer words, or their beginnings.",
  found: (n: number) => counted(n, { one: "# found", other: "# found" }),
  untitled: "New conversation",
  indexing: "Older messages are still being gone through: there may be more.",
  onlyNewest: "This server keeps no index of words: only the newest conversations were read through.",
  order: "Order of what is found",
  orders: { best: "Best first", newest: "Newest first" },
  narrow: "Narrow the search",
  /** What is written into the field, and what it is for; quotes as they are shown. */
  written: {
    "agent:": "agent:",
    "project:": "project:",
    "after:": "after:",
    "before:": "before:",
    '"': "“ ”",
  },
  filters: {
    "agent:": "said by somebody: agent:Ada",
    "project:": "said in a project: project:Oven",
    "after:": "said that day or later: after:2026-11-02",
    "before:": "said before then: before:2026-12",
    '"': "words that stand together, between quotes",
  },
};
export type SearchingWords = typeof english;

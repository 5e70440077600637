/** English words of searching the web by a service of one's own. */
import { counted } from "./counting.ts";

export const english = {
  none: "No service yet. Agents that may search the web do so where the maker of their model has a search.",
  kind: "Service",
  url: "Address",
  urlHints: {
    searxng: "Of your own SearXNG, also on this machine. Its settings have to list json among their formats.",
    brave: "Of Brave’s own service, unless you go by another way.",
    tavily: "Of Tavily’s own service, unless you go by another way.",
  },
  key: "Key",
  keyHint: "Kept encrypted, never shown again. Empty leaves the one there is; another address clears it.",
  showKey: "Show the key",
  hideKey: "Hide the key",
  check: "Check",
  checking: "It is asked…",
  works: (n: number) =>
    counted(n, { one: "It works: # page was found.", other: "It works: # pages were found." }),
  save: "Save",
  saved: "Saved.",
  remove: "Remove",
  removeAsk: "Remove the search service?",
  removeMeans:
    "Agents no longer search by it. What it found stays in its conversations; its key is forgotten.",
  removed: "Removed.",
  withKey: (hint: string) => `with a key (${hint})`,
  withoutKey: "without a key",
};
export type WebSearchWords = typeof english;

/** German words of searching every message. */
import { counted } from "./counting.ts";
import type { SearchingWords } from "./english_searching.ts";

export const searching: SearchingWords = {
  searching: "Sucht …",
  found: (n) => counted(n, { one: "# Treffer", other: "# Treffer" }),
  nothingSays: ["Keine Nachricht enthält „", "“"],
  didYouMean: "Meinten Sie",
  fewerWords: "Versuchen Sie es mit weniger Wörtern oder ihren Anfängen.",
  untitled: "Neues Gespräch",
  indexing: "Ältere Nachrichten werden noch durchgesehen: Es kann mehr geben.",
  order: "Reihenfolge des Gefundenen",
  orders: { best: "Das Beste zuerst", newest: "Das Neueste zuerst" },
  narrow: "Suche eingrenzen",
  filters: {
    "agent:": "von jemandem gesagt: agent:Ada",
    "after:": "an dem Tag oder später gesagt: nach:2026-11-02",
    "before:": "vorher gesagt: vor:2026-12",
    '"': "Wörter, die beisammen stehen, in Anführungszeichen",
  },
};

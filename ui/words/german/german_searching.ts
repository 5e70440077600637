/** Searching every message, in German. */
import type { Catalogue } from "../catalogue.ts";
import { counted } from "../counting.ts";

export const german: Catalogue["searching"] = {
  searching: "Sucht …",
  found: (n) => counted(n, { one: "# Treffer", other: "# Treffer" }),
  nothingSays: ["Keine Nachricht enthält „", "“"],
  didYouMean: "Meinten Sie",
  fewerWords: "Versuchen Sie es mit weniger Wörtern oder ihren Anfängen.",
  untitled: "Neues Gespräch",
  indexing: "Ältere Nachrichten werden noch durchgesehen: Es kann mehr geben.",
  onlyNewest: "Dieser Server führt kein Wortverzeichnis: Nur die neuesten Gespräche wurden durchgelesen.",
  order: "Reihenfolge des Gefundenen",
  orders: { best: "Das Beste zuerst", newest: "Das Neueste zuerst" },
  narrow: "Suche eingrenzen",
  written: { "agent:": "agent:", "project:": "projekt:", "after:": "nach:", "before:": "vor:", '"': "„ “" },
  filters: {
    "agent:": "von jemandem gesagt: agent:Ada",
    "project:": "in einem Projekt gesagt: projekt:Ofen",
    "after:": "an dem Tag oder später gesagt: nach:2026-11-02",
    "before:": "vorher gesagt: vor:2026-12",
    '"': "Wörter, die beisammen stehen, in Anführungszeichen",
  },
};

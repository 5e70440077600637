/** Searching the web by a service of one's own, in German. */
import type { Catalogue } from "../catalogue.ts";
import { counted } from "../counting.ts";

export const german: Catalogue["websearch"] = {
  none:
    "Noch kein Dienst. Agenten, die im Web suchen dürfen, tun es, wo der Hersteller ihres Modells eine Suche hat.",
  kind: "Dienst",
  url: "Adresse",
  urlHints: {
    searxng:
      "Ihres eigenen SearXNG, auch auf diesem Rechner. Seine Einstellungen müssen json unter den Formaten nennen.",
    brave: "Des Dienstes von Brave, wenn Sie keinen anderen Weg gehen.",
    tavily: "Des Dienstes von Tavily, wenn Sie keinen anderen Weg gehen.",
  },
  key: "Schlüssel",
  keyHint:
    "Wird verschlüsselt behalten und nie wieder gezeigt. Leer bleibt es beim bisherigen; eine andere Adresse löscht ihn.",
  showKey: "Schlüssel zeigen",
  hideKey: "Schlüssel verbergen",
  check: "Prüfen",
  checking: "Er wird gefragt …",
  works: (n) => counted(n, { one: "Er geht: # Seite gefunden.", other: "Er geht: # Seiten gefunden." }),
  save: "Speichern",
  saved: "Gespeichert.",
  remove: "Entfernen",
  removeAsk: "Den Suchdienst entfernen?",
  removeMeans:
    "Agenten suchen nicht mehr durch ihn. Was er fand, bleibt in seinen Gesprächen; sein Schlüssel wird vergessen.",
  removed: "Entfernt.",
  withKey: (hint) => `mit Schlüssel (${hint})`,
  withoutKey: "ohne Schlüssel",
};

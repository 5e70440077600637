/** What agents use, and what they ask before, in German. */
import type { Catalogue } from "../catalogue.ts";

export const german: Catalogue["tools"] = {
  asksToUse: "Bittet um",
  using: "Benutzt gerade",
  used: "Benutzte",
  handed: "Bittet sein Programm um",
  ended: { error: "fehlgeschlagen", unknown: "unklar, ob es lief", refused: "nicht ausgeführt" },
  erased: "gelöscht",
  erase: "Löschen, was es gefragt wurde und gab",
  allowed: "erlaubt",
  refused: "abgelehnt",
  forSite: "für",
  mayIt: (tool) => `Darf „${tool}“ benutzt werden?`,
  changes: "Das ändert etwas.",
  unknownAddress: "Eine Adresse soll gelesen werden, die hier niemand genannt hat. Was in ihr steht, geht an",
  allow: "Erlauben",
  allowOnce: "Einmal erlauben",
  allowSite: "Diese Site erlauben",
  otherServer: "Das geht an einen anderen Server:",
  allowHere: "In diesem Gespräch erlauben",
  allowAlways: "Immer",
  alwaysMeans: "Text von einem anderen Server lässt es wieder fragen.",
  changedSince:
    "Der Server sagt inzwischen etwas anderes darüber. Sehen Sie es sich in den Einstellungen an.",
  howFar: "Wie weit es ist",
  connect: (server) => `${server} in den Einstellungen verbinden`,
  outside: (host) => `Text von ${host}, von niemandem geprüft`,
  here: "für dieses Gespräch",
  refuse: "Ablehnen",
  refusesIn: (time) => `lehnt in ${time} von selbst ab`,
  labels: {
    current_time: "Die Uhrzeit",
    web_search:
      "Im Web suchen (durch den Hersteller des Modells, Anthropic oder OpenAI, sonst durch den Suchdienst der Einstellungen)",
    fetch_url: "Eine Webseite lesen (fragt bei Adressen, die niemand genannt hat)",
    rename_conversation: "Das Gespräch umbenennen (fragt vorher)",
  },
  inputs: { title: "Titel", url: "Adresse", query: "Suche" },
};

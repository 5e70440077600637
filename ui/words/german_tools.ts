/** German words of what agents use, and what they ask before. */
import type { ToolsWords } from "./english_tools.ts";

export const tools: ToolsWords = {
  asksToUse: "Bittet um",
  using: "Benutzt gerade",
  used: "Benutzte",
  handed: "Bittet sein Programm um",
  ended: { error: "fehlgeschlagen", unknown: "unklar, ob es lief", refused: "nicht ausgeführt" },
  erased: "gelöscht",
  allowed: "erlaubt",
  refused: "abgelehnt",
  forSite: "für",
  mayIt: (tool) => `Darf „${tool}“ benutzt werden?`,
  changes: "Das ändert etwas.",
  unknownAddress: "Eine Adresse soll gelesen werden, die hier niemand genannt hat. Was in ihr steht, geht an",
  allow: "Erlauben",
  allowOnce: "Einmal erlauben",
  allowSite: "Diese Site erlauben",
  refuse: "Ablehnen",
  refusesIn: (time) => `lehnt in ${time} von selbst ab`,
  labels: {
    current_time: "Die Uhrzeit",
    fetch_url: "Eine Webseite lesen (fragt bei Adressen, die niemand genannt hat)",
    rename_conversation: "Das Gespräch umbenennen (fragt vorher)",
  },
};

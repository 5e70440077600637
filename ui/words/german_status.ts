/** German words of how the server is doing. */
import type { StatusWords } from "./english_status.ts";

export const status: StatusWords = {
  diskFull: "Der Datenträger ist fast voll: Neues wird erst wieder angenommen, wenn Platz ist.",
  diskLow: "Der Datenträger wird voll. Schaffen Sie bald Platz.",
  version: "Version",
  turns: "Antworten",
  running: (running, waiting) => `${running} werden geschrieben, ${waiting} warten auf Platz`,
  streams: "Seiten und Programme, die Ereignissen folgen",
  commits: "Schreibvorgänge je Sekunde",
  store: "Größe des Speichers",
  inMemory: "nur im Arbeitsspeicher",
  elsewhere: "über das Netz",
  disk: "Frei auf seinem Datenträger",
  backup: "Letzte Sicherung",
  noBackup: "keine bekannt",
  backupOf: (time, size) => `${time} (${size})`,
  lag: "Ereignisschleife",
  late: (ms) => `${ms} ms zu spät`,
  providers: "Anbieter",
  states: { ok: "in Ordnung", busy: "ausgelastet", limited: "gedrosselt", failing: "gestört" },
  noProviders: "noch keiner gefragt",
  errors: "Letzte Fehler",
  noErrors: "Keine, seit der Server läuft.",
  refreshed: (time) => `Stand ${time}.`,
};

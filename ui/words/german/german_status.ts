/** How the server is doing, in German. */
import type { Catalogue } from "../catalogue.ts";
import { counted } from "../counting.ts";
import { talks } from "./german_shared.ts";

export const german: Catalogue["status"] = {
  diskFull: "Der Datenträger ist fast voll: Neues wird erst wieder angenommen, wenn Platz ist.",
  diskLow: "Der Datenträger wird voll. Schaffen Sie bald Platz.",
  version: "Version",
  turns: "Antworten",
  running: (running, waiting) =>
    `${counted(running, { one: "# wird", other: "# werden" })} geschrieben, ${
      counted(waiting, { one: "# wartet", other: "# warten" })
    } auf Platz`,
  streams: "Seiten und Programme, die Ereignissen folgen",
  commits: "Schreibvorgänge je Sekunde",
  store: "Größe des Speichers",
  inMemory: "nur im Arbeitsspeicher",
  elsewhere: "über das Netz",
  disk: "Frei auf seinem Datenträger",
  backup: "Letzte Sicherung",
  noBackup: "keine bekannt",
  backupOf: (time, size) => `${time} (${size})`,
  retention: "Automatisch löschen",
  keeps: "aus",
  deletes: (days) => counted(days, { one: "nach # Tag", other: "nach # Tagen" }),
  goes: (soon) => `${talks(soon)} innerhalb eines Tages`,
  looked: (time) => `zuletzt nachgesehen ${time}`,
  unlooked: "noch wurde nicht nachgesehen",
  lag: "Ereignisschleife",
  late: (ms) => `${ms} ms zu spät`,
  held: "Am längsten nur mit einem beschäftigt",
  neverHeld: (ms) => `seit dem Start nie ${ms} ms oder länger`,
  heldFor: (what, ms, time) => `${what}: ${ms} ms um ${time}`,
  heldBy: { turns: "Antworten, die geschrieben werden", behind: "Arbeit im Hintergrund" },
  providers: "Anbieter",
  states: { ok: "in Ordnung", busy: "ausgelastet", limited: "gedrosselt", failing: "gestört" },
  noProviders: "noch keiner gefragt",
  errors: "Letzte Fehler",
  noErrors: "Keine, seit der Server läuft.",
  refreshed: (time) => `Stand ${time}.`,
};

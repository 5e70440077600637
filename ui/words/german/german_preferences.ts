/** The preferences, in German. */
import type { Catalogue } from "../catalogue.ts";

export const german: Catalogue["preferences"] = {
  looks: "Aussehen",
  theme: "Farben",
  themes: { system: "Wie das System", light: "Hell", dark: "Dunkel" },
  contrast: "Kontrast",
  contrasts: { system: "Wie das System", more: "Hoch" },
  contrastHint: "Hoch macht Wörter und Kanten so kräftig, wie es geht, hell wie dunkel.",
  density: "Dichte",
  densities: { compact: "Dicht", usual: "Üblich", roomy: "Weit" },
  textSize: "Schriftgröße",
  textSizes: { small: "Klein", usual: "Üblich", large: "Groß", larger: "Größer" },
  motion: "Bewegung",
  motions: { system: "Wie das System", less: "Weniger" },
  motionHint: "Mit weniger wird überblendet und nicht bewegt.",

  language: "Sprache",
  languages: { browser: "Wie der Browser" },
  languageHint: "Die Seite wird dafür neu geladen. Was Agenten sagen, bleibt ihre Sache.",
  numbers: (example) => `Zahlen und Daten: ${example}`,

  keys: "Tasten",
  keysOn: "Tasten sind an",
  keysHint: "Einzelne Buchstaben und Alt+1 … 9 wirken nur außerhalb von Feldern. ? zeigt alle.",
  showKeys: "Alle Tasten zeigen",

  calls: "Wenn Sie woanders hinsehen",
  notifications: "Mitteilungen",
  notificationsHint: "Wenn alle Antworten da sind oder ein Agent auf Ihr Wort wartet.",
  notificationsDenied:
    "Dieser Browser erlaubt es nicht. Erlauben Sie in seinen Einstellungen Mitteilungen für diese " +
    "Adresse, und schalten Sie sie dann hier ein.",
  notificationsMissing: "Dieser Browser kennt keine Mitteilungen.",
  sound: "Ton",
  soundHint: "Ein kurzer, in denselben Momenten.",

  again: "Wie am Anfang",
  reset: "Die Vorlieben sind wie am Anfang.",
};

/** The settings of one conversation, in German. */
import type { Catalogue } from "../catalogue.ts";

export const german: Catalogue["rules"] = {
  title: "Einstellungen dieses Gesprächs",
  titleNext: "Einstellungen des nächsten Gesprächs",
  save: "Speichern",
  saved: "Gespeichert.",
  onNewMessage: "Eine neue Nachricht, während Agenten antworten",
  cancel: "hält diese Antworten an",
  queue: "wartet, bis sie fertig sind",
  web: "Das Web",
  webAccess: "Jeder Agent hier darf Webseiten lesen",
  webMeans:
    "Adressen, die Sie geschrieben haben oder die auf einer hier gelesenen Seite stehen; jede andere wird " +
    "gezeigt und fragt vorher.",
  limits: "Grenzen",
  blank: "Leer heißt ohne Grenze.",
  used: (tokens) => `Bisher verbraucht: ${tokens} Tokens. Leer heißt ohne Grenze.`,
  tokens: "Tokens zusammen",
  tokensHint: "Ein und aus zusammen; dann wird niemand mehr gefragt.",
  usd: "US-Dollar",
  usdHint: "Soweit Preise bekannt sind.",
  managerTurns: "Züge, die eine Leitung auslösen darf",
  managerTurnsHint: (most) => `Für eine Nachricht höchstens ${most}.`,
  wrong: "Eine Grenze ist eine Zahl über null, oder leer für keine.",
};

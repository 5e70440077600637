/** What several rooms of the page say alike, in German. */
import type { ErrorCode } from "../../../events/catalog/conversation.ts";
import { counted } from "../counting.ts";

export const agents = (n: number) => counted(n, { one: "# Agent", other: "# Agenten" });

export const messages = (n: number) => counted(n, { one: "# Nachricht", other: "# Nachrichten" });

export const talks = (n: number) => counted(n, { one: "# Gespräch", other: "# Gespräche" });

export const tokens = (n: number) => counted(n, { one: "# Token", other: "# Tokens" });

export const YOU = "Sie";

/** Behind „von“ und „zu“. */
export const dative = (name: string): string => name === YOU ? "Ihnen" : name;

export const WHY_NOT: Record<ErrorCode, string> = {
  auth: "der Anbieter nahm den Schlüssel nicht an",
  permission: "das Konto darf dieses Modell nicht nutzen",
  not_found: "der Anbieter kennt dieses Modell nicht",
  bad_request: "der Anbieter wies die Anfrage zurück",
  context_overflow: "es war zu lang für das Modell",
  rate_limited: "der Anbieter war ausgelastet",
  overloaded: "der Anbieter war ausgelastet",
  server: "der Anbieter hatte einen Fehler",
  network: "es gab keine Verbindung",
  timeout: "es kam keine rechtzeitige Antwort",
  aborted: "es wurde angehalten",
  malformed: "die Antwort war nicht lesbar",
  truncated: "die Antwort brach ab",
  refused: "der Anbieter lehnte ab",
  too_large: "die Antwort war zu groß",
  lost: "das Programm hielt dreimal an",
  internal: "dieses Programm hatte einen Fehler",
};

export const whyNot = (code: string): string =>
  Object.entries(WHY_NOT).find(([known]) => known === code)?.[1] ?? "niemand weiß, warum";

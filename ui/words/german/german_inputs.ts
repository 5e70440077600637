/** What servers of tools ask people, in German. */
import type { Catalogue } from "../catalogue.ts";

export const german: Catalogue["inputs"] = {
  asks: (host) => `${host} bittet um etwas`,
  asked: "fragte",
  sentTo: (host) =>
    `Was Sie angeben, geht an ${host} und bleibt in diesem Gespräch. Geben Sie hier kein Passwort und keinen Schlüssel an.`,
  opens: (host) =>
    `Sie sollen eine Adresse öffnen. Was Sie dort tun, bleibt zwischen Ihnen und ${host}; nichts davon kommt hierher.`,
  again:
    "Das Werkzeug lief nicht; es wird noch einmal aufgerufen, wenn Sie sagen, dass Sie dort fertig sind.",
  open: (host) => `${host} öffnen`,
  beenThere: "Erledigt, noch einmal aufrufen",
  send: "Senden",
  agree: "Zustimmen",
  decline: "Ablehnen",
  dismiss: "Jetzt nicht",
  endsIn: (time) => `endet in ${time} von selbst`,
  optional: "freiwillig",
  choose: "Auswählen …",
  yes: "ja",
  no: "nein",
  outcomes: {
    accepted: "gesendet",
    declined: "abgelehnt",
    cancelled: "nicht beantwortet",
    unanswered: "niemand antwortete rechtzeitig",
    withdrawn: "der Server wollte es nicht mehr",
    lost: "verloren: Der Aufruf wurde unterbrochen",
  },
  opened: "zugestimmt",
  wasThere: "erledigt, und noch einmal aufgerufen",
  faults: {
    missing: "Füllen Sie das aus.",
    kind: "Das passt nicht.",
    short: (n) => `Mindestens ${n} Zeichen.`,
    long: (n) => `Höchstens ${n} Zeichen.`,
    whole: "Eine ganze Zahl.",
    small: (n) => `Mindestens ${n}.`,
    large: (n) => `Höchstens ${n}.`,
    few: (n) => `Wählen Sie mindestens ${n}.`,
    many: (n) => `Wählen Sie höchstens ${n}.`,
    format: {
      email: "Eine E-Mail-Adresse wie name@example.org.",
      uri: "Eine Adresse wie https://example.org/.",
      date: "Ein Tag.",
      "date-time": "Ein Tag und eine Uhrzeit.",
    },
  },
};

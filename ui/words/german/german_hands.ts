/** Raised hands, in German. */
import type { Catalogue } from "../catalogue.ts";
import { counted } from "../counting.ts";

const calls = (n: number) => counted(n, { one: "# Aufruf", other: "# Aufrufe" });

export const german: Catalogue["hands"] = {
  title: "Meldungen",
  raised: "Meldungen: eine drücken, um zu fragen",
  wouldAdd: "würde beitragen:",
  off: "Meldungen",
  asking: "Wer meldet sich? …",
  told: (up, of) => `${up} von ${of}`,
  up: (names) => `Es melden sich: ${names}.`,
  none: "Niemand meldet sich.",
  means:
    "Nach jeder Ihrer Nachrichten, die niemanden nennt, wird jeder eingeschaltete Agent gefragt, ob er etwas beizutragen hat. Er sagt es in einer Zeile, und Sie wählen, wer spricht. Die Zeilen bekommt kein Agent zu sehen; eine neuere Nachricht nimmt alle Meldungen zurück.",
  costs:
    "Jeder Agent ist ein kurzer Aufruf je Nachricht: Er bekommt das Gespräch wie für eine Antwort, und es kostet, was das zu senden kostet.",
  once: (n, tokens, usd) =>
    `Einmal fragen, wie das Gespräch steht: ${calls(n)}, höchstens etwa ${tokens} Tokens, ${usd}.`,
  onceUnknown: (n, tokens) =>
    `Einmal fragen, wie das Gespräch steht: ${
      calls(n)
    }, höchstens etwa ${tokens} Tokens. Was sie kosten, ist nicht bekannt: Ein Preis fehlt.`,
  onceNone:
    "Was das Fragen kostet, ist nicht bekannt: Niemand ist da, oder einem Agenten fehlt Anbieter oder Modell.",
  counting: "Wird berechnet …",
  calls: "Höchstens so viele Aufrufe in diesem Gespräch",
  usd: "Höchstens so viele US-Dollar (darf leer bleiben)",
  usdHint:
    "Gezählt, soweit Preise bekannt sind. Ist eines erreicht, wird nicht mehr gefragt, und das Gespräch sagt es.",
  callBounds: (least, most) => `Aufrufe sind eine ganze Zahl von ${least} bis ${most}.`,
  usdBounds: (least, most) => `US-Dollar sind eine Zahl von ${least} bis ${most}.`,
  start: "Nach Meldungen fragen",
  change: "Neu beginnen",
  stop: "Nicht mehr fragen",
  isOn: "Agenten werden nach Meldungen gefragt.",
  ended: {
    off: "Jemand hat es beendet.",
    calls: "Beendet: Noch eine Runde hätte mehr Aufrufe gebraucht, als erlaubt sind.",
    usd: "Beendet: Noch eine Runde hätte mehr US-Dollar gekostet, als erlaubt sind.",
    imported: "Wo dieses Gespräch herkommt, war es an; hier ist es aus.",
  },
  used: (n, most, tokens, usd) => `Seit es gesetzt wurde: ${calls(n)} von ${most}, ${tokens} Tokens, ${usd}.`,
  now: "Wer zu Ihrer letzten Nachricht gefragt wurde",
  is: {
    asked: "wird gefragt …",
    up: "würde beitragen",
    down: "hat nichts beizutragen",
    unclear: "sagte weder Ja noch Nein in einer Zeile",
    late: "sagte es nicht rechtzeitig",
    failed: "konnte nichts sagen",
    stopped: "wurde gestoppt",
    erased: "was er sagte, wurde gelöscht",
  },
  cut: "Er sagte mehr als die Zeile.",
  saw: "Was er sah",
};

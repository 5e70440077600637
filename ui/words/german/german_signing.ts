/** The key that signs, in German. */
import type { Catalogue } from "../catalogue.ts";
import { counted } from "../counting.ts";

export const german: Catalogue["signing"] = {
  proves:
    "Eine Unterschrift beweist, dass in einem Gespräch stand, was dort steht, und in dieser Reihenfolge, als der Inhaber dieses Schlüssels unterschrieb, und dass seither nichts davon geändert, dazwischen eingefügt oder entfernt wurde.",
  provesNot:
    "Sie beweist nicht, dass ein Modell es gesagt hat, dass vor der ersten Unterschrift nichts ausgelassen wurde, und nicht die Zeit: Der Betreiber dieses Servers hat den Schlüssel, und die Uhr ist seine.",
  none: "Noch wurde nichts unterschrieben: Der Schlüssel entsteht mit der ersten Unterschrift.",
  key: "Öffentlicher Schlüssel",
  fingerprint: "Fingerabdruck",
  copy: "Schlüssel kopieren",
  copied: "Kopiert.",
  notCopied: "Kopieren ist hier nicht erlaubt.",
  last: "Zuletzt unterschrieben",
  lastOf: (n, at) => `Prüfpunkt ${n}, ${at}`,
  what: (heads, why) =>
    `${
      counted(heads, {
        one: "Wo # Gespräch (oder die Einstellungen) stand",
        other: "Wo # Gespräche standen, die Einstellungen als eines gezählt",
      })
    }; unterschrieben ${why}.`,
  nothing: (why) => `Nichts hatte sich geändert; unterschrieben ${why}.`,
  why: {
    hour: "von selbst, wie jede Stunde, in der etwas geschah",
    export: "für einen Export",
    backup: "vor einer Sicherung",
    demand: "weil jemand es wollte",
    restore: "um einen wiederhergestellten Speicher anzunehmen",
    rebuild: "um einen neu aufgebauten Speicher anzunehmen",
    key: "um für einen neuen Schlüssel zu bürgen",
    lost: "mit einem neuen Schlüssel, weil der vorige verloren ging",
  },
  sign: "Jetzt unterschreiben",
  signed: "Unterschrieben.",
  unchanged: "Seit der letzten Unterschrift hat sich nichts geändert.",
  change: "Schlüssel wechseln",
  changeAsk: "Mit einem anderen Schlüssel unterschreiben?",
  changeMeans:
    "Von jetzt an unterschreibt ein anderer Schlüssel, und der bisherige bürgt für ihn. Bisherige Beweise bleiben gültig: Wer einen prüft, braucht den alten Schlüssel oder das, was die öffentliche Adresse über beide sagt.",
  changed: "Von jetzt an unterschreibt ein anderer Schlüssel.",
  lost: (n) =>
    `Dieser Speicher hatte einmal Prüfpunkt ${n} und hat ihn nicht mehr: Er wurde auf einen früheren Tag zurückgesetzt oder abgeschnitten. „fishbowl verify“ sagt mehr.`,
  known: "Was jeder davon wissen darf, auch ohne Passwort:",
  copies:
    "Bewahren Sie eine Kopie des öffentlichen Schlüssels außerhalb dieses Servers auf: Wer eine hat, kann seine Unterschriften von denen aller anderen unterscheiden. Von der geheimen Hälfte liegt eine Kopie in jeder Sicherung, versiegelt mit dem Hauptschlüssel: Ohne diese Datei unterschreibt niemand.",
  imported: {
    legend: "Woher es kommt",
    unsigned: "importiert, nicht unterschrieben",
    here: "importiert · von diesem Server unterschrieben",
    signed: (key) => `von einem anderen Server importiert · unterschrieben mit ${key}`,
    wrong: (key) => `importiert · die Unterschrift von ${key} gilt nicht`,
    holds: (events, at) =>
      `Die Unterschrift gilt für die ersten ${events} Ereignisse, wie sie am ${at} standen. Was seither gesagt wurde, wurde hier gesagt. Unterschrieben hat dieser Schlüssel:`,
    holdsNot:
      "Was es unterschrieb, führt nicht zu dem, was hier steht: Es wurde seither verändert. Es nennt diesen Schlüssel:",
    whole: "Die Unterschrift, wie sie mitkam",
  },
};

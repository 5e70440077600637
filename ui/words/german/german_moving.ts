/** Moving in, in German. */
import type { Catalogue } from "../catalogue.ts";
import { counted } from "../counting.ts";
import { messages, talks } from "./german_shared.ts";

export const german: Catalogue["moving"] = {
  title: "Gespräche importieren",
  looking: "Die Datei wird angesehen …",
  progress: "Fortschritt",
  from: (product) => `Von ${product}`,
  talks,
  messages,
  branches: (n) => counted(n, { one: "# Zweig", other: "# Zweige" }),
  files: (n) => counted(n, { one: "# Bild oder Datei", other: "# Bilder und Dateien" }),
  between: (first, last) => `${first} bis ${last}`,
  here: (n) => counted(n, { one: "# ist schon hier", other: "# sind schon hier" }),
  deleted: (n) =>
    counted(n, {
      one: "# wurde früher importiert und gelöscht und bleibt es",
      other: "# wurden früher importiert und gelöscht und bleiben es",
    }),
  alsoBranches: "Auch andere Zweige, jeden als eigenes Gespräch",
  leftOut: "Was weggelassen wird, und warum",
  nothingNew: "Alles davon ist schon hier.",
  keeps:
    "Jede Nachricht behält ihre Zeit und wer sie schrieb und ist als importiert gekennzeichnet. Die Gespräche stehen in der Liste, wo sie der Zeit nach hingehören.",
  guessed: "Wer was sagt, wurde aus Zeilen wie „## User“ und „**Assistant:**“ erraten.",
  begin: "Importieren",
  moving: (n) => `Wird importiert: bisher ${talks(n)}`,
  stop: "Anhalten",
  imported: (n, said) => `${talks(n)} mit ${messages(said)} importiert.`,
  stopped: "Es wurde angehalten. Was importiert ist, bleibt; mit derselben Datei geht es dort weiter.",
  brokeOff: "Es brach ab. Was importiert ist, bleibt; mit derselben Datei geht es dort weiter.",
  where: "Sie stehen in der Liste, wo sie der Zeit nach hingehören, und die Suche findet sie.",
  open: "Das erste öffnen",
  close: "Schließen",
  choose: "Einen Export auswählen",
  chooseHelp:
    "Das Archiv oder das JSON eines Exports von ChatGPT, Claude, Open WebUI oder LibreChat, ein Chat von SillyTavern (JSONL), ein Gespräch in Markdown, eine Charakterkarte (PNG, JSON, CHARX) oder ein Gespräch, das hier exportiert wurde. Es kann auch auf diese Seite gezogen werden.",
  drop: "Loslassen zum Importieren",
  card: (name) => `${name}, eine Charakterkarte`,
  cardBecomes:
    "Daraus wird ein Agent mit diesem Prompt und dem Bild der Karte, mit Anbieter und Modell Ihres ersten Agenten. Beides lässt sich in seinen Einstellungen ändern.",
  greetings: (n) => counted(n, { one: "# andere Begrüßung", other: "# andere Begrüßungen" }),
  lore: (n) =>
    counted(n, {
      one: "# Eintrag ihres Lorebooks, der auf bestimmte Wörter hin erzählt wird, was hier kein Agent tut",
      other:
        "# Einträge ihres Lorebooks, die auf bestimmte Wörter hin erzählt werden, was hier kein Agent tut",
    }),
  assets: (n) => counted(n, { one: "# andere Datei", other: "# andere Dateien" }),
  cut: "Was für einen Prompt zu lang ist",
  makeAgent: "Agenten anlegen",
  openAgent: "Seine Einstellungen öffnen",
  cardMade: (name, taken) =>
    taken.state === "alone"
      ? "Es gibt noch keinen Agenten, dessen Modell genutzt werden könnte. Legen Sie zuerst einen in den Einstellungen an."
      : taken.state === "here"
      ? `${name} ist schon hier.`
      : `${name} ist jetzt ein Agent, mit dem Modell ${taken.model}.`,
  left: {
    hidden: "Anweisungen und verborgene Nachrichten",
    tools: "Aufrufe und Ergebnisse von Werkzeugen",
    thoughts: "Gedanken von Modellen",
    empty: "Nachrichten ohne Worte",
    long: "Nachrichten, die zu lang sind",
    branches: "Andere Zweige",
    lost_files: "Dateien, die nicht im Archiv sind",
    other_files: "Dateien, die nicht angehängt werden können",
    large_files: "Dateien, die zu groß oder zu viele sind",
    blank_talks: "Gespräche ohne Worte",
    long_talks: "Gespräche, die zu lang sind",
    unknown: "Unbekannte Einträge",
  },
  faults: {
    unknown:
      "In dieser Datei ist nichts, was sich importieren lässt. Wählen Sie das Archiv oder das JSON eines Exports.",
    long_talks: "Die Gespräche in dieser Datei sind zu lang, um sie zu importieren.",
    blank_talks: "Kein Gespräch in dieser Datei hat Worte, die sich importieren lassen.",
    cut: "Das Archiv ist abgeschnitten oder beschädigt. Laden Sie es noch einmal herunter.",
    locked: "Das Archiv ist mit einem Passwort verschlossen. Entpacken Sie es zuerst.",
    packing: "Das Archiv ist auf eine Art gepackt, die hier nicht bekannt ist. Entpacken Sie es zuerst.",
    many: "Das Archiv hat zu viele Dateien.",
    bomb: "Das Archiv würde entpackt weit größer, als ein Export ist.",
    false_size: "Die Angaben des Archivs über seine Dateien stimmen nicht.",
  },
};

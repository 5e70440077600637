/** The story, in German. What one did oneself stands without a subject, as under “Sie”. */
import { factsOf, type Mode } from "../../../events/catalog/modes.ts";
import type { Catalogue } from "../catalogue.ts";
import { counted } from "../counting.ts";
import type { By } from "../english_story.ts";
import { german as head } from "./german_head.ts";
import { tokens, whyNot } from "./german_shared.ts";
import { type Put, say, Sentence } from "../sentence.ts";

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** “Ann hat Editor entfernt”, oneself: “Editor entfernt”. */
function did(by: By, what: Put, verb: string): Sentence {
  if (by !== null) return say`${by} hat ${what} ${verb}`;
  const [first = "", ...rest] = say`${what} ${verb}`.parts;
  return new Sentence([typeof first === "string" ? capital(first) : first, ...rest]);
}

/** The same for what goes on after the verb: “Ann hat eingestellt: …”. */
const didThen = (by: By, verb: string, rest: Put): Sentence =>
  by === null ? say`${capital(verb)}${rest}` : say`${by} hat ${verb}${rest}`;

const wrote = (by: By): Sentence => by === null ? say`Sie schrieben` : say`${by} schrieb`;

/** A mode is called as it is chosen; one that a newer program wrote down has its bare name. */
const nameOf = (mode: Mode): string => (head.modes[mode] ?? factsOf(mode)).label;

const conversation: Catalogue["story"]["conversation"] = {
  started: (by, mode) => say`${did(by, "das Gespräch", "begonnen")}: ${nameOf(mode)}`,
  continued: (by) => did(by, "ein anderes Gespräch", "fortgesetzt"),
  repeated: (by) => did(by, "ein anderes Gespräch", "wiederholt"),
  renamed: (by, title) => did(by, say`es „${title}“`, "genannt"),
  archived: (by) => did(by, "das Gespräch", "archiviert"),
  restored: (by) => did(by, "das Gespräch", "zurückgeholt"),
  deleted: (by) => did(by, "das Gespräch", "gelöscht"),
  untouched: (by) => did(by, "das Gespräch, das lange niemand berührt hatte,", "gelöscht"),
  filed: (by) => did(by, "das Gespräch", "eingeordnet"),
  intoProject: (by) => did(by, "das Gespräch", "in ein Projekt gelegt"),
  outOfProject: (by) => did(by, "das Gespräch", "aus seinem Projekt genommen"),
  bringing: (by) => didThen(by, "nach und nach mitgebracht", say`, was vorher gesagt wurde`),
  brought: (by) => didThen(by, "alles mitgebracht", say`, was vorher gesagt wurde`),
  hadBack: (by) => did(by, "das gelöschte Gespräch", "zurückgeholt"),
  mode: (by, mode) => did(by, nameOf(mode), "eingeschaltet"),
  modeRounds: (by, mode, rounds) =>
    say`${did(by, nameOf(mode), "eingeschaltet")}, ${counted(rounds, { one: "# Runde", other: "# Runden" })}`,
  modeLed: (by, mode, manager) => say`${did(by, nameOf(mode), "eingeschaltet")}, es leitet ${manager}`,
  settings: (by, what) => didThen(by, "eingestellt", say`: ${what}`),
  settingsSame: (by) => did(by, "die Einstellungen", "belassen"),
  rounds: (n) => counted(n, { one: "# Runde", other: "# Runden" }),
  managerTurns: (n) => `höchstens ${counted(n, { one: "# Zug", other: "# Züge" })} für eine Nachricht`,
  tokenLimit: (n) => `höchstens ${tokens(n)}`,
  costLimit: (usd) => `höchstens ${usd}`,
  noLimits: "keine Grenzen",
  webOn: "Agenten dürfen im Netz lesen",
  webOff: "Agenten dürfen nicht im Netz lesen",
  cancels: "eine neue Nachricht hält die Antworten an",
  queues: "eine neue Nachricht wartet auf die Antworten",
};

const roster: Catalogue["story"]["roster"] = {
  added: (by, names) => did(by, names, "hinzugefügt"),
  removed: (by, name) => did(by, name, "entfernt"),
  enabled: (by, name) => did(by, name, "eingeschaltet"),
  disabled: (by, name) => did(by, name, "ausgeschaltet"),
  reordered: (by, names) => didThen(by, "geordnet", say`: ${names}`),
};

const message: Catalogue["story"]["message"] = {
  asked: (by, text) => by === null ? say`Sie fragten: „${text}“` : say`${by} fragte: „${text}“`,
  wrote: (by, text) => say`${wrote(by)}: „${text}“`,
  askedOne: (by, to, text) => say`${by ?? "Sie"} an ${to}: „${text}“`,
  sentFile: (by, name) => by === null ? say`Sie schickten ${name}` : say`${by} schickte ${name}`,
  sentFiles: (by, files) => {
    const what = counted(files, { one: "# Datei", other: "# Dateien" });
    return by === null ? say`Sie schickten ${what}` : say`${by} schickte ${what}`;
  },
  erased: (by) => say`${wrote(by)} etwas, das gelöscht wurde`,
  erases: (by, what) => didThen(by, "Worte gelöscht", say`: ${what}`),
  erasesUse: (by, what) => didThen(by, "Werkzeugaufruf gelöscht", say`: ${what}`),
  noted: (text) => say`Vermerkt: „${text}“`,
  brought: (name, text) => say`${name} hatte gesagt: „${text}“`,
  told: (to, text) => say`An ${to}: „${text}“`,
  anAnswer: (name) => say`die Antwort von ${name}`,
  aboutAnswers: (name) => say`was ${name} über Antworten schreibt`,
  words: (text) => say`„${text}“`,
  aMessage: "eine Nachricht",
  leftOut: (by, what) => did(by, what, "ausgelassen"),
  takenIn: (by, what) => did(by, what, "aufgenommen"),
  pinned: (by, what) => did(by, what, "angeheftet"),
  unpinned: (by, what) => did(by, what, "gelöst"),
  hidden: (by, what, from) => did(by, say`${what} vor ${from}`, "verborgen"),
  shown: (by, what, to) => did(by, say`${what} für ${to}`, "sichtbar gemacht"),
};

const turn: Catalogue["story"]["turn"] = {
  asked: (name) => say`${name} gefragt`,
  askedFirst: (name) => say`Zuerst ${name} gefragt`,
  askedNext: (name) => say`Dann ${name} gefragt`,
  askedForHand: (name) => say`${name} gefragt, ob es etwas beizutragen gibt`,
  handUp: (name, line) => say`${name} würde beitragen: „${line}“`,
  handDown: (name) => say`${name} hat nichts beizutragen`,
  askedByName: (name) => say`${name} mit Namen gefragt`,
  askedAgain: (name) => say`${name} noch einmal gefragt`,
  askedBy: (from, name) => say`${from} fragte ${name}`,
  reported: (from, name) => say`${from} schrieb an ${name}, der leitet`,
  askedToLead: (name) => say`${name} gefragt, leitet das Gespräch`,
  askedToMend: (name) => say`${name} um einen neuen Versuch gebeten`,
  askedInPanel: (name, stage) => say`${name} gefragt: ${stage}`,
  askedForGist: (name, n) => say`${name} nach dem Kern von ${counted(n, { other: "# Antworten" })} gefragt`,
  askedForClaims: (name) => say`${name} nach den Aussagen zweier Antworten gefragt`,
  askedToMerge: (name, n) => say`${name} um eine Antwort aus ${counted(n, { other: "#" })} gebeten`,
  began: (name) => say`${name} begann`,
  beganAgain: (name) => say`${name} begann von vorn`,
  sent: (n) => say`${counted(n, { one: "# Nachricht", other: "# Nachrichten" })} geschickt`,
  withMessages: (asked, n) =>
    say`${asked}, mit ${counted(n, { one: "# Nachricht", other: "# Nachrichten" })}`,
  sentSome: "Die Nachrichten geschickt",
  sentResults: "Ergebnisse der Werkzeuge geschickt",
  sentOn: "Zum Weitermachen zurückgeschickt",
  sentAgain: "Noch einmal geschickt",
  failedCall: (code) => say`${capital(whyNot(code))}`,
  failedCallAgain: (code, waited) => say`${capital(whyNot(code))}; ${waited} gewartet, neuer Versuch`,
  usesSomeTool: (name) => say`${name} nutzte ein Werkzeug`,
  usesTool: (name, tool) => say`${name} nutzte „${tool}“`,
  opens: (name, address) => say`${name} öffnete ${address}`,
  wantsSomeTool: (name) => say`${name} möchte ein Werkzeug nutzen`,
  wantsTool: (name, tool) => say`${name} bittet um „${tool}“`,
  wantsToOpen: (name, address) => say`${name} möchte ${address} öffnen`,
  allowed: (by) => did(by, "es", "erlaubt"),
  allowedHere: (by) => did(by, "es für das ganze Gespräch", "erlaubt"),
  allowedSite: (by, site) => did(by, say`${site} von nun an`, "erlaubt"),
  refused: (by) => by === null ? say`Nicht erlaubt` : did(by, "es nicht", "erlaubt"),
  inputAsked: "Der Server des Werkzeugs bittet um eine Angabe",
  inputAccepted: (by) => by === null ? say`Die Angabe gemacht` : did(by, "die Angabe", "gemacht"),
  inputDeclined: (by) => by === null ? say`Die Angabe abgelehnt` : did(by, "die Angabe", "abgelehnt"),
  inputCancelled: (by) => by === null ? say`Die Frage weggelegt` : did(by, "die Frage", "weggelegt"),
  inputUnanswered: "Niemand antwortete rechtzeitig",
  inputWithdrawn: "Der Server wollte die Angabe nicht mehr",
  toolOk: "Das Werkzeug antwortete",
  toolFailed: "Das Werkzeug meldete einen Fehler",
  toolCut: "Das Werkzeug wurde unterbrochen",
  toolRefused: "Das Werkzeug lief nicht",
  paused: (name) => say`Der Dienst von ${name} hielt inne, mit eigenen Werkzeugen bei der Arbeit`,
  answered: (name) => say`${name} antwortete`,
  answeredIn: (name, n) => say`${name} antwortete in ${tokens(n)}`,
  answeredTo: (name, to) => say`${name} antwortete an ${to}`,
  answeredToIn: (name, to, n) => say`${name} antwortete an ${to} in ${tokens(n)}`,
  cutAtLimit: (sentence) => say`${sentence}, an der Grenze abgeschnitten`,
  passed: (name) => say`${name} setzte aus`,
  failed: (name, code) => say`${name} konnte nicht antworten: ${whyNot(code)}`,
  shutDown: (name) => say`${name} wurde unterbrochen: das Programm hielt an`,
  lost: (name) => say`${name} wurde unterbrochen: das Programm war weg`,
  crashed: (name) => say`${name} wurde durch einen Fehler unterbrochen`,
  stopped: (by, name) => did(by, name, "angehalten"),
  stoppedForNew: (name) => say`${name} hielt für eine neuere Nachricht an`,
  stoppedOff: (name) => say`${name} hielt an: ausgeschaltet`,
  stoppedRemoved: (name) => say`${name} hielt an: entfernt`,
  unfinished: (name) => say`${name} war dort, woher dies kommt, nicht fertig`,
  stoppedDeleted: (name) => say`${name} hielt an: das Gespräch wurde gelöscht`,
  stoppedAtLimit: (name) => say`${name} hielt an der Grenze an`,
  theyAnswered: (names) => say`Geantwortet: ${names}`,
  theyAnsweredIn: (names, n) => say`${names}, ${tokens(n)}`,
  agents: (n) => counted(n, { one: "# Agent", other: "# Agenten" }),
  nobody: "Niemand antwortete",
  endedEarly: (n) => counted(n, { one: "# Antwort endete früh", other: "# Antworten endeten früh" }),
  over: (what) => say`Fertig: ${what}`,
  someAnswered: (n) => counted(n, { one: "# antwortete", other: "# antworteten" }),
  someFailed: (n) => counted(n, { one: "# scheiterte", other: "# scheiterten" }),
  someStopped: (n) => counted(n, { other: "# angehalten" }),
};

const expected: Catalogue["story"]["expected"] = {
  set: (by, kind) =>
    did(
      by,
      {
        says: "eine Prüfung darauf, was gesagt werden muss,",
        says_not: "eine Prüfung darauf, was nicht gesagt werden darf,",
        calls: "eine Prüfung darauf, welches Werkzeug benutzt werden muss,",
        like: "eine Prüfung darauf, wie Antworten sein müssen,",
        tokens: "eine Grenze für Tokens",
        usd: "eine Grenze für Geld",
        seconds: "eine Grenze für die Dauer einer Antwort",
      }[kind],
      "festgelegt",
    ),
  removed: (by) => did(by, "eine Prüfung", "zurückgenommen"),
  named: (by, name) => did(by, say`das Gespräch als Prüfung „${name}“`, "gesichert"),
  unnamed: (by) => did(by, "die gesicherte Prüfung", "aufgehoben"),
  begun: (by) => did(by, "die Prüfung", "laufen lassen"),
  planned: (by) => did(by, "eine Frage", "vorgemerkt"),
  cast: (by, agent) =>
    did(by, say`${agent} für diesen Lauf ein anderes Modell oder andere Anweisungen`, "gegeben"),
  judge: (by, agent) => did(by, say`${agent} zum Richter dieses Laufs`, "bestimmt"),
  ended: (how, others, failed) =>
    say`Der Lauf ${
      { ended: "ist zu Ende", stopped: "wurde angehalten", capped: "endete an seiner Grenze" }[how]
    }: ${String(failed)} von ${String(others + failed)} Erwartungen gelten nicht`,
};

const hands: Catalogue["story"]["hands"] = {
  set: (by, calls) =>
    did(
      by,
      say`Meldungen, bis zu ${counted(calls, { one: "# Aufruf", other: "# Aufrufe" })},`,
      "eingeschaltet",
    ),
  off: (by) => did(by, "Meldungen", "ausgeschaltet"),
  over: (why) =>
    say`Nach Meldungen wird nicht mehr gefragt: ${
      {
        calls: "Die Aufrufe sind verbraucht",
        usd: "Das Geld ist verbraucht",
        imported: "Es wurde anderswo gesetzt",
      }[why]
    }`,
};

const beside: Catalogue["story"]["beside"] = {
  started: (by) => did(by, "Antworten neben dem Gespräch", "angefordert"),
  taken: (by, message) => did(by, say`${message} ins Gespräch`, "übernommen"),
};

const comparison: Catalogue["story"]["comparison"] = {
  begun: (by, seats) =>
    did(
      by,
      counted(seats, { one: "# Agenten", other: "# Agenten" }),
      "gefragt, ohne dass man weiß, wer was antwortet",
    ),
  answered: (letter) => say`Antwort ${letter} ist da`,
  gap: (letter) => say`Es gibt keine Antwort ${letter}`,
  ready: "Alle Antworten sind da und können beurteilt werden",
  voted: (by) => did(by, "die Antworten", "beurteilt"),
  revealed: (by) => did(by, "aufgedeckt,", "wessen Antworten es sind"),
  sealed: (by) => did(by, "einen Vergleich", "begonnen"),
  opened: (by) => did(by, "geöffnet,", "was in einem Vergleich gefragt wurde"),
};

const standing: Catalogue["story"]["standing"] = {
  set: (by) => did(by, "etwas, das von selbst gesagt wird,", "eingerichtet"),
  paused: (by) => did(by, "einen Zeitplan", "angehalten"),
  resumed: (by) => did(by, "einen Zeitplan", "weiterlaufen lassen"),
  removed: (by) => did(by, "einen Zeitplan", "entfernt"),
  ran: (outcome) =>
    say`Ein Zeitplan ${
      {
        ran: "sprach",
        missed: "versäumte seine Zeit",
        busy: "sprach noch und ließ eine Zeit aus",
        over_cap: "sprach schon so oft, wie er an einem Tag darf",
        over_budget: "fand das Tagesbudget verbraucht",
        unchanged: "fand seine Adresse unverändert",
        unreachable: "konnte seine Adresse nicht lesen",
        nobody: "fand keinen seiner Agenten",
        replanned: "wurde neu geplant: Seine Zeitzone hat andere Regeln, oder die Uhr wurde zurückgestellt",
      }[outcome]
    }`,
};

const panel: Catalogue["story"]["panel"] = {
  started: (by, name) => did(by, say`ein Gremium (${name})`, "einberufen"),
  begun: (name, round) =>
    round === undefined ? say`${name} begann` : say`${name} begann, Runde ${String(round)}`,
  ended: (name, gaps) =>
    gaps === 0
      ? say`${name} ist zu Ende`
      : say`${name} ist zu Ende, ${counted(gaps, { one: "# Antwort fehlt", other: "# Antworten fehlen" })}`,
  agreed: (name) => say`${name} ist zu Ende: Alle sagen dasselbe`,
  budget: (name) => say`${name} ist zu Ende: Ihr Maß ist verbraucht`,
  over: (how) =>
    say`Das Gremium ${
      {
        completed: "ist fertig",
        stopped: "wurde angehalten",
        new_message: "endete mit einer neuen Nachricht",
        nobody: "endete: Niemand war mehr da",
        capped: "endete an der Grenze",
        deleted: "endete: Das Gespräch wurde gelöscht",
        imported: "war dort, woher dies kommt, nicht fertig",
      }[how]
    }`,
  stage: (n) => `Abschnitt ${n}`,
};

export const german: Catalogue["story"] = {
  you: "Sie",
  program: "Fishbowl",
  agent: "Ein Agent",
  unknown: "Etwas, das eine neuere Version schrieb",
  conversation,
  roster,
  message,
  panel,
  standing,
  expected,
  hands,
  beside,
  comparison,
  turn,
};

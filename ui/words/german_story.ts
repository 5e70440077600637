/** German words of the story. What one did oneself stands without a subject, as under “Sie”. */
import type { ErrorCode } from "../../events/catalog/conversation.ts";
import type { Mode, ModeFacts } from "../../events/catalog/modes.ts";
import { counted } from "./counting.ts";
import type { By, StoryWords } from "./english_story.ts";
import { head } from "./german_head.ts";
import { type Put, say, Sentence } from "./sentence.ts";

const tokens = (n: number) => counted(n, { one: "# Token", other: "# Tokens" });
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

const WHY_NOT: Record<ErrorCode, string> = {
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

/** A mode is called as it is chosen; one that a newer program wrote down has its bare name. */
function nameOf(mode: Mode): string {
  const modes: Partial<Record<Mode, ModeFacts>> = head.modes;
  return modes[mode]?.label ?? mode;
}

const conversation: StoryWords["conversation"] = {
  started: (by, mode) => say`${did(by, "das Gespräch", "begonnen")}: ${nameOf(mode)}`,
  continued: (by) => did(by, "ein anderes Gespräch", "fortgesetzt"),
  repeated: (by) => did(by, "ein anderes Gespräch", "wiederholt"),
  renamed: (by, title) => did(by, say`es „${title}“`, "genannt"),
  archived: (by) => did(by, "das Gespräch", "archiviert"),
  restored: (by) => did(by, "das Gespräch", "zurückgeholt"),
  deleted: (by) => did(by, "das Gespräch", "gelöscht"),
  filed: (by) => did(by, "das Gespräch", "eingeordnet"),
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

const roster: StoryWords["roster"] = {
  added: (by, names) => did(by, names, "hinzugefügt"),
  removed: (by, name) => did(by, name, "entfernt"),
  enabled: (by, name) => did(by, name, "eingeschaltet"),
  disabled: (by, name) => did(by, name, "ausgeschaltet"),
  reordered: (by, names) => didThen(by, "geordnet", say`: ${names}`),
};

const message: StoryWords["message"] = {
  asked: (by, text) => by === null ? say`Sie fragten: „${text}“` : say`${by} fragte: „${text}“`,
  wrote: (by, text) => say`${wrote(by)}: „${text}“`,
  askedOne: (by, to, text) => say`${by ?? "Sie"} an ${to}: „${text}“`,
  sentFile: (by, name) => by === null ? say`Sie schickten ${name}` : say`${by} schickte ${name}`,
  sentFiles: (by, files) => {
    const what = counted(files, { one: "# Datei", other: "# Dateien" });
    return by === null ? say`Sie schickten ${what}` : say`${by} schickte ${what}`;
  },
  erased: (by) => say`${wrote(by)} etwas, das gelöscht wurde`,
  noted: (text) => say`Vermerkt: „${text}“`,
  brought: (name, text) => say`${name} hatte gesagt: „${text}“`,
  told: (to, text) => say`An ${to}: „${text}“`,
  anAnswer: (name) => say`die Antwort von ${name}`,
  words: (text) => say`„${text}“`,
  aMessage: "eine Nachricht",
  leftOut: (by, what) => did(by, what, "ausgelassen"),
  takenIn: (by, what) => did(by, what, "aufgenommen"),
  hidden: (by, what, from) => did(by, say`${what} vor ${from}`, "verborgen"),
  shown: (by, what, to) => did(by, say`${what} für ${to}`, "sichtbar gemacht"),
};

const turn: StoryWords["turn"] = {
  asked: (name) => say`${name} gefragt`,
  askedFirst: (name) => say`Zuerst ${name} gefragt`,
  askedNext: (name) => say`Dann ${name} gefragt`,
  askedByName: (name) => say`${name} mit Namen gefragt`,
  askedAgain: (name) => say`${name} noch einmal gefragt`,
  askedBy: (from, name) => say`${from} fragte ${name}`,
  askedToLead: (name) => say`${name} gefragt, leitet das Gespräch`,
  askedToMend: (name) => say`${name} um einen neuen Versuch gebeten`,
  askedToMerge: (name, n) => say`${name} um eine Antwort aus ${counted(n, { other: "#" })} gebeten`,
  began: (name) => say`${name} begann`,
  beganAgain: (name) => say`${name} begann von vorn`,
  sent: (n) => say`${counted(n, { one: "# Nachricht", other: "# Nachrichten" })} geschickt`,
  withMessages: (asked, n) =>
    say`${asked}, mit ${counted(n, { one: "# Nachricht", other: "# Nachrichten" })}`,
  sentSome: "Die Nachrichten geschickt",
  sentResults: "Ergebnisse der Werkzeuge geschickt",
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
  allowedSite: (by, site) => did(by, say`${site} von nun an`, "erlaubt"),
  refused: (by) => did(by, "es nicht", "erlaubt"),
  toolOk: "Das Werkzeug antwortete",
  toolFailed: "Das Werkzeug meldete einen Fehler",
  toolCut: "Das Werkzeug wurde unterbrochen",
  toolRefused: "Das Werkzeug lief nicht",
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
  theyAnsweredIn: (names, n) => say`Geantwortet: ${names}, ${tokens(n)}`,
  agents: (n) => counted(n, { one: "# Agent", other: "# Agenten" }),
  nobody: "Niemand antwortete",
  endedEarly: (n) => counted(n, { one: "# Antwort endete früh", other: "# Antworten endeten früh" }),
  over: (what) => say`Fertig: ${what}`,
  someAnswered: (n) => counted(n, { one: "# antwortete", other: "# antworteten" }),
  someFailed: (n) => counted(n, { one: "# scheiterte", other: "# scheiterten" }),
  someStopped: (n) => counted(n, { other: "# angehalten" }),
};

export const story: StoryWords = {
  you: "Sie",
  program: "Fishbowl",
  agent: "Ein Agent",
  unknown: "Etwas, das eine neuere Version schrieb",
  conversation,
  roster,
  message,
  turn,
};

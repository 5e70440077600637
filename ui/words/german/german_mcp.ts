/** Tools of other servers, in German. */
import type { Catalogue } from "../catalogue.ts";
import { counted } from "../counting.ts";

export const german: Catalogue["mcp"] = {
  none: "Noch kein Server. Wer hier hinzugefügt wird, bietet Ihren Agenten seine Werkzeuge an.",
  name: "Name",
  url: "Adresse",
  urlHint:
    "Wo der Server zuhört, etwa https://example.org/mcp. Ein Wechsel zu einem anderen Server löscht den Schlüssel.",
  secret: "Schlüssel",
  secretHint:
    "Wird verschlüsselt behalten und nie wieder gezeigt. Leer bleibt es beim bisherigen; viele Server brauchen keinen.",
  header: "Der Schlüssel geht in den Header",
  headerHint: "Leer: Authorization, als Bearer.",
  add: "Server hinzufügen",
  save: "Speichern",
  cancel: "Abbrechen",
  change: "Ändern",
  changeNamed: (name) => `${name} ändern`,
  ask: "Nach Werkzeugen fragen",
  askNamed: (name) => `Nach Werkzeugen fragen: ${name}`,
  asking: "Er wird gefragt …",
  remove: "Entfernen",
  removeNamed: (name) => `${name} entfernen`,
  removeAsk: (name) => `„${name}“ entfernen?`,
  removeMeans:
    "Agenten haben seine Werkzeuge nicht mehr. Was sie in Gespräche brachten, bleibt. Sein Kurzname bleibt vergeben, denn er kann wiederhergestellt werden: Ein neuer Server gleichen Namens bekommt einen anderen.",
  removed: "Entfernt.",
  withKey: "mit Schlüssel",
  forget: "Schlüssel entfernen",
  forgotten: "Der Schlüssel ist entfernt.",
  wantsMore:
    "Der Server verlangt mehr, als diese Anmeldung erlaubt. Verbinden Sie ihn neu, um dem zuzustimmen, oder lassen Sie es:",
  wantsSignIn: "Dieser Server lässt nur herein, wer sich dort angemeldet hat.",
  connect: "Verbinden",
  connectAgain: "Neu verbinden",
  connectAgainNamed: (name) => `Neu verbinden: ${name}`,
  connectNamed: (name) => `Verbinden: ${name}`,
  leads: (host) => `Sie melden sich bei ${host} an, auf einer eigenen Seite, und kommen hierher zurück.`,
  goThere: (host) => `Bei ${host} anmelden`,
  signedIn: (host, time) => `Angemeldet bei ${host}, ${time}`,
  signInOver:
    "Diese Anmeldung ist vorbei oder wurde nicht hier begonnen. Es wurde nichts übernommen. Drücken Sie beim Server noch einmal auf Verbinden.",
  disconnect: "Trennen",
  disconnectNamed: (name) => `Trennen: ${name}`,
  disconnectAsk: (name) => `„${name}“ trennen?`,
  disconnectMeans:
    "Was für die Anmeldung gegeben wurde, wird hier vergessen und dort aufgegeben. Agenten haben seine Werkzeuge wieder, sobald jemand ihn verbindet.",
  disconnected: "Getrennt.",
  notRevoked: "Nur hier ist es vergessen",
  notRevokedMeans:
    "Wo man sich anmeldet, war das nicht mitzuteilen. Beenden Sie den Zugang auch dort, wenn es darauf ankommt.",
  understood: "Schließen",
  clientMeans: (host) =>
    `${host} lässt kein Programm von selbst herein. Melden Sie Fishbowl dort mit dieser Rückkehradresse an, und geben Sie hier ein, was Sie dafür bekommen.`,
  clientId: "Client-ID",
  clientSecret: "Client-Secret",
  clientSecretHint: "Wird verschlüsselt behalten und nie wieder gezeigt. Manche geben keines.",
  copy: "Kopieren",
  offers: "Vorlagen und Ressourcen",
  offersMean:
    "Was Ihre MCP-Server anbieten. Was sie sagen, hat niemand geprüft: Lesen Sie es, bevor Sie es senden.",
  offersOf: "Welcher Server",
  offersNothing: "Dieser Server bietet keine Vorlagen und keine Ressourcen an.",
  offersCut: (n) =>
    counted(n, { one: "# weiteres wird nicht gezeigt", other: "# weitere werden nicht gezeigt" }),
  prompts: "Vorlagen",
  resources: "Ressourcen",
  putIn: "In die Nachricht setzen",
  putInNamed: (title) => `In die Nachricht setzen: ${title}`,
  promptFrom: (server, title) => `[Vom MCP-Server „${server}“: ${title}]`,
  attach: "Anhängen",
  attachNamed: (title) => `Anhängen: ${title}`,
  open: "Öffnen",
  openNamed: (title) => `Öffnen: ${title}`,
  close: "Schließen",
  closeNamed: (title) => `Schließen: ${title}`,
  attachToSee: "kein Text; anhängen, um es zu sehen",
  linksGone:
    "Der Server, der das genannt hat, wurde entfernt oder hat jetzt eine andere Adresse. Er kann nicht mehr danach gefragt werden.",
  unasked: "Nach seinen Werkzeugen wurde noch nicht gefragt.",
  count: (n) => counted(n, { one: "# Werkzeug", other: "# Werkzeuge" }),
  cut: (n) =>
    counted(n, {
      one: "# Werkzeug fehlt: zu groß, falsch benannt oder nur für Aufgaben",
      other: "# Werkzeuge fehlen: zu groß, falsch benannt oder nur für Aufgaben",
    }),
  listedAt: (time) => `aufgelistet ${time}`,
  tools: "Werkzeuge",
  toolsMean:
    "Jedes fragt, bevor es läuft, es sei denn, Sie lassen es hier laufen. Was ein Server von sich sagt, hat niemand geprüft.",
  saysReadOnly: "sagt, es ändere nichts",
  trusts: "Läuft ohne zu fragen",
  trustsNamed: (tool) => `${tool} läuft ohne zu fragen`,
  allOf: (server) => `${server}: alle Werkzeuge`,
  choose: (server) => `${server}: einzelne Werkzeuge`,
};

/**
 * What the server says, in German: by its own words, in which {} stands for what it tells of. In the German {1} and
 * {2} are those, and [2] is one that is a sentence of the server again. A test looks for each in the server's code.
 */
import { whenNeeded } from "./when_needed.ts";

/** Why an answer failed. */
const FAILURES: Readonly<Record<string, string>> = {
  "Authentication failed. Please check your API configuration.":
    "Der Schlüssel wurde nicht angenommen. Bitte prüfen Sie die Einstellungen des Anbieters.",
  "This API key may not use the chosen model. Please check your account with the provider.":
    "Dieser Schlüssel darf das gewählte Modell nicht nutzen. Bitte prüfen Sie Ihr Konto beim Anbieter.",
  "The model or address was not found. Please check the model name and the base URL.":
    "Das Modell oder die Adresse wurde nicht gefunden. Bitte prüfen Sie beides in den Einstellungen.",
  "The AI service did not accept the request. Please check the agent’s model and parameters.":
    "Der KI-Dienst hat die Anfrage nicht angenommen. Bitte prüfen Sie Modell und Einstellungen des Agenten.",
  "The conversation is too long for this model. Exclude some messages or set a sliding window.":
    "Das Gespräch ist zu lang für dieses Modell. Lassen Sie Nachrichten aus, oder geben Sie dem Agenten ein gleitendes Fenster.",
  "Too many requests. Please wait a moment before trying again.":
    "Es waren zu viele Anfragen. Bitte warten Sie einen Moment, bevor Sie es erneut versuchen.",
  "The AI service is overloaded. Please try again in a moment.":
    "Der KI-Dienst ist überlastet. Bitte versuchen Sie es gleich noch einmal.",
  "The AI service had an internal error. Please try again.":
    "Beim KI-Dienst gab es einen Fehler. Bitte versuchen Sie es noch einmal.",
  "Unable to connect to AI service. Please check your connection and try again.":
    "Der KI-Dienst ist nicht zu erreichen. Bitte prüfen Sie die Verbindung, und versuchen Sie es noch einmal.",
  "The AI service took too long to answer. Please try again.":
    "Der KI-Dienst hat zu lange für eine Antwort gebraucht. Bitte versuchen Sie es noch einmal.",
  "The answer was stopped.": "Die Antwort wurde angehalten.",
  "The AI service sent an answer that could not be read.":
    "Der KI-Dienst hat eine Antwort geschickt, die nicht zu lesen ist.",
  "The answer broke off before it was complete. Please try again.":
    "Die Antwort brach ab, bevor sie vollständig war. Bitte versuchen Sie es noch einmal.",
  "The AI service declined to answer this request.":
    "Der KI-Dienst hat es abgelehnt, diese Anfrage zu beantworten.",
  "The answer was larger than allowed and was stopped.":
    "Die Antwort war größer als erlaubt und wurde angehalten.",
  "The answer was lost when the program stopped. Please try again.":
    "Die Antwort ging verloren, als das Programm anhielt. Bitte versuchen Sie es noch einmal.",
  "Something went wrong inside Fishbowl. Please try again.":
    "In Fishbowl ist etwas schiefgegangen. Bitte versuchen Sie es noch einmal.",
  "The account with the AI provider has no credit left. Please check its billing.":
    "Das Konto beim Anbieter hat kein Guthaben mehr. Bitte prüfen Sie dort die Abrechnung.",
  "This model cannot use tools. Please remove the agent’s tools or choose another model.":
    "Dieses Modell kann keine Werkzeuge benutzen. Bitte nehmen Sie sie dem Agenten, oder wählen Sie ein anderes Modell.",
  "This model cannot read images. Please exclude the image or choose another model.":
    "Dieses Modell kann keine Bilder lesen. Bitte lassen Sie das Bild aus, oder wählen Sie ein anderes Modell.",
  "The base URL leads to a link-local or metadata address, which is never called. Please change it.":
    "Die Adresse des Anbieters führt an einen Ort im Innern des Netzes, der nie aufgerufen wird. Bitte ändern Sie sie.",
  "The address redirects to another one. Please set the base URL to where the AI service really is.":
    "Die Adresse leitet an eine andere weiter. Bitte geben Sie die an, unter der der KI-Dienst wirklich zu finden ist.",
  "The AI service did not answer with a stream. Please check the base URL.":
    "Der KI-Dienst hat nicht fortlaufend geantwortet. Bitte prüfen Sie die Adresse.",
  "The answer took longer than {} {}, the most this agent may take, and was stopped. What it said until then is kept.":
    "Die Antwort dauerte länger als {1} Min., mehr darf sie bei diesem Agenten nicht, und wurde angehalten. Was bis dahin gesagt war, bleibt.",
  "The stored key of this provider cannot be read, because the master key is another one than it was stored with. Please enter the key again in the settings.":
    "Der gespeicherte Schlüssel dieses Anbieters ist nicht lesbar, denn der Hauptschlüssel ist ein anderer als damals. Bitte geben Sie den Schlüssel in den Einstellungen noch einmal ein.",
  "The agent’s model does not take {}.": "Das Modell des Agenten nimmt {1} nicht an.",
  "The AI service gave a call of a tool an id of more than 8,000 characters, so none was run.":
    "Der KI-Dienst hat dem Aufruf eines Werkzeugs eine viel zu lange Kennung gegeben; keines wurde ausgeführt.",
  "The agent asked for {} tools at once. At most {} are allowed, so none was run.":
    "Der Agent wollte {1} Werkzeuge zugleich benutzen. Erlaubt sind höchstens {2}; keines wurde ausgeführt.",
  "What the agent asked for is more than the log can hold. It was stopped.":
    "Was der Agent wollte, ist mehr, als das Protokoll fassen kann. Die Antwort wurde angehalten.",
  "The agent has a tool of its own that is called like one of the program’s.":
    "Der Agent hat ein eigenes Werkzeug, das heißt wie eines des Programms.",
  "The agent is not in the settings.": "Diesen Agenten gibt es in den Einstellungen nicht.",
  "The agent’s provider is not in the settings.":
    "Den Anbieter dieses Agenten gibt es in den Einstellungen nicht.",
  "The agent has no model.": "Der Agent hat kein Modell.",
  "The agent called tools too many times without an answer.":
    "Der Agent hat zu oft Werkzeuge benutzt, ohne zu antworten.",
  "The agent did not answer in the form that was asked for.":
    "Der Agent hat nicht in der Form geantwortet, um die er gebeten war.",
  "The answer reached its length limit before it had any words. Please raise the agent’s limit.":
    "Die Antwort war an ihrer Längengrenze, bevor sie ein Wort hatte. Bitte heben Sie die Grenze des Agenten an.",
  "The AI service gave an empty answer. Please try again.":
    "Der KI-Dienst hat eine leere Antwort gegeben. Bitte versuchen Sie es noch einmal.",
  "The answer was interrupted {} times.": "Die Antwort wurde {1}-mal unterbrochen.",
};

/** What stands in a conversation because something happened in it. */
const NOTICES: Readonly<Record<string, string>> = {
  "{} could not answer. {}": "{1} konnte nicht antworten. [2]",
  "{} passed.": "{1} setzt aus.",
  "{} is at {} % of its context window (about {} of {} tokens). Leave messages out, or give it a sliding window in its settings.":
    "{1} ist bei {2} % des Kontextfensters (etwa {3} von {4} Tokens). Lassen Sie Nachrichten aus, oder geben Sie dem Agenten in seinen Einstellungen ein gleitendes Fenster.",
  "The mentioned agents are not enabled, so nobody answers.":
    "Die genannten Agenten sind ausgeschaltet, also antwortet niemand.",
  "No agents are enabled for this conversation.": "In diesem Gespräch ist kein Agent eingeschaltet.",
  "The manager is not enabled in this conversation, so nobody answers.":
    "Die Leitung ist in diesem Gespräch ausgeschaltet, also antwortet niemand.",
  "Stopped: this conversation has used its {} tokens.":
    "Angehalten: Dieses Gespräch hat seine {1} Tokens verbraucht.",
  "Stopped: this conversation has used its {} US dollars.":
    "Angehalten: Dieses Gespräch hat seine {1} US-Dollar verbraucht.",
  "Stopped after {} turns without an answer from the manager.":
    "Angehalten: Nach {1} Zügen gab es noch keine Antwort der Leitung.",
  "This conversation was imported. What stands above was written elsewhere, and its names are not proven.":
    "Dieses Gespräch wurde importiert. Was hierüber steht, wurde anderswo geschrieben, und seine Namen sind nicht belegt.",
};

/** Why something cannot be done. */
const REFUSALS: Readonly<Record<string, string>> = {
  "There is no such conversation.": "Dieses Gespräch gibt es nicht oder nicht mehr.",
  "There is no such message in this conversation.": "Diese Nachricht gibt es in diesem Gespräch nicht.",
  "There is no such message.": "Diese Nachricht gibt es nicht.",
  "There is no such turn in this conversation.": "Diese Antwort gibt es in diesem Gespräch nicht.",
  "There is no such turn, or it has not started.":
    "Diese Antwort gibt es nicht, oder sie hat noch nicht begonnen.",
  "There is no such provider.": "Diesen Anbieter gibt es nicht oder nicht mehr.",
  "There is no such agent.": "Diesen Agenten gibt es nicht oder nicht mehr.",
  "There is no such agency.": "Diese Agentur gibt es nicht oder nicht mehr.",
  "There is no such file.": "Diese Datei gibt es nicht.",
  "There is no such webhook.": "Diesen Webhook gibt es nicht oder nicht mehr.",
  "There is no such token.": "Diesen Zugangsschlüssel gibt es nicht oder nicht mehr.",
  "There is no such {}.": "Das gibt es nicht oder nicht mehr.",
  "There is nothing with that id.": "Unter dieser Kennung gibt es nichts.",
  "There is nothing at this address.": "Unter dieser Adresse gibt es nichts.",
  "Agent not in this conversation": "Dieser Agent nimmt an diesem Gespräch nicht teil.",
  "must include at least one agent": "Mindestens ein Agent muss dabei sein.",
  "At most {} checkboxes can be changed at once.": "Höchstens {1} Häkchen lassen sich zugleich ändern.",
  "System messages are never part of the context.": "Vermerke sind nie Teil des Kontexts.",
  "Each message may be named once.": "Jede Nachricht darf nur einmal vorkommen.",
  "Only an answer that others could stand beside can be kept.":
    "Behalten lässt sich nur eine Antwort, neben der andere stehen können.",
  "Something else happened in this conversation meanwhile.":
    "In diesem Gespräch ist inzwischen etwas anderes geschehen.",
  "The message is empty.": "Die Nachricht ist leer.",
  "At most {} files can be attached.": "Höchstens {1} Dateien passen an eine Nachricht.",
  "Another message already has this id.": "Diese Nachricht ist schon da, mit anderem Inhalt.",
  "No tool asks for permission under this id.": "Kein Werkzeug wartet unter dieser Kennung auf Erlaubnis.",
  "This tool call no longer waits for an answer.": "Auf Ihr Wort wartet hier niemand mehr.",
  "Only a call that reads an address can be allowed for its whole site.":
    "Nur was eine Adresse liest, lässt sich für die ganze Site erlauben.",
  "From {} to {} different answers can be merged.":
    "Zusammenfassen lassen sich {1} bis {2} verschiedene Antworten.",
  "Only answers that have ended with words can be merged.":
    "Zusammenfassen lassen sich nur fertige Antworten, in denen etwas steht.",
  "In this mode one agent speaks for all, and nothing stands side by side.":
    "In diesem Modus spricht ein Agent für alle, und nichts steht nebeneinander.",
  "This agent already takes part in the conversation.": "Dieser Agent nimmt schon teil.",
  "At most {} agents can take part.": "Höchstens {1} Agenten können teilnehmen.",
  "An agent can take part only once.": "Ein Agent kann nur einmal teilnehmen.",
  "The manager must be one of the agents.": "Die Leitung muss einer der Agenten sein.",
  "The manager must be one of the agents of this conversation.":
    "Die Leitung muss einer der Agenten dieses Gesprächs sein.",
  "This chat does not support manual responses": "In diesem Modus wird kein Agent einzeln gefragt.",
  "The turn has ended or another attempt runs.":
    "Die Antwort ist schon zu Ende, oder ein anderer Versuch läuft.",
  "This agent is already answering.": "Dieser Agent antwortet schon.",
  "This agent is not enabled in this conversation.": "Dieser Agent ist in diesem Gespräch ausgeschaltet.",
  "An agent is already answering.": "Ein Agent antwortet schon.",
  "Nobody would answer.": "Niemand würde antworten.",
  "A conversation with this id exists.": "Dieses Gespräch gibt es schon.",
  "A conversation with this id was deleted.": "Dieses Gespräch gab es schon, und es wurde gelöscht.",
  "Only what a person said can be said otherwise.": "Nur was ein Mensch sagte, lässt sich anders sagen.",
  "The idempotency key was used for another request.":
    "Das wurde schon einmal geschickt, mit anderem Inhalt.",
  "An attached file was never uploaded.":
    "Eine angehängte Datei wurde nie hochgeladen. Hängen Sie sie noch einmal an.",
  "The file is empty.": "Die Datei ist leer.",
  "Attach an image (PNG, JPEG, GIF, WebP) or a text file.":
    "Anhängen lassen sich Bilder (PNG, JPEG, GIF, WebP) und Textdateien.",
  "The file is not an image of the type it claims to be.":
    "Die Datei ist kein Bild der Art, als die sie sich ausgibt.",
  "The file is not text in UTF-8.": "Die Datei ist kein Text in UTF-8.",
  "must be an uploaded image": "Es muss ein hochgeladenes Bild sein.",
  "must be at most {} KB": "Höchstens {1} KB.",
  "The password is not right.": "Das Passwort stimmt nicht.",
  "The present password is not right.": "Das jetzige Passwort stimmt nicht.",
  "is not the present password": "Das jetzige Passwort stimmt nicht.",
  "The code is not right.": "Der Einmalcode stimmt nicht.",
  "is not the one the server printed": "Das ist nicht der Code, den der Server ausgegeben hat.",
  "There is nothing to set up.": "Hier ist schon alles eingerichtet.",
  "Too many attempts. Please wait {}.": "Zu viele Versuche. Bitte warten Sie [1].",
  "a second": "eine Sekunde",
  "{} seconds": "{1} Sekunden",
  "There are {} tokens already; revoke one first.":
    "Es gibt schon {1} Zugangsschlüssel. Widerrufen Sie erst einen.",
  "There are {} webhooks already. Remove one first.": "Es gibt schon {1} Webhooks. Entfernen Sie erst einen.",
};

/** What is the matter with the server itself. */
const SERVER: Readonly<Record<string, string>> = {
  "This is more than the log can hold at once.": "Das ist mehr, als das Protokoll auf einmal fassen kann.",
  "The store did not answer in time.": "Der Speicher hat nicht rechtzeitig geantwortet.",
  "The turn was stopped or taken over.": "Die Antwort wurde angehalten oder von anderswo weitergeführt.",
  "The command could not be carried out.":
    "Das ließ sich nicht ausführen. Bitte versuchen Sie es noch einmal.",
  "Too many commands are waiting. Please try again in a moment.":
    "Hier ist gerade zu viel los. Bitte versuchen Sie es gleich noch einmal.",
  "Too many requests. Please wait a moment.": "Zu viele Anfragen. Bitte warten Sie einen Moment.",
  "The server is busy. Please come again in a moment.":
    "Der Server ist beschäftigt. Bitte versuchen Sie es gleich noch einmal.",
  "The server is ending. Please try again in a moment.":
    "Der Server wird gerade beendet. Bitte versuchen Sie es gleich noch einmal.",
  "At most {} MB can be sent at once.": "Höchstens {1} MB können auf einmal geschickt werden.",
  "The body did not come in time.": "Es kam nicht rechtzeitig an. Bitte versuchen Sie es noch einmal.",
  "The body cannot be read.": "Es kam nicht ganz an. Bitte versuchen Sie es noch einmal.",
  "Something went wrong here. The log has more under the request id.":
    "Auf dem Server ging etwas schief. Sein Protokoll sagt mehr.",
  "Set a password first, with the one-time code that the server printed.":
    "Legen Sie erst ein Passwort fest, mit dem Einmalcode, den der Server ausgegeben hat.",
  "Sign in, or send a Bearer token.": "Bitte melden Sie sich an.",
  "The disk that holds the store is nearly full, so nothing new is taken. Make room on it; this goes on by itself then.":
    "Der Datenträger ist fast voll, darum wird nichts Neues angenommen. Schaffen Sie Platz; dann geht es von selbst weiter.",
  "The disk that holds the store is full. Nothing was written.":
    "Der Datenträger ist voll. Es wurde nichts geschrieben.",
};

const ALL: Readonly<Record<string, string>> = { ...FAILURES, ...NOTICES, ...REFUSALS, ...SERVER };

/** Every sentence that tells of something: what stands around that, and its German; the longest fits best. */
const templates = whenNeeded(() =>
  Object.entries(ALL).filter(([said]) => said.includes("{}"))
    .toSorted(([a], [b]) => b.length - a.length)
    .map(([said, german]) => ({ around: said.split("{}"), german }))
);

/** What is put in between the pieces, each time as little as can be; null where they do not stand in `said` so. */
function between(said: string, [first = "", ...rest]: readonly string[]): string[] | null {
  const last = rest.pop() ?? "";
  if (!said.startsWith(first) || !said.endsWith(last)) return null;
  const put: string[] = [];
  let from = first.length;
  for (const piece of rest) {
    const at = said.indexOf(piece, from + 1);
    if (at < 0) return null;
    put.push(said.slice(from, at));
    from = at + piece.length;
  }
  const to = said.length - last.length;
  return from < to ? [...put, said.slice(from, to)] : null;
}

/**
 * What the server says, in German; null where nobody has said it in German.
 * @param within whether a sentence within it is looked for: none has another within it
 * @outside
 */
export function told(said: string, within = true): string | null {
  if (Object.hasOwn(ALL, said)) return ALL[said] ?? null;
  for (const { around, german } of templates()) {
    const put = between(said, around);
    if (!put) continue;
    return german.replace(/\{(\d)\}|\[(\d)\]/g, (_, plain?: string, again?: string) => {
      const part = put[Number(plain ?? again) - 1] ?? "";
      return again !== undefined && within ? told(part, false) ?? part : part;
    });
  }
  return null;
}

/** Every sentence of the server that is told in German, as it stands in its code: {} for what is put in. */
export const TOLD: readonly string[] = Object.keys(ALL);

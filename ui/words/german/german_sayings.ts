/** What the server says, in German; what nobody has said in German yet stands behind why it is said. */
import type { Catalogue } from "../catalogue.ts";
import { whyNot } from "./german_shared.ts";
import { SaidAnew } from "../said_anew.ts";
import { FIELDS, REFUSALS } from "./german_refusals.ts";

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
  "The program stopped while it was asked, and it is not asked a second time.":
    "Das Programm hielt an, während er gefragt wurde, und er wird kein zweites Mal gefragt.",
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
  "What this provider’s extra headers say cannot be read any more. Please enter it again in the settings.":
    "Was in den weiteren Kopfzeilen dieses Anbieters steht, ist nicht mehr zu lesen. Bitte tragen Sie es in den Einstellungen neu ein.",
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
  "The words of what was to be judged were erased.":
    "Die Worte dessen, was zu beurteilen war, wurden gelöscht.",
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
  "What the project of this conversation gives is by itself larger than the agent’s context window. Take files or instructions out of it, or choose another model.":
    "Allein was das Projekt dieses Gesprächs mitgibt, ist größer als das Kontextfenster des Agenten. Nehmen Sie Dateien oder Anweisungen heraus, oder wählen Sie ein anderes Modell.",
  "What is pinned here is by itself larger than the agent’s context window. Unpin some of it, or choose another model.":
    "Allein das hier Angeheftete ist größer als das Kontextfenster des Agenten. Lösen Sie etwas davon, oder wählen Sie ein anderes Modell.",
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
  "Missed 1 run of a schedule ({} UTC): nobody was there to run it.":
    "1 Lauf eines Zeitplans wurde versäumt ({1} UTC): Niemand war da, um ihn auszuführen.",
  "Missed {} runs of a schedule (from {} to {} UTC): nobody was there to run them.":
    "{1} Läufe eines Zeitplans wurden versäumt (von {2} bis {3} UTC): Niemand war da, um sie auszuführen.",
  "A schedule did not run: it has run as often as it may on one day. It goes on tomorrow (UTC).":
    "Ein Zeitplan lief nicht: Er lief schon so oft, wie er an einem Tag darf. Morgen geht es weiter (UTC).",
  "A schedule did not run: what runs without a person has used the budget of the day. It goes on tomorrow (UTC).":
    "Ein Zeitplan lief nicht: Was ohne einen Menschen läuft, hat das Tagesbudget verbraucht. Morgen geht es weiter (UTC).",
  "A schedule did not run: none of its agents takes part any more.":
    "Ein Zeitplan lief nicht: Keiner seiner Agenten nimmt noch teil.",
  "In this mode one agent speaks for all; choose another for a panel.":
    "In diesem Modus spricht ein Agent für alle; wählen Sie für ein Gremium einen anderen.",
  "An agent of the panel is not enabled in this conversation.":
    "Ein Agent des Gremiums ist in diesem Gespräch nicht eingeschaltet.",
  "Agents are not asked for hands any more: asking all of them again would go beyond the {} calls that it may use.":
    "Nach Meldungen wird nicht mehr gefragt: Noch einmal alle zu fragen, brauchte mehr als die {1} Aufrufe, die erlaubt sind.",
  "Agents are not asked for hands any more: asking all of them again would go beyond the {} US dollars that it may use.":
    "Nach Meldungen wird nicht mehr gefragt: Noch einmal alle zu fragen, kostete mehr als die {1} US-Dollar, die erlaubt sind.",
  "Stopped: this panel has used its {} tokens.":
    "Angehalten: Dieses Gremium hat seine {1} Tokens verbraucht.",
  "Stopped: this panel has used its {} US dollars.":
    "Angehalten: Dieses Gremium hat seine {1} US-Dollar verbraucht.",
  "Nobody is left for the next stage of this panel, so it ends here.":
    "Für den nächsten Abschnitt dieses Gremiums ist niemand mehr da, darum endet es hier.",
  "Nobody gave an answer in this stage of the panel, so it ends here.":
    "In diesem Abschnitt des Gremiums gab niemand eine Antwort, darum endet es hier.",
  "A seat has a role that is not in the format.":
    "Ein Platz hat eine Rolle, die es in diesem Gremium nicht gibt.",
  "Nobody sits as {}.": "Niemand sitzt als {1}.",
  "Only one agent can sit as {}.": "Nur ein Agent kann als {1} sitzen.",
  "A panel has at most {} seats.": "Ein Gremium hat höchstens {1} Plätze.",
  "This panel would come to {} answers; at most {} are allowed.":
    "Dieses Gremium käme auf {1} Antworten; höchstens {2} sind erlaubt.",
  "Stopped: this run of a schedule has used its {} tokens.":
    "Angehalten: Dieser Lauf eines Zeitplans hat seine {1} Tokens verbraucht.",
  "Stopped: this run of a schedule has used its {} US dollars.":
    "Angehalten: Dieser Lauf eines Zeitplans hat seine {1} US-Dollar verbraucht.",
  "Stopped: this conversation has used its {} tokens.":
    "Angehalten: Dieses Gespräch hat seine {1} Tokens verbraucht.",
  "Stopped: this conversation has used its {} US dollars.":
    "Angehalten: Dieses Gespräch hat seine {1} US-Dollar verbraucht.",
  "Stopped after {} turns without an answer from the manager.":
    "Angehalten: Nach {1} Zügen gab es noch keine Antwort der Leitung.",
  "This conversation was imported with a proof: what stands above was signed on {} by {}, an earlier key of this server.":
    "Dieses Gespräch wurde mit einem Beweis importiert: Was oben steht, wurde am {1} mit {2} unterschrieben, einem früheren Schlüssel dieses Servers.",
  "This conversation was imported with a proof: what stands above was signed on {} by {}, this server’s own key.":
    "Dieses Gespräch wurde mit einem Beweis importiert: Was oben steht, wurde am {1} mit {2} unterschrieben, dem eigenen Schlüssel dieses Servers.",
  "This conversation was imported with a proof: what stands above was signed on {} by {}, a key that this server does not know.":
    "Dieses Gespräch wurde mit einem Beweis importiert: Was oben steht, wurde am {1} mit {2} unterschrieben, einem Schlüssel, den dieser Server nicht kennt.",
  "This conversation was imported. What stands above was written elsewhere, and its names are not proven.":
    "Dieses Gespräch wurde importiert. Was hierüber steht, wurde anderswo geschrieben, und seine Namen sind nicht belegt.",
  "{} Web access was on there; here it is off until you turn it on.":
    "[1] Der Zugriff auf das Web war dort eingeschaltet; hier ist er aus, bis Sie ihn einschalten.",
};

/** Why an agent was asked. */
const ASKED: Readonly<Record<string, string>> = {
  "asked to judge": "gefragt, um zu urteilen",
  "asked in a comparison": "in einem Vergleich gefragt",
  "asked beside the talk by {}": "neben dem Gespräch gefragt von {1}",
  "asked whether it has something to add": "gefragt, ob es etwas beizutragen gibt",
  "enabled in this conversation": "in diesem Gespräch eingeschaltet",
  "mentioned by {}": "genannt von {1}",
  "asked by {}": "gefragt von {1}",
  "asked by {} to merge the answers of {}": "von {1} gebeten, zusammenzufassen, was {2} sagten",
  "asked by {} to merge {} answers": "von {1} gebeten, {2} Antworten zusammenzufassen",
  "asked by {} to sum up the answers of {}": "nach dem Kern dessen gefragt, was {2} sagten, von {1}",
  "asked by {} to sum up {} answers": "nach dem Kern von {2} Antworten gefragt, von {1}",
  "asked by {} to compare the answers of {}": "von {1} gebeten, die Aussagen von {2} zu vergleichen",
  "asked again by {}": "noch einmal gefragt von {1}",
  "in turn {} of {}": "reihum, {1} von {2}",
  "in turn {} of {}, round {} of {}": "reihum, {1} von {2}, Runde {3} von {4}",
  "manages this conversation": "leitet dieses Gespräch",
  "has the last of {} turns": "hat den letzten von {1} Zügen",
  "addressed by #{}": "angesprochen von #{1}",
  "addressed nobody": "hat niemanden angesprochen",
  "a member could not answer": "ein Mitglied konnte nicht antworten",
};

/** What a tool gave where it gave nothing; its agent read the same in English. */
const TOOLS: Readonly<Record<string, string>> = {
  "The person did not allow this call. It was not made.":
    "Das wurde nicht erlaubt, und es ist nicht geschehen.",
  "A program asked, and nobody is there to allow this call. It was not made.":
    "Ein Programm fragte, und niemand ist da, der das erlauben könnte. Es ist nicht geschehen.",
  "Nobody was there to allow this call. It was not made.":
    "Niemand war da, der das hätte erlauben können. Es ist nicht geschehen.",
  "The call was cut short. Whether it took effect is not known; it was not made again.":
    "Der Aufruf brach ab. Ob er etwas bewirkt hat, ist nicht bekannt; er wurde nicht wiederholt.",
  "A title has 1 to {} characters that can be seen, on one line.":
    "Ein Titel hat 1 bis {1} sichtbare Zeichen in einer Zeile.",
  "A note has 1 to {} characters.": "Eine Notiz hat 1 bis {1} Zeichen.",
  "There is no tool {}.": "Ein Werkzeug {1} gibt es nicht.",
  "The arguments are not JSON.": "Was dem Werkzeug gegeben wurde, ist kein JSON.",
  "The tool failed.": "Das Werkzeug ist gescheitert.",
  "Nobody allowed this address.": "Niemand hat diese Adresse erlaubt.",
  "This address may not be read.": "Diese Adresse darf nicht gelesen werden.",
  "The page could not be read.": "Die Seite war nicht zu lesen.",
  "The page is not text.": "Die Seite ist kein Text.",
  "The page is packed in a way that cannot be read.":
    "Die Seite ist so gepackt, dass sie nicht zu lesen ist.",
  "This is no address that can be read: it begins with http:// or https://, has no name or password in it, and has at most {} characters.":
    "Das ist keine Adresse, die sich lesen lässt: Sie beginnt mit http:// oder https://, enthält weder Name noch Passwort und hat höchstens {1} Zeichen.",
  "The page leads on to another site, which was not read. To have the person asked, read this address: {}":
    "Die Seite führt weiter zu einer anderen Site; die wurde nicht gelesen: {1}",
  "Too many redirects.": "Zu viele Weiterleitungen.",
  "The server answered {}.": "Der Server antwortete mit {1}.",
};

/** Why a file of conversations cannot be taken in. */
const FILES: Readonly<Record<string, string>> = {
  "Line {}: {}.": "Zeile {1}: [2].",
  "it is not JSON": "das ist kein JSON",
  "it is nested too deep": "das ist zu tief geschachtelt",
  "it is too long": "sie ist zu lang",
  "it has format {}, written by a later release":
    "sie hat Format {1}, von einer späteren Ausgabe geschrieben",
  "its id, type and time are not those of its event":
    "Kennung, Art und Zeit sind nicht die ihres Ereignisses",
  "its id and type are not those of its event": "Kennung und Art sind nicht die ihres Ereignisses",
  "it needs words with their salt, or the digest of words that are gone, or nothing":
    "es fehlen Wörter mit ihrem Salz, oder die Prüfsumme von Wörtern, die es nicht mehr gibt",
  "it is not a line of format {}": "das ist keine Zeile von Format {1}",
  "it is a second manifest": "der Anfang einer Datei steht hier ein zweites Mal",
  "it is of another conversation": "sie gehört zu einem anderen Gespräch",
  "it is not the next page of its blob": "ein Stück eines Textes fehlt davor",
  "its blob is too large": "ein Text ist zu groß",
  "its blob is not what its hash says": "ein Text ist nicht der, den seine Prüfsumme nennt",
  "its event is too large": "ihr Ereignis ist zu groß",
  "its event is not of the catalog": "ein solches Ereignis gibt es hier nicht",
  "event {} was there before": "Ereignis {1} stand schon davor",
  "event {} is missing": "Ereignis {1} fehlt",
  "there are more events than the manifest says": "es sind mehr Ereignisse, als am Anfang der Datei steht",
  "a text of its event is not in the file": "ein Text dieses Ereignisses ist nicht in der Datei",
  "an attached file of it is not in the file": "eine angehängte Datei ist nicht in der Datei",
  "a deleted conversation cannot come back": "ein gelöschtes Gespräch kommt nicht zurück",
  "two messages of it have one id": "zwei Nachrichten haben dieselbe Kennung",
  "a conversation is begun by its first event, and by no other":
    "ein Gespräch beginnt mit seinem ersten Ereignis, und mit keinem anderen",
  "The file is over the limit of {} bytes.": "Die Datei ist größer als {1} Bytes, und mehr geht nicht.",
  "The file is cut short or changed: {} of {} events, {} of {} blobs.":
    "Die Datei ist nicht vollständig oder wurde geändert: {1} von {2} Ereignissen, {3} von {4} Texten.",
  "Somebody else is creating a conversation with this id.":
    "Dieses Gespräch wird gerade von jemand anderem angelegt.",
  "There is no first line.": "Die Datei ist leer.",
  "There are more lines than it says.": "Die Datei hat mehr Zeilen, als an ihrem Anfang steht.",
  "There are fewer lines than it says.": "Die Datei hat weniger Zeilen, als an ihrem Anfang steht.",
  "It was imported before, and deleted since.": "Das wurde schon einmal importiert und seitdem gelöscht.",
};

/** What is the matter with the server itself. */
const SERVER: Readonly<Record<string, string>> = {
  "There is no proof of what was changed in the store. {}":
    "Von dem, was im Speicher verändert wurde, gibt es keinen Nachweis. [1]",
  "Event {} is not what was stored: it was changed.":
    "Ereignis {1} ist nicht das, was gespeichert wurde: Es wurde verändert.",
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
  "As many pages and programs listen to this server as its memory allows. Please close some, or come again in a moment.":
    "So viele Seiten und Programme hören diesem Server zu, wie sein Speicher erlaubt. Bitte schließen Sie einige davon oder versuchen Sie es gleich noch einmal.",
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

/** What the server says. A test looks for each of its sentences in the server's code. */
export const server = new SaidAnew({
  ...FAILURES,
  ...NOTICES,
  ...ASKED,
  ...TOOLS,
  ...REFUSALS,
  ...FIELDS,
  ...FILES,
  ...SERVER,
});

export const german: Catalogue["sayings"] = {
  failure: (code, said) => server.told(said) ?? `Es ging nicht: ${whyNot(code)}. (${said})`,
  notice: (said) => server.told(said) ?? said,
  field: (said) => server.told(said) ?? `Das geht so nicht. (${said})`,
};

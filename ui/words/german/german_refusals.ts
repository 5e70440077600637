/** Why something cannot be done, as the server says it, in German. */

/** Why something cannot be done. */
export const REFUSALS: Readonly<Record<string, string>> = {
  "There is no such conversation.": "Dieses Gespräch gibt es nicht oder nicht mehr.",
  "There is no such message in this conversation.": "Diese Nachricht gibt es in diesem Gespräch nicht.",
  "There is no such message.": "Diese Nachricht gibt es nicht.",
  "Nobody asked anything in this conversation.": "In diesem Gespräch hat niemand etwas gefragt.",
  "At most {} questions are run again.": "Höchstens {1} Fragen laufen noch einmal.",
  "The words of a question were erased, so it cannot be asked again.":
    "Die Worte einer Frage wurden gelöscht, sie lässt sich nicht noch einmal stellen.",
  "Nothing is expected in this conversation: say first what its answers must be like.":
    "In diesem Gespräch wird nichts erwartet: Sagen Sie zuerst, wie seine Antworten sein müssen.",
  "A judge was asked about this, and what it was told stays with what it said.":
    "Dazu wurde ein Richter gefragt, und was ihm gesagt wurde, bleibt bei dem, was er sagte.",
  "There is no such comparison in this conversation.": "Diesen Vergleich gibt es in diesem Gespräch nicht.",
  "There is no such comparison.": "Diesen Vergleich gibt es nicht.",
  "The room of this comparison is not here.": "Der Raum dieses Vergleichs ist nicht hier.",
  "This comparison was begun in another conversation, of which this one is a copy.":
    "Dieser Vergleich wurde in einem anderen Gespräch begonnen, von dem dieses eine Kopie ist.",
  "Not all answers are there yet.": "Noch sind nicht alle Antworten da.",
  "It was revealed whose answers these are; nothing is judged any more.":
    "Es ist aufgedeckt, wessen Antworten das sind; beurteilt wird nichts mehr.",
  "A conversation has at most {} comparisons.": "Ein Gespräch hat höchstens {1} Vergleiche.",
  "Only an answer that is there can be the best.": "Nur eine Antwort, die da ist, kann die beste sein.",
  "There is no such criterion, or no such answer.":
    "Diesen Maßstab gibt es nicht, oder diese Antwort gibt es nicht.",
  "At most {} people judge one comparison.": "Höchstens {1} Menschen beurteilen einen Vergleich.",
  "What is kept of this comparison is not what its digest was made of.":
    "Was von diesem Vergleich aufgehoben ist, ist nicht das, woraus seine Prüfsumme entstand.",
  "There is such a room.": "Diesen Raum gibt es schon.",
  "A conversation has at most {} trials.": "Ein Gespräch hat höchstens {1} Versuche.",
  "The cap is lower than what one answer is expected to use, so nothing could be asked.":
    "Die Grenze liegt unter dem, was eine Antwort voraussichtlich braucht: So ließe sich nichts fragen.",
  "Agents are asked for hands only where nobody answers before a person asks.":
    "Nach Meldungen wird nur gefragt, wo niemand antwortet, bevor ein Mensch fragt.",
  "A trial has at most {} answers.": "Ein Versuch hat höchstens {1} Antworten.",
  "Only a turn of the talk that has ended can be tried again.":
    "Nur eine Antwort des Gesprächs, die zu Ende ist, lässt sich so noch einmal versuchen.",
  "The answer was written from this message: without it nothing is asked.":
    "Die Antwort wurde aus dieser Nachricht geschrieben: Ohne sie wird nichts gefragt.",
  "Only what the turn was sent can be held back.": "Nur was geschickt wurde, lässt sich zurückhalten.",
  "Only what a person said can be answered several times.":
    "Nur was ein Mensch gesagt hat, lässt sich mehrmals beantworten.",
  "From 1 to {} different agents can be asked.": "Von 1 bis {1} verschiedene Agenten können gefragt werden.",
  "There is no such answer beside the talk.": "Diese Antwort gibt es neben dem Gespräch nicht.",
  "Only a whole answer can be taken into the talk.":
    "Nur eine ganze Antwort lässt sich ins Gespräch übernehmen.",
  "An answer that was asked for to see what a message does stays beside the talk.":
    "Eine Antwort, die zeigen soll, was eine Nachricht bewirkt, bleibt neben dem Gespräch.",
  "An answer beside the talk is asked for with its others alone.":
    "Eine Antwort neben dem Gespräch wird nur zusammen mit ihren anderen angefordert.",
  "There is no such trial in this conversation.": "Diesen Versuch gibt es in diesem Gespräch nicht.",
  "There is no such answer in this trial.": "Diese Antwort gibt es in diesem Versuch nicht.",
  "One of the agents could not be asked, or there is nothing like that in this conversation.":
    "Einer der Agenten ließ sich nicht fragen, oder das gibt es in diesem Gespräch nicht.",
  "Either turnId and without are asked about, or messageId and agentIds.":
    "Gefragt wird entweder nach turnId und without oder nach messageId und agentIds.",
  "There is no such turn in this conversation.": "Diese Antwort gibt es in diesem Gespräch nicht.",
  "There is no such turn, or it has not started.":
    "Diese Antwort gibt es nicht, oder sie hat noch nicht begonnen.",
  "There is no such provider.": "Diesen Anbieter gibt es nicht oder nicht mehr.",
  "There is no such agent.": "Diesen Agenten gibt es nicht oder nicht mehr.",
  "There is no such agency.": "Diese Agentur gibt es nicht oder nicht mehr.",
  "There is no such file.": "Diese Datei gibt es nicht.",
  "There is no such schedule in this conversation.":
    "Diesen Zeitplan gibt es in diesem Gespräch nicht oder nicht mehr.",
  "A number belongs to tokens, money and time, and to nothing else.":
    "Eine Zahl gehört zu Tokens, Geld und Zeit und zu nichts anderem.",
  "Words belong to what must be said, called or alike, and there they must be.":
    "Worte gehören zu dem, was gesagt oder benutzt werden oder wie etwas sein muss, und dort dürfen sie nicht fehlen.",
  "Only what a person said and the answers to it can be checked.":
    "Nur was ein Mensch gesagt hat und die Antworten darauf können geprüft werden.",
  "At most {} expectations can stand in one conversation.":
    "In einem Gespräch können höchstens {1} Prüfungen stehen.",
  "Its last run is still going on.": "Sein letzter Lauf ist noch nicht zu Ende.",
  "There is no such time zone.": "Diese Zeitzone gibt es nicht.",
  "An address belongs to what watches one, and to nothing else.":
    "Eine Adresse gehört zu dem, was eine Adresse beobachtet, und zu nichts anderem.",
  "This is no address that can be read: it begins with http:// or https:// and has no name or password in it.":
    "Diese Adresse kann nicht gelesen werden: Sie beginnt mit http:// oder https:// und enthält weder Namen noch Passwort.",
  "Nobody answers here unasked: say which agents are to answer.":
    "Hier antwortet niemand ungefragt: Sagen Sie, welche Agenten antworten sollen.",
  "At most {} schedules can stand in one conversation.":
    "In einem Gespräch sind höchstens {1} Zeitpläne möglich.",
  "An archived conversation says nothing by itself. Restore it first.":
    "Ein archiviertes Gespräch sagt nichts von selbst. Holen Sie es zuerst zurück.",
  "The address was not read, or has not changed.":
    "Die Adresse war nicht zu lesen oder hat sich nicht geändert.",
  "Say first how much all that runs without a person may use on a day.":
    "Sagen Sie zuerst, wie viel alles, was ohne einen Menschen läuft, an einem Tag verbrauchen darf.",
  "What was used today is still being added up.": "Was heute verbraucht wurde, wird noch zusammengezählt.",
  "Another process is reading its address.": "Ein anderer Prozess liest gerade die Adresse.",
  "There is no such webhook.": "Diesen Webhook gibt es nicht oder nicht mehr.",
  "There is no such token.": "Diesen Zugangsschlüssel gibt es nicht oder nicht mehr.",
  "There is no such {}.": "Das gibt es nicht oder nicht mehr.",
  "There is nothing with that id.": "Unter dieser Kennung gibt es nichts.",
  "There is nothing at this address.": "Unter dieser Adresse gibt es nichts.",
  "Agent not in this conversation": "Dieser Agent nimmt an diesem Gespräch nicht teil.",
  "must include at least one agent": "Mindestens ein Agent muss dabei sein.",
  "At most {} checkboxes can be changed at once.": "Höchstens {1} Häkchen lassen sich zugleich ändern.",
  "System messages are never part of the context.": "Vermerke sind nie Teil des Kontexts.",
  "What this message said is gone.": "Was diese Nachricht sagte, gibt es nicht mehr.",
  "At most {} messages of a conversation can be pinned.":
    "Höchstens {1} Nachrichten eines Gesprächs lassen sich anheften.",
  "Each message may be named once.": "Jede Nachricht darf nur einmal vorkommen.",
  "Only an answer that others could stand beside can be kept.":
    "Behalten lässt sich nur eine Antwort, neben der andere stehen können.",
  "Something else happened in this conversation meanwhile.":
    "In diesem Gespräch ist inzwischen etwas anderes geschehen.",
  "The message is empty.": "Die Nachricht ist leer.",
  "At most {} files can be attached.": "Höchstens {1} Dateien passen an eine Nachricht.",
  "Another message already has this id.": "Diese Nachricht ist schon da, mit anderem Inhalt.",
  "Only a tool of another server can be allowed for the rest of the conversation.":
    "Nur ein Werkzeug eines anderen Servers kann für den Rest des Gesprächs erlaubt werden.",
  "The answer does not fit the form that its agent was given, also when asked once more: {}":
    "Die Antwort passt nicht in die Form, die ihr Agent bekam, auch nicht nach einer zweiten Frage: {1}",
  "must be a JSON object": "muss ein JSON-Objekt sein",
  "must be of type object or array": "muss vom Typ object oder array sein",
  "must have an object as {}": "muss ein Objekt als {1} haben",
  "must have a list as {}": "muss eine Liste als {1} haben",
  "must have {} at its top alone": "darf {1} nur zuoberst haben",
  "must have at most {} levels": "darf höchstens {1} Ebenen haben",
  "must have another value of {}": "muss einen anderen Wert von {1} haben",
  "must have an object or a truth value as each schema":
    "muss als jedes Schema ein Objekt oder einen Wahrheitswert haben",
  "must have references to its own $defs alone": "darf nur auf seine eigenen $defs verweisen",
  "must not have “{}”: answers are not held to that here":
    "darf „{1}“ nicht haben: daran werden Antworten hier nicht gemessen",
  "must come to at most {} schemas and values, each reference counted, and none of them within itself":
    "darf höchstens {1} Schemata und Werte ergeben, jeden Verweis mitgezählt, und keines in sich selbst",
  "The search service could not be reached.": "Der Suchdienst ist nicht zu erreichen.",
  "The search service does not accept its key.": "Der Suchdienst nimmt seinen Schlüssel nicht an.",
  "The search service refused. A SearXNG has to have json among the formats of its settings; the others, a key that may search.":
    "Der Suchdienst hat abgelehnt. Ein SearXNG muss json unter den Formaten seiner Einstellungen haben; die anderen einen Schlüssel, der suchen darf.",
  "The search service takes no more searches for now.":
    "Der Suchdienst nimmt für den Moment keine Suchen mehr an.",
  "At this address there is no such search service.": "An dieser Adresse ist kein solcher Suchdienst.",
  "The search service did not answer in time.": "Der Suchdienst hat nicht rechtzeitig geantwortet.",
  "The search service answered with more than is taken.":
    "Der Suchdienst hat mit mehr geantwortet, als genommen wird.",
  "The search service answered with something that is no list of pages.":
    "Der Suchdienst hat mit etwas geantwortet, das keine Liste von Seiten ist.",
  "A search has words, at most 400 characters and 50 of them.":
    "Eine Suche hat Wörter, höchstens 50 und 400 Zeichen.",
  "No search service is set any more.": "Es ist kein Suchdienst mehr eingestellt.",
  "The server of this tool answered with no result.":
    "Der Server dieses Werkzeugs hat ohne Ergebnis geantwortet.",
  "The server of this tool could not be reached.": "Der Server dieses Werkzeugs ist nicht zu erreichen.",
  "The server of this tool does not accept its key.":
    "Der Server dieses Werkzeugs nimmt den Schlüssel nicht an.",
  "The server of this tool did not answer in time.":
    "Der Server dieses Werkzeugs hat nicht rechtzeitig geantwortet.",
  "The connection to the server of this tool broke off before it answered: what it did until then is not known.":
    "Die Verbindung zum Server dieses Werkzeugs ist abgebrochen, bevor er geantwortet hat; was er bis dahin getan hat, ist nicht bekannt.",
  "The server of this tool answered with more than is taken.":
    "Der Server dieses Werkzeugs hat mehr geantwortet, als angenommen wird.",
  "The server of this tool leads elsewhere, which is not followed.":
    "Der Server dieses Werkzeugs leitet anderswohin weiter; dem wird nicht gefolgt.",
  "The server of this tool refused the call.": "Der Server dieses Werkzeugs hat den Aufruf abgelehnt.",
  "The server of this tool answered with something that is no result.":
    "Der Server dieses Werkzeugs hat etwas geantwortet, das kein Ergebnis ist.",
  "The server of this tool asks for something that nobody here can give.":
    "Der Server dieses Werkzeugs fragt nach etwas, das ihm hier niemand geben kann.",
  "The server’s list of tools has no end.": "Die Werkzeugliste des Servers hat kein Ende.",
  "The server says something else of this tool by now. Look at it again.":
    "Der Server sagt inzwischen etwas anderes über dieses Werkzeug. Bitte sehen Sie es sich noch einmal an.",
  "The server of this tool lets in who signed in alone: a person has to connect it in Settings → MCP servers.":
    "Der Server dieses Werkzeugs lässt nur herein, wer angemeldet ist: Jemand muss ihn unter Einstellungen → MCP-Server verbinden.",
  "The server of this tool wants more than the sign-in allows: a person has to connect it again in Settings → MCP servers.":
    "Der Server dieses Werkzeugs verlangt mehr, als die Anmeldung erlaubt: Jemand muss ihn unter Einstellungen → MCP-Server neu verbinden.",
  "Where one signs in for this server could not be reached.":
    "Wo man sich für diesen Server anmeldet, ist nicht zu erreichen.",
  "The server leads to an address inside this network for its sign-in, which is not followed.":
    "Der Server führt für die Anmeldung zu einer Adresse in diesem Netz; dem wird nicht gefolgt.",
  "The server leads to an address without TLS for its sign-in, which is not followed.":
    "Der Server führt für die Anmeldung zu einer Adresse ohne TLS; dem wird nicht gefolgt.",
  "Where one signs in leads elsewhere, which is not followed.":
    "Wo man sich anmeldet, wird anderswohin weitergeleitet; dem wird nicht gefolgt.",
  "Where one signs in answers with more than is taken.":
    "Wo man sich anmeldet, wird mehr geantwortet, als angenommen wird.",
  "The server does not say how one signs in.": "Der Server sagt nicht, wie man sich anmeldet.",
  "Where one signs in calls itself by another name than the server does. Nothing was sent there.":
    "Wo man sich anmeldet, nennt man sich anders, als der Server sagt. Dorthin wurde nichts gesendet.",
  "Where one signs in does not protect what it gives (PKCE with S256). Nothing was sent there.":
    "Wo man sich anmeldet, ist nicht geschützt, was man bekommt (PKCE mit S256). Dorthin wurde nichts gesendet.",
  "The server says that its sign-in is for another server. Nothing was sent there.":
    "Der Server sagt, seine Anmeldung gelte einem anderen Server. Dorthin wurde nichts gesendet.",
  "Where one signs in did not take this program in.":
    "Wo man sich anmeldet, wurde dieses Programm nicht aufgenommen.",
  "Where one signs in says something that cannot be read.":
    "Wo man sich anmeldet, wird etwas gesagt, das nicht zu lesen ist.",
  "The sign-in was refused there.": "Die Anmeldung wurde dort abgelehnt.",
  "The sign-in came to nothing there.": "Aus der Anmeldung wurde dort nichts.",
  "The sign-in came back from another place than it was begun at. Nothing was taken.":
    "Die Anmeldung kam von anderswo zurück, als sie begonnen wurde. Es wurde nichts übernommen.",
  "Who began the sign-in is signed out here by now. Nothing was taken.":
    "Wer die Anmeldung begann, ist hier inzwischen abgemeldet. Es wurde nichts übernommen.",
  "What the sign-in brought was not accepted there. Please connect again.":
    "Was die Anmeldung brachte, wurde dort nicht angenommen. Bitte verbinden Sie noch einmal.",
  "The sign-in is over: the server no longer accepts it. Please connect again.":
    "Die Anmeldung ist vorbei: Der Server nimmt sie nicht mehr an. Bitte verbinden Sie noch einmal.",
  "The server gave nothing that can be used here.": "Der Server gab nichts, was hier zu gebrauchen ist.",
  "There is no such note.": "Diese Notiz gibt es nicht.",
  "There is no such MCP server.": "Diesen MCP-Server gibt es nicht.",
  "No server asks for anything under this id.": "Kein Server fragt unter dieser Kennung nach etwas.",
  "This question no longer waits for an answer.": "Diese Frage wartet nicht mehr auf eine Antwort.",
  "The values do not fit what was asked.": "Die Angaben passen nicht zur Frage.",
  "Values are given with a form that is accepted, and with nothing else.":
    "Angaben gehören zu einem Formular, das angenommen wird, und zu nichts anderem.",
  "No tool asks for permission under this id.": "Kein Werkzeug wartet unter dieser Kennung auf Erlaubnis.",
  "The message used no tool under this id.": "Die Nachricht hat kein Werkzeug mit dieser Kennung benutzt.",
  "A program runs this tool, and its calls and results go with their messages: erase these.":
    "Ein Programm führt dieses Werkzeug aus; Aufrufe und Ergebnisse gehören zu ihren Nachrichten: Löschen Sie diese.",
  "The answer is still being written. Stop it first.":
    "Die Antwort wird noch geschrieben. Halten Sie sie zuerst an.",
  "This tool call no longer waits for an answer.": "Auf Ihr Wort wartet hier niemand mehr.",
  "Only a call that reads an address can be allowed for its whole site.":
    "Nur was eine Adresse liest, lässt sich für die ganze Site erlauben.",
  "From {} to {} different answers can be merged.":
    "Zusammenfassen lassen sich {1} bis {2} verschiedene Antworten.",
  "The claims of exactly two answers can be compared.":
    "Verglichen werden die Aussagen von genau zwei Antworten.",
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
  "An attached file is not here. What is on no message goes after a day: attach it again.":
    "Eine angehängte Datei ist nicht da. Was an keiner Nachricht hängt, verschwindet nach einem Tag: Hängen Sie sie noch einmal an.",
  "The files of this workspace take {}, as much as they may: delete conversations with files that nobody needs.":
    "Die Dateien dieses Arbeitsbereichs belegen {1}, mehr geht nicht: Löschen Sie Gespräche mit Dateien, die niemand mehr braucht.",
  "The file is empty.": "Die Datei ist leer.",
  "Attach an image (PNG, JPEG, GIF, WebP), a PDF, a Word or Excel file (DOCX, XLSX), or a text file.":
    "Anhängen lassen sich Bilder (PNG, JPEG, GIF, WebP), PDF, Word- und Excel-Dateien (DOCX, XLSX) und Textdateien.",
  "This kind of office file cannot be read. Save it as PDF, DOCX, XLSX or CSV in its own program, and attach that.":
    "Solche Office-Dateien lassen sich nicht lesen. Speichern Sie sie in ihrem Programm als PDF, DOCX, XLSX oder CSV und hängen Sie das an.",
  "The file is not of the kind that it claims to be.": "Die Datei ist nicht, was sie zu sein behauptet.",
  "The file is locked with a password, or in an older form of Office. Save it without one as DOCX, XLSX or PDF.":
    "Die Datei ist mit einem Kennwort gesperrt oder in einer älteren Office-Form. Speichern Sie sie ohne Kennwort als DOCX, XLSX oder PDF.",
  "The file cannot be read: it may be damaged, or another kind of file than its name says.":
    "Die Datei lässt sich nicht lesen: Sie ist vielleicht beschädigt oder etwas anderes, als ihr Name sagt.",
  "The file opens, but its pages are packed in a form that cannot be read here: print it into a new PDF, and attach that.":
    "Die Datei lässt sich öffnen, aber ihre Seiten sind in einer Form gepackt, die hier nicht gelesen werden kann: Drucken Sie sie in ein neues PDF und hängen Sie dieses an.",
  "The file is locked with a password: save a copy without one, and attach that.":
    "Die Datei ist mit einem Kennwort gesperrt: Speichern Sie eine Kopie ohne und hängen Sie diese an.",
  "The file unpacks to far more than it seems, so it is not read.":
    "Die Datei wird beim Entpacken viel größer, als sie scheint, und wird darum nicht gelesen.",
  "Reading the file takes too long: attach a part of it, or its text.":
    "Die Datei zu lesen dauert zu lange: Hängen Sie einen Teil davon an oder ihren Text.",
  "The image has {} × {} pixels, and a side may have {}: scale it down.":
    "Das Bild hat {1} × {2} Pixel, und eine Seite darf {3} haben: Verkleinern Sie es.",
  "The picture is no pixel wide or high, so there is nothing to be seen in it.":
    "Das Bild ist keinen Bildpunkt breit oder hoch, auf ihm ist also nichts zu sehen.",
  "The image is cut off or damaged: its first bytes do not say how large it is. Save it again, and attach that.":
    "Das Bild ist abgeschnitten oder beschädigt: Seine ersten Bytes sagen nicht, wie groß es ist. Speichern Sie es noch einmal und hängen Sie das an.",
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
  "The list of conversations is still being made.": "Die Liste der Gespräche wird noch gemacht.",
  "There are {} webhooks already. Remove one first.": "Es gibt schon {1} Webhooks. Entfernen Sie erst einen.",
};

/** What is wrong with a field, and what would be right. */
export const FIELDS: Readonly<Record<string, string>> = {
  "it is missing": "fehlt",
  "is needed": "fehlt",
  "must be a text": "ein Text",
  "must be a number": "eine Zahl",
  "must be a whole number": "eine ganze Zahl",
  "must be true or false": "ja oder nein",
  "must be a list": "eine Liste",
  "must be an object": "ein Objekt",
  "must be of another kind": "Das ist hier nicht möglich.",
  "must be an address": "Das ist keine Adresse.",
  "must have another form": "Das hat nicht die Form, die hier nötig ist.",
  "must be one of {}": "eines von {1}",
  "must not be empty": "fehlt",
  "must have at least {} characters": "mindestens {1} Zeichen",
  "must have at least {} entries": "mindestens {1}",
  "must be at least {}": "mindestens {1}",
  "must be more than {}": "mehr als {1}",
  "must be at most {} characters": "höchstens {1} Zeichen",
  "must have at most {} entries": "höchstens {1}",
  "must be at most {}": "höchstens {1}",
  "must be less than {}": "weniger als {1}",
  "must have no line breaks, control characters or characters that turn the direction of text, and at least one that can be seen":
    "keine Zeilenumbrüche, Steuerzeichen oder Zeichen, die die Schreibrichtung ändern, und mindestens eines, das zu sehen ist",
  "must have no user, password, query or fragment; the key has a field of its own":
    "ohne Name, Passwort, Fragezeichen und Raute; für den Schlüssel gibt es ein eigenes Feld",
  "must have no spaces and only plain letters, digits and signs":
    "ohne Leerzeichen, nur einfache Buchstaben, Ziffern und Zeichen",
  "must have only plain letters, digits and signs": "nur einfache Buchstaben, Ziffern und Zeichen",
  "must be the name of a header": "der Name einer Kopfzeile",
  "must be no header that this program sets itself": "keine Kopfzeile, die dieses Programm selbst setzt",
  "must not have messages, model, tools, stream or anything else that the log makes a request of":
    "nicht messages, model, tools, stream oder anderes, woraus das Protokoll eine Anfrage macht",
  "must be a word of small letters": "ein Wort aus kleinen Buchstaben",
  "must have no user and no password in it": "ohne Name und Passwort darin",
  "must name each label once": "jedes Etikett nur einmal",
  "must name each role once": "jede Rolle nur einmal",
  "must name each stage once": "jeden Abschnitt nur einmal",
  "must name its own roles": "nur Rollen dieses Gremiums",
  "must name stages before it": "nur Abschnitte davor",
  "must speak in some stage": "Diese Rolle muss in einem Abschnitt sprechen.",
  "must say how often it is repeated": "Es fehlt, wie oft er wiederholt wird.",
  "must have a schema where answers are to agree":
    "Damit Antworten übereinstimmen können, braucht es ein Schema.",
  "has the schema of a brief already": "hat schon das Schema eines Berichts",
  "must be an image that tells its size: it may be damaged":
    "ein Bild, das seine Größe nennt: Es ist vielleicht beschädigt",
  "must be at most {} × {} pixels, and has {} × {}": "höchstens {1} × {2} Pixel, und es hat {3} × {4}",
  "must be a time in UTC, such as 2027-01-31T00:00:00Z": "ein Zeitpunkt in UTC, etwa 2027-01-31T00:00:00Z",
  "has a field that is not known": "hat ein Feld, das es nicht gibt",
  "there is no such message": "Diese Nachricht gibt es nicht oder nicht mehr.",
  "its words were erased": "Die Worte dieser Nachricht sind gelöscht.",
  "a note is for a project or for an agent, not for both":
    "Eine Notiz gilt einem Projekt oder einem Agenten, nicht beiden.",
  "there are {} notes already: remove one first": "Es gibt schon {1} Notizen: Entfernen Sie erst eine.",
  "there are {} projects already: remove one first": "Es gibt schon {1} Projekte: Legen Sie erst eines weg.",
  "there is no such project": "Dieses Projekt gibt es nicht oder nicht mehr.",
  "must name each file once": "Jede Datei darf nur einmal vorkommen.",
  "must name each agent once": "Jeder Agent darf nur einmal vorkommen.",
  "there is no such agent": "Diesen Agenten gibt es nicht oder nicht mehr.",
  "there is no such agency": "Diese Agentur gibt es nicht oder nicht mehr.",
};

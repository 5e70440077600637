/** Adding a provider, in German. */
import type { Catalogue } from "../catalogue.ts";
import { counted } from "../counting.ts";

export const german: Catalogue["providers"] = {
  back: "Anbieter",
  title: "Anbieter hinzufügen",
  lead:
    "Schlüssel bleiben auf diesem Server, verschlüsselt. Gesendet wird nichts, bevor Sie auf Verbinden drücken.",
  tiles: "Welcher",
  needs: {
    key: "Mit Schlüssel",
    address: "Mit Adresse",
    nothing: "Ohne Schlüssel",
  },
  looking: "Wird gesucht …",
  found: "Hier gefunden",
  notRunning: "Läuft nicht",
  added: "Schon hinzugefügt",

  key: (name) => `Schlüssel von ${name}`,
  keyIfAny: "Schlüssel, falls er einen will",
  keyPlaceholder: "Hier einfügen",
  whereToFind: "Wo finde ich ihn?",
  showKey: "Schlüssel zeigen",
  hideKey: "Schlüssel verbergen",
  looksLike: (name) => `Das sieht nach einem Schlüssel von ${name} aus.`,
  useInstead: (name) => `Stattdessen ${name} nehmen`,
  address: "Adresse",
  addressPlaceholder: "https://modelle.example.org/v1",
  known: "Bekannte Dienste",
  localMeans: (name, host) =>
    `${name} wird unter ${host} gefragt, ohne Schlüssel. Nichts verlässt diesen Rechner.`,
  practiceMeans:
    "Übungsagenten antworten aus Texten in diesem Programm: kein Schlüssel, keine Kosten, nichts verlässt es.",
  name: "Name",

  connect: "Verbinden",
  connecting: "Verbindet …",
  connected: "Verbunden",
  again: "Noch einmal verbinden",
  works: "Es funktioniert.",
  answered: (seconds, models) =>
    `Antwort nach ${seconds}, mit ${
      counted(models, { one: "# Modell", other: "# Modellen" })
    }. Die Frage hat nichts gekostet.`,
  noModels: (seconds) =>
    `Antwort nach ${seconds}, aber ohne Liste von Modellen. Nennen Sie im Formular jedes Agenten eines.`,
  keepAnyway: "Trotzdem behalten",
  kept: "Behalten. Es wurde nicht geprüft.",
  wrong: {
    auth:
      "Der Schlüssel wurde abgelehnt. Prüfen Sie, ob er ganz ist und zu diesem Dienst gehört; dann Verbinden.",
    authNone: "Es wird ein Schlüssel verlangt. Fügen Sie einen ein; dann Verbinden.",
    permission:
      "Der Schlüssel stimmt, aber sein Konto darf das nicht. Sehen Sie dort nach Rechten und Guthaben; dann " +
      "Verbinden.",
    not_found:
      "Da ist ein Server, aber keine Liste von Modellen unter dieser Adresse. Prüfen Sie ihr Ende, oft /v1; " +
      "dann Verbinden.",
    network:
      "Unter dieser Adresse antwortet nichts. Prüfen Sie, ob der Server läuft und zu erreichen ist; dann " +
      "Verbinden.",
    networkLocal: (name) => `${name} antwortet auf diesem Rechner nicht. Starten Sie es; dann Verbinden.`,
    timeout: "Die Antwort kam nicht rechtzeitig. Warten Sie einen Moment; dann Verbinden.",
    rate_limited: "Es wird um eine Pause gebeten. Warten Sie einen Moment; dann Verbinden.",
    overloaded: "Der Dienst ist überlastet. Warten Sie einen Moment; dann Verbinden.",
    server: "Der Dienst hatte selbst einen Fehler. Warten Sie einen Moment; dann Verbinden.",
    malformed: "Was kam, ist keine Liste von Modellen. Prüfen Sie die Adresse; dann Verbinden.",
    noAddress: "Geben Sie die Adresse des Servers ein; dann Verbinden.",
    other: "Es ließ sich nicht verbinden. Prüfen Sie die Eingaben; dann Verbinden.",
  },

  models: "Modelle",
  modelsHint: "Das gewählte benutzen Ihre Agenten, wenn Sie ihnen kein anderes geben.",
  filter: "Ein Modell suchen",
  noneOfThem: "Kein Modell heißt so.",
  more: (n) => counted(n, { one: "# weiteres zeigen", other: "# weitere zeigen" }),
  notForChat: (n) =>
    counted(n, {
      one: "# zeigen, das nicht zum Sprechen ist",
      other: "# zeigen, die nicht zum Sprechen sind",
    }),
  context: "Kontext",
  price: "$ je Million, ein / aus",
  free: "kostenlos",
  priceUnknown: "unbekannt",
  can: { images: "Bilder", pdf: "PDF", tools: "Werkzeuge", thinks: "Denkt nach", structured: "JSON" },
  reads: (window) => `liest ${window} Tokens`,
  costs: (price) => `$ je Million, ein / aus: ${price}`,
  writeMore: (n) =>
    counted(n, { one: "# weiteres: schreiben Sie weiter", other: "# weitere: schreiben Sie weiter" }),
  choose: (model) => `${model} nehmen`,

  useFor: "Nehmen für",
  useForLater: "Sobald er verbunden ist, wählen Sie hier, welche Agenten mit ihm antworten.",
  today: (names) => `Heute antworten sie über ${names}.`,
  todayPractice: "Heute antworten sie aus Übungstexten.",
  already: "Sie benutzen ihn schon.",
  stays: (name) => `bleibt bei ${name}`,
  staysPractice: "bleibt bei der Übung",
  modelOf: (name) => `Modell von ${name}`,
  noAgents: "Noch gibt es keine Agenten. Legen Sie einen an, der ihn benutzt.",
  makeAgent: "Agent anlegen",
  estimate: (agents, usd) =>
    counted(agents, {
      one: `# Agent, eine Frage und eine Antwort mit 500 Wörtern: etwa ${usd}`,
      other: `# Agenten, eine Frage und Antworten mit je 500 Wörtern: etwa ${usd}`,
    }),
  estimateUnknown: (model) => `Was ${model} kostet, ist nicht bekannt. Sie können es unter Preise sagen.`,
  save: "Speichern und etwas fragen",
  done: "Fertig",
  saved: (n) => counted(n, { one: "# Agent benutzt ihn jetzt.", other: "# Agenten benutzen ihn jetzt." }),

  foundTitle: (name) => `${name} läuft auf diesem Rechner`,
  foundMeans: (models) =>
    counted(models, {
      one: "# Modell, kein Schlüssel, nichts verlässt das Haus.",
      other: "# Modelle, kein Schlüssel, nichts verlässt das Haus.",
    }),
  connectToo: "Auch verbinden",

  named: { practice: "Übung", other: "Anderer" },
  kinds: {
    openai: { label: "Format von OpenAI", speaks: "das Format von OpenAI (Chat Completions)" },
    responses: { label: "Format von OpenAI (Responses)", speaks: "das Format von OpenAI (Responses)" },
    anthropic: { label: "Format von Anthropic", speaks: "das Format von Anthropic (Messages)" },
    mock: { label: "Übung, ohne Schlüssel", speaks: "nichts: antwortet aus Übungstexten" },
  },
};

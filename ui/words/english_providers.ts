/** English words of adding a provider: tiles, connecting, its models, and what they are used for. */
import {
  kindFacts,
  type KindWords,
  PROVIDER_KINDS,
  type ProviderKind,
} from "../../events/catalog/provider_kinds.ts";
import { counted } from "./counting.ts";

/** The catalog's own words; a language that has none of a kind shows these. */
const kinds: Readonly<Partial<Record<ProviderKind, KindWords>>> = Object.fromEntries(
  PROVIDER_KINDS.map((kind) => {
    const { label, speaks } = kindFacts(kind);
    return [kind, { label, speaks }];
  }),
);

export const english = {
  back: "Providers",
  title: "Add a provider",
  lead: "Keys stay on this server, encrypted. Nothing is sent before you press Connect.",
  tiles: "Which one",
  needs: {
    key: "Key needed",
    address: "Address needed",
    nothing: "No key",
  },
  looking: "Looking for it…",
  found: "Found here",
  notRunning: "Not running",
  added: "Added already",

  key: (name: string) => `${name} key`,
  keyIfAny: "Key, if it wants one",
  keyPlaceholder: "Paste it here",
  whereToFind: "Where do I find it?",
  showKey: "Show the key",
  hideKey: "Hide the key",
  looksLike: (name: string) => `This looks like a key of ${name}.`,
  useInstead: (name: string) => `Use ${name} instead`,
  address: "Address",
  addressPlaceholder: "https://models.example.org/v1",
  known: "Known services",
  localMeans: (name: string, host: string) =>
    `${name} is asked at ${host}, without a key. Nothing leaves this machine.`,
  practiceMeans: "Practice agents answer from scripts in this program: no key, no cost, nothing leaves it.",
  name: "Name",

  connect: "Connect",
  connecting: "Connecting…",
  connected: "Connected",
  again: "Connect again",
  works: "It works.",
  answered: (seconds: string, models: number) =>
    `It answered after ${seconds}, with ${
      counted(models, { one: "# model", other: "# models" })
    }. Asking cost nothing.`,
  noModels: (seconds: string) =>
    `It answered after ${seconds}, but lists no models. Type the name of one in the form of each agent.`,
  keepAnyway: "Keep it anyway",
  kept: "Kept. It was not tested.",
  wrong: {
    auth: "The key was refused. Check that it is whole and belongs to this service, then press Connect.",
    authNone: "It wants a key. Paste one, then press Connect.",
    permission:
      "The key is right, but its account may not do this. Look at the account’s rights and credit there, " +
      "then press Connect.",
    not_found:
      "There is a server, but no list of models at this address. Check its end, often /v1, then press Connect.",
    network:
      "Nothing answers at this address. Check that the server runs and can be reached, then press Connect.",
    networkLocal: (name: string) => `${name} does not answer on this machine. Start it, then press Connect.`,
    timeout: "It did not answer in time. Wait a moment, then press Connect.",
    rate_limited: "It asks to be left alone for a while. Wait a moment, then press Connect.",
    overloaded: "It is overloaded. Wait a moment, then press Connect.",
    server: "It had a fault of its own. Wait a moment, then press Connect.",
    malformed: "What came back is no list of models. Check the address, then press Connect.",
    noAddress: "Enter the address of the server, then press Connect.",
    other: "It could not be asked. Check what you entered, then press Connect.",
  },

  models: "Models",
  modelsHint: "The one you choose is what your agents use, unless you give them another.",
  filter: "Find a model",
  noneOfThem: "No model of that name.",
  more: (n: number) => counted(n, { one: "Show # more", other: "Show # more" }),
  notForChat: (n: number) =>
    counted(n, { one: "Show # that is not for talking", other: "Show # that are not for talking" }),
  context: "Context",
  price: "$ per million, in / out",
  free: "free",
  priceUnknown: "unknown",
  can: { images: "Images", pdf: "PDF", tools: "Tools", thinks: "Thinks", structured: "JSON" },
  reads: (window: string) => `reads ${window} tokens`,
  costs: (price: string) => `$ per million, in / out: ${price}`,
  writeMore: (n: number) => counted(n, { one: "# more: write on", other: "# more: write on" }),
  choose: (model: string) => `Use ${model}`,

  useFor: "Use it for",
  useForLater: "Once it is connected, you choose here which agents answer with it.",
  today: (names: string) => `Today they answer from ${names}.`,
  todayPractice: "Today they answer from practice scripts.",
  already: "They use it already.",
  stays: (name: string) => `stays on ${name}`,
  staysPractice: "stays on practice",
  modelOf: (name: string) => `Model of ${name}`,
  noAgents: "There are no agents yet. Make one that uses it.",
  makeAgent: "Make an agent",
  estimate: (agents: number, usd: string) =>
    counted(agents, {
      one: `# agent, a question and an answer of 500 words: about ${usd}`,
      other: `# agents, a question and answers of 500 words each: about ${usd}`,
    }),
  estimateUnknown: (model: string) => `What ${model} costs is not known. You can say it under Prices.`,
  save: "Save and ask something",
  done: "Done",
  saved: (n: number) => counted(n, { one: "# agent uses it now.", other: "# agents use it now." }),

  foundTitle: (name: string) => `${name} is running on this machine`,
  foundMeans: (models: number) =>
    counted(models, {
      one: "# model, no key, nothing leaves the house.",
      other: "# models, no key, nothing leaves the house.",
    }),
  connectToo: "Connect it too",

  named: { practice: "Practice", other: "Other" },
  kinds,
};
export type ProviderWords = typeof english;

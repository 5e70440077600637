/**
 * What models are known to take, by the start of their name: for what a server does not say of its own. As of October
 * 2026, and not older than what the makers' SDKs list; what is not listed is unknown, and unknown parameters are sent and
 * withdrawn when the server refuses them (PROVIDERS.md row 7).
 */
import { EFFORTS } from "../../events/catalog/efforts.ts";
import type { ProviderKind } from "../../events/catalog/provider_kinds.ts";
import type { ToldModel } from "../../events/catalog/workspace.ts";
import { paramsFor } from "./takes.ts";
import type { Shell } from "./types.ts";

type Efforts = NonNullable<ToldModel["efforts"]>;
type Effort = Efforts[number];

export interface Capabilities {
  /** False: the model answers 400 to a temperature (PROVIDERS.md row 2). */
  readonly temperature: boolean | "unknown";
  /** The words for how long it may think, the shortest first; none: it takes no such word. */
  readonly efforts: Efforts | "unknown";
  /** Takes `developer` and `max_completion_tokens` in Chat Completions. */
  readonly developer: boolean;
  /** Takes `thinking: { type: "adaptive" }` in Messages. */
  readonly adaptiveThinking: boolean;
  /** Tokens the model can take in. */
  readonly contextWindow: number | "unknown";
  /** Tokens the model can give out in one answer. */
  readonly maxOutput: number | "unknown";
  /** It reads images; PDF files. */
  readonly images: boolean | "unknown";
  readonly pdf: boolean | "unknown";
  /** It calls tools. */
  readonly tools: boolean | "unknown";
  /** It thinks before it answers. */
  readonly thinks: boolean | "unknown";
  /** It keeps to a JSON schema. */
  readonly structured: boolean | "unknown";
}

const UNKNOWN: Capabilities = {
  temperature: "unknown",
  efforts: "unknown",
  developer: false,
  adaptiveThinking: false,
  contextWindow: "unknown",
  maxOutput: "unknown",
  images: "unknown",
  pdf: "unknown",
  tools: "unknown",
  thinks: "unknown",
  structured: "unknown",
};
/** What every newer model of the large makers does. */
const SEES = { images: true, pdf: true, tools: true, structured: true } as const;
const WORDS_ALONE = { images: false, pdf: false, tools: false, structured: false } as const;
const NONE: Efforts = [];
const TO_HIGH: Efforts = ["low", "medium", "high"];
const TO_MAX: Efforts = ["low", "medium", "high", "xhigh", "max"];

const claude = (
  contextWindow: Capabilities["contextWindow"],
  maxOutput: Capabilities["maxOutput"],
  efforts: Capabilities["efforts"],
  adaptiveThinking: boolean,
) => ({
  ...UNKNOWN,
  ...SEES,
  thinks: true,
  // Since API version 2026-10-21 sampling parameters are refused for every model.
  temperature: false,
  efforts,
  adaptiveThinking,
  contextWindow,
  maxOutput,
});
const reasoner = (
  contextWindow: Capabilities["contextWindow"],
  maxOutput: Capabilities["maxOutput"],
  efforts: Capabilities["efforts"] = TO_HIGH,
) => ({
  ...UNKNOWN,
  ...SEES,
  thinks: true,
  temperature: false,
  efforts,
  developer: true,
  contextWindow,
  maxOutput,
});
const classic = (contextWindow: number, maxOutput: number, images = true) => ({
  ...UNKNOWN,
  images,
  tools: true,
  thinks: false,
  temperature: true,
  efforts: NONE,
  contextWindow,
  maxOutput,
});

/** What every model of the maker does. */
const ANY_CLAUDE: Capabilities = { ...UNKNOWN, ...SEES, temperature: false };

/** The first match counts, so that the special stands before the general. */
const TABLE: readonly (readonly [RegExp, Capabilities])[] = [
  [/^claude-haiku-4-5/, { ...claude(200_000, 64_000, NONE, false), thinks: false }],
  [/^claude-sonnet-4-5/, { ...claude(200_000, 64_000, NONE, false), thinks: false }],
  [/^claude-opus-4-5/, { ...claude(200_000, 64_000, TO_HIGH, false), thinks: false }],
  [/^claude-sonnet-4-6/, claude(1_000_000, 64_000, [...TO_HIGH, "max"], true)],
  [/^claude-opus-4-6/, claude(1_000_000, 128_000, [...TO_HIGH, "max"], true)],
  [/^claude-opus-4-[78]/, claude(1_000_000, 128_000, TO_MAX, true)],
  [/^claude-(fable|mythos|opus)-5/, claude(1_000_000, 128_000, TO_MAX, true)],
  // Of these nobody here knows how much they read; the makers' own list says it.
  [/^claude-(sonnet|haiku)-5|^claude-mythos-preview/, claude("unknown", "unknown", "unknown", false)],
  [/^claude-/, ANY_CLAUDE],
  [/^gpt-5[\d.]*-chat/, { ...reasoner(128_000, 16_384, NONE), thinks: false }],
  [/^gpt-5(-mini|-nano)?(-\d{4}|$)/, reasoner(400_000, 128_000, ["minimal", ...TO_HIGH])],
  [/^gpt-5\.1(-\d{4}|$)/, reasoner(400_000, 128_000, ["none", ...TO_HIGH])],
  [/^gpt-5\.2(-\d{4}|$)/, reasoner(400_000, 128_000, ["none", ...TO_HIGH, "xhigh"])],
  [/^gpt-[56]/, reasoner("unknown", "unknown", "unknown")],
  [/^o1-(preview|mini)/, { ...reasoner(128_000, 32_768, NONE), ...WORDS_ALONE, developer: false }],
  [/^o3-mini/, { ...reasoner(200_000, 100_000), images: false, pdf: false }],
  [/^o[134](-|$)/, reasoner(200_000, 100_000)],
  [/^codex-mini/, reasoner(200_000, 100_000)],
  [/^gpt-4\.1/, classic(1_047_576, 32_768)],
  [/^(gpt-4o|chatgpt-4o)/, classic(128_000, 16_384)],
  [/^gpt-4-(turbo|vision|0125|1106)/, classic(128_000, 4_096)],
  [/^gpt-4-32k/, classic(32_768, 8_192, false)],
  [/^gpt-4(-0|$)/, classic(8_192, 8_192, false)],
  [/^gpt-3\.5-turbo/, classic(16_385, 4_096, false)],
];

/** The row of a model; a router's prefix (`openai/gpt-5`) does not matter. */
/** Models whose row is remembered: it is asked for several times a turn, and looking takes longer the less is known of one. */
const REMEMBERED = 500;
const rows = new Map<string, Capabilities | undefined>();

function rowOf(model: string): Capabilities | undefined {
  if (rows.has(model)) return rows.get(model);
  if (rows.size >= REMEMBERED) rows.clear();
  const row = foundRow(model);
  rows.set(model, row);
  return row;
}

function foundRow(model: string): Capabilities | undefined {
  const name = model.toLowerCase().replace(/^.*\//, "").replaceAll(/(?<=^claude-[a-z]+-\d)\.(?=\d)/g, "-");
  return TABLE.find(([pattern]) => pattern.test(name))?.[1];
}

/**
 * What is known of a model: what its server says comes before the table.
 * @outside
 */
export function capabilitiesOf(model: string, told?: ToldModel): Capabilities {
  const table = rowOf(model) ?? UNKNOWN;
  return told ? { ...table, ...told, developer: table.developer } : table;
}

/** How a model takes files: PDF files as they are, or as their text. */
export const filesTakenBy = (kind: ProviderKind, model: string, told?: ToldModel) => ({
  documents: kind !== "mock" && capabilitiesOf(model, told).pdf === true,
  kind,
});

/**
 * Whether a model is given the pictures of tools' results: it sees some, and its maker's wire has a place for them there,
 * which Chat Completions has not.
 * @outside
 */
export const seesPictures = (kind: ProviderKind, model: string, told?: ToldModel): boolean =>
  kind === "mock" ||
  ((kind === "anthropic" || kind === "responses") && capabilitiesOf(model, told).images === true);

/** Where nobody set a limit for a Messages request: an answer in a chat, with room to think. */
const ANTHROPIC_MAX_TOKENS = 32_000;
/** The same for a model whose own limit is not known. */
const ANTHROPIC_MAX_TOKENS_UNKNOWN = 8_192;

/** Of the words that a model takes, the one that means as long as is wanted, or the next shorter; undefined: none. */
function effortFor(wanted: Effort, { efforts }: Capabilities): Effort | undefined {
  if (efforts === "unknown" || efforts.includes(wanted)) return wanted;
  const most = EFFORTS.indexOf(wanted);
  return efforts.filter((one) => EFFORTS.indexOf(one) <= most).at(-1);
}

/**
 * The shell with everything that is known of its model written into it, so that the renderer needs no table and no list,
 * and the bytes can be rebuilt for ever. Call it before the shell is stored.
 * @param told what the provider's server says of the model
 */
export function adaptShell(kind: ProviderKind, shell: Shell, told?: ToldModel): Shell {
  if (kind === "mock") return shell;
  const known = capabilitiesOf(shell.model, told);
  const { effort, ...others } = paramsFor(kind, shell.params);
  const fitting = effort && effortFor(effort, known);
  const params = {
    ...others,
    ...(fitting ? { effort: fitting } : {}),
    ...(kind === "anthropic" && others.maxTokens === undefined ? { maxTokens: maxTokens(known) } : {}),
  };
  return { ...shell, params, downgrades: downgradesOf(kind, shell.model, shell.downgrades, told) };
}

/** What a model is known not to understand, by its server, by the table, and by what was learned of it; sorted. */
export function downgradesOf(
  kind: ProviderKind,
  model: string,
  learned: Iterable<string>,
  told?: ToldModel,
): string[] {
  const downgrades = new Set(learned);
  if (kind === "mock") return [...downgrades];
  const known = capabilitiesOf(model, told);
  if (known.temperature === false) downgrades.add("no_temperature");
  if (known.efforts !== "unknown" && known.efforts.length === 0) downgrades.add("no_effort");
  if (kind === "openai" && !known.developer) downgrades.add("no_developer").add("no_max_completion_tokens");
  // Who does not think sums nothing up and seals nothing.
  if (kind === "responses" && known.thinks === false) downgrades.add("no_summary").add("no_encrypted");
  if (kind === "anthropic" && !known.adaptiveThinking) downgrades.add("no_thinking");
  return [...downgrades].sort();
}

function maxTokens({ maxOutput }: Capabilities): number {
  return maxOutput === "unknown" ? ANTHROPIC_MAX_TOKENS_UNKNOWN : Math.min(maxOutput, ANTHROPIC_MAX_TOKENS);
}

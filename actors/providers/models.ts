/**
 * What models are known to take, by the start of their name. As of October 2026; what is not listed is
 * unknown, and unknown parameters are sent and withdrawn when the server refuses them (PROVIDERS.md row 7).
 */
import type { ProviderKind } from "../../events/catalog/provider_kinds.ts";
import type { Shell } from "./types.ts";

interface Capabilities {
  /** False: the model answers 400 to a temperature (PROVIDERS.md row 2). */
  readonly temperature: boolean | "unknown";
  readonly effort: boolean | "unknown";
  /** Takes `developer` and `max_completion_tokens` in Chat Completions. */
  readonly developer: boolean;
  /** Takes `thinking: { type: "adaptive" }` in Messages. */
  readonly adaptiveThinking: boolean;
  /** Tokens the model can take in. */
  readonly contextWindow: number | "unknown";
  /** Tokens the model can give out in one answer. */
  readonly maxOutput: number | "unknown";
  /** It reads images. */
  readonly images: boolean | "unknown";
  /** It calls tools. */
  readonly tools: boolean | "unknown";
  /** It thinks before it answers. */
  readonly thinks: boolean | "unknown";
}

const UNKNOWN: Capabilities = {
  temperature: "unknown",
  effort: "unknown",
  developer: false,
  adaptiveThinking: false,
  contextWindow: "unknown",
  maxOutput: "unknown",
  images: "unknown",
  tools: "unknown",
  thinks: "unknown",
};
/** What every newer model of the large makers does. */
const SEES = { images: true, tools: true } as const;
const WORDS_ALONE = { images: false, tools: false } as const;

const claude = (contextWindow: number, maxOutput: number, effort: boolean, adaptiveThinking: boolean) => ({
  ...UNKNOWN,
  ...SEES,
  thinks: adaptiveThinking,
  // Since API version 2026-10-21 sampling parameters are refused for every model.
  temperature: false,
  effort,
  adaptiveThinking,
  contextWindow,
  maxOutput,
});
const reasoner = (contextWindow: number | "unknown", maxOutput: number | "unknown", effort = true) => ({
  ...UNKNOWN,
  ...SEES,
  thinks: true,
  temperature: false,
  effort,
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
  effort: false,
  contextWindow,
  maxOutput,
});

/** The first match counts, so that the special stands before the general. */
const TABLE: readonly (readonly [RegExp, Capabilities])[] = [
  [/^claude-haiku-4-5/, claude(200_000, 64_000, false, false)],
  [/^claude-sonnet-4-5/, claude(200_000, 64_000, false, false)],
  [/^claude-opus-4-5/, claude(200_000, 64_000, true, false)],
  [/^claude-sonnet-4-6/, claude(1_000_000, 64_000, true, true)],
  [/^claude-opus-4-[678]/, claude(1_000_000, 128_000, true, true)],
  [/^claude-(fable|mythos|opus)-5/, claude(1_000_000, 128_000, true, true)],
  [/^claude-/, { ...UNKNOWN, ...SEES, temperature: false }],
  [/^gpt-5[\d.]*-chat/, { ...reasoner(128_000, 16_384, false), thinks: false }],
  [/^gpt-5(-mini|-nano)?(-\d{4}|$)/, reasoner(400_000, 128_000)],
  [/^gpt-5\.[12](-\d{4}|$)/, reasoner(400_000, 128_000)],
  [/^gpt-[56]/, reasoner("unknown", "unknown")],
  [/^o1-(preview|mini)/, { ...reasoner(128_000, 32_768, false), ...WORDS_ALONE, developer: false }],
  [/^o3-mini/, { ...reasoner(200_000, 100_000), images: false }],
  [/^o[134](-|$)/, reasoner(200_000, 100_000)],
  [/^gpt-4\.1/, classic(1_047_576, 32_768)],
  [/^(gpt-4o|chatgpt-4o)/, classic(128_000, 16_384)],
  [/^gpt-4-turbo/, classic(128_000, 4_096)],
  [/^gpt-4-32k/, classic(32_768, 8_192, false)],
  [/^gpt-4(-0|$)/, classic(8_192, 8_192, false)],
  [/^gpt-3\.5-turbo/, classic(16_385, 4_096, false)],
];

/**
 * What is known of a model; a router's prefix (`openai/gpt-5`) does not matter.
 * @outside
 */
export function capabilitiesOf(model: string): Capabilities {
  const name = model.toLowerCase().replace(/^.*\//, "").replaceAll(/(?<=^claude-[a-z]+-\d)\.(?=\d)/g, "-");
  return TABLE.find(([pattern]) => pattern.test(name))?.[1] ?? UNKNOWN;
}

/** Where nobody set a limit for a Messages request: an answer in a chat, with room to think. */
const ANTHROPIC_MAX_TOKENS = 32_000;
/** The same for a model whose own limit is not known. */
const ANTHROPIC_MAX_TOKENS_UNKNOWN = 8_192;

/**
 * The shell with everything the table knows about its model written into it, so that the renderer needs no
 * table and the bytes can be rebuilt for ever. Call it before the shell is stored.
 */
export function adaptShell(kind: ProviderKind, shell: Shell): Shell {
  if (kind === "mock") return shell;
  const known = capabilitiesOf(shell.model);
  const params = kind === "anthropic" && shell.params.maxTokens === undefined
    ? { ...shell.params, maxTokens: maxTokens(known) }
    : shell.params;
  return { ...shell, params, downgrades: downgradesOf(kind, shell.model, shell.downgrades) };
}

/** What a model is known not to understand, by the table and by what was learned of it; sorted. */
export function downgradesOf(kind: ProviderKind, model: string, learned: Iterable<string>): string[] {
  const downgrades = new Set(learned);
  if (kind === "mock") return [...downgrades];
  const known = capabilitiesOf(model);
  if (known.temperature === false) downgrades.add("no_temperature");
  if (known.effort === false) downgrades.add("no_effort");
  if (kind === "openai" && !known.developer) downgrades.add("no_developer").add("no_max_completion_tokens");
  if (kind === "anthropic" && !known.adaptiveThinking) downgrades.add("no_thinking");
  return [...downgrades].sort();
}

function maxTokens({ maxOutput }: Capabilities): number {
  return maxOutput === "unknown" ? ANTHROPIC_MAX_TOKENS_UNKNOWN : Math.min(maxOutput, ANTHROPIC_MAX_TOKENS);
}

/**
 * Which of the things a calling program may want of one answer each kind of provider can do, and each model (S1).
 * Asked before a call is taken, and again where it is sent: settings change, and models are learned about.
 */
import { CallSettings } from "../../events/catalog/call_settings.ts";
import { kindFacts, type ProviderKind, type Setting } from "../../events/catalog/provider_kinds.ts";
import type { Provider, ToldModel } from "../../events/catalog/workspace.ts";
import { providerError } from "./error_messages.ts";
import { capabilitiesOf, downgradesOf } from "./models.ts";
import { ProviderError } from "./types.ts";

const SETTINGS = CallSettings.keyof().options;

/** What no provider has to hear of; a key for a cache is for those that have one. */
const NOTED: readonly Setting[] = ["metadata", "store", "cacheKey"];

/** What goes with a form that a model does not understand. */
const GOES_WITH: Readonly<Record<string, readonly Setting[]>> = {
  no_temperature: ["temperature", "topP", "topK"],
  no_effort: ["effort"],
  no_reasoning: ["effort"],
  no_top_p: ["topP"],
  no_stop: ["stop"],
  no_seed: ["seed"],
  no_verbosity: ["verbosity"],
  no_format: ["format"],
};

/** Values of Messages are narrower than those of Chat Completions, and of efforts a server may say which it takes. */
function fits(kind: ProviderKind, call: CallSettings, told?: ToldModel): Setting | null {
  if (call.effort !== undefined && told?.efforts?.includes(call.effort) === false) return "effort";
  if (kind !== "anthropic") return null;
  if (call.temperature !== undefined && call.temperature > 1) return "temperature";
  if (call.effort === "none" || call.effort === "minimal") return "effort";
  if (call.stop?.some((text) => text.trim() === "")) return "stop";
  return call.format !== undefined && !call.format.includes('"json_schema"') ? "format" : null;
}

/** The temperature that all models have by themselves: leaving it out is the same. */
const isDefault = (setting: Setting, call: CallSettings) =>
  setting === "temperature" && call.temperature === 1;

/** A setting that would be lost by `downgrade`, or null. */
function lostBy(call: CallSettings, downgrade: string): Setting | null {
  return (GOES_WITH[downgrade] ?? []).find((one) => call[one] !== undefined && !isDefault(one, call)) ?? null;
}

/**
 * The first of the settings that this model cannot be asked for, or null. `learned`: what it was found not to take,
 * `told`: what its server says of it.
 */
export function cannotTake(
  kind: ProviderKind,
  model: string,
  call: CallSettings,
  learned: Iterable<string> = [],
  told?: ToldModel,
): Setting | null {
  const asked = SETTINGS.filter((one) => call[one] !== undefined);
  const strange = asked.find((one) => !NOTED.includes(one) && !kindFacts(kind).takes.includes(one));
  if (strange) return strange;
  const lost = downgradesOf(kind, model, learned, told).map((one) => lostBy(call, one)).find((one) =>
    one !== null
  );
  return lost ?? fits(kind, call, told);
}

/** Models that OpenAI serves by Responses alone. */
const RESPONSES_ALONE = /^(o\d|gpt-\d[\d.]*)-pro|codex|deep-research|computer-use/;

/**
 * The provider as it is spoken to for a model: at OpenAI's own address in Responses where the model thinks, for there its
 * thoughts are summed up and come back with the results of tools, unless a call wants what only Chat Completions takes; and
 * where the model knows nothing else. Whoever named an address said which words are spoken there.
 * @outside
 */
export function spokenTo<P extends Pick<Provider, "kind" | "baseUrl">>(
  provider: P,
  model: string,
  call: CallSettings = {},
  told?: ToldModel,
  searches = false,
): P {
  if (provider.kind !== "openai" || provider.baseUrl !== undefined) return provider;
  const alone = RESPONSES_ALONE.test(model);
  const better = (searches || capabilitiesOf(model, told).thinks === true) &&
    cannotTake("responses", model, call, [], told) === null;
  return alone || better ? { ...provider, kind: "responses" } : provider;
}

/** A failure as it stands where a program's settings are concerned: what it asked for is not left out to help. */
export function keepingCall(failure: ProviderError, call: CallSettings | undefined): ProviderError {
  const lost = call && failure.downgrade !== undefined ? lostBy(call, failure.downgrade) : null;
  if (lost === null) return failure;
  return providerError("bad_request", { statusCode: failure.statusCode, sentence: notTaken(lost) });
}

const WORDS: Readonly<Record<Setting, string>> = {
  maxTokens: "a limit of tokens",
  temperature: "that temperature",
  topP: "top_p",
  topK: "top_k",
  frequencyPenalty: "a frequency penalty",
  presencePenalty: "a presence penalty",
  stop: "these texts to stop at",
  seed: "a seed",
  effort: "that reasoning effort",
  verbosity: "a verbosity",
  format: "that response format",
  tools: "tools",
  toolChoice: "a choice of tools",
  parallelTools: "a word on calls side by side",
  user: "a user",
  metadata: "metadata",
  store: "store",
  safetyId: "a safety identifier",
  cacheKey: "a key for a cache",
};

/** A sentence for people. */
export const notTaken = (setting: Setting): string => `The agent’s model does not take ${WORDS[setting]}.`;

/** A provider's models as people choose among them: which are for talking, which first, and what each costs. */
import type { Price } from "../../events/catalog/workspace.ts";
import { priceFor, type PriceOverrides } from "../../projections/usage/prices.ts";
import type { OfferedModel } from "../../projections/shapes/views.ts";
import { whenNeeded } from "../words/when_needed.ts";

/** Models that give out something else than an answer in words, by what their makers call them. */
const NOT_FOR_CHAT =
  /embed|whisper|tts|dall-e|moderation|image|imagine|audio|realtime|transcri|speech|sora|veo|imagen|lyria|rerank|davinci|babbage|computer-use|guard|ocr/i;
/** Practice faults, for trying what happens. */
const PRACTICE_FAULT = /^(error-|hang-|cut-|json-|flaky|truncated|huge|skip|slow)/;

/**
 * Whether a model answers in words, as far as its name says.
 * @outside
 */
export const isForChat = (name: string): boolean => !NOT_FOR_CHAT.test(name) && !PRACTICE_FAULT.test(name);

/** What most people want first, best known names before others; of each the newest. */
const WANTED: readonly RegExp[] = [
  /^(anthropic\/)?claude-sonnet-\d/,
  /^(openai\/)?gpt-\d[\d.]*$/,
  /^(models\/|google\/)?gemini-[\d.]+-(flash|pro)$/,
  /^(mistral-(large|medium)-latest|deepseek-chat|grok-\d[\d.]*)$/,
  /(llama|qwen|gpt-oss|gemma|mistral)/i,
];

const collator = whenNeeded(() => new Intl.Collator("en", { numeric: true }));
const rank = (name: string): number => {
  const found = WANTED.findIndex((wanted) => wanted.test(name));
  return found < 0 ? WANTED.length : found;
};

/** The model to begin with: among the most wanted the newest; undefined where there is none for talking. */
export function suggested(models: readonly OfferedModel[]): string | undefined {
  const names = models.map(({ name }) => name).filter(isForChat);
  const best = Math.min(...names.map(rank));
  // What nobody knows keeps the order of its server.
  if (best >= WANTED.length) return names[0];
  return names.filter((name) => rank(name) === best).sort((a, b) => collator().compare(b, a))[0];
}

/**
 * Those whose name, or what people call it, has every word of a query, whatever its case.
 * @outside
 */
export function matching(models: readonly OfferedModel[], query: string): OfferedModel[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  return models.filter(({ name, label = "" }) => {
    const text = `${name} ${label}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

/**
 * Those to choose from: for a name that stands there all, else those that what was typed finds.
 * @outside
 */
export function offers(models: readonly OfferedModel[], typed: string): readonly OfferedModel[] {
  const talking = models.filter(({ name }) => isForChat(name) || name === typed);
  const found = matching(talking, typed);
  return found.some(({ name }) => name === typed) ? talking : found;
}

/** What a model costs: what a person set, else what its server says, else the dated list's; null where nobody says. */
export const costs = (model: OfferedModel, own: PriceOverrides): Price | null =>
  (Object.hasOwn(own, model.name) ? own[model.name] : model.price) ?? priceFor(model.name, own) ?? null;

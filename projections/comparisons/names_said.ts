/** Whether an answer says a name that could tell whose it is. */
import { wordsOf } from "../search/words.ts";

/** Makers, and what they call their models: what models call themselves when they speak of themselves. */
const KNOWN = [
  "OpenAI",
  "ChatGPT",
  "GPT",
  "Anthropic",
  "Claude",
  "Gemini",
  "Gemma",
  "DeepMind",
  "Bard",
  "Llama",
  "Meta AI",
  "Mistral",
  "Mixtral",
  "Qwen",
  "Tongyi",
  "Alibaba",
  "DeepSeek",
  "Grok",
  "xAI",
  "Cohere",
  "Command R",
  "Amazon Nova",
  "Phi-4",
  "Kimi",
  "Moonshot AI",
  "ChatGLM",
  "Zhipu",
  "MiniMax",
  "Hunyuan",
  "Ernie Bot",
  "Nemotron",
  "OLMo",
  "Falcon LLM",
  "Perplexity",
  "Copilot",
] as const;

/** UTF-16 units of an answer that are looked at: no answer is longer, but for one that is told to be. */
const LOOKED_AT = 400_000;
/** Parts of the names of models that are shorter than this, or numbers alone, say nothing. */
const PART_UNITS = 4;

const spaced = (words: readonly string[]): string => ` ${words.join(" ")} `;

/** A name as it is looked for: its words, one after another. */
const known = KNOWN.map((name) => spaced(wordsOf(name)));

/** A model is known by its whole name, and by the words in it: `claude-opus-4` by `claude`. */
const partsOf = (model: string): string[] =>
  model.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length >= PART_UNITS && /\p{L}/u.test(part));

/**
 * Whether a text has one of these names in it, or that of a well-known model or maker. Any of them marks any answer:
 * marking only its own would tell whose it is.
 * @param agents names of all that were asked
 * @param models of all that were asked
 * @outside
 */
export function saysName(text: string, agents: readonly string[], models: readonly string[]): boolean {
  const words = spaced(wordsOf(text.slice(0, LOOKED_AT)));
  const own = [...agents, ...models, ...models.flatMap(partsOf)].map(wordsOf)
    .filter((name) => name.length > 0).map(spaced);
  // A version stands behind many of them without a blank: `GPT4`, `Qwen3`.
  const joined = words.replace(/(\p{L})(\p{N})/gu, "$1 $2");
  return [...known, ...own].some((name) => words.includes(name) || joined.includes(name));
}

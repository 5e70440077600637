/**
 * Services and servers that people are offered by name, so that nobody has to know an address: how each is spoken to,
 * where it is, and where its maker gives out keys. Plain values: this file runs in the browser.
 */
import type { ProviderKind } from "./provider_kinds.ts";

export interface Preset {
  readonly id: string;
  /** What it calls itself. */
  readonly name: string;
  readonly kind: ProviderKind;
  /** Absent: the maker's own, or one that only the person knows. */
  readonly baseUrl?: string;
  /** Where its maker gives out keys; absent: it wants none. */
  readonly keysAt?: string;
  /** What its keys begin with, where that tells them from others'. */
  readonly keyBegins?: string;
  /** It runs on the machine of this program, at its usual address, or not at all. */
  readonly local?: true;
  /** Its address is asked for. */
  readonly elsewhere?: true;
}

/** In the order in which they are offered. */
export const PRESETS = [
  {
    id: "anthropic",
    name: "Anthropic",
    kind: "anthropic",
    keysAt: "https://console.anthropic.com/settings/keys",
    keyBegins: "sk-ant-",
  },
  {
    id: "openai",
    name: "OpenAI",
    kind: "openai",
    keysAt: "https://platform.openai.com/api-keys",
    keyBegins: "sk-",
  },
  {
    id: "openrouter",
    name: "OpenRouter",
    kind: "openai",
    baseUrl: "https://openrouter.ai/api/v1",
    keysAt: "https://openrouter.ai/settings/keys",
    keyBegins: "sk-or-",
  },
  { id: "ollama", name: "Ollama", kind: "openai", baseUrl: "http://127.0.0.1:11434/v1", local: true },
  { id: "lm-studio", name: "LM Studio", kind: "openai", baseUrl: "http://127.0.0.1:1234/v1", local: true },
  { id: "vllm", name: "vLLM", kind: "openai", elsewhere: true },
  { id: "practice", name: "Practice", kind: "mock" },
  { id: "other", name: "Other", kind: "openai", elsewhere: true },
] as const satisfies readonly Preset[];

/** Services that speak as OpenAI does, offered where an address is asked for. */
export const COMPATIBLE = [
  {
    id: "google",
    name: "Google Gemini",
    kind: "openai",
    baseUrl: "https://generativelanguage.googleapis.com/v1beta/openai",
    keysAt: "https://aistudio.google.com/apikey",
    keyBegins: "AIza",
  },
  {
    id: "mistral",
    name: "Mistral",
    kind: "openai",
    baseUrl: "https://api.mistral.ai/v1",
    keysAt: "https://console.mistral.ai/api-keys",
  },
  {
    id: "groq",
    name: "Groq",
    kind: "openai",
    baseUrl: "https://api.groq.com/openai/v1",
    keysAt: "https://console.groq.com/keys",
    keyBegins: "gsk_",
  },
  {
    id: "deepseek",
    name: "DeepSeek",
    kind: "openai",
    baseUrl: "https://api.deepseek.com/v1",
    keysAt: "https://platform.deepseek.com/api_keys",
  },
  {
    id: "xai",
    name: "xAI",
    kind: "openai",
    baseUrl: "https://api.x.ai/v1",
    keysAt: "https://console.x.ai",
    keyBegins: "xai-",
  },
] as const satisfies readonly Preset[];

/** Presets that may run on the machine of this program, with the address at which each is asked. */
export const LOCAL: readonly (Preset & { readonly baseUrl: string })[] = PRESETS.flatMap((preset: Preset) =>
  preset.local && preset.baseUrl !== undefined ? [{ ...preset, baseUrl: preset.baseUrl }] : []
);

/**
 * Whose key a text looks like: the preset with the longest beginning that fits, so that `sk-ant-` is not taken for
 * `sk-`. Undefined where none fits, which proves nothing.
 * @outside
 */
export function presetOfKey(key: string): Preset | undefined {
  const fitting = [...PRESETS, ...COMPATIBLE].filter((preset: Preset) =>
    preset.keyBegins !== undefined && key.trim().startsWith(preset.keyBegins)
  );
  const length = (preset: Preset) => preset.keyBegins?.length ?? 0;
  return fitting.sort((a, b) => length(b) - length(a))[0];
}

/** Providers as people know them: by the name of the service, else by what they speak and where they are. */
import { COMPATIBLE, type Preset, PRESETS } from "../../events/catalog/provider_presets.ts";
import type { ProviderKind } from "../../events/catalog/provider_kinds.ts";
import { words, wordsOfKind } from "../words/providers.ts";

interface Place {
  readonly kind: ProviderKind;
  readonly baseUrl?: string | undefined;
}

const ALL: readonly Preset[] = [...PRESETS, ...COMPATIBLE];
const bare = (address = "") => address.trim().replace(/\/+$/, "").replace("//localhost:", "//127.0.0.1:");

/** The preset that a provider was made of, or might have been: of the same kind at the same address. */
export function presetAt({ kind, baseUrl }: Place): Preset | undefined {
  return ALL.find((preset) =>
    preset.kind === kind && !preset.elsewhere && bare(preset.baseUrl) === bare(baseUrl)
  );
}

/** The host and port of an address, without what everybody's begins with; the text itself where it is none. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}

/** Where first letters would be the same. */
const SIGNS: Readonly<Record<string, string>> = { openrouter: "R", ollama: "Ol" };

/** A letter or two that stand for a service where it has no picture. */
export function signOf(
  { name, preset }: { readonly name: string; readonly preset?: string | undefined },
): string {
  const [first = "?"] = name.trim();
  return SIGNS[preset ?? ""] ?? first;
}

/** Of a provider that is kept: that of its service. One for practice has none, and goes by its own name. */
export function signOfKept(provider: Place & { readonly name: string }): string {
  const preset = provider.kind === "mock" ? undefined : presetAt(provider);
  return signOf({ name: preset?.name ?? provider.name, preset: preset?.id });
}

/** What a preset is called: most are names, two are words. */
export const nameOf = ({ id, name }: Pick<Preset, "id" | "name">): string =>
  id === "practice" || id === "other" ? words.named[id] : name;

/** What a provider is, in a few words: `OpenRouter`, or `OpenAI format · models.example.org`. */
export function tellProvider(place: Place): string {
  const preset = presetAt(place);
  if (place.kind === "mock") return wordsOfKind("mock").label;
  if (preset) return preset.name;
  return [wordsOfKind(place.kind).label, place.baseUrl && hostOf(place.baseUrl)].filter(Boolean).join(" · ");
}

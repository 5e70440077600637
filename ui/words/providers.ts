/** The words of adding a provider, in the chosen language. */
import { kindFacts, type KindWords, type ProviderKind } from "../../events/catalog/provider_kinds.ts";
import { inChosen } from "./chosen.ts";
import { english } from "./english_providers.ts";

export const words = inChosen("providers", english);

/** What a kind of provider is called and speaks; in English where the language says nothing of it. */
export const wordsOfKind = (kind: ProviderKind): KindWords => words.kinds[kind] ?? kindFacts(kind);

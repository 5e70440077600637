/** What a panel may use at most, as somebody types it. */
import { typedNumber, typedWhole } from "../parts/format.ts";

/** What it may use, as it is typed; "": as much as the conversation. */
export interface Most {
  readonly tokens: string;
  readonly usd: string;
}

/** As the panel is asked with; null: what was typed is no limit. */
export function limitsOf(typed: Most): { readonly limits?: { tokens?: number; usd?: number } } | null {
  const tokens = typed.tokens.trim() === "" ? undefined : typedWhole(typed.tokens);
  const usd = typed.usd.trim() === "" ? undefined : typedNumber(typed.usd);
  if ((tokens !== undefined && !(tokens >= 1)) || (usd !== undefined && !(usd > 0))) return null;
  if (tokens === undefined && usd === undefined) return {};
  return {
    limits: { ...(tokens === undefined ? {} : { tokens }), ...(usd === undefined ? {} : { usd }) },
  };
}

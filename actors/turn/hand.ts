/** How an agent is asked whether it has something to add: by one short call, whatever its settings are. */
import { HAND_TOKENS } from "../../events/catalog/limits.ts";
import type { ProviderKind } from "../../events/catalog/provider_kinds.ts";
import { Params } from "../../events/catalog/workspace.ts";
import type { Capabilities } from "../providers/models.ts";

/** Its parameters with the bound of a hand; it thinks as briefly as its model can be told to. */
export function handParams(
  { effort: _, ...params }: Params,
  kind: ProviderKind,
  { efforts }: Pick<Capabilities, "efforts">,
): Params {
  // Messages thinks only where a word says how long.
  const [shortest] = kind === "anthropic" || efforts === "unknown" ? [] : efforts;
  // In their own order, in which they are read again where the request is proven.
  return Params.parse({
    ...params,
    maxTokens: Math.min(params.maxTokens ?? HAND_TOKENS, HAND_TOKENS),
    ...(shortest === undefined ? {} : { effort: shortest }),
  });
}

/** An answer in the order in which it was made: what was said, and the tools that were called in between. */
import type { ToolUse } from "../shapes/folds.ts";

export type Part = { readonly kind: "text"; readonly text: string } | {
  readonly kind: "tools";
  readonly uses: readonly ToolUse[];
};

/**
 * Cuts the text of an answer where its tools were called. Calls of attempts before the last are left out: what they gave
 * was taken over by the last one. Where nobody noted the place, a call stands before all text.
 * @param text as far as it is written; a call whose place was not reached yet stands at its end
 * @outside
 */
export function partsOf(text: string, tools: readonly ToolUse[] = []): Part[] {
  const attempt = tools.at(-1)?.attempt;
  const parts: Part[] = [];
  /** The calls of the last part, while no text has come behind them. */
  let uses: ToolUse[] | null = null;
  let from = 0;
  const say = (to: number) => {
    const said = text.slice(from, to);
    from = Math.max(from, Math.min(to, text.length));
    if (!/\S/.test(said)) return;
    parts.push({ kind: "text", text: said });
    uses = null;
  };
  for (const use of tools) {
    if (use.attempt !== attempt) continue;
    say(use.offset ?? 0);
    if (!uses) parts.push({ kind: "tools", uses: uses = [] });
    uses.push(use);
  }
  say(text.length);
  return parts;
}

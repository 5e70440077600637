/** What may be asked for beside the talk, and what that is expected to use. */

/** What is to be tried. */
export type Trying =
  | { readonly turnId: string; readonly without: readonly string[] }
  | { readonly messageId: string; readonly agentIds: readonly string[] }
  /** Whether agents that are there have something to add. */
  | { readonly hands: true };

/** What one answer is expected to use, by who gives it. */
export interface Foreseen {
  readonly agentId: string;
  readonly model: string;
  /** Tokens, estimated: of the request, and of what is answered. */
  readonly input: number;
  readonly output: number;
  /** US dollars; null: the price is not known. */
  readonly usd: number | null;
}

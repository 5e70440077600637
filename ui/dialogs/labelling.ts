/** Which labels a conversation is offered, and has after a choice. */

/**
 * Every label to choose from: those in use, then those it had when one began or was given since, so that one that is
 * taken away can be given again. In that order, each once.
 */
export const offered = (
  inUse: readonly string[],
  given: readonly string[],
  own: readonly string[],
): readonly string[] => [...new Set([...inUse, ...given, ...own])];

/** The labels after one of them is given (`on`) or taken away. */
export const withLabel = (own: readonly string[], label: string, on: boolean): readonly string[] =>
  on ? [...own.filter((other) => other !== label), label] : own.filter((other) => other !== label);

/** What the language's formatters are made with: each takes a millisecond or two, and a page needs few of them. */

/** Gives what `make` makes, made once, when it is first asked for. */
export function whenNeeded<T extends object>(make: () => T): () => T {
  let made: T | null = null;
  return () => made ??= make();
}

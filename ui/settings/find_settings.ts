/** Finding a setting by its words, in whatever language they are shown. */

/** A place in the settings, and the words by which it is found. */
export interface Place {
  /** What it is called. */
  readonly label: string;
  /** Where it stands: the section, and what in it. */
  readonly path: readonly string[];
  readonly href: string;
  /** More words that lead to it, not shown. */
  readonly also?: string;
}

/** Places shown at most: whoever sees so many writes another letter. */
export const FOUND = 12;

/**
 * Lower case, without accents: who writes `groesse` or `Grosse` for `Größe` is not left alone.
 * @outside
 */
export function plainly(text: string): string {
  return text.toLowerCase().replaceAll("ß", "ss").normalize("NFD").replace(/\p{Mn}/gu, "");
}

/**
 * Places that have all words of the query; first those whose name begins with it, then those whose name has it, then
 * the others, each in the order of the index.
 * @outside
 */
export function findSettings(index: readonly Place[], query: string): Place[] {
  const wanted = plainly(query).split(/\s+/).filter(Boolean);
  const [first] = wanted;
  if (first === undefined) return [];
  const ranked = index.flatMap((place) => {
    const label = plainly(place.label);
    const all = plainly([place.label, ...place.path, place.also ?? ""].join(" "));
    if (!wanted.every((word) => all.includes(word))) return [];
    const rank = label.startsWith(first) ? 0 : wanted.every((word) => label.includes(word)) ? 1 : 2;
    return [{ rank, place }];
  });
  return ranked.sort((a, b) => a.rank - b.rank).slice(0, FOUND).map(({ place }) => place);
}

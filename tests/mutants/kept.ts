/**
 * The kept list of mutants: small wrong changes of the product, each of which some test must notice. They are text
 * in `*.txt` beside this file, found in the product by what they replace, so that moving a file loses none:
 *
 *     @ E1 the work row's fence is not checked
 *     tests: tests/events/store/log_test.ts tests/events/store_properties_test.ts
 *     -.check({ key: work, versionstamp })
 *     +
 *
 * `-` lines are what stands in the product (once), `+` lines what is put there; with none it is taken out. Spaces
 * at the beginning of lines do not matter. `tests:` names the tests that see it first; without it they are found by
 * a rule. `equivalent:` says why nobody can see the change.
 */
import { filesIn, textOf } from "../repository.ts";

/** Folders and files of the product. */
export const PRODUCT = ["events", "projections", "actors", "server", "ui", "main.ts"] as const;

export interface Mutant {
  readonly id: string;
  readonly why: string;
  /** Lines that are replaced, without the spaces before them. */
  readonly from: readonly string[];
  readonly to: readonly string[];
  /** Test files, relative to the root; empty: by the rule. */
  readonly tests: readonly string[];
  /** Why no test can see it; null for all others. */
  readonly equivalent: string | null;
  /** Where it is written. */
  readonly list: string;
}

/** Reads one list. Throws with the line that is not understood. */
export function parse(text: string, list: string): Mutant[] {
  const found: { -readonly [K in keyof Mutant]: K extends "from" | "to" | "tests" ? string[] : Mutant[K] }[] =
    [];
  text.split("\n").forEach((line, index) => {
    const head = /^@ (\S+) (.+)$/.exec(line);
    if (head) {
      const [, id = "", why = ""] = head;
      found.push({ id, why, from: [], to: [], tests: [], equivalent: null, list });
      return;
    }
    if (line.trim() === "" || line.startsWith("#")) return;
    const one = found.at(-1);
    if (one && line.startsWith("-")) one.from.push(line.slice(1).trim());
    else if (one && line.startsWith("+")) one.to.push(line.slice(1).trim());
    else if (one && line.startsWith("tests: ")) one.tests.push(...line.slice(7).trim().split(/\s+/));
    else if (one && line.startsWith("equivalent: ")) one.equivalent = line.slice(12);
    else throw new Error(`${list}:${index + 1} is not understood: ${line}`);
  });
  return found;
}

/** Every kept mutant, in the order of the lists' names. */
export async function kept(): Promise<Mutant[]> {
  const names: string[] = [];
  for await (const { name } of Deno.readDir(new URL(".", import.meta.url))) {
    if (name.endsWith(".txt")) names.push(name);
  }
  const lists = names.sort().map(async (name) =>
    parse(await Deno.readTextFile(new URL(name, import.meta.url)), name)
  );
  return (await Promise.all(lists)).flat();
}

/** Text of every product file by its path from the root. */
export function product(): Map<string, string> {
  const paths = PRODUCT.flatMap((path) => path.includes(".") ? [path] : [...filesIn(`${path}/`)]);
  return new Map(paths.filter((path) => /\.(tsx?|css)$/.test(path)).map((path) => [path, textOf(path)]));
}

export interface Place {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&");

const WORD = /\w+/g;
/** The same, but for one that a text begins or ends with. */
const WHOLE_WORD = /(?<=\W)\w+(?=\W)/g;
/** Files by the words in them: most do not have the words of a mutant, and need not be read for it. */
const wordIndex = new WeakMap<ReadonlyMap<string, string>, Map<string, Set<string>>>();

function filesByWord(texts: ReadonlyMap<string, string>): Map<string, Set<string>> {
  const known = wordIndex.get(texts);
  if (known) return known;
  const files = new Map<string, Set<string>>();
  for (const [path, text] of texts) {
    for (const word of new Set(text.match(WORD))) {
      const having = files.get(word);
      if (having) having.add(path);
      else files.set(word, new Set([path]));
    }
  }
  wordIndex.set(texts, files);
  return files;
}

/** Files that may have these lines: those that have each of their words, but for one at either end, which may be cut. */
function filesWith(lines: readonly string[], texts: ReadonlyMap<string, string>): readonly string[] {
  const words = lines.join("\n").match(WHOLE_WORD) ?? [];
  const [fewest, ...others] = words.map((word) => filesByWord(texts).get(word) ?? new Set<string>())
    .sort((a, b) => a.size - b.size);
  return [...fewest ?? texts.keys()].filter((path) => others.every((files) => files.has(path)));
}

/** Where mutants were found, by the texts: who reads the list asks for them again and again. */
const places = new WeakMap<ReadonlyMap<string, string>, Map<Mutant, Place[]>>();

/** Every place of a mutant's text; one, if it is well kept. */
export function placesOf(mutant: Mutant, texts: ReadonlyMap<string, string>): readonly Place[] {
  const known = places.get(texts) ?? new Map<Mutant, Place[]>();
  places.set(texts, known);
  const found = known.get(mutant) ?? lookedUp(mutant, texts);
  known.set(mutant, found);
  return found;
}

function lookedUp(mutant: Mutant, texts: ReadonlyMap<string, string>): Place[] {
  const first = mutant.from[0] ?? "";
  let pattern: RegExp | undefined;
  return filesWith(mutant.from, texts).flatMap((path) => {
    const text = texts.get(path) ?? "";
    // Looking for the first line is quicker than trying the pattern.
    if (!text.includes(first)) return [];
    pattern ??= new RegExp(mutant.from.map(escaped).join("\\n\\s*"), "g");
    return [...text.matchAll(pattern)].map(({ index, 0: { length } }) => ({
      path,
      start: index,
      end: index + length,
    }));
  });
}

/** The file with its mutants in place; they must not overlap. */
export function mutated(text: string, changes: readonly { place: Place; mutant: Mutant }[]): string {
  return changes.toSorted((a, b) => b.place.start - a.place.start).reduce(
    (whole, { place, mutant }) => whole.slice(0, place.start) + mutant.to.join("\n") + whole.slice(place.end),
    text,
  );
}

/** What is wrong with the list; empty when each mutant is found once, changes something, and has its own id. */
export function complaints(mutants: readonly Mutant[], texts: ReadonlyMap<string, string>): string[] {
  const ids = new Set<string>();
  return mutants.flatMap((mutant) => {
    const { id, from, to, list } = mutant;
    const places = from.length === 0 ? [] : placesOf(mutant, texts);
    const twice = ids.has(id);
    ids.add(id);
    return [
      ...(twice ? [`${list} ${id}: its id is taken`] : []),
      ...(places.length === 0 ? [`${list} ${id}: its text is not in the product: ${from.join(" ⏎ ")}`] : []),
      ...(places.length > 1
        ? [
          `${list} ${id}: its text is there ${places.length} times: ${
            places.map(({ path }) => path).join(", ")
          }`,
        ]
        : []),
      ...(from.join("\n") === to.join("\n") ? [`${list} ${id}: changes nothing`] : []),
    ];
  });
}

/** Which tests see a file first: those that come to it by the fewest imports, then their whole folders. */
import { filesIn, textOf } from "../repository.ts";

/** Folders whose tests take minutes: only a mutant that names them runs them. */
const SLOW = /^tests\/(browser|chaos|sim|mutants)\//;
/** Test files tried first. */
const FIRST = 4;

/** Paths from the root to what each imports. */
export type Graph = ReadonlyMap<string, readonly string[]>;

/** Imports of the product and its tests. */
export function graph(): Graph {
  const paths = ["events/", "projections/", "actors/", "server/", "ui/", "tests/"]
    .flatMap((folder) => [...filesIn(folder)]).filter((path) => /\.tsx?$/.test(path));
  return new Map(paths.map((path) => [path, importsOf(textOf(path), path)]));
}

function importsOf(text: string, path: string): string[] {
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*"(\.[^"\n]+)"/g)].map(([, to = ""]) =>
    new URL(to, `root:/${path}`).pathname.slice(1)
  );
}

/** Groups of test files to run one after the other until one notices. */
export function nearest(path: string, arrows: Graph): string[][] {
  const importers = new Map<string, string[]>();
  for (const [from, all] of arrows) {
    for (const to of all) {
      const known = importers.get(to);
      if (known) known.push(from);
      else importers.set(to, [from]);
    }
  }
  const seen = new Set([path]);
  const tests: string[] = [];
  for (let ring = [path]; ring.length > 0;) {
    ring = ring.flatMap((one) => importers.get(one) ?? []).filter((one) => !seen.has(one) && seen.add(one));
    tests.push(...ring.filter((one) => /_test\.tsx?$/.test(one) && !SLOW.test(one)).sort());
  }
  const stem = path.replace(/^.*\//, "").replace(/\.tsx?$/, "");
  // A test that is named after the file is about it, however far it is.
  tests.sort((a, b) => Number(b.includes(`/${stem}_test`)) - Number(a.includes(`/${stem}_test`)));
  const first = tests.slice(0, FIRST);
  const folders = new Set(tests.slice(0, 3 * FIRST).map((one) => one.split("/").slice(0, 2).join("/") + "/"));
  const wider = tests.slice(FIRST).filter((one) => [...folders].some((folder) => one.startsWith(folder)));
  return [first, wider].filter(({ length }) => length > 0);
}

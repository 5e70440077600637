/** The files of tests that need no browser, no process of their own and no long history. */
import fc from "fast-check";
import { draws, FAST, SLOW } from "./effort.ts";
import { drawingLots } from "./lots.ts";

const HERE = new URL("./", import.meta.url);

async function filesIn(folder: URL): Promise<URL[]> {
  const files: URL[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory && !SLOW.includes(name)) files.push(...await filesIn(new URL(`${name}/`, folder)));
    else if (/_test\.tsx?$/.test(name)) files.push(new URL(name, folder));
  }
  return files;
}

/** Parts in which `deno task test` runs them side by side: `fast_half_1.ts` and `fast_half_2.ts`. */
export const HALVES = 2;

/** Whether a file asks for modules as it is loaded, behind what it sets up for them; others may ask for them, too. */
const WAITS = /^(?:(?:const|let) .*= )?await import\(/m;

/**
 * Loads all of them, or one half, from 1: every second file in the order of their paths. In one piece, for each import
 * by itself costs as much as a small test; but those that wait come behind it, one by one.
 */
export async function loadFast(half?: number): Promise<void> {
  const paths = (await filesIn(HERE)).map(({ href }) => href.slice(HERE.href.length)).sort()
    .filter((_, at) => half === undefined || at % HALVES === half - 1);
  // Of properties that do not say how often.
  if (FAST) fc.configureGlobal({ numRuns: draws(100) });
  await drawingLots();
  const waiting = new Set<string>();
  for (const path of paths) {
    if (WAITS.test(await Deno.readTextFile(new URL(path, HERE)))) waiting.add(path);
  }
  const whole = paths.filter((path) => !waiting.has(path)).map((path) => `import "${HERE.href}${path}";`);
  await import(`data:text/javascript,${encodeURIComponent(whole.join("\n"))}`);
  for (const path of waiting) await import(HERE.href + path);
}

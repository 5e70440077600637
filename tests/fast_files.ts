/** The files of tests that need no browser, no process of their own and no long history. */
import { SLOW } from "./effort.ts";

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

/** Loads all of them, or one half, from 1: every second file in the order of their paths. */
export async function loadFast(half?: number): Promise<void> {
  const files = (await filesIn(new URL("./", import.meta.url))).map(({ href }) => href).sort();
  for (const [at, href] of files.entries()) {
    if (half === undefined || at % HALVES === half - 1) await import(href);
  }
}

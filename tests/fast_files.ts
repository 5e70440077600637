/** The files of tests that need no browser, no process of their own and no long history. */
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { draws, FAST, SLOW } from "./effort.ts";
import { drawingLots } from "./lots.ts";
import { filesIn, ROOT, textOf } from "./repository.ts";

const OTHERS = new RegExp(`^(?:${SLOW.join("|")})$`);

/** Parts in which `deno task test` runs them side by side: `fast_half_1.ts` and `fast_half_2.ts`. */
export const HALVES = 2;

/** Whether a file asks for modules as it is loaded, behind what it sets up for them; others may ask for them, too. */
const WAITS = /^(?:(?:const|let) .*= )?await import\(/m;

/**
 * Loads all of them, or one half, from 1: every second file in the order of their paths. In one piece, for each import
 * by itself costs as much as a small test; but those that wait come behind it, one by one.
 */
export async function loadFast(half?: number): Promise<void> {
  const paths = [...filesIn("tests/", OTHERS)].filter((path) => /_test\.tsx?$/.test(path)).sort()
    .filter((_, at) => half === undefined || at % HALVES === half - 1);
  // Of properties that do not say how often.
  if (FAST) fc.configureGlobal({ numRuns: draws(100) });
  await drawingLots();
  const waiting = paths.filter((path) => WAITS.test(textOf(path)));
  const whole = paths.filter((path) => !waiting.includes(path)).map((path) =>
    `import "${ROOT.href}${path}";`
  );
  // In a file: of a `data:` address each import is asked about again, a second in all.
  const list = await Deno.makeTempFile({ suffix: ".js" });
  try {
    await Deno.writeTextFile(list, whole.join("\n"));
    await import(pathToFileURL(list).href);
  } finally {
    await Deno.remove(list);
  }
  for (const path of waiting) await import(ROOT.href + path);
}

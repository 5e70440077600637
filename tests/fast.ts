/**
 * Every test that needs no browser, no process of its own and no long history, in one isolate, so that the program is
 * loaded and made fast by the engine once instead of once for each file: all that `deno task test:fast` runs, with a
 * smaller share of what is drawn at random, and of the dear tests those that are drawn. `deno task test` runs all of it
 * beside the slow folders.
 */
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { draws, FAST, SLOW } from "./effort.ts";
import { drawingLots } from "./lots.ts";
import { filesIn, ROOT, textOf } from "./repository.ts";

const OTHERS = new RegExp(`^(?:${SLOW.join("|")})$`);

/** Whether a file asks for modules as it is loaded, behind what it sets up for them; others may ask for them, too. */
const WAITS = /^(?:(?:const|let) .*= )?await import\(/m;

const paths = [...filesIn("tests/", OTHERS)].filter((path) => /_test\.tsx?$/.test(path)).sort();
// Of properties that do not say how often.
if (FAST) fc.configureGlobal({ numRuns: draws(100) });
await drawingLots();

// In one piece, for each import by itself costs as much as a small test; but those that wait come behind it, one by one.
const waiting = paths.filter((path) => WAITS.test(textOf(path)));
const whole = paths.filter((path) => !waiting.includes(path)).map((path) => `import "${ROOT.href}${path}";`);
// In a file: of a `data:` address each import is asked about again, a second in all.
const list = await Deno.makeTempFile({ suffix: ".js" });
try {
  await Deno.writeTextFile(list, whole.join("\n"));
  await import(pathToFileURL(list).href);
} finally {
  await Deno.remove(list);
}
for (const path of waiting) await import(ROOT.href + path);

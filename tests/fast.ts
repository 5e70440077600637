/**
 * Every test that needs no browser, no process of its own and no long history, in one isolate, so that the program is
 * loaded and made fast by the engine once instead of once for each file: all that `deno task test:fast` runs, with a
 * smaller share of what is drawn at random, and what `deno task test` runs beside the slow folders.
 */
import { SLOW } from "./effort.ts";

async function load(folder: URL): Promise<void> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory && !SLOW.includes(name)) await load(new URL(`${name}/`, folder));
    else if (/_test\.tsx?$/.test(name)) await import(new URL(name, folder).href);
  }
}

await load(new URL("./", import.meta.url));

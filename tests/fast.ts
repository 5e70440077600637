/**
 * `deno task test:fast`: every test that needs no browser, no process of its own and no long history, in one isolate, so
 * that the program is loaded and made fast by the engine once instead of once for each file.
 */

/** What takes its time. */
const SLOW: ReadonlySet<string> = new Set(["browser", "chaos", "processes", "sim"]);

async function load(folder: URL): Promise<void> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory && !SLOW.has(name)) await load(new URL(`${name}/`, folder));
    else if (/_test\.tsx?$/.test(name)) await import(new URL(name, folder).href);
  }
}

await load(new URL("./", import.meta.url));

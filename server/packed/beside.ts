/**
 * What the program as few scripts is made of, and where things are from there: what stands beside a module, the script of
 * a thread or the built page, is named from where the scripts lie, so that they may be moved with it.
 */
import { dirname, join } from "node:path/posix";

/** Files and folders; the packages are those that the lock names. */
export const SOURCES = ["main.ts", "deno.json", "deno.lock", "events", "projections", "actors", "server"];

/** It loads what only some need when it is needed. */
export const PROGRAM = ["main.ts"];
/** Threads, and the process that is no server. */
export const BESIDE = [
  "actors/extracting/guard_worker.ts",
  "actors/extracting/reading_worker.ts",
  "actors/search/search_worker.ts",
  "events/store/file/page_copy_worker.ts",
  "server/bridge/bridge_main.ts",
];
/**
 * Where these lie, beside those that start them: as a package does. Of any other module the platform keeps the text, which V8
 * has too, and what it read of it, for as long as the program runs.
 */
export const PACKAGE = "node_modules/fishbowl/";
/** One file each: of what the program is they need a tenth, and every start waits for the first. */
export const ALONE = ["server/command_line/launch.ts", "server/command_line/is_healthy.ts"];
const ENTRIES = [...PROGRAM, ...BESIDE, ...ALONE];

/** The name of the script that an entry becomes. */
export const scriptOf = (entry: string) => `${entry.replace(/^.*\//, "").replace(/\.ts$/, "")}.js`;

const NAMED = /new URL\(\s*"([^"]+)",\s*import\.meta\.url,?\s*\)/g;

/**
 * A module's text with what it names beside itself as it is called from the scripts.
 * @param path of the module, from the root
 * @param up from the script to the root, as `../../`
 * @param to from it to those of the program, as `./`
 * @throws where a module asks for its own place in another way: there it would be told that of a script
 */
export function placed(text: string, path: string, up: string, to: string): string {
  const said = text.replace(NAMED, (_, beside: string) => {
    const file = join(dirname(path), beside);
    if (ENTRIES.includes(file)) return `new URL("${to}${scriptOf(file)}", import.meta["url"])`;
    // What else is made of the sources is somewhere in the scripts.
    const isCode = file === "main.ts" || /^(?:events|projections|actors|server)(?:\/|$)/.test(file);
    return `new URL("${isCode ? to : up + file}", import.meta["url"])`;
  });
  if (/\bimport\.meta\.(?:url|dirname|filename)\b/.test(said)) {
    throw new Error(`${path}: what stands beside a module is named by new URL("…", import.meta.url)`);
  }
  return said;
}

/**
 * The tests of the browser in lanes that run side by side, each in one isolate with one Chromium: the program is
 * loaded and the browser started once a lane, not once for each file.
 */

/** How many there are, each loaded by a file of its own. */
export const LANES = 3;

/** Files with tests of a folder, dealt to `lanes` so that each has about as many bytes; a lane's are its own alone. */
export async function dealt(folder: URL, lanes: number): Promise<string[][]> {
  const files: { name: string; size: number }[] = [];
  for await (const { name } of Deno.readDir(folder)) {
    if (/_test\.tsx?$/.test(name)) files.push({ name, size: (await Deno.stat(new URL(name, folder))).size });
  }
  const all = Array.from({ length: lanes }, () => ({ size: 0, names: [] as string[] }));
  for (const { name, size } of files.sort((a, b) => b.size - a.size || (a.name < b.name ? -1 : 1))) {
    const least = all.reduce((a, b) => b.size < a.size ? b : a);
    least.size += size;
    least.names.push(name);
  }
  return all.map(({ names }) => names);
}

/** Loads the tests of a lane, from 1. */
export async function loadLane(lane: number): Promise<void> {
  const folder = new URL("./", import.meta.url);
  for (const name of (await dealt(folder, LANES))[lane - 1] ?? []) await import(new URL(name, folder).href);
}

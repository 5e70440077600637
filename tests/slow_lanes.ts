/**
 * The tests with processes of their own and those of long histories, in lanes that run side by side, each in one isolate:
 * the program is loaded once a lane, not once for each file. A test that waits for a process leaves the processor to
 * another lane.
 */

/** How many there are, each loaded by a file of its own. */
export const SLOW_LANES = 3;

const HERE = new URL("./", import.meta.url);

/** Paths of the files with tests of a folder, from this one on, in order. */
async function testsOf(folder: string): Promise<string[]> {
  const names = await Array.fromAsync(Deno.readDir(new URL(`${folder}/`, HERE)), ({ name }) => name);
  return names.filter((name) => /_test\.tsx?$/.test(name)).sort().map((name) => `${folder}/${name}`);
}

/** What each lane takes: the faults wait for most of their time, so histories go with them; the processes are halved. */
export async function slowLanes(): Promise<string[][]> {
  const [chaos = [], processes = [], sim = []] = await Promise.all(
    ["chaos", "processes", "sim"].map(testsOf),
  );
  const half = (rest: number) => processes.filter((_, at) => at % 2 === rest);
  return [[...chaos, ...sim], half(0), half(1)];
}

/** Loads the tests of a lane, from 1. */
export async function loadSlowLane(lane: number): Promise<void> {
  for (const path of (await slowLanes())[lane - 1] ?? []) await import(new URL(path, HERE).href);
}

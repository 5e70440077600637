/**
 * The tests of the browser in lanes that run side by side, each in one isolate with one Chromium: the program is
 * loaded and the browser started once a lane, not once for each file.
 */

/** How many there are, each loaded by a file of its own. */
export const LANES = 3;

/** Seconds by the name of the file, as they were where all of this ran: `FISHBOWL_WEIGH=1 deno task test` writes them anew. */
const SECONDS = new URL("./seconds.json", import.meta.url);
const WEIGHING = Deno.env.get("FISHBOWL_WEIGH") !== undefined;

type Seconds = Record<string, number>;

const read = (): Seconds => JSON.parse(Deno.readTextFileSync(SECONDS));

/** Shares out what takes so long, the longest first, to whom has least; what nobody measured takes as its bytes say. */
export function shared(files: readonly { name: string; size: number }[], seconds: Seconds, lanes: number) {
  const known = files.filter(({ name }) => name in seconds);
  const sum = (all: number[]) => all.reduce((one, other) => one + other, 0);
  const measured = sum(known.map(({ name }) => seconds[name] ?? 0));
  const perByte = known.length > 0 ? measured / sum(known.map(({ size }) => size)) : 1;
  const weighed = files.map(({ name, size }) => ({ name, takes: seconds[name] ?? size * perByte }));
  const all = Array.from({ length: lanes }, () => ({ takes: 0, names: [] as string[] }));
  for (const { name, takes } of weighed.sort((a, b) => b.takes - a.takes || (a.name < b.name ? -1 : 1))) {
    const least = all.reduce((a, b) => b.takes < a.takes ? b : a);
    least.takes += takes;
    least.names.push(name);
  }
  return all;
}

/** Files with tests of a folder, dealt to `lanes` so that each takes about as long; a lane's are its own alone. */
export async function dealt(folder: URL, lanes: number): Promise<string[][]> {
  const files: { name: string; size: number }[] = [];
  for await (const { name } of Deno.readDir(folder)) {
    if (/_test\.tsx?$/.test(name)) files.push({ name, size: (await Deno.stat(new URL(name, folder))).size });
  }
  return shared(files, read(), lanes).map(({ names }) => names);
}

/** Has the tests that are loaded from now on measured, for the file that `loading` names; what it took is kept. */
function weighing(loading: () => string): void {
  const { test } = Deno;
  const took: Seconds = {};
  const weighed = (told: Deno.TestDefinition | string, plain?: Deno.TestDefinition["fn"]) => {
    const { fn, ...rest } = typeof told === "string" ? { name: told, fn: plain ?? (() => {}) } : told;
    const file = loading();
    test({
      ...rest,
      async fn(t) {
        const from = performance.now();
        await fn(t);
        took[file] = (took[file] ?? 0) + (performance.now() - from) / 1_000;
      },
    });
  };
  Object.assign(Deno, { test: Object.assign(weighed, test) });
  addEventListener("unload", () => keep(SECONDS, took));
}

/** Keeps what tests took beside what others did; lanes that end at the same time wait for each other. */
export function keep(path: URL, took: Seconds): void {
  using file = Deno.openSync(path, { read: true, write: true });
  file.lockSync(true);
  // Read by its path: the lock is of the file, and ends as it is closed.
  const all = { ...JSON.parse(Deno.readTextFileSync(path)), ...took };
  const rows = Object.keys(all).sort().map((name) => [name, Number(all[name]?.toFixed(1))]);
  Deno.writeTextFileSync(path, `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`);
}

/** Loads the tests of a lane, from 1. */
export async function loadLane(lane: number): Promise<void> {
  const folder = new URL("./", import.meta.url);
  let file = "";
  if (WEIGHING) weighing(() => file);
  for (file of (await dealt(folder, LANES))[lane - 1] ?? []) await import(new URL(file, folder).href);
}

/**
 * The program for tests that start it as a process: the same modules gathered into few scripts, once for the sources as
 * they are. To find, read and link six hundred modules is most of what a start costs, and these tests start it some
 * hundred times. What it looks for beside a module (the built page, the scripts of its threads) it finds where that module
 * stands. As it is, module by module, it is started by the tests of its image, of its package and of `deno task`.
 */
import { dirname } from "node:path/posix";
import { builtinModules } from "node:module";
import type { BuildOptions, Plugin } from "esbuild";

const ROOT = new URL("../", import.meta.url).pathname;
/** Where they are, and what is made with them. */
export const MADE = `${ROOT}tests/made`;
/** What a script is made of; the packages are those that the lock names. */
const SOURCES = ["main.ts", "deno.json", "deno.lock", "events", "projections", "actors", "server"];

export const CONFIG = `${ROOT}deno.json`;
/** A start has room for what is made as it begins, and collects none of it. */
export const V8_FLAGS = "--min-semi-space-size=64,--single-threaded-gc";
/** Options of `deno run` for the scripts. */
export const RUN = ["run", "--quiet", "--no-prompt", `--v8-flags=${V8_FLAGS}`];

/** Paths, sizes and times of change of all that stands under `path`. */
function* stamps(path: string): Generator<string> {
  const { isFile, size, mtime } = Deno.statSync(ROOT + path);
  if (isFile) yield `${path} ${size} ${mtime?.getTime()}\n`;
  else for (const { name } of Deno.readDirSync(ROOT + path)) yield* stamps(`${path}/${name}`);
}

/** Tells each module of its own place, not of the script's, and the launcher to start the script. */
const places: Plugin = {
  name: "places",
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (path.includes("/node_modules/")) return undefined;
      const text = await Deno.readTextFile(path);
      const contents = text.replace(
        'new URL("../../main.ts", import.meta.url)',
        `new URL("file://${MADE}/main.js")`,
      )
        .replaceAll("import.meta.dirname", JSON.stringify(dirname(path)))
        .replaceAll("import.meta.url", JSON.stringify(`file://${path}`));
      return { contents, loader: "ts" };
    });
    // Deno knows Node's own modules by their whole names.
    build.onResolve(
      { filter: /^[a-z_]+(\/[a-z_]+)?$/ },
      ({ path }) => builtinModules.includes(path) ? { path: `node:${path}`, external: true } : undefined,
    );
  },
};

const HOW = {
  bundle: true,
  splitting: true,
  format: "esm",
  platform: "node",
  target: "esnext",
  conditions: ["deno"],
  logLevel: "error",
  absWorkingDir: ROOT,
  plugins: [places],
  // Packages of the older form ask for modules as they run.
  banner: {
    js: `import { createRequire as c } from "node:module"; const require = c("file://${ROOT}main.ts");`,
  },
} satisfies BuildOptions;

/** Waits until nobody else who runs beside makes anything here; let go, it is the next one's turn. */
export async function turnToMake(): Promise<Disposable> {
  await Deno.mkdir(MADE, { recursive: true });
  const turn = await Deno.open(`${MADE}/lock`, { create: true, write: true });
  await turn.lock(true);
  return turn;
}

/** Makes the scripts if the sources changed: one of those that run side by side, while the others wait for it. */
async function make(): Promise<void> {
  using _turn = await turnToMake();
  const now = SOURCES.flatMap((path) => [...stamps(path)]).join("");
  if (await Deno.readTextFile(`${MADE}/of`).catch(() => "") === now) return;
  for (const { name } of Deno.readDirSync(MADE)) {
    if (name !== "lock") Deno.removeSync(`${MADE}/${name}`, { recursive: true });
  }
  const { build, stop } = await import("esbuild");
  await build({ ...HOW, entryPoints: [`${ROOT}main.ts`], outdir: MADE });
  // By itself: of what the program is it needs a tenth.
  await build({
    ...HOW,
    splitting: false,
    banner: {},
    entryPoints: [`${ROOT}server/command_line/launch.ts`],
    outdir: MADE,
  });
  await stop();
  await Deno.writeTextFile(`${MADE}/of`, now);
}

await make();
/** The program, and what starts it with its permissions. */
export const MAIN = `${MADE}/main.js`;
export const LAUNCH = `${MADE}/launch.js`;

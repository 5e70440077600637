/**
 * The program as few scripts, which is how it is started: to find, compile and link some six hundred modules is most of
 * what a start costs, and the platform keeps the text of each, and a map of it, for as long as the program runs. Names of
 * functions and classes stay as they are: the log tells them.
 */
import { readdir, readFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { basename, relative } from "node:path";
import { build, type BuildOptions, type OutputFile, type Plugin } from "esbuild";
import { ALONE, BESIDE, PACKAGE, placed, PROGRAM, SOURCES } from "./beside.ts";

/** Packages of the older form ask for modules as they run, by what the compiler puts in their place. */
const REQUIRE =
  'import nodeModules from "node:module"; const require = nodeModules.createRequire(import.meta.url);\n';

/** A script already, and as long as all the rest. */
const PDF_SCRIPT = { name: "pdfjs.mjs", from: "node_modules/unpdf/dist/pdfjs.mjs" };

const slashed = (path: string) => path.replaceAll("\\", "/");

/** Modules that ask where they are, by their paths from the root. */
async function asking(root: string): Promise<string[]> {
  const found: string[] = [];
  for (const folder of SOURCES.filter((name) => !name.includes("."))) {
    for (const name of await readdir(root + folder, { recursive: true })) {
      if (!name.endsWith(".ts")) continue;
      const path = `${folder}/${slashed(name)}`;
      if ((await readFile(root + path, "utf8")).includes("import.meta.")) found.push(path);
    }
  }
  return found;
}

/** Looks at those files alone: to have all of them handed over takes longer than the rest. */
const places = (root: string, up: string, to: string, files: readonly string[]): Plugin => ({
  name: "places",
  setup(build) {
    const ends = files.map((path) => RegExp.escape(path).replaceAll("\\/", "[\\\\/]"));
    build.onLoad({ filter: new RegExp(`[\\\\/](?:${ends.join("|")})$`) }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      return { contents: placed(text, slashed(relative(root, path)), up, to), loader: "ts" };
    });
    build.onResolve({ filter: /^unpdf\/pdfjs$/ }, () => ({ path: `./${PDF_SCRIPT.name}`, external: true }));
    // What is wrong, in the words of fifty languages: zod tells them in English until it is told another.
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js"',
    }));
    // Deno knows Node's own modules by their whole names.
    build.onResolve(
      { filter: new RegExp(`^(?:${builtinModules.filter((name) => !name.includes(":")).join("|")})$`) },
      ({ path }) => ({ path: `node:${path}`, external: true }),
    );
  },
});

/**
 * A script with every sign named by its number: V8 keeps a text with one of beyond Latin-1 in it at two bytes a unit, for as long as
 * the program runs. The compiler does so everywhere but in regular expressions, where it means the same.
 * @throws where a backslash stands before one: there it would mean something else
 */
export function inAscii(text: string): string {
  return text.replace(/(\\?)[^\0-\x7f]/g, (sign, escaped: string) => {
    if (escaped) throw new Error(`a backslash before ${sign.slice(1)}`);
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/**
 * A script whose late imports are found by nobody who reads it: at every start the platform reads what stands in one as a text,
 * used or not, and keeps that as long as the program runs. Who loads so must be allowed to read the scripts.
 */
const loadingLate = (text: string): string =>
  text.replace(/\bimport\(("\.\/[^"]+")\)/g, "import(String($1))");

/** A script, by its path. */
const scriptIn = (folder: string) => ({ path, text }: OutputFile): [string, string] => [
  folder + basename(path),
  (/\btypeof require\b/.test(text) ? REQUIRE : "") + inAscii(loadingLate(text)),
];

/** The folder in which each package lies of which there are parts among `inputs`. */
function packagesOf(inputs: readonly string[]): string[] {
  const folders = inputs.map((path) => /.*\/node_modules\/(?:@[^/]+\/)?[^/]+\//.exec(path)?.[0] ?? "");
  return [...new Set(folders)].filter((folder) => folder !== "").sort();
}

/** What each package is licensed under: its file, or what it says of itself where it has none. */
async function licencesOf(root: string, folders: readonly string[]): Promise<string> {
  const texts = folders.map(async (folder) => {
    const file = (await readdir(root + folder)).find((name) => /^licen[cs]e/i.test(name));
    const { name, license, author } = JSON.parse(await readFile(`${root}${folder}package.json`, "utf8"));
    const said = file === undefined
      ? [license, author?.name ?? author].filter(Boolean).join(", ")
      : (await readFile(root + folder + file, "utf8")).trim();
    return `${name}\n\n${said}\n`;
  });
  return (await Promise.all(texts)).join("\n\n");
}

/**
 * Makes the scripts, by their paths; nothing is written.
 * @param root of the repository, with a slash at its end
 * @param up from where they will lie to the root, as `../../`
 */
export async function programScripts(root: string, up: string): Promise<ReadonlyMap<string, string>> {
  const files = await asking(root);
  const how = {
    bundle: true,
    write: false,
    metafile: true,
    minifySyntax: true,
    minifyWhitespace: true,
    format: "esm",
    platform: "node",
    target: "esnext",
    conditions: ["deno"],
    legalComments: "none",
    logLevel: "warning",
    absWorkingDir: root,
    outdir: "/",
    entryNames: "[name]",
    chunkNames: "[name]-[hash]",
  } satisfies BuildOptions;
  const within = [places(root, up + PACKAGE.replace(/[^/]+/g, ".."), "./", files)];
  const made = await Promise.all([
    build({ ...how, splitting: true, entryPoints: PROGRAM, plugins: within }),
    build({ ...how, splitting: true, entryPoints: BESIDE, plugins: within }),
    build({ ...how, entryPoints: ALONE, plugins: [places(root, up, `./${PACKAGE}`, files)] }),
  ]);
  const [program, beside, alone] = made;
  const scripts = new Map([
    [`${PACKAGE}package.json`, JSON.stringify({ type: "module" })],
    [PACKAGE + PDF_SCRIPT.name, await readFile(root + PDF_SCRIPT.from, "utf8")],
    ...[program, beside].flatMap(({ outputFiles }) => outputFiles.map(scriptIn(PACKAGE))),
    ...alone.outputFiles.map(scriptIn("")),
  ]);
  const inputs = made.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  return scripts.set("licences.txt", await licencesOf(root, packagesOf(inputs)));
}

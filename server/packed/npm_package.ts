/**
 * `deno task npm`: the program as a package for npm, in `dist/npm/`, which `npx` runs where there is only Node. Each file
 * stands where it does here, with its types left out: what reads its own folder finds it as it is.
 */
import { dirname, join, relative } from "node:path/posix";
import { transform } from "esbuild";
import { VERSION } from "../command_line/options.ts";

const ROOT = join(import.meta.dirname ?? ".", "../..");
export const NAME = "fishbowl";
/** The release that the program is tried with. */
const DENO = "2.9.6";
/** What is run by name, and all that follows from it. */
const ENTRIES = ["main.ts", "server/command_line/launch.ts"];
const COPIED = ["LICENSE", "README.md", "CHANGELOG.md", "SECURITY.md"];

/** What a file says of others: of those beside it, and of packages. */
const SAID = /(["'`])((?:\$\{ROOT\}|\.{1,2})?[\w@./-]+)\1/g;

interface File {
  readonly text: string;
  /** Other files of the program, from its root. */
  readonly files: readonly string[];
  readonly packages: readonly string[];
}

interface Settings {
  readonly imports: Readonly<Record<string, string>>;
  readonly permissions: object;
  readonly unstable: readonly string[];
}

/** Whether there are files, by their paths: most are named by many others. */
const looked = new Map<string, Promise<boolean>>();

function isFile(path: string): Promise<boolean> {
  const known = looked.get(path) ??
    Deno.stat(join(ROOT, path)).then((found) => found.isFile, () => false);
  looked.set(path, known);
  return known;
}

/** The package that a name is of: `hono` of `hono/cookie`. */
const packageOf = (name: string, known: Settings["imports"]): string | undefined =>
  Object.keys(known).find((one) => name === one || name.startsWith(`${one}/`));

/** A file as JavaScript, its names of other files with it. */
async function readFile(path: string, known: Settings["imports"]): Promise<File> {
  const source = await Deno.readTextFile(join(ROOT, path));
  const { code } = await transform(source, {
    loader: "ts",
    target: "esnext",
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  });
  const files = new Set<string>(), packages = new Set<string>();
  const there = new Map<string, string>();
  for (const [, , said = ""] of code.matchAll(SAID)) {
    const of = said.endsWith(".ts") ? undefined : packageOf(said, known);
    if (of !== undefined) packages.add(of);
    if (!said.endsWith(".ts")) continue;
    const named = said.startsWith(".") ? join(dirname(path), said) : said.replace("${ROOT}/", "");
    if (await isFile(named)) {
      files.add(named);
      there.set(said, said.replace(/\.ts$/, ".js"));
    }
  }
  const text = code.replace(SAID, (_, mark, said) => `${mark}${there.get(said) ?? said}${mark}`);
  return { text, files: [...files], packages: [...packages] };
}

/** Every file that the program consists of, by its path, and the packages it imports. */
export async function programFiles(known: Settings["imports"]): Promise<{
  readonly files: ReadonlyMap<string, string>;
  readonly packages: readonly string[];
}> {
  const files = new Map<string, string>();
  const packages = new Set<string>();
  let waiting: ReadonlySet<string> = new Set(ENTRIES);
  while (waiting.size > 0) {
    const read = await Promise.all(
      [...waiting].map(async (path) => ({ path, ...await readFile(path, known) })),
    );
    for (const { path, text, packages: named } of read) {
      files.set(path, text);
      for (const name of named) packages.add(name);
    }
    waiting = new Set(read.flatMap(({ files }) => files)).difference(files);
  }
  return { files, packages: [...packages].sort() };
}

/** What npm is told of it. */
const manifest = (packages: readonly string[], known: Settings["imports"]) => ({
  name: NAME,
  version: VERSION,
  description: "A browser chat in which people talk with several language-model agents at once.",
  license: "MIT",
  type: "module",
  bin: { fishbowl: "fishbowl.mjs" },
  dependencies: Object.fromEntries([
    ["deno", DENO],
    ...packages.map((name) => [name, (known[name] ?? "").slice(`npm:${name}@`.length)]),
  ]),
});

/** Writes the package's files into a folder of its own; the interface is built before. */
export async function writeNpmPackage(folder: string): Promise<void> {
  const settings: Settings = JSON.parse(await Deno.readTextFile(`${ROOT}/deno.json`));
  const { files, packages } = await programFiles(settings.imports);
  const write = async (path: string, text: string) => {
    await Deno.mkdir(dirname(join(folder, path)), { recursive: true });
    await Deno.writeTextFile(join(folder, path), text);
  };
  for (const [path, text] of files) await write(path.replace(/\.ts$/, ".js"), text);
  const { permissions, unstable } = settings;
  const own = { version: VERSION, nodeModulesDir: "manual", unstable, permissions };
  await write("deno.json", JSON.stringify(own, null, 2));
  await write("package.json", JSON.stringify(manifest(packages, settings.imports), null, 2));
  await Deno.copyFile(join(ROOT, "server/packed/fishbowl.mjs"), join(folder, "fishbowl.mjs"));
  for (const name of COPIED) await Deno.copyFile(join(ROOT, name), join(folder, name));
  await copyPage(join(ROOT, "dist"), join(folder, "dist"));
}

/** The built page, without what else was built beside it. */
async function copyPage(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (name === "npm" || name === "client") continue;
    if (isDirectory) await copyPage(join(from, name), join(to, name));
    else await Deno.copyFile(join(from, name), join(to, name));
  }
}

if (import.meta.main) {
  const folder = `${ROOT}/dist/npm`;
  await Deno.remove(folder, { recursive: true }).catch(() => undefined);
  await writeNpmPackage(folder);
  const { success } = await new Deno.Command("npm", {
    args: ["pack", "--silent", "--pack-destination", relative(folder, join(ROOT, "dist")) || "."],
    cwd: folder,
  }).spawn().status;
  console.log(success ? `dist/${NAME}-${VERSION}.tgz` : "npm could not pack it.");
  Deno.exit(success ? 0 : 1);
}

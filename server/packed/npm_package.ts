/**
 * `deno task npm`: the program as a package for npm, in `dist/npm/`, which `npx` runs where there is only Node. It is what
 * was built, scripts and page, with the settings that hold its permissions; of npm it wants the Deno that runs it.
 */
import { join, relative } from "node:path/posix";
import { VERSION } from "../command_line/options.ts";

const ROOT = join(import.meta.dirname ?? ".", "../..");
export const NAME = "fishbowl";
/** The release that the program is tried with. */
const DENO = "2.9.6";
const COPIED = ["LICENSE", "README.md", "CHANGELOG.md", "SECURITY.md"];

interface Settings {
  readonly permissions: object;
  readonly unstable: readonly string[];
}

/** What npm is told of it. */
const MANIFEST = {
  name: NAME,
  version: VERSION,
  description: "A browser chat in which people talk with several language-model agents at once.",
  license: "MIT",
  type: "module",
  bin: { fishbowl: "fishbowl.mjs" },
  dependencies: { deno: DENO },
};

/** Writes the package's files into a folder of its own; what it is made of is built before. */
export async function writeNpmPackage(folder: string): Promise<void> {
  await copyBuilt(join(ROOT, "dist"), join(folder, "dist"));
  const write = (path: string, settings: object) =>
    Deno.writeTextFile(join(folder, path), JSON.stringify(settings, null, 2));
  const { permissions, unstable }: Settings = JSON.parse(await Deno.readTextFile(`${ROOT}/deno.json`));
  await write("deno.json", { nodeModulesDir: "manual", unstable, permissions });
  await write("package.json", MANIFEST);
  await Deno.copyFile(join(ROOT, "server/packed/fishbowl.mjs"), join(folder, "fishbowl.mjs"));
  for (const name of COPIED) await Deno.copyFile(join(ROOT, name), join(folder, name));
}

/** The page and the scripts, without what else was built beside them. */
async function copyBuilt(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (name === "npm" || name === "client") continue;
    if (isDirectory) await copyBuilt(join(from, name), join(to, name));
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

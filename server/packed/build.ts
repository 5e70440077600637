/**
 * Builds into dist/ what is run: the page, and the program as few scripts. `--if-changed` builds only what is not of the
 * sources as they are; `interface` or `program`, that alone.
 */
import { createHash } from "node:crypto";
import { dirname } from "node:path";
import { PACKAGE, SOURCES } from "./beside.ts";

const ROOT = `${import.meta.dirname}/../../`;
const DIST = `${ROOT}dist/`;
/** Where the scripts of the program are. */
export const SCRIPTS = `${DIST}program/`;
/** Held by who builds. */
const LOCK = "lock";

/** Loaded when something is to be built, and not with each start, as they would be by their names in the code. */
const MAKERS = { page: "../../ui/build.ts", program: "./scripts.ts", compiler: "esbuild" };

/** What a maker of the page gives. */
interface MakesPage {
  build(): Promise<{ readonly folder: string; readonly bytes: number }>;
}

interface Part {
  readonly name: string;
  readonly sources: readonly string[];
  /** The file that tells of which sources it was made. */
  readonly of: string;
  /** @param earlier files of earlier builds that may stay */
  readonly make: (earlier: number) => Promise<string>;
}

/**
 * Files of earlier builds that stay: a server that runs since before loads some of its scripts late, by names that hold their
 * digests, and its pages theirs. The scripts of four builds at least, some 25 MB, and the page's of one.
 */
export const EARLIER = 200;

export const PAGE: Part = {
  name: "interface",
  sources: ["deno.json", "ui", "projections", "events/catalog"],
  of: `${DIST}fingerprint.txt`,
  async make(earlier) {
    const { build }: MakesPage = await import(MAKERS.page);
    const { folder, bytes } = await build();
    await putInPlace(`${folder}/`, DIST, earlier);
    return `${(bytes / 1024).toFixed(1)} KB of script before the first paint`;
  },
};

export const PROGRAM: Part = {
  name: "program",
  sources: SOURCES,
  of: `${SCRIPTS}of`,
  async make(earlier) {
    const { programScripts }: typeof import("./scripts.ts") = await import(MAKERS.program);
    const scripts = await programScripts(ROOT, "../../");
    await Deno.mkdir(SCRIPTS + PACKAGE, { recursive: true });
    for (const [name, text] of scripts) await Deno.writeTextFile(SCRIPTS + name, text);
    await removeOlder(SCRIPTS, new Set([...scripts.keys(), LOCK]), earlier);
    const bytes = [...scripts.values()].reduce((sum, text) => sum + text.length, 0);
    return `${scripts.size} files, ${(bytes / 1_000_000).toFixed(1)} MB`;
  },
};

/**
 * Puts what was built in the place of what was built before, file by file: a server that runs reads some late, and misses none
 * meanwhile. Of the page's files, whose names hold their digests, the newest `earlier` of those that were there stay.
 */
export async function putInPlace(from: string, to: string, earlier: number): Promise<void> {
  // In this order the page comes behind the files it asks for.
  const built = [...filesBelow(from)].sort();
  for (const name of built) {
    await Deno.mkdir(dirname(to + name), { recursive: true });
    await Deno.rename(from + name, to + name);
  }
  await Deno.remove(from, { recursive: true });
  const own = Map.groupBy(built, (name) => name.split("/")[0] ?? "");
  for await (const { name, isDirectory } of Deno.readDir(to)) {
    const kept = own.get(name)?.map((path) => path.slice(name.length + 1));
    if (kept && isDirectory) {
      await removeOlder(`${to}${name}/`, new Set(kept), name === "assets" ? earlier : 0);
    } else if (!kept && name !== "program") await Deno.remove(to + name, { recursive: true });
  }
}

/** Removes from a folder, and those in it, all but these files and the newest others. */
export async function removeOlder(folder: string, kept: ReadonlySet<string>, others: number): Promise<void> {
  const times = [...filesBelow(folder)].filter((name) => !kept.has(name))
    .map((name) => ({ name, at: Deno.statSync(folder + name).mtime?.getTime() ?? 0 }));
  const older = times.sort((one, other) => other.at - one.at).slice(others);
  for (const { name } of older) await Deno.remove(folder + name);
}

/** The files of a folder and of those in it, by their paths from it. */
function* filesBelow(folder: string): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(folder)) {
    if (!isDirectory) yield name;
    else for (const below of filesBelow(`${folder}/${name}`)) yield `${name}/${below}`;
  }
}

/** Changes with each letter of the sources. */
export function fingerprint({ sources }: Part): string {
  const files = sources.flatMap((path) =>
    path.includes(".") ? [path] : [...filesBelow(ROOT + path)].map((name) => `${path}/${name}`)
  );
  const hash = createHash("sha256");
  for (const file of files.sort()) hash.update(file).update(Deno.readFileSync(ROOT + file));
  return hash.digest("hex");
}

/**
 * Builds a part. Of several processes one does at a time.
 * @param changed only where it is not of the sources as they are
 * @returns what there is to say of it
 */
export async function build(part: Part, changed: boolean): Promise<string | null> {
  const now = fingerprint(part);
  const isCurrent = async () => changed && await Deno.readTextFile(part.of).catch(() => "") === now;
  if (await isCurrent()) return null;
  await Deno.mkdir(SCRIPTS, { recursive: true });
  using turn = await Deno.open(SCRIPTS + LOCK, { create: true, write: true });
  await turn.lock(true);
  if (await isCurrent()) return null;
  await Deno.remove(part.of).catch(() => undefined);
  const said = await made(part, EARLIER);
  await Deno.writeTextFile(part.of, now);
  return said;
}

/** Makes a part, and ends the compiler, which would be waited for. */
async function made({ make }: Part, earlier: number): Promise<string> {
  try {
    return await make(earlier);
  } finally {
    const { stop }: typeof import("esbuild") = await import(MAKERS.compiler);
    await stop();
  }
}

/** What to say of a part that cannot be built: of a folder that is another's, what is to be done. */
export function notBuilt(name: string, error: unknown): string {
  if (!(error instanceof Error)) return `the ${name} cannot be built: ${error}`;
  const isClosed = error instanceof Deno.errors.PermissionDenied || "code" in error && error.code === "EROFS";
  return isClosed
    ? `the ${name} is not built of these sources yet, and the folder dist beside them cannot be written here. ` +
      "Whose it is runs deno task build once."
    : `the ${name} cannot be built: ${error.message}`;
}

if (import.meta.main) {
  const named = [PAGE, PROGRAM].filter(({ name }) => Deno.args.includes(name));
  for (const part of named.length > 0 ? named : [PAGE, PROGRAM]) {
    try {
      const said = await build(part, Deno.args.includes("--if-changed"));
      // Beside what a command answers.
      if (said !== null) console.error(`Built the ${part.name}: ${said}.`);
    } catch (error) {
      console.error(`fishbowl: ${notBuilt(part.name, error)}`);
      Deno.exit(1);
    }
  }
}

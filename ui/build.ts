/**
 * Bundles the interface into dist/: hashed names, no inline script or style, and a bound on what a browser
 * must load before the first paint.
 */
import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { relative } from "node:path";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";

/** Gzipped bytes of script before the first paint: on a slow phone line that is a quarter of a second. */
export const FIRST_LOAD_BYTES = 40 * 1024;

const here = `${import.meta.dirname}/`;
const root = `${import.meta.dirname}/../`;
const dist = `${root}dist`;

const common = {
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  absWorkingDir: root,
  metafile: true,
  logLevel: "warning",
} satisfies esbuild.BuildOptions;

/** Sources whose change makes a new build necessary. */
async function fingerprint(): Promise<string> {
  const files = ["deno.json"];
  for (const folder of ["ui", "projections", "events/catalog"]) {
    for (const entry of await readdir(root + folder, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) files.push(relative(root, `${entry.parentPath}/${entry.name}`));
    }
  }
  const hash = createHash("sha256");
  for (const file of files.sort()) {
    hash.update(file).update(await Deno.readFile(root + file));
  }
  return hash.digest("hex");
}

/** The path in dist/ of the output that was made of `file`. */
function pathOf({ outputs }: esbuild.Metafile, file: string): string {
  const made = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint?.endsWith(file));
  if (!made) throw new Error(`the bundle has no ${file}`);
  return made[0].replace(/^dist\//, "");
}

/** Everything the page loads at once: the entry and what it imports statically. */
function firstLoad({ outputs }: esbuild.Metafile, entry: string): ReadonlySet<string> {
  const loaded = new Set([`dist/${entry}`]);
  // What is added is gone through too.
  for (const path of loaded) {
    for (const { kind, path: next } of outputs[path]?.imports ?? []) {
      if (kind === "import-statement") loaded.add(next);
    }
  }
  return loaded;
}

/** Bundles a worker of its own; gives its path in dist/. */
async function buildWorker(file: string, entryNames: string): Promise<string> {
  const entryPoints = [`${here}state/${file}`];
  const { metafile } = await esbuild.build({ ...common, entryPoints, outdir: `${dist}/assets`, entryNames });
  return pathOf(metafile, file);
}

export async function build(): Promise<{ bytes: number }> {
  await Deno.remove(dist, { recursive: true }).catch(() => {});
  const workerPath = await buildWorker("stream_worker.ts", "worker-[hash]");
  const colourWorkerPath = await buildWorker("colour_worker.ts", "colours-[hash]");
  const { metafile } = await esbuild.build({
    ...common,
    entryPoints: [`${here}main.tsx`],
    outdir: `${dist}/assets`,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    splitting: true,
    define: {
      WORKER_PATH: JSON.stringify(`/${workerPath}`),
      COLOUR_WORKER_PATH: JSON.stringify(`/${colourWorkerPath}`),
    },
  });
  const script = pathOf(metafile, "ui/main.tsx");
  const style = metafile.outputs[`dist/${script}`]?.cssBundle?.replace(/^dist\//, "");
  if (!style) throw new Error("the bundle has no style");
  let bytes = 0;
  for (const path of firstLoad(metafile, script)) bytes += gzipSync(await Deno.readFile(root + path)).length;
  if (bytes > FIRST_LOAD_BYTES) {
    throw new Error(`first load is ${bytes} bytes gzipped, at most ${FIRST_LOAD_BYTES} are allowed`);
  }
  const page = (await Deno.readTextFile(`${here}index.html`))
    .replace("STYLE", `/${style}`).replace("SCRIPT", `/${script}`);
  await Deno.writeTextFile(`${dist}/index.html`, page);
  await Deno.copyFile(`${here}favicon.svg`, `${dist}/favicon.svg`);
  const manifest = { script, style, worker: workerPath, firstLoadBytes: bytes };
  await Deno.writeTextFile(`${dist}/manifest.json`, JSON.stringify(manifest, null, 2));
  await Deno.writeTextFile(`${dist}/fingerprint.txt`, await fingerprint());
  return { bytes };
}

if (import.meta.main) {
  const built = await Deno.readTextFile(`${dist}/fingerprint.txt`).catch(() => "");
  if (!Deno.args.includes("--if-changed") || built !== await fingerprint()) {
    try {
      const { bytes } = await build();
      console.log(`Built the interface: ${(bytes / 1024).toFixed(1)} KB of script before the first paint.`);
    } catch (error) {
      console.error(
        `fishbowl: the interface cannot be built: ${error instanceof Error ? error.message : error}`,
      );
      Deno.exit(1);
    }
  }
  await esbuild.stop();
}

/**
 * Bundles the interface into dist/: hashed names, no inline script or style, and a bound on what a browser
 * must load before the first paint.
 */
import { createHash } from "node:crypto";
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
  const hash = createHash("sha256");
  const walk = async (folder: string): Promise<void> => {
    const names: string[] = [];
    for await (const entry of Deno.readDir(folder)) {
      names.push(entry.isDirectory ? `${entry.name}/` : entry.name);
    }
    for (const name of names.sort()) {
      if (name.endsWith("/")) await walk(`${folder}/${name.slice(0, -1)}`);
      else hash.update(name).update(await Deno.readFile(`${folder}/${name}`));
    }
  };
  for (const folder of ["ui", "projections"]) await walk(`${root}${folder}`);
  for (
    const file of [
      "events/catalog/clear_text.ts",
      "events/catalog/limits.ts",
      "events/catalog/upcast.ts",
      "deno.json",
    ]
  ) {
    hash.update(await Deno.readFile(`${root}${file}`));
  }
  return hash.digest("hex");
}

interface Output {
  readonly path: string;
  readonly entry: string | undefined;
  readonly imports: readonly string[];
}

function outputs(result: { metafile: esbuild.Metafile }): Output[] {
  return Object.entries(result.metafile.outputs).map(([path, { entryPoint, imports }]) => ({
    path: path.replace(/^dist\//, ""),
    entry: entryPoint,
    imports: imports.filter((one) => one.kind === "import-statement").map((one) =>
      one.path.replace(/^dist\//, "")
    ),
  }));
}

/** Everything the page loads at once: the entry and what it imports statically. */
function firstLoad(all: readonly Output[], entry: Output): string[] {
  const seen = new Set<string>();
  const visit = (path: string) => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const next of all.find((one) => one.path === path)?.imports ?? []) visit(next);
  };
  visit(entry.path);
  return [...seen];
}

/** Bundles a worker of its own; gives its path in dist/. */
async function buildWorker(file: string, entryNames: string): Promise<string> {
  const result = await esbuild.build({
    ...common,
    entryPoints: [`${here}state/${file}`],
    outdir: `${dist}/assets`,
    entryNames,
  });
  return outputs(result).find((one) => one.entry)?.path ?? "";
}

export async function build(): Promise<{ bytes: number }> {
  await Deno.remove(dist, { recursive: true }).catch(() => {});
  const workerPath = await buildWorker("stream_worker.ts", "worker-[hash]");
  const colourWorkerPath = await buildWorker("colour_worker.ts", "colours-[hash]");
  const result = await esbuild.build({
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
  const all = outputs(result);
  const entry = all.find((one) => one.entry?.endsWith("main.tsx"));
  const style = all.find((one) => one.path.endsWith(".css") && one.path.includes("/main-"));
  if (!entry || !style) throw new Error("the bundle has no entry or no style");
  let bytes = 0;
  for (const path of firstLoad(all, entry)) bytes += gzipSync(await Deno.readFile(`${dist}/${path}`)).length;
  if (bytes > FIRST_LOAD_BYTES) {
    throw new Error(`first load is ${bytes} bytes gzipped, at most ${FIRST_LOAD_BYTES} are allowed`);
  }
  const page = (await Deno.readTextFile(`${here}index.html`))
    .replace("STYLE", `/${style.path}`).replace("SCRIPT", `/${entry.path}`);
  await Deno.writeTextFile(`${dist}/index.html`, page);
  await Deno.copyFile(`${here}favicon.svg`, `${dist}/favicon.svg`);
  const manifest = { script: entry.path, style: style.path, worker: workerPath, firstLoadBytes: bytes };
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

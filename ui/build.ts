/**
 * Bundles the interface into a folder of its own, from where it is put in place once all of it is made: hashed names, no
 * inline script or style, and a bound on what a browser must load before the first paint.
 */
import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { relative } from "node:path";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import { blanks } from "../events/catalog/words.ts";
import { textSizes } from "./build_text.ts";
import { framePages } from "./build_frames.ts";
import { iconsApart } from "./build_icons.ts";
import { buildInstallable } from "./build_installable.ts";
import { oneFilePage } from "./build_one_file.ts";
import { packAll } from "./build_packed.ts";
import { gathered } from "./build_wholes.ts";
import { FIRST } from "./state/queries.ts";

/** Gzipped bytes of script before the first paint: on a slow phone line that is a quarter of a second. */
export const FIRST_LOAD_BYTES = 40 * 1024;

const here = `${import.meta.dirname}/`;
const root = `${import.meta.dirname}/../`;
/** In the folder of the program, where a build comes to stand. */
const NEXT_BUILD = "dist/next";
const dist = `${root}${NEXT_BUILD}`;

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
  loader: { ".woff2": "file" },
} satisfies esbuild.BuildOptions;

/** The path in the build of an output. */
const within = (path: string): string => path.slice(NEXT_BUILD.length + 1);

/** The path in the build of the output that was made of `file`. */
function pathOf({ outputs }: esbuild.Metafile, file: string): string {
  const made = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint?.endsWith(file));
  if (!made) throw new Error(`the bundle has no ${file}`);
  return within(made[0]);
}

/** The path in the build of a file that was copied under a hashed name. */
function copyOf({ outputs }: esbuild.Metafile, name: string): string {
  const made = Object.entries(outputs).find(([path, { inputs }]) =>
    !path.endsWith(".css") && Object.keys(inputs).some((input) => input.endsWith(`/${name}`))
  );
  if (!made) throw new Error(`the bundle has no ${name}`);
  return within(made[0]);
}

/** Packages of which parts are served with the page, and whose licences ask to be kept with them. */
const LICENSED = [
  "@fontsource-variable/figtree",
  "@fontsource-variable/geist-mono",
  "@mermaid-js/tiny",
  "diff",
  "katex",
  "lucide",
];

async function licences(): Promise<string> {
  const texts = LICENSED.map(async (name) =>
    `${name}\n\n${(await Deno.readTextFile(`${root}node_modules/${name}/LICENSE`)).trim()}\n`
  );
  return (await Promise.all(texts)).join("\n\n");
}

/** Bundles a worker of its own; gives its path in the build. */
async function buildWorker(file: string, entryNames: string): Promise<string> {
  const entryPoints = [`${here}state/${file}`];
  const { metafile } = await esbuild.build({ ...common, entryPoints, outdir: `${dist}/assets`, entryNames });
  return pathOf(metafile, file);
}

/** The worker behind the page, which has to know what the version it belongs to is made of. */
async function buildOfflineWorker(page: string): Promise<void> {
  const files = (await readdir(`${dist}/assets`)).sort().map((name) => `/assets/${name}`);
  const name = createHash("sha256").update(page).update(files.join()).digest("hex").slice(0, 16);
  const version = { name, files, page: createHash("sha256").update(page).digest("base64") };
  await esbuild.build({
    ...common,
    format: "iife",
    entryPoints: { offline_worker: `${here}state/offline/worker.ts` },
    outdir: dist,
    define: { OFFLINE_VERSION: JSON.stringify(version) },
  });
}

/** The style of formulas, with typefaces in the one form that every browser of today reads; its path in the build. */
async function buildFormulaStyle(): Promise<string> {
  const older: esbuild.Plugin = {
    name: "woff2 alone",
    setup: (build) =>
      build.onLoad({ filter: /katex\.min\.css$/ }, async ({ path }) => ({
        contents: (await Deno.readTextFile(path)).replace(/,url\([^)]*\) format\("(?:woff|truetype)"\)/g, ""),
        loader: "css",
      })),
  };
  const { metafile } = await esbuild.build({
    ...common,
    entryPoints: [`${root}node_modules/katex/dist/katex.min.css`],
    outdir: `${dist}/assets`,
    entryNames: "formulas-[hash]",
    assetNames: "[name]-[hash]",
    plugins: [older],
  });
  return pathOf(metafile, "katex.min.css");
}

/** What every page asks for right after its first paint. */
const NEXT = [
  "ui/chat/chat.tsx",
  "ui/chat/lineage.tsx",
  "ui/home/home_page.tsx",
  "ui/parts/icons.ts",
  "ui/sidebar/conversation_rows.tsx",
  "ui/sidebar/label_filter.tsx",
  "ui/sidebar/row_items.ts",
  "ui/state/after_paint.ts",
  "ui/state/completing.ts",
  "ui/state/conversation_store.ts",
];

/** The page's own files, by their paths in the build. */
interface PageFiles {
  readonly script: string;
  readonly style: string;
  /** Scripts that the page will ask for: by the first one, and right after the first paint. */
  readonly preload: readonly string[];
  readonly font: string;
  /** Gzipped, of the script before the first paint. */
  readonly bytes: number;
}

async function buildPage(define: Record<string, string>): Promise<PageFiles> {
  const { metafile, outputFiles } = await esbuild.build({
    ...common,
    entryPoints: [`${here}main.tsx`],
    outdir: `${dist}/assets`,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    splitting: true,
    write: false,
    plugins: [iconsApart(root), textSizes],
    define,
  });
  const built = (file: string): string => `${NEXT_BUILD}/${pathOf(metafile, file)}`;
  const main = built("ui/main.tsx");
  const next = NEXT.map(built);
  // Whichever language is loaded, it needs these.
  const words = (metafile.inputs["ui/words/chosen.ts"]?.imports ?? [])
    .filter(({ kind }) => kind === "dynamic-import")
    .flatMap(({ path }) => metafile.outputs[built(path)]?.imports ?? []).map(({ path }) => path);
  const style = metafile.outputs[main]?.cssBundle;
  if (!style) throw new Error("the bundle has no style");
  const texts = new Map<string, string>();
  for (const { path, contents, text } of outputFiles) {
    if (path.endsWith(".js")) texts.set(relative(root, path), text);
    else await Deno.writeFile(path, contents);
  }
  const { files, pathOf: placeOf } = await gathered(metafile.outputs, texts, [
    // The script waits for the words of a language as it begins: what they need must not wait for the script.
    { name: "words", entries: words },
    { name: "main", entries: [main] },
    { name: "next", entries: next },
    { name: "text", entries: [built("ui/rich/rich_text.tsx")] },
  ], common);
  for (const [path, text] of files) await Deno.writeTextFile(`${dist}/${path}`, text);
  const script = placeOf(main);
  const before = placeOf(words[0] ?? main);
  const bytes = [script, before].reduce((sum, path) => sum + gzipSync(files.get(path) ?? "").length, 0);
  if (bytes > FIRST_LOAD_BYTES) {
    throw new Error(`first load is ${bytes} bytes gzipped, at most ${FIRST_LOAD_BYTES} are allowed`);
  }
  return {
    script,
    style: within(style),
    preload: [before, placeOf(next[0] ?? main)],
    font: copyOf(metafile, "figtree-latin-wght-normal.woff2"),
    bytes,
  };
}

/** @returns the folder all of it is in, for whoever puts it in place, and the gzipped bytes of script before the first paint */
export async function build(): Promise<{ folder: string; bytes: number }> {
  // It may have what is left of a build that failed.
  await Deno.mkdir(dist, { recursive: true });
  await Deno.remove(dist, { recursive: true });
  await Deno.mkdir(`${dist}/assets`, { recursive: true });
  const workerPath = await buildWorker("stream_worker.ts", "worker-[hash]");
  const colourWorkerPath = await buildWorker("colour_worker.ts", "colours-[hash]");
  const formulaWorkerPath = await buildWorker("formula_worker.ts", "formulas-[hash]");
  const formulaStylePath = await buildFormulaStyle();
  const { script, style, preload, font, bytes } = await buildPage({
    WORKER_PATH: JSON.stringify(`/${workerPath}`),
    COLOUR_WORKER_PATH: JSON.stringify(`/${colourWorkerPath}`),
    FORMULA_WORKER_PATH: JSON.stringify(`/${formulaWorkerPath}`),
    FORMULA_STYLE_PATH: JSON.stringify(`/${formulaStylePath}`),
    WORD_BLANKS: JSON.stringify(blanks()),
  });
  const links = [
    ...preload.map((path) => `<link rel="modulepreload" href="/${path}">`),
    ...FIRST.map((path) => `<link rel="preload" href="${path}" as="fetch" crossorigin>`),
  ].join("\n    ");
  const page = (await Deno.readTextFile(`${here}index.html`))
    .replace("STYLE", `/${style}`).replace("SCRIPT", `/${script}`).replace("FONT", `/${font}`)
    .replace('<link rel="modulepreload" href="NEXT">', links);
  await Deno.writeTextFile(`${dist}/index.html`, page);
  await buildOfflineWorker(page);
  await Deno.copyFile(`${here}favicon.svg`, `${dist}/favicon.svg`);
  await buildInstallable(dist);
  await Deno.writeTextFile(`${dist}/licences.txt`, await licences());
  await Deno.mkdir(`${dist}/frames`);
  for (const [name, page] of await framePages(common)) {
    await Deno.writeTextFile(`${dist}/frames/${name}.html`, page);
  }
  await Deno.writeTextFile(`${dist}/one_file.html`, await oneFilePage(common));
  const manifest = { script, style, worker: workerPath, firstLoadBytes: bytes };
  await Deno.writeTextFile(`${dist}/manifest.json`, JSON.stringify(manifest, null, 2));
  await packAll(dist);
  return { folder: dist, bytes };
}

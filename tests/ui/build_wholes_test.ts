/** What is loaded together comes in one file, and is the same thing wherever it is used. */
import assert from "node:assert/strict";
import { relative } from "node:path";
import * as esbuild from "esbuild";
import { type Gathered, gathered } from "../../ui/build_wholes.ts";
import { inFolder } from "../in_folder.ts";

const SOURCES: Readonly<Record<string, string>> = {
  "count.js": "let n = 0; export const count = () => ++n; export const list = globalThis.ran ??= [];",
  "shared.js": "import { list } from './count.js'; list.push('shared'); export const name = 'shared';",
  "own.js": "export const name = 'own';",
  "main.js": "import { count, list } from './count.js'; list.push('main'); export const first = count();" +
    "export const later = () => import('./chat.js'); export const last = () => import('./settings.js');",
  "chat.js":
    "import { count, list } from './count.js'; import { name } from './shared.js'; list.push('chat');" +
    "import { name as own } from './own.js'; export const chat = () => [name, own, count()];" +
    "export const within = () => import('./inner.js');",
  "inner.js":
    "import { name } from './own.js'; import { list } from './count.js'; list.push('inner'); export const inner = name;",
  "settings.js": "import { count } from './count.js'; import { name } from './shared.js';" +
    "export const settings = () => [name, count()];",
};
const COMMON: esbuild.BuildOptions = { bundle: true, minify: true, format: "esm", logLevel: "silent" };

/** The sources as files of `data`, bundled and gathered; `path` of a source gives what it became. */
async function built(data: string): Promise<Gathered & { path: (source: string) => string }> {
  for (const [name, text] of Object.entries(SOURCES)) await Deno.writeTextFile(`${data}/${name}`, text);
  const { metafile, outputFiles } = await esbuild.build({
    ...COMMON,
    absWorkingDir: data,
    entryPoints: ["main.js"],
    outdir: "dist/assets",
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    splitting: true,
    metafile: true,
    write: false,
  });
  const texts = new Map(outputFiles.map(({ path, text }) => [relative(data, path), text]));
  const path = (source: string): string =>
    Object.keys(metafile.outputs).find((one) => metafile.outputs[one]?.entryPoint === source) ?? "";
  const all = await gathered(metafile.outputs, texts, [
    { name: "main", entries: [path("main.js")] },
    { name: "next", entries: [path("chat.js"), path("inner.js")] },
  ], { ...COMMON, absWorkingDir: data });
  await Deno.mkdir(`${data}/assets`);
  for (const [place, text] of all.files) await Deno.writeTextFile(`${data}/${place}`, text);
  return { ...all, path };
}

Deno.test({
  name:
    "each whole is one file, whose parts run once and in their order, and are the same for every other file",
  // The bundler's own process lives on.
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () =>
    inFolder(async (data) => {
      const { files, pathOf, path } = await built(data);
      assert.equal(pathOf(path("chat.js")), pathOf(path("inner.js")));
      assert.deepEqual([...files.keys()].map((name) => name.replace(/-[0-9A-F]{8}\.js$/, "")), [
        "assets/main",
        "assets/next",
        "assets/settings",
      ]);
      const main = await import(`file://${data}/${pathOf(path("main.js"))}`);
      assert.deepEqual(Reflect.get(globalThis, "ran"), ["main"]);
      const { chat, within } = await main.later();
      const { settings } = await main.last();
      assert.deepEqual([main.first, chat(), settings()], [1, ["shared", "own", 2], ["shared", 3]]);
      assert.equal((await within()).inner, "own");
      assert.deepEqual(Reflect.get(globalThis, "ran"), ["main", "shared", "chat", "inner"]);
      Reflect.deleteProperty(globalThis, "ran");
    }),
});

/** What `read` gives with one source changed for as long. */
async function withSource<T>(name: string, more: string, read: () => Promise<T>): Promise<T> {
  const before = SOURCES[name] ?? "";
  Object.assign(SOURCES, { [name]: before + more });
  return await read().finally(() => Object.assign(SOURCES, { [name]: before }));
}

Deno.test({
  name: "names of files change with what is in any of them",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async () => {
    const names = () => inFolder(async (data) => [...(await built(data)).files.keys()].join());
    const before = await names();
    assert.equal(await names(), before);
    assert.notEqual(await withSource("settings.js", "export const more = 1;", names), before);
  },
});

Deno.test({
  name: "two things of one name in one whole fail the build, not the page",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () =>
    withSource("inner.js", "export const chat = 1;", async () => {
      await assert.rejects(inFolder(built), /same name "chat"/);
    }),
});

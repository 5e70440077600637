import assert from "node:assert/strict";
import { programFiles } from "../../../server/packed/npm_package.ts";
import config from "../../../deno.json" with { type: "json" };

type Program = Awaited<ReturnType<typeof programFiles>>;

function hasEveryFile({ files }: Program): void {
  for (
    const path of [
      "main.ts",
      "server/command_line/launch.ts",
      "server/bridge/bridge_main.ts",
      "actors/search/search_worker.ts",
      "events/store/file/page_copy_worker.ts",
      "events/store/errors.ts",
    ]
  ) assert.ok(files.has(path), path);
  assert.deepEqual([...files.keys()].filter((path) => /^(tests|ui)\//.test(path)), []);
}

function namesFilesOfJavaScript({ files }: Program): void {
  const wrong: string[] = [];
  for (const [path, text] of files) {
    for (const [said] of text.matchAll(/"(?:\.{1,2}\/[^"\n]*|events\/[^"\n]*)\.ts"/g)) {
      wrong.push(`${path}: ${said}`);
    }
    if (/^import type |: string\b.*=>/m.test(text)) wrong.push(`${path} has types`);
  }
  assert.deepEqual(wrong, []);
}

function asksForItsPackages({ packages }: Program): void {
  assert.ok(["hono", "zod", "openai", "@anthropic-ai/sdk"].every((name) => packages.includes(name)));
  for (const name of ["esbuild", "preact", "playwright-core", "fast-check", "axe-core"]) {
    assert.ok(!packages.includes(name), name);
  }
}

// One test: the program is transformed for it, which is drawn by lot where time is short.
Deno.test("the package of the program", async (t) => {
  const program = await programFiles(config.imports);
  await t.step(
    "the package has every file the program reads, threads and the launcher among them, and none of the page or of tests",
    () => hasEveryFile(program),
  );
  await t.step(
    "what a file of the package says of another is that file as JavaScript",
    () => namesFilesOfJavaScript(program),
  );
  await t.step(
    "npm is asked for what the program imports, and for nothing that builds or tests it",
    () => asksForItsPackages(program),
  );
});

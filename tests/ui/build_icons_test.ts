/** Icons are taken from their own files, so that each part of the page brings those it shows. */
import assert from "node:assert/strict";
import { filesOf, takenApart } from "../../ui/build_icons.ts";

const files = filesOf([
  "export { default as createElement } from './createElement.mjs';",
  "export { default as Archive } from './icons/archive.mjs';",
  "export { default as Code2, default as CodeXml } from './icons/code-xml.mjs';",
].join("\n"));

Deno.test("an icon comes from its file, under each of its names", () => {
  assert.deepEqual([...files], [
    ["Archive", "lucide/dist/esm/icons/archive.mjs"],
    ["Code2", "lucide/dist/esm/icons/code-xml.mjs"],
    ["CodeXml", "lucide/dist/esm/icons/code-xml.mjs"],
  ]);
  assert.equal(
    takenApart(
      'import { h } from "preact";\nimport { Archive, type IconNode, Code2 } from "lucide";\ngo();',
      files,
    ),
    'import { h } from "preact";\nimport Archive from "lucide/dist/esm/icons/archive.mjs";\nimport Code2 from "lucide/dist/esm/icons/code-xml.mjs";\ngo();',
  );
  assert.equal(takenApart('import {\n  Archive,\n} from "lucide";', files).split("\n").length, 1);
});

Deno.test("an icon that is not there fails the build, not the page", () => {
  assert.throws(() => takenApart('import { Arkive } from "lucide";', files), /Arkive/);
});

Deno.test("the package has the icons in use where it says", async () => {
  const root = new URL("../../", import.meta.url);
  const all = filesOf(await Deno.readTextFile(new URL("node_modules/lucide/dist/esm/lucide.mjs", root)));
  assert.ok(all.size > 1_000, `${all.size}`);
  const source = await Deno.readTextFile(new URL("ui/parts/icons.ts", root));
  const [first = ""] = [...takenApart(source, all).matchAll(/"(lucide\/[^"]*)"/g)].map(([, path]) => path);
  await Deno.stat(new URL(`node_modules/${first}`, root));
});

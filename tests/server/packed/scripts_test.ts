import assert from "node:assert/strict";
import { dirname, join } from "node:path/posix";
import { ALONE, BESIDE, PACKAGE, PROGRAM as STARTED, scriptOf } from "../../../server/packed/beside.ts";
import { build, PROGRAM, SCRIPTS } from "../../../server/packed/build.ts";
import { inAscii } from "../../../server/packed/scripts.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;

type Scripts = ReadonlyMap<string, string>;

const codeOf = (scripts: Scripts) => [...scripts].filter(([name]) => name.endsWith("js"));

/** What is run by name, where people's own lines name it, and by the program alone: whoever renames a module renames it here. */
const OUTSIDE = ["launch", "is_healthy"].map((name) => `${name}.js`);
const WITHIN = ["main", "bridge_main", "search_worker", "page_copy_worker", "guard_worker", "reading_worker"]
  .map((name) => `${PACKAGE}${name}.js`);
const BY_NAME = [...OUTSIDE, ...WITHIN];

/** The scripts that a script names, by their paths as its own. */
function namedIn(path: string, text: string): string[] {
  const beside = /(?:import|from)(?:\((?:String\()?)?"\.\/([^"]+)"|new URL\("\.\/([^"]+[^"/])",import\.meta/g;
  return [...text.matchAll(beside)].map(([, loaded, named]) => join(dirname(path), loaded ?? named ?? ""));
}

/** The scripts of the sources as they are, but none of an earlier build, which may lie beside them. */
async function built(): Promise<Scripts> {
  await build(PROGRAM, true);
  const scripts = new Map<string, string>();
  const names = [...BY_NAME, "licences.txt"];
  for (const name of names) {
    if (scripts.has(name)) continue;
    const text = await Deno.readTextFile(SCRIPTS + name).catch(() => null);
    if (text === null) continue;
    scripts.set(name, text);
    names.push(...namedIn(name, text));
  }
  return scripts;
}

/** One that is made no more may be there from an earlier build. */
function hasEachByName(scripts: Scripts): void {
  assert.deepEqual(ALONE.map(scriptOf).sort(), OUTSIDE.toSorted());
  assert.deepEqual(
    [...STARTED, ...BESIDE].map((entry) => PACKAGE + scriptOf(entry)).sort(),
    WITHIN.toSorted(),
  );
  for (const name of BY_NAME) assert.ok(scripts.has(name), name);
}

function findsWhatItNames(scripts: Scripts): void {
  const missing = codeOf(scripts).flatMap(([name, text]) =>
    namedIn(name, text).filter((to) => !scripts.has(to)).map((to) => `${name}: ${to}`)
  );
  assert.deepEqual(missing, []);
  const packages = codeOf(scripts).flatMap(([name, text]) =>
    [...text.matchAll(/(?:^|[;}\n])import[^"'`;()]*"([^"]+)"/g)].map(([, to = ""]) => to)
      .filter((to) => !to.startsWith("./") && !to.startsWith("node:")).map((to) => `${name}: ${to}`)
  );
  assert.deepEqual(packages, []);
}

function knowsNoPlaceHere(scripts: Scripts): void {
  const named = codeOf(scripts).filter(([, text]) => text.includes(ROOT.slice(0, -1))).map(([name]) => name);
  assert.deepEqual(named, []);
}

/** Where it does not, the platform keeps the text of each script beside V8's. */
function isStartedAsAPackage(scripts: Scripts): void {
  assert.match(`/${PACKAGE}`, /\/node_modules\/[^/]+\/$/);
  const outside = codeOf(scripts).map(([name]) => name).filter((name) => !name.startsWith(PACKAGE));
  assert.deepEqual(outside.sort(), OUTSIDE.toSorted());
  const args = /args=\[([^\]]+)\]/.exec(scripts.get("launch.js") ?? "")?.[1] ?? "";
  assert.match(args, /\.\.\.main\.includes\("\/node_modules\/"\)\?\["--node-modules-dir=manual"$/);
}

/** But for the one that is not made, which is loaded where somebody reads a PDF. */
function isInAscii(scripts: Scripts): void {
  const others = codeOf(scripts).filter(([name, text]) =>
    !name.endsWith("pdfjs.mjs") && /[^\0-\x7f]/.test(text)
  );
  assert.deepEqual(others.map(([name]) => name), []);
}

/** Who is told what is wrong is told in English, as from the sources; what makes modules of the older form is in few. */
function holdsNoMore(scripts: Scripts): void {
  const within = (some: RegExp) =>
    codeOf(scripts).filter(([, text]) => some.test(text)).map(([name]) => name);
  assert.notDeepEqual(within(/Invalid input: expected/), []);
  assert.deepEqual(within(/Entrada inv/), []);
  assert.deepEqual(within(/nodeModules\.createRequire/), within(/typeof require\b/));
}

function keepsNames(scripts: Scripts): void {
  const all = codeOf(scripts).map(([, text]) => text).join("\n");
  for (const name of ["StoreLocked", "UsageError", "ProviderError"]) {
    assert.ok(new RegExp(`(?:class ${name}|\\b${name}=class) extends`).test(all), name);
  }
}

function keepsLicences(scripts: Scripts): void {
  const licences = scripts.get("licences.txt") ?? "";
  for (const name of ["hono", "zod", "openai", "@anthropic-ai/sdk", "unpdf", "htmlparser2"]) {
    assert.match(licences, new RegExp(`^${name}\n\n\\S`, "m"), name);
  }
  for (const name of ["esbuild", "preact", "fast-check"]) {
    assert.doesNotMatch(licences, new RegExp(`^${name}\n\n`, "m"));
  }
}

/** What each start loads, with what the platform reads before, as it stands in the scripts: the rest waits until somebody wants it. */
function loadsLittle(scripts: Scripts): void {
  const loaded = new Set<string>();
  const load = (name: string): void => {
    if (loaded.has(name)) return;
    loaded.add(name);
    for (const [, to = ""] of (scripts.get(name) ?? "").matchAll(/(?:import|from)\(?"\.\/([^"]+)"/g)) {
      load(PACKAGE + to);
    }
  };
  load(`${PACKAGE}main.js`);
  load([...scripts.keys()].find((name) => name.startsWith(`${PACKAGE}wiring-`)) ?? "");
  const text = [...loaded].map((name) => scripts.get(name) ?? "").join("\n");
  assert.ok(/\bStoreLocked=class /.test(text));
  // For reading pages and signing in at servers of tools, which most servers never do.
  assert.doesNotMatch(text, /(?:from|import)"node:https?"/);
  for (const late of ["OpenAI", "Anthropic", "McpServer", "Validator", "PDFWorker"]) {
    const made = new RegExp(`\\b${late}\\d?=class\\b|class ${late}\\d?\\b`);
    assert.ok(!made.test(text), late);
    assert.ok(codeOf(scripts).some(([, one]) => made.test(one)), `${late} is in none`);
  }
}

// One test: the scripts are read for it, and made where the sources changed.
Deno.test("the program as few scripts", async (t) => {
  const scripts = await built();
  await t.step("what is started by name has its script", () => hasEachByName(scripts));
  await t.step("what a script names is among them, and no package is", () => findsWhatItNames(scripts));
  await t.step(
    "the program lies as a package does, and is started as one",
    () => isStartedAsAPackage(scripts),
  );
  await t.step("no script knows where it was made", () => knowsNoPlaceHere(scripts));
  await t.step("no sign takes two bytes of each", () => isInAscii(scripts));
  await t.step("a script holds nothing that none of it needs", () => holdsNoMore(scripts));
  await t.step("errors have the names by which the log tells them", () => keepsNames(scripts));
  await t.step("the licence of each package is with them, and of no other", () => keepsLicences(scripts));
  await t.step(
    "a start loads no provider's package, nor those of protocols and files, nor what reads pages",
    () => loadsLittle(scripts),
  );
});

Deno.test("in ASCII a regular expression finds what it found, and what would mean something else is refused", () => {
  for (const one of [/[^\p{L}’#…]+/u, /[“”„]x/, /[😀é]/u]) {
    const { source, flags } = one;
    assert.match(inAscii(source), /^[\0-\x7f]+$/);
    for (const text of ["a ’ b…c", "„x", "é", "😀", "\ud83d", "naïve"]) {
      assert.deepEqual(
        text.match(new RegExp(inAscii(source), flags))?.[0],
        text.match(one)?.[0],
        `${source} ${text}`,
      );
    }
  }
  assert.throws(() => inAscii("/\\“/"), /a backslash before “/);
});

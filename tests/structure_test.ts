/** The shape of the program, read from its import graph: no arrow runs back up, no circle, no second owner. */
import assert from "node:assert/strict";
import { versions } from "../events/catalog/upcast.ts";
import { functionsOf } from "./functions.ts";
import { allReaders, readersOf } from "./linear/reading.ts";
import { MODES } from "../events/catalog/modes.ts";
import { WAIVED } from "./linear/waived.ts";
import { ROOT } from "./repository.ts";
import { all, FOLDERS, importsOf, type Source, sources, withoutComments } from "./sources.ts";

/** Lines of the longest file one still reads in one sitting. */
const LINES = 400;

type Layer = "catalog" | "store" | "shapes" | "projections" | "actors" | "contract" | "server" | "ui";

function layerOf(path: string): Layer | null {
  if (path.startsWith("events/store/")) return "store";
  if (path.startsWith("events/")) return "catalog";
  if (path.startsWith("projections/shapes/")) return "shapes";
  if (path.startsWith("server/contract/")) return "contract";
  const folder = path.split("/")[0];
  return folder === "projections" || folder === "actors" || folder === "server" || folder === "ui"
    ? folder
    : null;
}

/** What each layer may import at all; `*` for packages of any name. */
const MAY: Readonly<Record<Layer, { layers: readonly Layer[]; packages: readonly string[] }>> = {
  catalog: { layers: ["catalog"], packages: ["zod"] },
  store: { layers: ["store", "catalog"], packages: ["zod"] },
  shapes: { layers: ["shapes", "catalog"], packages: ["zod"] },
  projections: { layers: ["projections", "shapes", "catalog"], packages: [] },
  actors: { layers: ["actors", "projections", "shapes", "catalog", "store"], packages: ["*"] },
  contract: { layers: ["contract", "projections", "shapes", "catalog"], packages: ["zod"] },
  server: {
    layers: ["server", "contract", "actors", "projections", "shapes", "catalog", "store"],
    packages: ["*"],
  },
  // No provider's SDK, and of the server what goes over the wire: a browser calls nobody else (S2-51).
  ui: {
    layers: ["ui", "contract", "projections", "shapes", "catalog"],
    packages: [
      "preact",
      "@preact/signals",
      "markdown-it",
      "highlight.js",
      "katex",
      "@mermaid-js/tiny",
      "diff",
      "lucide",
      "diff",
      "esbuild",
    ],
  },
};

/** Modules of the catalog that run in the browser: plain constants, no schema. */
const PLAIN_CATALOG = new Set([
  "events/catalog/answer_form.ts",
  "events/catalog/built_in_panels.ts",
  "events/catalog/image_size.ts",
  "events/catalog/efforts.ts",
  "events/catalog/limits.ts",
  "events/catalog/modes.ts",
  "events/catalog/provider_kinds.ts",
  "events/catalog/provider_presets.ts",
  "events/catalog/typed_event.ts",
  "events/catalog/clear_text.ts",
  "events/catalog/checkpoint.ts",
  "events/catalog/proof.ts",
  "events/catalog/upcast.ts",
]);
/** Files of ui/ that run on the server: they make the bundle. */
const BUILDS = /^ui\/(build|bundle)[\w]*\.ts$/;

function offences(source: Source): string[] {
  const layer = layerOf(source.path);
  if (!layer) return [];
  return source.imports.flatMap(({ to, typeOnly }) => {
    const target = layerOf(to);
    const where = `${source.path} imports ${to}`;
    if (/^(node|jsr|https?|npm):/.test(to)) {
      return layer === "projections" || layer === "shapes" || layer === "catalog" || to.startsWith("http")
        ? [where]
        : [];
    }
    if (target === null) {
      const name = to.startsWith("@") ? to.split("/").slice(0, 2).join("/") : to.split("/")[0] ?? "";
      const { packages } = MAY[layer];
      return packages.includes("*") || packages.includes(name) ? [] : [where];
    }
    if (!MAY[layer].layers.includes(target)) return [where];
    const browser = layer === "projections" || (layer === "ui" && !BUILDS.test(source.path));
    // A value import of a schema would carry zod into the browser.
    const schemas = target === "contract" || target === "shapes" ||
      (target === "catalog" && !PLAIN_CATALOG.has(to));
    if (browser && schemas && !typeOnly) return [where];
    // The contract describes the folds, and does not fold.
    return layer === "contract" && target === "projections" && !typeOnly ? [where] : [];
  });
}

// Shows S0-67, S0-A29, S0-C1, S2-2, S2-3, S2-51.
Deno.test("every folder imports only what stands below it, and projections bring no schema to a browser", () => {
  assert.deepEqual(all.flatMap(offences), []);
});

/** What is loaded with a module, by whatever way: files of the program and names of packages, itself among them. */
function loadedBy(...entries: readonly string[]): Set<string> {
  const graph = new Map(all.map(({ path, imports }) => [path, imports]));
  const loaded = new Set<string>();
  const load = (path: string): void => {
    if (loaded.has(path)) return;
    loaded.add(path);
    for (const { to, typeOnly } of graph.get(path) ?? []) if (!typeOnly) load(to);
  };
  for (const entry of entries) {
    assert.ok(graph.has(entry), entry);
    load(entry);
  }
  return loaded;
}

Deno.test("what a browser loads, by whatever way, has no schema and nothing of the server in it", () => {
  const loaded = loadedBy("ui/main.tsx", "ui/state/stream_worker.ts", "ui/state/colour_worker.ts");
  assert.ok(loaded.has("projections/conversation/conversation.ts") && loaded.has("preact"));
  assert.deepEqual([...loaded].filter((path) => /^(zod|hono|server|actors)\b/.test(path)), []);
});

Deno.test("the launcher loads its own few files and no package: each start of the program waits for it", () => {
  const own = /^(node:|deno\.json|server\/command_line\/)/;
  const other = [...loadedBy("server/command_line/launch.ts")].filter((path) => !own.test(path));
  assert.deepEqual(other.sort(), [
    "actors/extracting/threads.ts",
    "events/catalog/provider_kinds.ts",
    "events/store/kv/bounds.ts",
  ]);
});

Deno.test("the import reader sees what it must: each forbidden arrow is an offence", () => {
  const offence = (path: string, text: string) =>
    offences({ path, text, imports: importsOf(text, path) }).length;
  assert.equal(offence("projections/a.ts", `import { z } from "zod";`), 1);
  assert.equal(offence("projections/a.ts", `import "node:fs";`), 1);
  assert.equal(offence("projections/a.ts", `import { Id } from "../events/catalog/envelope.ts";`), 1);
  assert.equal(offence("projections/a.ts", `import { type A, Id } from "../events/catalog/envelope.ts";`), 1);
  assert.equal(offence("projections/a.ts", `import { ListRow } from "./shapes/views.ts";`), 1);
  assert.equal(offence("projections/a.ts", `import type { ListRow } from "./shapes/views.ts";`), 0);
  assert.equal(offence("projections/shapes/a.ts", `import { listRow } from "../conversation/list.ts";`), 1);
  assert.equal(offence("projections/a.ts", `export * from "../actors/runtime/actor.ts";`), 1);
  assert.equal(offence("projections/a.ts", `const a = await import("../actors/runtime/actor.ts");`), 1);
  assert.equal(
    offence("projections/a.ts", `import {\n  type A,\n} from "../events/catalog/envelope.ts";`),
    0,
  );
  assert.equal(offence("projections/a.ts", `import type { A } from "../events/catalog/envelope.ts";`), 0);
  assert.equal(offence("projections/a.ts", `import { PARTICIPANTS } from "../events/catalog/limits.ts";`), 0);
  assert.equal(offence("projections/a.ts", `// import { z } from "zod";`), 0);
  assert.equal(offence("events/a.ts", `import { x } from "../projections/fold.ts";`), 1);
  assert.equal(offence("events/a.ts", `import { x } from "./store/log.ts";`), 1);
  assert.equal(offence("actors/a.ts", `import { app } from "../server/http/app.ts";`), 1);
  assert.equal(offence("ui/a.tsx", `import { x } from "../actors/runtime/actor.ts";`), 1);
  assert.equal(offence("ui/a.tsx", `import type { x } from "../server/http/app.ts";`), 1);
  assert.equal(offence("ui/a.tsx", `import { signal } from "@preact/signals";`), 0);
  assert.equal(offence("ui/a.tsx", `import OpenAI from "openai";`), 1);
  assert.equal(offence("ui/a.tsx", `import Anthropic from "@anthropic-ai/sdk";`), 1);
  assert.equal(offence("ui/a.tsx", `import type { X } from "../server/contract/a.ts";`), 0);
  assert.equal(offence("ui/a.tsx", `import { X } from "../server/contract/a.ts";`), 1);
  assert.equal(offence("server/contract/a.ts", `import type { X } from "../../projections/fold.ts";`), 0);
  assert.equal(offence("server/contract/a.ts", `import { x } from "../../projections/fold.ts";`), 1);
  assert.equal(offence("server/contract/a.ts", `import type { X } from "../http/route.ts";`), 1);
  assert.equal(offence("server/contract/a.ts", `import type { X } from "../../actors/system.ts";`), 1);
  assert.equal(offence("server/a.ts", `import { x } from "../ui/app.tsx";`), 1);
  assert.equal(offence("server/a.ts", `import { Hono } from "hono";`), 0);
});

Deno.test("no folder imports another that imports it back", () => {
  const arrows = new Map<Layer, Set<Layer>>();
  for (const { path, imports } of all) {
    const from = layerOf(path);
    for (const { to } of imports) {
      const target = layerOf(to);
      if (from && target && from !== target) arrows.set(from, (arrows.get(from) ?? new Set()).add(target));
    }
  }
  const reaches = (from: Layer, wanted: Layer, seen = new Set<Layer>()): boolean => {
    if (seen.has(from)) return false;
    seen.add(from);
    return [...arrows.get(from) ?? []].some((next) => next === wanted || reaches(next, wanted, seen));
  };
  assert.deepEqual([...arrows.keys()].filter((layer) => reaches(layer, layer)), []);
});

/** The circles of a graph, one for each arrow that closes one; a type alone is an arrow too. */
function circlesOf(sources: readonly Pick<Source, "path" | "imports">[]): string[] {
  const graph = new Map(sources.map(({ path, imports }) => [path, imports.map(({ to }) => to)]));
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) {
      circles.push([...trail.slice(trail.indexOf(path)), path].join(" → "));
      return;
    }
    if (done.has(path)) return;
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return circles;
}

Deno.test("no module of the program imports itself by way of others, not for a type either", () => {
  assert.deepEqual(circlesOf(all), []);
  const source = (path: string, text: string) => ({ path, imports: importsOf(text, path) });
  const circle = [
    source("server/a.ts", `import { b } from "./b.ts";`),
    source("server/b.ts", `import type { A } from "./a.ts";`),
  ];
  assert.deepEqual(circlesOf(circle), ["server/a.ts → server/b.ts → server/a.ts"]);
});

/** The room of a file of the store; a file in no room stands for itself. */
const roomOf = (path: string): string => /^events\/store\/\w+(?=\/)/.exec(path)?.[0] ?? path;

/** The rooms of the store, each with the rooms that its files import. */
function roomsOf(sources: readonly Pick<Source, "path" | "imports">[]): Pick<Source, "path" | "imports">[] {
  const store = sources.filter(({ path }) => layerOf(path) === "store");
  return [...Map.groupBy(store, ({ path }) => roomOf(path))].map(([path, files]) => ({
    path,
    imports: files.flatMap(({ imports }) => imports.map((one) => ({ ...one, to: roomOf(one.to) })))
      .filter(({ to }) => to !== path),
  }));
}

Deno.test("the rooms of the store stand one above the other: none imports itself by way of others", () => {
  assert.ok(roomsOf(all).length > 10);
  assert.deepEqual(circlesOf(roomsOf(all)), []);
  const source = (path: string, text: string) => ({ path, text, imports: importsOf(text, path) });
  const circle = [
    source("events/store/a/one.ts", `import { two } from "../b/two.ts";`),
    source("events/store/b/three.ts", `import type { Four } from "../a/four.ts";`),
  ];
  assert.deepEqual(circlesOf(circle), []);
  assert.deepEqual(circlesOf(roomsOf(circle)), ["events/store/a → events/store/b → events/store/a"]);
});

Deno.test("only the files of the store touch Deno KV", () => {
  const touching = all.filter(({ text }) => /\bDeno\s*\.\s*(Kv\w*|openKv)\b/.test(withoutComments(text)));
  assert.deepEqual(touching.map(({ path }) => path).filter((path) => layerOf(path) !== "store"), []);
});

Deno.test("the store keeps events without knowing one of them: no name of the catalog stands in its files", () => {
  const names = new RegExp(`\\b(${Object.keys(versions).join("|")})\\b`);
  const known = (sources: readonly Pick<Source, "path" | "text">[]) =>
    sources.filter(({ path, text }) => layerOf(path) === "store" && names.test(text)).map(({ path }) => path);
  assert.deepEqual(known(all), []);
  assert.deepEqual(known([{ path: "events/store/a.ts", text: 'type === "TurnFailed"' }]), [
    "events/store/a.ts",
  ]);
});

// Shows S0-67, S0-A29.
Deno.test("the catalog and the projections know nothing of Deno, the clock, chance or the network", () => {
  const forbidden =
    /\b(Deno\s*\.|Math\.random|Date\.now|new Date\(\)|performance\.now|crypto\.|fetch\(|setTimeout|setInterval|process\.)/;
  const offending = all.filter(({ path, text }) => {
    const layer = layerOf(path);
    return (layer === "projections" || layer === "catalog") && forbidden.test(withoutComments(text));
  });
  assert.deepEqual(offending.map(({ path }) => path), []);
});

// Shows S0-A23, S0-48.
Deno.test("the interface has one way to share state: no context provider", () => {
  const offending = all.filter(({ path, text }) =>
    path.startsWith("ui/") && /\b(createContext|useContext)\b/.test(text)
  );
  assert.deepEqual(offending.map(({ path }) => path), []);
});

// Shows S0-46, S0-A22.
Deno.test("state is in the stores alone: components neither ask the server nor remember anything themselves", () => {
  const forbidden =
    /\b(useState|useReducer|extends Component|fetch\(|EventSource|XMLHttpRequest|localStorage|sessionStorage|indexedDB)/;
  const offending = (sources: readonly Pick<Source, "path" | "text">[]) =>
    sources.filter(({ path, text }) =>
      /^ui\/(?!state\/|build\.ts)/.test(path) && forbidden.test(withoutComments(text))
    ).map(({ path }) => path);
  assert.deepEqual(offending(all), []);
  assert.deepEqual(offending([{ path: "ui/chat/a.tsx", text: "const [a] = useState(0);" }]), [
    "ui/chat/a.tsx",
  ]);
});

Deno.test("the interface knows the paths of the server in its commands, its questions and its stream alone", () => {
  const KNOW = /^ui\/state\/(commands|settings_commands|queries|stream_source)\.ts$/;
  const offending = (sources: readonly Pick<Source, "path" | "text">[]) =>
    sources.filter(({ path, text }) =>
      path.startsWith("ui/") && !KNOW.test(path) && /["'`]\/api\//.test(text)
    )
      .map(({ path }) => path);
  assert.deepEqual(offending(all), []);
  assert.deepEqual(
    offending([
      { path: "ui/chat/a.tsx", text: "get(`/api/usage`)" },
      { path: "ui/state/queries.ts", text: 'get("/api/usage")' },
      { path: "ui/settings/b.ts", text: "`POST /api/agency`" },
    ]),
    ["ui/chat/a.tsx"],
  );
});

Deno.test("what a component shows it reads: no signal is touched for nothing but being told of its changes", () => {
  const bare = /^\s*(void )?[\w.#]+\.value;$/m;
  const offending = all.filter(({ path, text }) => path.startsWith("ui/") && bare.test(text));
  assert.deepEqual(offending.map(({ path }) => path), []);
  assert.ok(bare.test("  store.tick.value;\n") && !bare.test("  const at = place.value;\n"));
});

// Shows M-3, M-4.
Deno.test("the program uses the packages it should", () => {
  const used = new Set(
    all.flatMap(({ imports }) => imports.filter(({ typeOnly }) => !typeOnly).map(({ to }) => to)),
  );
  for (
    const name of ["hono", "zod", "openai", "@anthropic-ai/sdk", "preact", "@preact/signals", "esbuild"]
  ) assert.ok([...used].some((to) => to === name || to.startsWith(`${name}/`)), name);
});

Deno.test("what few calls need is loaded with the first of them: no start waits for a provider's SDK", () => {
  // A process of its own, which does nothing else: no other file may bring it into the chat.
  const apart = (path: string) => path.startsWith("server/bridge/");
  const brings = all.filter(({ path, imports }) => !apart(path) && imports.some(({ to }) => apart(to)));
  assert.deepEqual(brings.map(({ path }) => path), []);
  const early =
    /^import (?!type\b)[^;]*?from "(?:openai|@anthropic-ai\/sdk|@modelcontextprotocol\/(?:server|client))/m;
  const waiting = (sources: readonly Pick<Source, "path" | "text">[]) =>
    sources.filter(({ path, text }) => !apart(path) && early.test(text)).map(({ path }) => path);
  assert.deepEqual(waiting(all), []);
  assert.deepEqual(waiting([{ path: "a.ts", text: 'import OpenAI, { type Page } from "openai";' }]), [
    "a.ts",
  ]);
});

Deno.test("every file says what it is for, and none is too long to read", () => {
  const wrong = all.flatMap(({ path, text }) => {
    const lines = text.split("\n").length - 1;
    return [
      ...(lines > LINES ? [`${path} has ${lines} lines`] : []),
      ...(/^\s*(\/\*\*|\/\/)/.test(text) ? [] : [`${path} does not begin with its idea`]),
      ...(/[/](utils?|helpers?|index|misc|common)\.tsx?$/.test(path)
        ? [`${path} is named after nothing`]
        : []),
    ];
  });
  assert.deepEqual(wrong, []);
});

/** Comparisons with a mode's name that stand outside its own file. Those there are name a practice model. */
const MODES_COMPARED = 6;

/** Where the name of a mode is compared: by `===`, in a `case`, or with a list of names. */
function modesCompared(text: string): string[] {
  const name = `["'](?:${MODES.join("|")})["']`;
  const compared = new RegExp(
    `[!=]==?\\s*${name}|${name}\\s*[!=]==?|\\bcase\\s+${name}|\\[[^\\]]*${name}[^\\]]*\\]\\s*\\.(?:includes|indexOf)\\(`,
    "g",
  );
  return [...withoutComments(text).matchAll(compared)].map(([found]) => found);
}

Deno.test("what a mode does stands in its own file: its name is hardly compared anywhere else", () => {
  const compared = all.filter(({ path }) => !path.startsWith("actors/conversation/modes/")).flatMap((
    source,
  ) => modesCompared(source.text).map((found) => `${source.path}: ${found}`));
  assert.ok(compared.length <= MODES_COMPARED, compared.join("\n"));
});

Deno.test("the reader of modes sees every way to compare one, and no other use of a name", () => {
  for (
    const text of [
      'mode === "manual"',
      'mode !== "parallel"',
      '"manager" === mode',
      'case "round_robin":',
      '["parallel", "manual"].includes(mode)',
    ]
  ) assert.equal(modesCompared(text).length, 1, text);
  for (const text of ['mode: "parallel"', '// mode === "manual"', 'mode === "full"', 'f(["manual"])']) {
    assert.deepEqual(modesCompared(text), [], text);
  }
});

/** Casts are for the edges where something is read: fewer than this in the whole product. */
const CASTS = 60;

/** Formatted code without comments, the words of strings, and the renaming of imports. */
const withoutWords = (text: string): string =>
  withoutComments(text)
    .replace(/`(?:[^`\\]|\\.)*`/g, (words) =>
      [...words.matchAll(/\$\{([^{}]*)\}/g)].map(([, code]) => `(${code})`).join())
    .replace(/"(?:[^"\\\n]|\\.)*"/g, '""')
    .replace(/\b(?:import|export)\s+(?:type\s+)?(?:\{[^}]*\}|\*\s+as\s+\w+)/g, "");

/** `x as Type` but not `as const`, the key of a mapped type, or a word between two others. */
const casts = (text: string): string[] =>
  [
    ...withoutWords(text).matchAll(
      /(?<!\bin [\w.]+)(?<=[\w)\]}>"!])\s+as\s+(?:unknown\s+as\s+)?(?!const\b)(?=[\w{[("])(?![\w$.]+\s+(?!as\b)[A-Za-z])(?=([^\n]*))/g,
    ),
  ].map(([, found = ""]) => found.trim());

const anys = (text: string): string[] =>
  [...withoutWords(text).matchAll(/(?:[:<,|&=(]|\bas|=>)\s*any\b\s*[[\]>;,)|&={}]/g)].map(([found]) => found);

Deno.test("types are checked, not claimed: few casts, and nothing is of any type", () => {
  const found = all.flatMap(({ path, text }) => casts(text).map((cast) => `${path} ${cast}`));
  assert.ok(found.length < CASTS, `${found.length} casts:\n${found.join("\n")}`);
  assert.deepEqual(all.flatMap(({ path, text }) => anys(text).map((any) => `${path} ${any}`)), []);
});

Deno.test("the counter of casts sees what it must", () => {
  for (
    const text of [
      "a as B;",
      "(a as B).c",
      "f(x) as { a: 1 }",
      "`${a as B}`",
      "<p>{a as B}</p>",
      '"a" as "b"',
    ]
  ) {
    assert.equal(casts(text).length, 1, text);
  }
  assert.equal(casts("x as unknown as B;").length, 1);
  for (
    const text of [
      "a as const;",
      'import { a as b } from "c";',
      'import * as a from "b";',
      "// x as B;",
      '"x as B;"',
      "`x as B;`",
      "<p>This stays as it is.</p>",
      "{ [K in A as K]: 1 }",
    ]
  ) assert.deepEqual(casts(text), [], text);
  for (const text of ["a: any;", "f<any>()", "a as any;", "(a: any[]) => b"]) {
    assert.equal(anys(text).length, 1, text);
  }
  assert.deepEqual(anys('"a: any;"; // b: any;\nconst any = 1;'), []);
});

/** Lines of the longest function that needs no reason. */
const FUNCTION_LINES = 70;
const PARAMETERS = 6;

const tooLarge = ({ path, text }: Pick<Source, "path" | "text">): string[] =>
  functionsOf(text).flatMap(({ name, lines, parameters, reasoned }) => [
    ...(lines > FUNCTION_LINES && !reasoned ? [`${path} ${name} has ${lines} lines`] : []),
    ...(parameters > PARAMETERS ? [`${path} ${name} takes ${parameters} parameters`] : []),
  ]);

Deno.test("no function is too long to read without a reason, and none takes more than one can remember", () => {
  assert.deepEqual(all.flatMap(tooLarge), []);
});

Deno.test("the reader of functions sees where each begins and ends, and what it takes", () => {
  const seen = (text: string) =>
    functionsOf(text).map(({ name, lines, parameters }) => `${name} ${lines} ${parameters}`);
  assert.deepEqual(seen("export async function f(a: string, b = 1) {\n  return a;\n}\n\nconst c = 1;"), [
    "f 3 2",
  ]);
  assert.deepEqual(
    seen("function f(\n  a: Map<string, number>,\n  { b, c }: { b: 1; c: 2 },\n): void {\n  go();\n}"),
    [
      "f 6 2",
    ],
  );
  assert.deepEqual(
    seen("function f(\n  // One, two, three.\n  a: string,\n  b = 1, // or none, or more\n) {}"),
    ["f 5 2"],
  );
  assert.deepEqual(seen("const f = (a: () => void) =>\n  a();\nf(() => {\n  go();\n});"), ["f 2 1"]);
  assert.deepEqual(seen("const f = async ({\n  a,\n}: A) => {\n  go();\n};"), ["f 5 1"]);
  assert.deepEqual(
    seen("class A {\n  #b = 1;\n\n  async *c(): AsyncGenerator<B> {\n    if (d) {\n    }\n  }\n}"),
    [
      "c 4 0",
    ],
  );
  const long = (above: string) =>
    tooLarge({ path: "a.ts", text: `${above}function f() {\n${"  go();\n".repeat(69)}}` });
  assert.deepEqual(long(""), ["a.ts f has 71 lines"]);
  assert.deepEqual(long("/** F.\n * Long because it is one list. */\n"), []);
  assert.deepEqual(long("// Long because it is one list.\n\n"), ["a.ts f has 71 lines"]);
  assert.deepEqual(tooLarge({ path: "a.ts", text: "const f = (a, b, c, d, e, g, h) => a;" }), [
    "a.ts f takes 7 parameters",
  ]);
});

Deno.test("no two files of one floor have the same name", () => {
  const named = Map.groupBy(
    all.map(({ path }) => path),
    (path) => `${path.split("/")[0]} ${path.split("/").at(-1)?.replace(/\.tsx?$/, "")}`,
  );
  assert.deepEqual([...named.values()].filter((paths) => paths.length > 1), []);
});

const TOP_LEVEL: readonly string[] = [
  ...[
    ".ci",
    ".dockerignore",
    ".github",
    ".gitignore",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Dockerfile",
    "LICENSE",
    "README.md",
    "SECURITY.md",
  ],
  ...[
    "actors",
    "deno.json",
    "deno.lock",
    "docs",
    "events",
    "main.ts",
    "projections",
    "server",
    "tests",
    "ui",
  ],
];
/** What is made here and not kept. */
const MADE = [".git", "coverage", "data", "dist", "node_modules"];

Deno.test("the top level has what a stranger expects there, and nothing else", async () => {
  const found = (await Array.fromAsync(Deno.readDir(ROOT))).map(({ name }) => name);
  assert.deepEqual(found.filter((name) => !TOP_LEVEL.includes(name) && !MADE.includes(name)), []);
});

/**
 * The file a test in a room of the tests is of. A story of several files stands in the floor's own folder, such as
 * `tests/server/headers_test.ts`; folders that are no floor's (`tests/browser/`, `tests/sim/`) hold stories only.
 */
function testedBy(test: string): string | null {
  const [, floor, room] = /^tests\/(\w+)\/(.+)_test\.tsx?$/.exec(test) ?? [];
  if (!floor || !room?.includes("/") || !FOLDERS.some((folder) => folder === floor)) return null;
  return `${floor}/${room}`;
}

Deno.test("a test in a room of the tests is of the file of the same name in the same room", () => {
  const tests = sources("tests/");
  const modules = new Set(all.map(({ path }) => path.replace(/\.tsx?$/, "")));
  const homeless = (paths: readonly string[]) =>
    paths.filter((path) => {
      const tested = testedBy(path);
      return tested !== null && !modules.has(tested);
    });
  assert.deepEqual(homeless(tests.map(({ path }) => path)), []);
  assert.deepEqual(
    homeless([
      "tests/server/http/gone_test.ts",
      "tests/server/start_test.ts",
      "tests/server/http/app_test.ts",
    ]),
    ["tests/server/http/gone_test.ts"],
  );
});

/** The keys of the registry, read as text: its imports need a page. */
const registered = new Set(
  [...(await Deno.readTextFile(new URL("linear/registry.ts", import.meta.url))).matchAll(
    /^ {2}"([^"]+)": \{/gm,
  )]
    .map(([, name]) => name ?? ""),
);

Deno.test("every function that reads texts from outside is proven linear: tagged @outside and fed by the suite, or waived with a reason", () => {
  const readers = allReaders();
  const tagged = new Set(readers.filter((reader) => reader.tagged).map(({ name }) => name));
  const advice =
    "tag it @outside in its doc and feed it in tests/linear/registry.ts, or waive it in waived.ts";
  const waived = (name: string) => WAIVED[name] ?? WAIVED[name.split(" ")[0] ?? ""];
  assert.deepEqual(
    readers.filter(({ name, tagged }) => !tagged && waived(name) === undefined).map(({ name }) => name),
    [],
    advice,
  );
  assert.deepEqual([...tagged].filter((name) => !registered.has(name)), [], "tagged, but fed by nobody");
  assert.deepEqual(
    [...registered].filter((name) => !tagged.has(name)),
    [],
    "fed, but not tagged or not there",
  );
  const files = new Set(all.map(({ path }) => path));
  const gone = Object.keys(WAIVED).filter((key) => !files.has(key.split(" ")[0] ?? ""));
  assert.deepEqual(gone, [], "waived, but not there");
});

Deno.test("the reader of readers sees what it must", () => {
  const names = (text: string) =>
    readersOf("a.ts", text).map(({ name, tagged }) => `${name.slice(5)} ${tagged}`);
  assert.deepEqual(names(`export function f(text: string) {\n  return text.split(" ");\n}`), ["f false"]);
  assert.deepEqual(names(`export const f = (text: string) => /a/.test(text);`), ["f false"]);
  assert.deepEqual(
    names(`/**\n * Words.\n * @outside\n */\nexport async function* f(text: string) {}`),
    ["f true"],
  );
  assert.deepEqual(
    names(
      `export class A {\n  /** @outside */\n  push(text: string) {}\n  #in(text: string) { text.trim(); }\n}`,
    ),
    ["A.push true"],
  );
  assert.deepEqual(names(`export function f(count: number) {\n  return String(count).split(" ");\n}`), []);
  assert.deepEqual(names(`export function f(text: string) {\n  return text;\n}`), []);
  const helper = `function f(text: string) {\n  return text.split(" ");\n}`;
  assert.deepEqual(names(helper), []);
  assert.deepEqual(names(`${helper}\nexport const g = (text: string) => f(text);`), ["g false"]);
  assert.deepEqual(names(`${helper}\nexport const g = (text: string) => text;`), []);
});

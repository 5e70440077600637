/**
 * Makes few files of many. The bundler cuts a file wherever two parts of the page share something, and so a page began
 * with sixty requests of a few hundred bytes each, one waiting for the other. What is always loaded together is one
 * file here: a whole. Every part keeps what it exports, under a name that is the whole's alone.
 */
import { createHash } from "node:crypto";
import { basename } from "node:path";
import * as esbuild from "esbuild";

/** Stands for the hash in names of files until it is known, and is as long. */
const UNKNOWN = "HASH0000";

/** Before the name of a whole that the bundler is asked for. */
const WHOLE = "whole:";

export interface Whole {
  readonly name: string;
  /** Paths of the outputs it is there for; with them comes what they need and no whole before it has. */
  readonly entries: readonly string[];
}

type Outputs = esbuild.Metafile["outputs"];

/** Entries, and all that has to be there before they run. */
function neededBy(outputs: Outputs, entries: readonly string[]): ReadonlySet<string> {
  const needed = new Set(entries);
  // What is added is gone through too.
  for (const path of needed) {
    for (const { kind, path: next } of outputs[path]?.imports ?? []) {
      if (kind === "import-statement") needed.add(next);
    }
  }
  return needed;
}

/** A name without the bundler's hash, but where nothing else tells it from others. */
const plainName = (path: string): string =>
  basename(path, ".js").replace(/^(?!chunk-)(.*)-[A-Z0-9]{8}$/, "$1");

class Gathering {
  /** Names of wholes by what is in them. */
  readonly #wholes = new Map<string, string>();

  constructor(
    readonly outputs: Outputs,
    readonly texts: ReadonlyMap<string, string>,
    wholes: readonly Whole[],
  ) {
    for (const { name, entries } of wholes) {
      for (const part of neededBy(outputs, entries)) {
        if (!this.#wholes.has(part)) this.#wholes.set(part, name);
      }
    }
  }

  #partsOf(whole: string): string[] {
    return [...this.#wholes].filter(([, name]) => name === whole).map(([part]) => part);
  }

  /** Name of the file a part comes to stand in, without its end. */
  fileOf(part: string): string {
    return `${this.#wholes.get(part) ?? plainName(part)}-${UNKNOWN}`;
  }

  get entryPoints(): { in: string; out: string }[] {
    const lone = [...this.texts.keys()].filter((path) => !this.#wholes.has(path));
    return [
      ...[...new Set(this.#wholes.values())].map((name) => ({ in: WHOLE + name, out: `${name}-${UNKNOWN}` })),
      ...lone.map((path) => ({ in: path, out: this.fileOf(path) })),
    ];
  }

  /** Under which name a whole exports what its part exports. */
  #exported(part: string, name: string): string {
    if (this.outputs[part]?.entryPoint) return name;
    return `${name}_${[...this.#wholes.keys()].indexOf(part)}`;
  }

  #exports(part: string, says: (name: string, exported: string) => string, from: string): string {
    const names = this.outputs[part]?.exports ?? [];
    if (names.length === 0) return `import ${JSON.stringify(from)};`;
    const list = names.map((name) => says(name, this.#exported(part, name)));
    return `export { ${list.join(", ")} } from ${JSON.stringify(from)};`;
  }

  #resolve({ path, importer, namespace, kind }: esbuild.OnResolveArgs): esbuild.OnResolveResult {
    if (path.startsWith(WHOLE)) return { path: path.slice(WHOLE.length), namespace: "whole" };
    if (kind === "entry-point" || namespace === "whole") return { path, namespace: "part" };
    if (namespace === "way") return { path, external: true };
    const part = [...this.texts.keys()].find((one) => basename(one) === basename(path)) ?? path;
    const whole = this.#wholes.get(part);
    if (whole && this.#wholes.get(importer) === whole) return { path: part, namespace: "part" };
    if (whole && kind === "import-statement") return { path: part, namespace: "way" };
    return { path: `./${this.fileOf(part)}.js`, external: true };
  }

  readonly plugin: esbuild.Plugin = {
    name: "wholes",
    setup: (build) => {
      build.onResolve({ filter: /./ }, (args) => this.#resolve(args));
      build.onLoad(
        { filter: /./, namespace: "part" },
        ({ path }) => ({ contents: this.texts.get(path) ?? "" }),
      );
      build.onLoad({ filter: /./, namespace: "whole" }, ({ path }) => ({
        contents: this.#partsOf(path)
          .map((part) => this.#exports(part, (name, exported) => `${name} as ${exported}`, part)).join("\n"),
      }));
      // What leads a part outside to a part of a whole: the bundler leaves nothing of it but the names.
      build.onLoad({ filter: /./, namespace: "way" }, ({ path }) => ({
        contents: this.#exports(
          path,
          (name, exported) => `${exported} as ${name}`,
          `./${this.fileOf(path)}.js`,
        ),
      }));
    },
  };
}

/** Where a script came to stand, and what it is. */
export interface Gathered {
  /** Texts by paths in dist/. */
  readonly files: ReadonlyMap<string, string>;
  /** The path in dist/ of what a part became. */
  readonly pathOf: (part: string) => string;
}

/**
 * Gathers the parts of a bundle, `texts` by their paths in `outputs`, into `wholes`; what is in none stays a file of its
 * own. Names carry a hash of all of them, for each may name each.
 */
export async function gathered(
  outputs: Outputs,
  texts: ReadonlyMap<string, string>,
  wholes: readonly Whole[],
  common: esbuild.BuildOptions,
): Promise<Gathered> {
  const gathering = new Gathering(outputs, texts, wholes);
  const { outputFiles } = await esbuild.build({
    ...common,
    entryPoints: gathering.entryPoints,
    outdir: "dist/assets",
    write: false,
    plugins: [gathering.plugin],
  });
  const built = outputFiles ?? [];
  const all = createHash("sha256");
  for (const { text } of built) all.update(text);
  const hash = all.digest("hex").slice(0, UNKNOWN.length).toUpperCase();
  const named = (text: string): string => text.replaceAll(UNKNOWN, hash);
  return {
    files: new Map(built.map(({ path, text }) => [`assets/${named(basename(path))}`, named(text)])),
    pathOf: (part) => `assets/${named(gathering.fileOf(part))}.js`,
  };
}

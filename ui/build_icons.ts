/**
 * Has each icon taken from its own file: by the package's index the bundler would put every icon that any part of the
 * page uses into the script before the first paint.
 */
import type { Plugin } from "esbuild";

const INDEX = "node_modules/lucide/dist/esm/lucide.mjs";

/** The files of the icons, by their names, as the package's index says. */
export function filesOf(index: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (
    const [, names = "", file = ""] of index.matchAll(
      /^export \{([^}]*)\} from .\.\/(icons\/[\w-]+\.mjs).;$/gm,
    )
  ) {
    for (const [, name = ""] of names.matchAll(/\bdefault as (\w+)/g)) {
      files.set(name, `lucide/dist/esm/${file}`);
    }
  }
  return files;
}

/** A source whose imports of icons name the icons' own files. Types are left out: they are nothing where it runs. */
export function takenApart(source: string, files: ReadonlyMap<string, string>): string {
  return source.replace(
    /^import \{([^}]*)\} from "lucide";$/gm,
    (_, names: string) =>
      names.split(",").map((name) => name.trim()).filter((name) => name !== "" && !name.startsWith("type "))
        .map((name) => {
          const file = files.get(name);
          if (!file) throw new Error(`there is no icon ${name}`);
          return `import ${name} from ${JSON.stringify(file)};`;
        }).join("\n"),
  );
}

/** For the bundler; `root` is the folder of the program, with a slash at its end. */
export function iconsApart(root: string): Plugin {
  return {
    name: "icons apart",
    async setup(build) {
      const files = filesOf(await Deno.readTextFile(root + INDEX));
      build.onLoad({ filter: /\/ui\/.*\.tsx?$/ }, async ({ path }) => {
        const source = await Deno.readTextFile(path);
        if (!source.includes('from "lucide"')) return;
        return { contents: takenApart(source, files), loader: path.endsWith("x") ? "tsx" : "ts" };
      });
    },
  };
}

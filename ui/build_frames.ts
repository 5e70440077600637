/** Builds the pages that stand in frames: each is one file with its script in it, for it may load nothing. */
import { Script } from "node:vm";
import * as esbuild from "esbuild";

interface Frame {
  /** Its script, in `frames/`. */
  readonly file: string;
  /** The package that stands before it. */
  readonly library?: string;
}
/** By the names under which they are served. */
const FRAMES: Readonly<Record<string, Frame>> = {
  mermaid: { file: "draw_diagram.ts", library: "@mermaid-js/tiny" },
  preview: { file: "show_page.ts" },
  picture: { file: "load_picture.ts" },
};

/**
 * A script as it may stand in a page: what would end its element, or begin another in it, is written in a way that
 * means the same in strings and patterns, where alone it stands. It is read by the engine, which takes a fifth of what the
 * compiler takes, and is not run.
 * @throws where something else than a string or a pattern was rewritten
 */
export function inPage(script: string): string {
  const text = script.replace(/<(?=!--|\/?script)/gi, "\\x3c");
  new Script(text);
  return text;
}

async function framePage(
  name: string,
  { file, library }: Frame,
  common: esbuild.BuildOptions,
): Promise<string> {
  const { outputFiles } = await esbuild.build({
    ...common,
    format: "iife",
    entryPoints: [`${import.meta.dirname}/frames/${file}`],
    outdir: "dist",
    write: false,
  });
  const before = library ? await Deno.readTextFile(new URL(import.meta.resolve(library))) : "";
  const script = inPage(`${before}\n${outputFiles?.[0]?.text ?? ""}`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title></head>` +
    `<body><script>${script}</script></body></html>\n`;
}

/** Each frame's name and its page. */
export async function framePages(common: esbuild.BuildOptions): Promise<[string, string][]> {
  const pages = Object.entries(FRAMES).map(async ([name, frame]): Promise<[string, string]> => [
    name,
    await framePage(name, frame, common),
  ]);
  return await Promise.all(pages);
}

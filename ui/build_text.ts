/**
 * Sizes of text follow the size that was chosen for it, here and in the browser's own settings: style sheets say them in
 * pixels of the usual size, and the page gets them as shares of it. Pixels in capitals stay what they are.
 */
import type { Plugin } from "esbuild";

/** Pixels of the usual text. */
const USUAL = 16;
/** Declarations that say how large text is or how far its lines stand apart. */
const OF_TEXT = /((?:^|[;{\s])(?:font|font-size|line-height|--type-[\w-]+)\s*:)([^;}]*)/g;

/** A style sheet with the sizes of its text in `rem`. */
export function textInRem(css: string): string {
  return css.replace(
    OF_TEXT,
    (_, name: string, value: string) =>
      name + value.replace(/(\d*\.?\d+)px\b/g, (_, pixels: string) => `${Number(pixels) / USUAL}rem`),
  );
}

/** Does so with every style sheet of the interface. */
export const textSizes: Plugin = {
  name: "text-sizes",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]ui[\\/].*\.css$/ }, async ({ path }) => {
      if (path.includes("node_modules")) return undefined;
      return { contents: textInRem(await Deno.readTextFile(path)), loader: "css" };
    });
  },
};

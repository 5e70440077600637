/** The style and the typefaces of formulas: ours, and loaded with the first formula. */

declare const FORMULA_STYLE_PATH: string;

let there = false;

/** Carries `ask` out, and sees to it that what comes of it will look as it should. */
export function asked<T>(ask: () => T): T {
  if (!there) {
    there = true;
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = FORMULA_STYLE_PATH;
    document.head.append(link);
  }
  return ask();
}

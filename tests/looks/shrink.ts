/** Pictures made small, and read again, by the browser that made them. */
import type { BrowserContext, Page } from "playwright-core";
import type { Pixels } from "./likeness.ts";

/** How much smaller: what is 1440 wide on the screen is kept 480 wide. */
const SCALE = 1 / 3;

/** Reads a PNG, and draws it at `scale`. */
async function drawn(page: Page, png: Uint8Array, scale: number): Promise<Pixels> {
  const { width, height, data } = await page.evaluate(async ([text, scale]) => {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
    const context = new OffscreenCanvas(width, height).getContext("2d");
    if (!context) throw new Error("no canvas");
    context.imageSmoothingQuality = "high";
    context.drawImage(picture, 0, 0, width, height);
    const { data } = context.getImageData(0, 0, width, height);
    let said = "";
    for (let at = 0; at < data.length; at += 4_096) {
      said += String.fromCharCode(...data.subarray(at, at + 4_096));
    }
    return { width, height, data: btoa(said) };
  }, [png.toBase64(), scale] as const);
  return { width, height, data: Uint8Array.fromBase64(data) };
}

/** A page of its own that draws; it is closed with its context. */
export async function drawing(context: BrowserContext) {
  const page = await context.newPage();
  return {
    /** What was seen on the screen, as small as it is kept. */
    small: (png: Uint8Array) => drawn(page, png, SCALE),
    /** What was kept. */
    read: (png: Uint8Array) => drawn(page, png, 1),
  };
}

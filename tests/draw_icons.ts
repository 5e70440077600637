/**
 * Draws the icons of the installed page, of the one picture they are all made of: `deno task icons`. They are kept
 * beside it, for a build has no browser to draw with.
 */
import { chromium, type Page } from "playwright-core";
import { CHROMIUM } from "./browser/harness.ts";

const FOLDER = new URL("../ui/icons/", import.meta.url);

/** Pixels of the side, whether its corners are round, and how large the bowl in it is beside the picture's. */
const ICONS = {
  "icon_192.png": { side: 192, round: true, scale: 1 },
  "icon_512.png": { side: 512, round: true, scale: 1 },
  // Systems cut these to a shape of their own: the bowl keeps within the middle four fifths.
  "maskable_512.png": { side: 512, round: false, scale: 0.82 },
  "apple_180.png": { side: 180, round: false, scale: 0.95 },
} as const;

type Form = (typeof ICONS)[keyof typeof ICONS];

async function draw(page: Page, picture: string, { side, round, scale }: Form): Promise<Uint8Array> {
  await page.setViewportSize({ width: side, height: side });
  await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100vw }</style>${picture}`);
  await page.evaluate(([isRound, scaled]) => {
    if (!isRound) document.getElementById("ground")?.removeAttribute("rx");
    const bowl = document.getElementById("bowl");
    const at = bowl?.getAttribute("transform") ?? "";
    bowl?.setAttribute("transform", at.replace(" scale(", ` scale(${scaled}) scale(`));
  }, [round, scale] as const);
  return await page.screenshot({ omitBackground: true });
}

if (import.meta.main) {
  const browser = await chromium.launch({
    ...(CHROMIUM ? { executablePath: CHROMIUM } : {}),
    args: ["--no-sandbox"],
  });
  const page = await browser.newPage();
  const picture = await Deno.readTextFile(new URL("icon.svg", FOLDER));
  for (const [name, form] of Object.entries(ICONS)) {
    await Deno.writeFile(new URL(name, FOLDER), await draw(page, picture, form));
  }
  await browser.close();
}

/** An agent's own picture: given in its form, shown wherever its mark is, and taken away again. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { type Bowl, goWithin, picture, visits } from "./harness.ts";
import { becomes, eventually, send, settled } from "./steps.ts";
import { pngOf } from "../pictures.ts";
import { check } from "./view_check.ts";

const visit = visits();

/** A picture that is wider than tall: red, green in its middle, and blue. */
const painted = (page: Page, width = 480, type = "image/png"): Promise<Buffer> =>
  page.evaluate(async ([width, type]) => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [width, width / 3];
    const context = canvas.getContext("2d");
    for (const [at, colour] of ["#c00", "#0a0", "#00c"].entries()) {
      if (!context) continue;
      context.fillStyle = colour;
      context.fillRect(at * width / 3, 0, width / 3, width / 3);
    }
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type));
    return [...new Uint8Array(await blob?.arrayBuffer() ?? new ArrayBuffer(0))];
  }, [width, type] as const).then((bytes) => Buffer.from(bytes));

const field = (page: Page) => page.getByRole("group", { name: "Own picture" });
const give = (page: Page, buffer: Buffer, mimeType = "image/png") =>
  page.locator(".own-picture input[type=file]").setInputFiles({ name: "face", mimeType, buffer });

/** Waits until so many pictures are seen inside `place`, each of them there, and no mark behind. */
const seen = (page: Page, place: string, least: number) =>
  page.waitForFunction(
    ([place, least]) => {
      const all = [...document.querySelectorAll<HTMLImageElement>(`${place} .mark > .own.there`)];
      return all.length >= least && all.every((one) =>
        one.naturalWidth > 0 &&
        getComputedStyle(one.parentElement?.querySelector("svg") ?? one).visibility === "hidden"
      );
    },
    [place, least] as const,
  );

async function room(bowl: Bowl): Promise<{ page: Page; path: string; agent: string }> {
  const id = await bowl.conversation({ Ada: "echo", Ben: "echo" });
  const { items } = await bowl.api<{ items: { id: string; name: string }[] }>("GET", "/api/agents");
  const agent = items.find(({ name }) => name === "Ada")?.id ?? assert.fail("no Ada");
  return { page: await bowl.open(`/settings/agents/${agent}`), path: `/c/${id}`, agent };
}

visit(
  "a picture that is chosen stands in the place of the mark everywhere, until it is removed",
  async (bowl) => {
    const { page, path, agent } = await room(bowl);
    await field(page).getByText("8,192 × 8,192 pixels").waitFor();
    await give(page, await painted(page));
    await field(page).getByText("Chosen: it is shown once you save.").waitFor();
    await seen(page, ".preview-of", 1);
    await check(page, "an agent with a picture");
    await picture(page, "own-picture-form");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await seen(page, ".resources", 1);
    // Its middle, small.
    await eventually(async () => {
      const kept = await page.locator(".resources .own.there").first().evaluate((image: HTMLImageElement) => {
        const canvas = document.createElement("canvas");
        const context = canvas.getContext("2d");
        context?.drawImage(image, 0, 0);
        return [image.naturalWidth, image.naturalHeight, ...context?.getImageData(80, 80, 1, 1).data ?? []];
      });
      assert.deepEqual(kept, [160, 160, 0, 170, 0, 255]);
    });
    await goWithin(page, path);
    await send(page, "Hello");
    await settled(page, 2);
    await seen(page, "main header", 1);
    await seen(page, "article.theirs", 1);
    await goWithin(page, "/");
    await seen(page, ".recents", 1);
    await goWithin(page, `/settings/agents/${agent}`);
    await field(page).getByRole("button", { name: "Remove the picture" }).click();
    await eventually(async () => {
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Choose a picture");
    });
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.locator(".resources").waitFor();
    await becomes(() => page.locator(".mark > .own").count(), 0);
  },
);

visit("what is no picture, or does not come, leaves the mark", async (bowl) => {
  const { page, path, agent } = await room(bowl);
  await give(page, Buffer.from("<svg/>"), "image/svg+xml");
  await field(page).getByText("That is no PNG, JPEG, GIF or WebP picture.").waitFor();
  await give(page, Buffer.from("no picture"));
  await field(page).getByText("That picture cannot be read: it may be damaged.").waitFor();
  // Of a hundred million pixels nothing is unpacked, nor even shown to the browser.
  await page.evaluate(() => {
    const unpacked: string[] = [];
    Object.assign(globalThis, { unpacked });
    const { set } = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, "src") ?? {};
    Object.defineProperty(HTMLImageElement.prototype, "src", {
      set(source: string) {
        if (source.startsWith("blob:")) unpacked.push(source);
        set?.call(this, source);
      },
    });
  });
  await give(page, Buffer.from(pngOf(10_000, 10_000)));
  await field(page).getByText("That picture has more than 8,192 pixels on a side.").waitFor();
  assert.deepEqual(await page.evaluate(() => Reflect.get(globalThis, "unpacked")), []);
  // Pasted on the page of the form, and dropped on the field.
  const bytes = await painted(page, 300, "image/webp");
  for (const how of ["paste", "drop"] as const) {
    await page.evaluate(([how, base64]) => {
      const data = new DataTransfer();
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      data.items.add(new File([bytes], "face.webp", { type: "image/webp" }));
      const options = { bubbles: true, cancelable: true };
      document.querySelector(how === "drop" ? ".own-picture" : "h1")?.dispatchEvent(
        how === "drop"
          ? new DragEvent(how, { ...options, dataTransfer: data })
          : new ClipboardEvent(how, { ...options, clipboardData: data }),
      );
    }, [how, bytes.toString("base64")] as const);
    await seen(page, ".preview-of", 1);
    await field(page).getByRole("button", { name: how === "paste" ? "Remove the picture" : "Choose another" })
      .click();
    if (how === "paste") await field(page).getByText("Removed: the mark").waitFor();
  }
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await seen(page, ".resources", 1);
  const { picture: hash } = await bowl.api<{ picture: string }>("GET", `/api/agents/${agent}`);
  const other = await bowl.context();
  await other.route(`**/api/attachments/${hash}`, (route) => route.abort());
  const away = await bowl.tab(other, path);
  await send(away, "Hello");
  await settled(away, 2);
  const marks = away.locator("article.theirs .mark:has(> .own)");
  await eventually(async () => {
    const shown = await marks.evaluateAll((all) =>
      all.map((mark) => [
        getComputedStyle(mark.querySelector("svg") ?? mark).visibility,
        getComputedStyle(mark.querySelector(".own") ?? mark).opacity,
      ])
    );
    assert.ok(
      shown.length > 0 && shown.every(([svg, own]) => svg === "visible" && own === "0"),
      String(shown),
    );
  });
});

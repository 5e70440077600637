/** Files onto a message: by button, paste and drop; seen before and after it is sent; refused with a reason. */
import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import type { Page } from "playwright-core";
import { ATTACHMENT_BYTES, ATTACHMENTS_PER_MESSAGE } from "../../events/catalog/limits.ts";
import { type Bowl, LOOKS, picture, visits } from "./harness.ts";
import { becomes, eventually, send, settled } from "./steps.ts";
import { check } from "./view_check.ts";

const visit = visits();

interface Given {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const textFile = (name: string, text: string, mimeType = "text/plain"): Given => ({
  name,
  mimeType,
  buffer: Buffer.from(text),
});

let screenshot: Promise<Buffer> | null = null;

/** A picture of the first page that wants one. */
const photo = async (page: Page, name = "photo.png"): Promise<Given> => ({
  name,
  mimeType: "image/png",
  buffer: await (screenshot ??= page.screenshot()),
});

/** A roster's conversation, opened, with its composer there. */
async function room(bowl: Bowl, look = {}, model = "echo"): Promise<Page> {
  const id = await bowl.conversation({ Ada: model });
  const page = await bowl.open(`/c/${id}`, look);
  await page.getByRole("textbox", { name: "Message", exact: true }).waitFor();
  return page;
}

const attach = (page: Page, ...files: Given[]) => page.locator('input[type="file"]').setInputFiles(files);
/** The same of one that is made in the page: as many bytes are not sent there first. */
const attachOf = (page: Page, name: string, bytes: number) =>
  page.locator('input[type="file"]').evaluate((input, [name, bytes]) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(bytes).fill(97)], name, { type: "text/plain" }));
    if (input instanceof HTMLInputElement) input.files = data.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }, [name, bytes] as const);
const chips = (page: Page) => page.getByRole("list", { name: "Files to send" }).getByRole("listitem");
/** Waits until the server has every file; only then is it kept beside the draft. */
const uploaded = (page: Page) =>
  page.waitForFunction(() => document.querySelector(".attaching [aria-busy=true]") === null);
const sendButton = (page: Page) => page.getByRole("button", { name: "Send", exact: true });

/** Fires a paste or a drop of one file, as the system would. */
async function give(page: Page, how: "paste" | "drop", target: string, { name, mimeType, buffer }: Given) {
  await page.evaluate(([how, target, name, type, base64]) => {
    const data = new DataTransfer();
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    data.items.add(new File([bytes], name, { type }));
    const element = document.querySelector(target);
    const options = { bubbles: true, cancelable: true };
    element?.dispatchEvent(
      how === "paste"
        ? new ClipboardEvent("paste", { ...options, clipboardData: data })
        : new DragEvent(how, { ...options, dataTransfer: data }),
    );
  }, [how, target, name, mimeType, buffer.toString("base64")] as const);
}

/** Waits until the picture of this name has arrived and is visible as one. */
async function shown(page: Page, selector: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => {
      const image = document.querySelector(wanted);
      return image instanceof HTMLImageElement && image.complete && image.naturalWidth > 100;
    },
    selector,
  );
}

// Shows S4-19, S4-20, S4-21.
visit(
  "with the keyboard alone a picture and a text are attached, one is removed, and they go without words",
  async (bowl) => {
    const page = await room(bowl);
    const button = page.getByRole("button", { name: "Attach", exact: true });
    // The system's own dialog has no end that a page could wait for: what opens it is caught, not the dialog.
    await page.evaluate(() =>
      document.querySelector('input[type="file"]')?.addEventListener("click", (event) => {
        event.preventDefault();
        Object.assign(globalThis, { choosing: true });
      })
    );
    await button.press("Enter");
    await page.waitForFunction(() => Reflect.get(globalThis, "choosing") === true);
    await attach(
      page,
      await photo(page),
      textFile("plan.csv", "bread,butter"),
      textFile("wrong.txt", "oops"),
    );
    await chips(page).nth(2).waitFor();
    await shown(page, ".attaching img");
    await uploaded(page);

    await page.getByRole("button", { name: "Remove wrong.txt" }).focus();
    await page.keyboard.press("Enter");
    await chips(page).nth(2).waitFor({ state: "detached" });
    // The keyboard is where one writes.
    await page.waitForFunction(() => document.activeElement?.id === "composer");

    await page.reload();
    await chips(page).nth(1).waitFor();
    await becomes(() => chips(page).locator(".file-name").allInnerTexts(), ["photo.png", "plan.csv"]);
    await picture(page, "attaching");
    await check(page, "attaching");

    await page.getByRole("textbox", { name: "Message", exact: true }).press("Enter");
    await settled(page, 1);
    await becomes(() => chips(page).count(), 0);
    const mine = page.locator("article.mine");
    await becomes(() => mine.count(), 1);
    await becomes(() => mine.locator(".bubble").count(), 0, "no words, no bubble");
    await shown(page, 'article.mine img[alt="photo.png"]');
    assert.match(page.url(), /\/c\//);
    await page.getByRole("heading", { name: "photo.png" }).waitFor();

    await page.reload();
    await shown(page, 'article.mine img[alt="photo.png"]');
    const saving = page.waitForEvent("download");
    await mine.getByRole("link", { name: /plan\.csv/ }).click();
    const saved = await saving;
    assert.equal(saved.suggestedFilename(), "plan.csv");
    assert.equal(await Deno.readTextFile(await saved.path()), "bread,butter");
    await becomes(() => chips(page).count(), 0, "what was sent is not kept for the next message");
  },
);

// Shows S4-21.
visit(
  "a picture is pasted, a file dropped anywhere in the window; the same one twice goes once",
  async (bowl) => {
    const page = await room(bowl);
    await give(page, "paste", "#composer", await photo(page, "clip.png"));
    await chips(page).filter({ hasText: "clip.png" }).waitFor();
    await shown(page, ".attaching img");

    // The zone is there while a file is over the window, and gone when it leaves.
    const over = (type: string) =>
      page.evaluate((type) => {
        const data = new DataTransfer();
        data.items.add(new File(["x"], "x.txt"));
        const event = new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data });
        document.querySelector(".transcript")?.dispatchEvent(event);
        return event.defaultPrevented;
      }, type);
    await becomes(() => over("dragover"), true);
    await page.getByText("Drop to attach").waitFor();
    await picture(page, "drop-zone");
    await over("dragleave");
    await page.getByText("Drop to attach").waitFor({ state: "detached" });

    await over("dragover");
    const program = textFile("main.rs", "fn main() {}\n", "");
    await give(page, "drop", ".transcript", program);
    await chips(page).filter({ hasText: "main.rs" }).waitFor();
    await page.getByText("Drop to attach").waitFor({ state: "detached" });
    await uploaded(page);
    const again = page.waitForResponse("**/api/attachments");
    await give(page, "drop", ".transcript", { ...program, name: "again.rs" });
    await again;
    await becomes(() => chips(page).locator(".file-name").allInnerTexts(), ["clip.png", "main.rs"]);

    await send(page, "Two files");
    await settled(page, 1);
    await page.locator("article.mine", { hasText: "Two files" }).getByRole("link", { name: /main\.rs/ })
      .waitFor();
    const { items } = await bowl.api<{ items: { attachments: { name: string; type: string }[] }[] }>(
      "GET",
      `/api/conversations/${page.url().split("/").at(-1)}/messages`,
    );
    assert.deepEqual(items[0]?.attachments.map(({ name, type }) => [name, type]), [
      ["clip.png", "image/png"],
      ["main.rs", "text/plain"],
    ]);
  },
);

// Shows S4-46.
visit(
  "what cannot be attached says why until it is dismissed, and the rest goes on",
  async (bowl) => {
    const page = await room(bowl, { size: "narrow" });
    const why = (name: string) => page.locator(".refused", { hasText: name });
    const binary = Buffer.from([0x25, 0x50, 0x44, 0x46, 0xff, 0xfe, 0x00]);
    await attach(
      page,
      { name: "paper.pdf", mimeType: "application/pdf", buffer: binary },
      { name: "fake.png", mimeType: "image/png", buffer: binary },
      textFile("empty.txt", ""),
      textFile("good.md", "# Good"),
    );
    await chips(page).filter({ hasText: "good.md" }).waitFor();
    await why("paper.pdf").getByText("The file is not of the kind that it claims to be").waitFor();
    await why("fake.png").getByText("not an image of the type it claims to be").waitFor();
    await why("empty.txt").getByText("The file is empty.").waitFor();
    await becomes(() => page.getByRole("alert").count(), 3);
    await picture(page, "attachments-refused");
    await check(page, "refused files");
    await page.getByRole("button", { name: "Dismiss what was said about paper.pdf" }).click();
    await why("paper.pdf").waitFor({ state: "detached" });

    await attachOf(page, "big.txt", ATTACHMENT_BYTES + 1);
    await why("big.txt").getByText("The file is larger than 10 MB.").waitFor();
    await becomes(() => why("fake.png").count(), 0, "what was said before is gone");

    const many = Array.from(
      { length: ATTACHMENTS_PER_MESSAGE },
      (_, n) => textFile(`n${n}.txt`, `file ${n}`),
    );
    await attach(page, ...many);
    await why("n9.txt").getByText("At most 10 files fit on one message.").waitFor();
    await chips(page).nth(9).waitFor();
    await sendButton(page).click();
    await settled(page, 1);
    await becomes(() => page.locator("article.mine .files li").count(), ATTACHMENTS_PER_MESSAGE);
    await becomes(() => page.getByRole("alert").count(), 0);
  },
);

for (const { scheme, size } of LOOKS) {
  // Shows S0-79.
  visit(`attached files are readable, ${scheme}, ${size}`, async (bowl) => {
    const page = await room(bowl, { scheme, size }, "critic");
    const name = "a file with a name that is much longer than anything it could be shown in.yaml";
    await attach(
      page,
      await photo(page),
      textFile(name, "a: 1"),
      textFile("notes.md", "x".repeat(300_000)),
    );
    await chips(page).nth(2).waitFor();
    await uploaded(page);
    await send(page, "What do you make of these?");
    await settled(page, 1);
    await shown(page, 'article.mine img[alt="photo.png"]');
    await attach(page, textFile(name, "b: 2"), { ...await photo(page), name: "second.png" }, {
      ...textFile("archive.zip", "PK\u0003\u0004\0"),
      mimeType: "application/zip",
    });
    await shown(page, ".attaching img");
    await page.locator(".refused").waitFor();
    await page.locator("article.mine").scrollIntoViewIfNeeded();
    await check(page, "attached files");
    await picture(page, `attachments-${scheme}-${size}`);
  });
}

/** A picture of this size, drawn by the page. */
async function drawn(page: Page, name: string, type: string, width: number, height: number): Promise<Given> {
  const base64 = await page.evaluate(async ([type, width, height]) => {
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    canvas.getContext("2d")?.fillRect(0, 0, width / 2, height / 2);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type));
    const bytes = new Uint8Array(await blob?.arrayBuffer() ?? new ArrayBuffer(0));
    let text = "";
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text);
  }, [type, width, height] as const);
  return { name, mimeType: type, buffer: Buffer.from(base64, "base64") };
}

visit(
  "each file says before it is sent what it comes to in tokens, and pictures are made as large as models see",
  async (bowl) => {
    const page = await room(bowl);
    await attach(
      page,
      await drawn(page, "large.jpg", "image/jpeg", 4_000, 2_000),
      await drawn(page, "small.png", "image/png", 600, 300),
      textFile("plan.txt", "bread and butter ".repeat(40)),
    );
    await chips(page).nth(2).waitFor();
    await uploaded(page);
    await eventually(async () => {
      const told = await chips(page).locator(".meta").allInnerTexts();
      assert.match(told[0] ?? "", /KB · ≈ [\d,]+ tokens · scaled to 2,000 × 1,000$/);
      assert.match(told[1] ?? "", /KB · ≈ [\d,]+ tokens$/);
      assert.match(told[2] ?? "", /KB · ≈ 170 tokens$/);
    });
    await picture(page, "attaching-tokens");
    await sendButton(page).click();
    await settled(page, 1);
    const id = new URL(page.url()).pathname.split("/")[2];
    const { items } = await bowl.api<
      { items: { attachments: { name: string; type: string; width?: number; height?: number }[] }[] }
    >("GET", `/api/conversations/${id}/messages`);
    const sent = items.flatMap(({ attachments }) => attachments);
    assert.deepEqual(sent.map(({ name, type, width, height }) => [name, type, width, height]), [
      ["large.jpg", "image/jpeg", 2_000, 1_000],
      ["small.png", "image/png", 600, 300],
      ["plan.txt", "text/plain", undefined, undefined],
    ]);
  },
);

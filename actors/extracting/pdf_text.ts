/**
 * The text of a PDF, page by page, by pdf.js (as unpdf packs it for servers). What a file of a few kilobytes unpacks to is
 * nobody's to know beforehand, so what pdf.js may ask for is bounded: a buffer, and all buffers together.
 */
import { EXTRACT_PAGES } from "../../events/catalog/limits.ts";
import { type Found, UnreadableFile } from "./refusal.ts";
import type { TextBuilder } from "./text_builder.ts";

/**
 * @param beyond whether it asked for more memory than it may: see bound_buffers.ts
 * @throws {UnreadableFile}
 */
export async function pdfText(
  bytes: Uint8Array,
  text: TextBuilder,
  beyond: { readonly asked: () => boolean },
): Promise<Found> {
  const { getDocumentProxy } = await import("unpdf");
  let opened = false;
  const wrong = (error: unknown): UnreadableFile => {
    if (beyond.asked()) return new UnreadableFile("bomb");
    const name = error instanceof Error ? error.name : "";
    if (name === "PasswordException") return new UnreadableFile("locked");
    // What is not as it should be pdf.js tells by name; where it stumbles over itself, it met what it cannot do.
    return new UnreadableFile(opened && name === "UnknownErrorException" ? "form" : "damaged");
  };
  try {
    const pdf = await getDocumentProxy(bytes, OPTIONS);
    const pages = pdf.numPages;
    opened = true;
    let number = 1;
    for (; number <= Math.min(pages, EXTRACT_PAGES) && !text.full; number++) {
      text.mark(`${number > 1 ? "\n\n" : ""}[Page ${number}]\n`);
      await pageText(await pdf.getPage(number), text);
      if (beyond.asked()) throw new UnreadableFile("bomb");
    }
    return { pages, cut: text.full || number <= pages };
  } catch (error) {
    throw wrong(error);
  }
}

/** Nothing of a file is run, drawn or looked for elsewhere. */
const OPTIONS = {
  isEvalSupported: false,
  disableFontFace: true,
  useSystemFonts: false,
  useWasm: false,
  isImageDecoderSupported: false,
  isOffscreenCanvasSupported: false,
  maxImageSize: 1,
  verbosity: 0,
} as const;

interface Page {
  streamTextContent(): ReadableStream;
  cleanup(): unknown;
}

async function pageText(page: Page, text: TextBuilder): Promise<void> {
  const reader = page.streamTextContent().getReader();
  try {
    while (!text.full) {
      const { done, value } = await reader.read();
      if (done) return;
      for (const { str = "", hasEOL = false } of value.items) text.add(hasEOL ? `${str}\n` : str);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
    page.cleanup();
  }
}

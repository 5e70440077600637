/**
 * The text of a PDF, page by page, by pdf.js (as unpdf packs it for servers). What a file of a few kilobytes unpacks to is
 * nobody's to know beforehand, so what pdf.js may ask for is bounded: a buffer, and all buffers together.
 */
import { EXTRACT_PAGES } from "../../events/catalog/limits.ts";
import { type Found, UnreadableFile } from "./refusal.ts";
import type { TextBuilder } from "./text_builder.ts";

/** Bytes of one buffer, and of all that a file asks for: pictures are not unpacked, and texts are small. */
const BUFFER_BYTES = 64 * 1024 * 1024;
const ALL_BYTES = 2 * 1024 * 1024 * 1024;

/**
 * Lets this thread make no buffer that is larger than a bound; the first that is tells. For a thread of its own: it is
 * not taken back.
 */
export function boundBuffers(): { readonly asked: () => boolean } {
  let bytes = 0, beyond = false;
  const Native = Uint8Array;
  const construct = (target: typeof Uint8Array, given: unknown[], made: unknown): Uint8Array => {
    const [size] = given;
    if (typeof size === "number") {
      bytes += size;
      if (size > BUFFER_BYTES || bytes > ALL_BYTES) {
        beyond = true;
        throw new UnreadableFile("bomb");
      }
    }
    return Reflect.construct(target, given, made === bounded ? target : Object(made));
  };
  const bounded: typeof Uint8Array = new Proxy(Native, { construct });
  globalThis.Uint8Array = bounded;
  // pdf.js would unpack by it, past the bounds; without it, it unpacks itself.
  Reflect.deleteProperty(globalThis, "DecompressionStream");
  return { asked: () => beyond };
}

/** @throws {UnreadableFile} */
export async function pdfText(bytes: Uint8Array, text: TextBuilder): Promise<Found> {
  const beyond = boundBuffers();
  const { getDocumentProxy } = await import("unpdf");
  const wrong = (error: unknown): UnreadableFile => {
    if (beyond.asked()) return new UnreadableFile("bomb");
    const locked = error instanceof Error && error.name === "PasswordException";
    return new UnreadableFile(locked ? "locked" : "damaged");
  };
  try {
    const pdf = await getDocumentProxy(bytes, OPTIONS);
    const pages = pdf.numPages;
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

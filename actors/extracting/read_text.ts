/** Reads one file for its text, piece by piece: what is read so far is handed on, so that a reader who has waited enough has that. */
import { DOCX_TYPE, PDF_TYPE } from "../../events/catalog/limits.ts";
import { type Found, type Unreadable, UnreadableFile } from "./refusal.ts";
import { TextBuilder } from "./text_builder.ts";

/** What the reader says: pieces of text, then one of the others. */
export type Reading =
  | { readonly text: string; readonly tokens: number; readonly words: boolean }
  | ({ readonly done: true } & Found)
  | { readonly why: Unreadable };

export interface ToRead {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

/** A file, and the seconds after which nobody waits for what its reader says. */
export interface TimedRead extends ToRead {
  readonly seconds: number;
}

/**
 * Never throws: what cannot be read is said.
 * @param bound bounds the memory that is asked for from then on, where a file may ask for any; tells whether one did
 */
export async function readText(
  { bytes, type }: ToRead,
  say: (reading: Reading) => void,
  bound: () => { readonly asked: () => boolean },
): Promise<void> {
  const text: TextBuilder = new TextBuilder((piece) =>
    say({ text: piece, tokens: text.tokens, words: text.hasWords })
  );
  try {
    const found = type === PDF_TYPE
      ? await (await import("./pdf_text.ts")).pdfText(bytes, text, bound())
      : await officeText(bytes, type, text);
    text.flush();
    say({ done: true, ...found });
  } catch (error) {
    say({ why: error instanceof UnreadableFile ? error.why : "damaged" });
  }
}

async function officeText(bytes: Uint8Array<ArrayBuffer>, type: string, text: TextBuilder): Promise<Found> {
  const file = await (await import("./xml_parts.ts")).OfficeFile.open(bytes);
  if (type === DOCX_TYPE) return await (await import("./docx_text.ts")).docxText(file, text);
  return await (await import("./xlsx_text.ts")).xlsxText(file, text);
}

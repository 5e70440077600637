/**
 * Reads one file for its text, in a thread that has little memory: a file that would take all of it ends the thread and
 * nothing else. What is read so far is handed on, so that a reader who has waited enough has that.
 */
import { parentPort, workerData } from "node:worker_threads";
import { DOCX_TYPE, PDF_TYPE } from "../../events/catalog/limits.ts";
import { type Found, type Unreadable, UnreadableFile } from "./refusal.ts";
import { TextBuilder } from "./text_builder.ts";

/** What the thread says: pieces of text, then one of the others. */
export type Reading =
  | { readonly text: string; readonly tokens: number; readonly words: boolean }
  | ({ readonly done: true } & Found)
  | { readonly why: Unreadable };

export interface ToRead {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

const say = (reading: Reading): void => parentPort?.postMessage(reading);

async function read({ bytes, type }: ToRead): Promise<void> {
  const text: TextBuilder = new TextBuilder((piece) =>
    say({ text: piece, tokens: text.tokens, words: text.hasWords })
  );
  try {
    const found = await textOf(bytes, type, text);
    text.flush();
    say({ done: true, ...found });
  } catch (error) {
    say({ why: error instanceof UnreadableFile ? error.why : "damaged" });
  }
}

async function textOf(bytes: Uint8Array<ArrayBuffer>, type: string, text: TextBuilder): Promise<Found> {
  if (type === PDF_TYPE) return await (await import("./pdf_text.ts")).pdfText(bytes, text);
  const file = await (await import("./xml_parts.ts")).OfficeFile.open(bytes);
  if (type === DOCX_TYPE) return await (await import("./docx_text.ts")).docxText(file, text);
  return await (await import("./xlsx_text.ts")).xlsxText(file, text);
}

// Not by a message, for which it would have to wait: see guard_worker.ts.
await read(workerData satisfies ToRead);

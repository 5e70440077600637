/** The text of a Word document: paragraphs, headings, lists, tables, then its notes. What was struck out is not in it. */
import { type Found, UnreadableFile } from "./refusal.ts";
import type { TextBuilder } from "./text_builder.ts";
import type { OfficeFile, XmlHandler } from "./xml_parts.ts";

const BODY = "word/document.xml";
const NOTES = ["word/footnotes.xml", "word/endnotes.xml"];

/** @throws {UnreadableFile} */
export async function docxText(file: OfficeFile, text: TextBuilder): Promise<Found> {
  if (!file.has(BODY)) throw new UnreadableFile("damaged");
  for (const part of [BODY, ...NOTES]) if (!text.full) await file.read(part, new Paragraphs(text));
  return { cut: text.full };
}

class Paragraphs implements XmlHandler {
  /** Inside a text; inside what stands there for older programs, and says it again. */
  #text = false;
  #fallback = 0;
  #cell = 0;
  /** Of the paragraph: what stands before it, once there is something in it. */
  #before = "";
  /** Cells of the row so far. */
  #cells = 0;
  constructor(readonly out: TextBuilder) {}

  get done(): boolean {
    return this.out.full;
  }

  open(name: string, { val = "", id = "" }: Readonly<Record<string, string>>): void {
    if (name === "Fallback") this.#fallback++;
    if (this.#fallback > 0) return;
    if (name === "t") this.#text = true;
    else if (name === "pStyle") this.#before = headingOf(val) ?? this.#before;
    else if (name === "numPr") this.#before ||= "- ";
    else if (name === "tab") this.#say("\t");
    else if (name === "br" || name === "cr") this.#say("\n");
    else if (name === "tr") this.#cells = 0;
    else if (name === "tc") {
      this.#cell++;
      if (this.#cells++ > 0) this.out.mark(" | ");
    } else if (name === "footnoteReference" || name === "endnoteReference") this.out.mark(`[note ${id}]`);
    else if ((name === "footnote" || name === "endnote") && Number(id) > 0) this.out.mark(`\n[note ${id}] `);
  }

  text(text: string): void {
    if (this.#text && this.#fallback === 0) this.#say(text);
  }

  close(name: string): void {
    if (name === "Fallback") this.#fallback--;
    if (this.#fallback > 0) return;
    if (name === "t") this.#text = false;
    else if (name === "p") {
      this.#before = "";
      this.out.mark(this.#cell > 0 ? " " : "\n");
    } else if (name === "tc") this.#cell--;
    else if (name === "tr") this.out.mark("\n");
  }

  #say(text: string): void {
    if (this.#before !== "" && /\S/.test(text)) {
      this.out.mark(this.#before);
      this.#before = "";
    }
    this.out.add(text);
  }
}

/** "## " of `Heading2`, as English programs and others write it. */
function headingOf(style: string): string | null {
  if (/^title$/i.test(style)) return "# ";
  const level = /^(?:heading|berschrift|überschrift|titre|ttulo|rubrik)\s?([1-6])$/i.exec(style)?.[1];
  return level === undefined ? null : `${"#".repeat(Number(level))} `;
}

/** Files as people have them and as those make them who mean harm, read for their text, and the thread that does that. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { type Extracted, Extractor } from "../../../actors/extracting/extract.ts";
import { realEnvironment } from "../../../actors/runtime/environment.ts";
import {
  DOCX_TYPE,
  EXTRACT_PAGES,
  EXTRACT_SECONDS,
  EXTRACT_UNITS,
  PDF_TYPE,
  XLSX_TYPE,
} from "../../../events/catalog/limits.ts";
import { BUFFER_BYTES } from "../../../actors/extracting/bound_buffers.ts";
import type { Reading } from "../../../actors/extracting/read_text.ts";
import { readHere } from "./here.ts";
import { docxOf, lockedPdf, paragraph, pdfOf, xlsxOf } from "../../office_files.ts";

const inThread = new Extractor(realEnvironment);
const here = new Extractor(realEnvironment, EXTRACT_SECONDS, readHere);
const read = (bytes: Uint8Array<ArrayBuffer>, type: string) => here.read({ bytes, type });
function textOf(extracted: Extracted): string {
  assert.ok(extracted.ok, JSON.stringify(extracted));
  return extracted.text;
}
const why = (extracted: Extracted) => extracted.ok ? "read" : extracted.why;

Deno.test("the thread that reads is handed its file as it starts, and waits for no message", async () => {
  const workerData = { bytes: await docxOf(paragraph("Hello")), type: DOCX_TYPE, seconds: EXTRACT_SECONDS };
  const thread = new Worker(new URL("../../../actors/extracting/reading_worker.ts", import.meta.url), {
    workerData,
  });
  const said: Reading[] = [];
  thread.on("message", (reading: Reading) => said.push(reading));
  // One that waited would read this.
  thread.postMessage({ ...workerData, bytes: await docxOf(paragraph("Bye")) });
  await once(thread, "exit");
  assert.deepEqual(said.map((one) => "text" in one ? one.text : one), ["Hello\n", {
    done: true,
    cut: false,
  }]);
});

Deno.test("in the middle of a page a thread ends by itself once nobody waits for it", async () => {
  const said = async (steps: number, seconds: number) => {
    const content = new TextEncoder().encode(`${"q ".repeat(steps)}BT /F1 12 Tf 72 700 Td (Behind) Tj ET`);
    const thread = new Worker(new URL("../../../actors/extracting/reading_worker.ts", import.meta.url), {
      workerData: { bytes: pdfOf(["x"], { content }), type: PDF_TYPE, seconds },
    });
    let text = "";
    thread.on("message", (reading: Reading) => text += "text" in reading ? reading.text : "");
    await once(thread, "exit");
    return text;
  };
  assert.equal(await said(10, EXTRACT_SECONDS), "[Page 1]\nBehind");
  // To take all of them takes far longer.
  assert.ok(!(await said(10_000, 0.05)).includes("Behind"));
});

Deno.test("a PDF is read page by page; one of pictures alone says that no word was found", async () => {
  const found = await read(pdfOf(["Hello there", "Second page"]), PDF_TYPE);
  assert.equal(textOf(found), "[Page 1]\nHello there\n\n[Page 2]\nSecond page");
  assert.ok(found.ok && found.pages === 2 && !found.cut && found.words && found.tokens > 5);
  const scan = await read(pdfOf([""]), PDF_TYPE);
  assert.ok(scan.ok && !scan.words);
});

Deno.test("a PDF that is locked, damaged, packed twice or unpacks to gigabytes is refused for just that", async () => {
  assert.equal(why(await read(lockedPdf(), PDF_TYPE)), "locked");
  assert.equal(why(await read(new TextEncoder().encode("%PDF-1.7 nothing"), PDF_TYPE)), "damaged");
  // Packed twice it is whole, and its reader cannot unpack it where memory is bounded.
  const twice = pdfOf(["Hello"], { packed: 2 });
  assert.equal(why(await inThread.read({ bytes: twice, type: PDF_TYPE })), "form");
  // Its thread is the only one whose memory is bounded.
  const bomb = pdfOf(["x"], { content: new Uint8Array(BUFFER_BYTES + 1) });
  assert.ok(bomb.length < 1_000_000);
  assert.equal(why(await inThread.read({ bytes: bomb, type: PDF_TYPE })), "bomb");
});

Deno.test("a Word document has its headings, lists, tables and notes, and not what was struck out", async () => {
  const body = paragraph("Plan", '<w:pStyle w:val="Heading2"/>') +
    paragraph("Salt &amp; pepper", "<w:numPr/>") +
    "<w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del>" +
    '<w:r><w:t>stays</w:t><w:footnoteReference w:id="2"/></w:r></w:p>' +
    `<w:tbl><w:tr><w:tc>${paragraph("a")}</w:tc><w:tc>${paragraph("b")}</w:tc></w:tr></w:tbl>`;
  const notes = {
    // The first is the line between text and notes.
    "word/footnotes.xml": `<w:footnotes><w:footnote w:id="0"/><w:footnote w:id="2">${
      paragraph("a note")
    }</w:footnote></w:footnotes>`,
  };
  const text = textOf(await read(await docxOf(body, notes), DOCX_TYPE));
  assert.equal(text, "## Plan\n- Salt & pepper\nstays[note 2]\na  | b \n\n[note 2] a note\n");
});

Deno.test("a Word document is read once where it says a thing twice, and a heading without words makes none of what follows", async () => {
  const twice = "<mc:AlternateContent><mc:Choice><w:t>new</w:t></mc:Choice>" +
    "<mc:Fallback><w:t>old</w:t></mc:Fallback></mc:AlternateContent>";
  const body = paragraph("", '<w:pStyle w:val="Heading1"/>') + paragraph("Plain") +
    `<w:p><w:r>${twice}</w:r></w:p>`;
  assert.equal(textOf(await read(await docxOf(body), DOCX_TYPE)), "\nPlain\nnew\n");
});

Deno.test("letters of any alphabet are whole, wherever a piece of the file ends", async () => {
  const letters = Array.from(
    { length: 100_000 },
    (_, at) => String.fromCharCode(0x4e00 + at * 7_919 % 20_000),
  );
  const text = textOf(await read(await docxOf(paragraph(letters.join(""))), DOCX_TYPE));
  assert.ok(text === `${letters.join("")}\n`);
});

Deno.test("a workbook has its sheets by name, its cells where they stand, days as days", async () => {
  const workbook = await xlsxOf({
    Prices: '<row><c r="A1" t="s"><v>0</v></c><c r="C1"><v>3.5</v></c></row>' +
      '<row><c r="A2" s="1"><v>45000</v></c><c r="B2" t="inlineStr"><is><t>a, "b"</t></is></c></row>',
    Far: '<row><c r="XFD1" t="b"><v>1</v></c></row>',
  }, {
    shared: "<si><r><t>na</t></r><r><t>me</t></r><rPh><t>no</t></rPh></si>",
    styles: '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>',
  });
  const text = textOf(await read(workbook, XLSX_TYPE));
  assert.equal(
    text,
    '[Sheet "Prices"]\nname,,3.5\n2023-03-15,"a, ""b"""\n\n[Sheet "Far"]\n,(16382 empty cells),TRUE\n',
  );
});

Deno.test("a workbook's days are those of its own count, and no number is one for a colour or for a style it does not have", async () => {
  const workbook = await xlsxOf({
    One: '<row><c r="A1" s="0"><v>1.5</v></c><c r="B1" s="1"><v>1.25</v></c>' +
      '<c r="C1" t="inlineStr"><is><t>say "a"</t></is></c></row>',
  }, {
    properties: '<workbookPr date1904="1"/>',
    folder: "/xl/worksheets",
    styles: '<numFmts><numFmt numFmtId="164" formatCode="[Red]0.00"/></numFmts>' +
      '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="164"/><xf numFmtId="22"/></cellXfs>',
  });
  assert.equal(
    textOf(await read(workbook, XLSX_TYPE)),
    '[Sheet "One"]\n1.5,1904-01-02 06:00:00,"say ""a"""\n',
  );
});

Deno.test("of more sheets and pages than are read it is told that there are others", async () => {
  const sheets = (count: number) =>
    xlsxOf(Object.fromEntries(Array.from({ length: count }, (_, n) => [`S${n}`, ""])));
  for (const [count, cut] of [[100, false], [101, true]] as const) {
    const found = await read(await sheets(count), XLSX_TYPE);
    assert.equal(found.ok && found.cut, cut);
    assert.equal(textOf(found).split("[Sheet").length, 101);
  }
  const found = await read(pdfOf(Array(EXTRACT_PAGES + 1).fill("")), PDF_TYPE);
  assert.ok(found.ok && found.cut && found.pages === EXTRACT_PAGES + 1);
  assert.ok(found.text.endsWith(`[Page ${EXTRACT_PAGES}]\n`));
});

Deno.test("an office file that is none, is nested without end or unpacks to far more is refused", async () => {
  assert.equal(why(await read(new TextEncoder().encode("PK\x03\x04 nothing"), DOCX_TYPE)), "damaged");
  assert.equal(why(await read(await xlsxOf({}), DOCX_TYPE)), "damaged", "a workbook is no document");
  assert.equal(why(await read(await docxOf("<w:p>".repeat(1_000)), DOCX_TYPE)), "bomb");
  assert.equal(why(await read(await docxOf(paragraph("a".repeat(20_000)).repeat(100)), DOCX_TYPE)), "bomb");
  const entity = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>';
  const grown = await docxOf(paragraph(`${entity}&b;`));
  assert.ok(!/aaaa/.test(textOf(await read(grown, DOCX_TYPE))), "no entity grows");
});

Deno.test("a text ends where its bound is, and says so; one that takes too long is told as far as it came", async () => {
  const numbers = Array.from({ length: EXTRACT_UNITS / 100 }, (_, at) => paragraph(`${at} `.repeat(25)));
  const words = numbers.join("");
  const found = await read(await docxOf(words), DOCX_TYPE);
  assert.ok(found.ok && found.cut);
  assert.ok(found.text.length <= EXTRACT_UNITS && found.text.length > EXTRACT_UNITS - 10);
  const read40 = { text: "forty", tokens: 1, words: true };
  for (const [said, told] of [[[], "slow"], [[read40], "forty"]] as const) {
    let ended = 0;
    const slow = new Extractor(realEnvironment, 0, (_, say) => {
      said.forEach(say);
      return () => ended++;
    });
    const extracted = await slow.read({ bytes: pdfOf(["x"]), type: PDF_TYPE });
    assert.equal(extracted.ok ? extracted.cut && extracted.text : extracted.why, told);
    assert.equal(ended, 1, "its thread is ended");
  }
});

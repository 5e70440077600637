/** Small files of programs of offices, made where they are needed: PDF, DOCX and XLSX as those programs write them. */
import { deflateSync } from "node:zlib";
import { zipOf } from "./projections/moving_in/given.ts";

const latin = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** Pages under one node of a PDF's tree: a reader passes over a node whole on its way to a page behind it. */
const NODE_PAGES = 32;

/**
 * A PDF of these pages, each a line; `content` in the place of a page's own, `trailer` beside what has to be there,
 * `packed` as often as it says.
 */
export function pdfOf(
  pages: readonly string[],
  { content, trailer = "", packed: times = 1 }: { content?: Uint8Array; trailer?: string; packed?: 1 | 2 } =
    {},
): Uint8Array<ArrayBuffer> {
  const firstNode = 4 + 2 * pages.length;
  const nodes = Array.from({ length: Math.ceil(pages.length / NODE_PAGES) }, (_, node) => {
    const first = node * NODE_PAGES;
    const kids = pages.slice(first, first + NODE_PAGES).map((_, index) => `${4 + 2 * (first + index)} 0 R`);
    return [`<</Type/Pages/Parent 2 0 R/Count ${kids.length}/Kids[${kids.join(" ")}]>>`];
  });
  const objects: (string | Uint8Array)[][] = [
    ["<</Type/Catalog/Pages 2 0 R>>"],
    [`<</Type/Pages/Count ${pages.length}/Kids[${
      nodes.map((_, node) => `${firstNode + node} 0 R`).join(" ")
    }]>>`],
    ["<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"],
    ...pages.flatMap((page, index) => {
      const words = latin(page === "" ? "" : `BT /F1 12 Tf 72 700 Td (${page}) Tj ET`);
      const once = new Uint8Array(deflateSync(content ?? words, { level: 1 }));
      const packed = times === 1 ? once : new Uint8Array(deflateSync(once));
      return [
        [
          `<</Type/Page/Parent ${
            firstNode + Math.floor(index / NODE_PAGES)
          } 0 R/MediaBox[0 0 600 800]/Contents ${5 + 2 * index} 0 R` +
          "/Resources<</Font<</F1 3 0 R>>>>>>",
        ],
        [
          `<</Length ${packed.length}/Filter[${"/FlateDecode".repeat(times)}]>>stream\n`,
          packed,
          "\nendstream",
        ],
      ];
    }),
    ...nodes,
  ];
  const parts: Uint8Array[] = [latin("%PDF-1.7\n")];
  let at = parts[0]?.length ?? 0;
  const places: number[] = [];
  const add = (part: string | Uint8Array) => {
    const bytes = typeof part === "string" ? latin(part) : part;
    parts.push(bytes);
    at += bytes.length;
  };
  objects.forEach((object, index) => {
    places.push(at);
    for (const part of [`${index + 1} 0 obj\n`, ...object, "\nendobj\n"]) add(part);
  });
  const start = at;
  const rows = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  add(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`);
  add(`trailer\n<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${start}\n%%EOF`);
  return joined(parts);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The same with a password; nobody needs to know it. */
export const lockedPdf = (): Uint8Array<ArrayBuffer> =>
  pdfOf(["Secret"], {
    trailer: `/ID[<${"00".repeat(16)}><${"00".repeat(16)}>]/Encrypt<</Filter/Standard/V 1/R 2/P -4/O<${
      "11".repeat(32)
    }>/U<${"22".repeat(32)}>>>`,
  });

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/** A Word document with this in its body. */
export const docxOf = async (body: string, more: Readonly<Record<string, string>> = {}) =>
  Uint8Array.from(
    await zipOf([
      { name: "[Content_Types].xml", content: "<Types/>" },
      { name: "word/document.xml", content: `<w:document ${W}><w:body>${body}</w:body></w:document>` },
      ...Object.entries(more).map(([name, content]) => ({ name, content })),
    ]),
  );

export const paragraph = (text: string, style = ""): string =>
  `<w:p>${style && `<w:pPr>${style}</w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`;

/** A workbook of these sheets, each the XML of its rows; `properties` of the book, `folder` of the sheets as it is written. */
export const xlsxOf = async (
  sheets: Readonly<Record<string, string>>,
  { shared = "", styles = "", properties = "", folder = "worksheets" }: {
    shared?: string;
    styles?: string;
    properties?: string;
    folder?: "worksheets" | "/xl/worksheets";
  } = {},
) => {
  const names = Object.keys(sheets);
  return Uint8Array.from(
    await zipOf([
      {
        name: "xl/workbook.xml",
        content: `<workbook>${properties}<sheets>${
          names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join("")
        }</sheets></workbook>`,
      },
      {
        name: "xl/_rels/workbook.xml.rels",
        content: `<Relationships>${
          names.map((_, at) => `<Relationship Id="rId${at + 1}" Target="${folder}/s${at + 1}.xml"/>`)
            .join("")
        }</Relationships>`,
      },
      { name: "xl/sharedStrings.xml", content: `<sst>${shared}</sst>` },
      { name: "xl/styles.xml", content: `<styleSheet>${styles}</styleSheet>` },
      ...names.map((name, at) => ({
        name: `xl/worksheets/s${at + 1}.xml`,
        content: `<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`,
      })),
    ]),
  );
};

/** Which PDF files go as they are. */
import assert from "node:assert/strict";
import { DOCUMENT_BYTES, DOCUMENT_PAGES, PDF_TYPE } from "../../../events/catalog/limits.ts";
import { DocumentRoom } from "../../../projections/context/documents.ts";
import { fileTokens } from "../../../projections/context/tokens.ts";

const pdf = (pages: number, size = 1) => ({ type: PDF_TYPE, pages, size });

Deno.test("PDF files go as they are up to so many pages and bytes, the first ones first", () => {
  const room = new DocumentRoom(true);
  assert.equal(room.has(pdf(DOCUMENT_PAGES + 1)), false);
  assert.equal(room.has(pdf(DOCUMENT_PAGES - 1)), true);
  assert.equal(room.has(pdf(2)), false);
  assert.equal(room.has(pdf(1)), true, "a smaller one behind it still finds room");
  assert.equal(room.has(pdf(1)), false);
  const full = new DocumentRoom(true);
  assert.equal(full.has(pdf(1, DOCUMENT_BYTES + 1)), false);
  assert.equal(full.has(pdf(1, DOCUMENT_BYTES)), true);
  assert.equal(full.has(pdf(1, 1)), false);
});

Deno.test("what is no PDF, has pages nobody counted, or meets a model that takes none goes as text", () => {
  const room = new DocumentRoom(true);
  assert.equal(room.has({ type: "text/plain", size: 1, pages: 1 }), false);
  assert.equal(room.has({ type: PDF_TYPE, size: 1 }), false);
  assert.equal(new DocumentRoom(false).has(pdf(1)), false);
});

Deno.test("a file counts as it goes: pages beside their text, or its text alone; a picture by its sides", () => {
  const sha256 = "0".repeat(64);
  const file = { ...pdf(3, 90_000), sha256, name: "x.pdf", text: { sha256, size: 400, tokens: 100 } };
  assert.equal(fileTokens([file]), 100);
  assert.equal(fileTokens([file], { documents: true }), 100 + 3 * 1_500);
  const image = { sha256, name: "x.png", type: "image/png", size: 9, width: 1_024, height: 1_024 };
  assert.equal(fileTokens([image], { documents: false, kind: "anthropic" }), 1_399);
  assert.equal(fileTokens([image], { documents: false, kind: "openai" }), 85 + 4 * 170);
  const { width: _, height: __, ...unknown } = image;
  assert.equal(fileTokens([unknown]), 1_200);
});

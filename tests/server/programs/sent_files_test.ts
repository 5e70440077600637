/** Files in a program's messages: what of a `data:` address is taken, and what is refused by its place. */
import assert from "node:assert/strict";
import { ATTACHMENT_BYTES } from "../../../events/catalog/limits.ts";
import { Problem } from "../../../server/http/problem.ts";
import { dataOf, fileOf } from "../../../server/programs/sent_files.ts";
import { PNG } from "../../pictures.ts";

const png = `data:image/png;base64,${PNG.toBase64()}`;

Deno.test("a data: address is a type and bytes in base64, and nothing else is", () => {
  assert.deepEqual(dataOf(png), { type: "image/png", bytes: PNG });
  assert.equal(dataOf("data:IMAGE/JPG;base64,AAAA")?.type, "image/jpeg");
  assert.equal(dataOf("data:text/plain;charset=utf-8;base64,aGk=")?.type, "text/plain");
  for (
    const none of [
      "",
      "data:,",
      "https://example.org/a.png",
      "data:image/png,AAAA",
      "data:image/png;base64,?",
      "file-123",
    ]
  ) {
    assert.equal(dataOf(none), null, none);
  }
});

Deno.test("an image and a text are files with a name; what is not what it says is refused where it stands", () => {
  const image = fileOf({ type: "image_url", image_url: { url: png } }, "messages.0.content.1", 0);
  assert.deepEqual([image.name, image.type, image.bytes], ["image-1.png", "image/png", PNG]);
  const text = fileOf(
    { type: "file", file: { file_data: "data:text/plain;base64,aGk=", filename: "../notes.txt" } },
    "messages.0.content.2",
    1,
  );
  assert.equal(text.name, ".._notes.txt");
  const refused = (part: Parameters<typeof fileOf>[0], path: string) =>
    assert.throws(
      () => fileOf(part, "at", 0),
      (error) =>
        error instanceof Problem && error.code === "unsupported_parameter" &&
        error.errors?.[0]?.path === path,
      path,
    );
  refused({ type: "image_url", image_url: { url: "https://example.org/a.png" } }, "at.image_url.url");
  refused({ type: "image_url", image_url: { url: png, detail: "high" } }, "at.image_url.detail");
  refused({ type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } }, "at.image_url.url");
  refused({ type: "file", file: { file_data: "data:application/pdf;base64,JVBERg==" } }, "at.file.file_data");
});

Deno.test("a file of more than is kept of one is refused where it stands", () => {
  const sent = (bytes: number) => {
    const file_data = `data:text/plain;base64,${new Uint8Array(bytes).fill(97).toBase64()}`;
    return fileOf({ type: "file", file: { file_data } }, "at", 0);
  };
  assert.equal(sent(ATTACHMENT_BYTES).bytes.length, ATTACHMENT_BYTES);
  assert.throws(
    () => sent(ATTACHMENT_BYTES + 1),
    (error) =>
      error instanceof Problem && error.code === "validation" &&
      error.errors?.[0]?.path === "at.file.file_data",
  );
});

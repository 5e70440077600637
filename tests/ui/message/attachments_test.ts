/** How files of a message are told. */
import "../page.ts";
import assert from "node:assert/strict";
import { isImage, Thumbnail } from "../../../ui/message/attachments.tsx";
import { wordsOf } from "../../../ui/message/one_line.ts";

// Shows S4-21.
Deno.test("a message without words is told by its files; only what the browser shows safely is a picture", () => {
  const file = (name: string, type: string) => ({ name, type, size: 1, sha256: "a".repeat(64) });
  const files = [file("a.png", "image/png"), file("b.csv", "text/csv")];
  assert.equal(wordsOf("Look", files), "Look");
  assert.equal(wordsOf(" \n", files), "a.png, b.csv");
  assert.equal(wordsOf("", undefined), "");
  assert.deepEqual(["image/png", "image/svg+xml", "text/html", ""].map((type) => isImage({ type })), [
    true,
    false,
    false,
    false,
  ]);
});

Deno.test("a file without a picture has a badge of how its name ends, of four letters at most", () => {
  const badge = (name: string) => {
    const { props } = Thumbnail({ file: { name, type: "text/plain", sha256: "a".repeat(64) }, alt: "" });
    return (props as { children?: string }).children;
  };
  assert.deepEqual(
    ["sales.csv", "notes.tar.GZ", "a.markdown", "README", "odd.-"].map(badge),
    ["CSV", "GZ", "MARK", "TEXT", "TEXT"],
  );
});

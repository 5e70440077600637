/** Files on their way onto a message: what is refused before it is sent, and what is sent once. */
import assert from "node:assert/strict";
import { ATTACHMENT_BYTES, ATTACHMENTS_PER_MESSAGE } from "../../../events/catalog/limits.ts";
import { AttachingFiles } from "../../../ui/state/attaching.ts";
import { heard, instead } from "../browser.ts";

/** The server's answers to uploads: the hash is the file's own text. */
async function uploading(body: (sent: string[]) => Promise<void>): Promise<void> {
  const sent: string[] = [];
  const real = globalThis.fetch;
  globalThis.fetch = async (_, init) => {
    const file = init?.body;
    assert.ok(file instanceof File);
    sent.push(file.name);
    const text = file.size > 1_000 ? file.name : await file.text();
    return Response.json({ sha256: `of ${text}`, name: file.name, type: "text/plain", size: file.size });
  };
  try {
    await body(sent);
  } finally {
    globalThis.fetch = real;
  }
}

const file = (name: string, content: BlobPart) => new File([content], name, { type: "text/plain" });
const names = (files: AttachingFiles) => files.items.value.map(({ name }) => name);

Deno.test("a file over the bound is refused with the bound, one at it is sent, an empty one is refused", () =>
  uploading(async (sent) => {
    const files = new AttachingFiles(`bound_${crypto.randomUUID()}`);
    await files.add([
      file("full.txt", new Uint8Array(ATTACHMENT_BYTES)),
      file("over.txt", new Uint8Array(ATTACHMENT_BYTES + 1)),
      file("none.txt", ""),
    ]);
    assert.deepEqual(sent, ["full.txt"]);
    assert.deepEqual(names(files), ["full.txt"]);
    assert.deepEqual(files.refused.value.map(({ name, why }) => [name, why]), [
      ["none.txt", "The file is empty."],
      ["over.txt", `The file is larger than ${ATTACHMENT_BYTES / 1024 / 1024} MB.`],
    ]);
    assert.equal(files.busy, false);
    files.dismiss(files.refused.value[0]?.key ?? "");
    assert.deepEqual(files.refused.value.map(({ name }) => name), ["over.txt"]);
    files.take();
  }));

Deno.test("as many files as a message takes go onto it, and not one more", () =>
  uploading(async (sent) => {
    const files = new AttachingFiles(`many_${crypto.randomUUID()}`);
    const many = Array.from({ length: ATTACHMENTS_PER_MESSAGE + 1 }, (_, n) => file(`${n}.txt`, `text ${n}`));
    await files.add(many);
    assert.equal(sent.length, ATTACHMENTS_PER_MESSAGE);
    assert.equal(files.items.value.length, ATTACHMENTS_PER_MESSAGE);
    assert.deepEqual(files.refused.value.map(({ name }) => name), [`${ATTACHMENTS_PER_MESSAGE}.txt`]);
    assert.equal(files.take().length, ATTACHMENTS_PER_MESSAGE);
    assert.deepEqual(names(files), [], "the next message begins without files");
  }));

Deno.test("the browser asks before the page is left while files are on their way, of whichever conversation", async () => {
  const asks = () => !dispatchEvent(new Event("beforeunload", { cancelable: true }));
  const answers: (() => void)[] = [];
  const refused = Response.json({ detail: "Not now." }, { status: 422 });
  using _server = instead("fetch", () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    answers.push(() => resolve(refused.clone()));
    return promise;
  });
  assert.equal(asks(), false);
  const adding = ["here", "there"].map((id) => new AttachingFiles(id).add([file("a.txt", id)]));
  await heard();
  assert.equal(asks(), true);
  answers[0]?.();
  await adding[0];
  assert.equal(asks(), true, "one is on its way still");
  answers[1]?.();
  await adding[1];
  assert.equal(asks(), false);
});

Deno.test("the same bytes twice go onto the message once", () =>
  uploading(async () => {
    const files = new AttachingFiles(`twice_${crypto.randomUUID()}`);
    await files.add([file("one.txt", "the same")]);
    await files.add([file("two.txt", "the same")]);
    await files.add([file("other.txt", "another")]);
    assert.deepEqual(names(files), ["one.txt", "other.txt"]);
    assert.deepEqual(files.take().map(({ sha256 }) => sha256), ["of the same", "of another"]);
  }));

/** PDF and office files from the upload to the provider: in which form they go, what is told, and what becomes of them. */
import assert from "node:assert/strict";
import { DOCX_TYPE, PDF_TYPE, XLSX_TYPE } from "../../events/catalog/limits.ts";
import { data, FakeServer, streamOf } from "../actors/providers/fake_server.ts";
import { sample } from "../effort.ts";
import { docxOf, lockedPdf, paragraph, pdfOf, xlsxOf } from "../office_files.ts";
import { type Answer, TestServer, WELCOME } from "./harness.ts";

const PDF = pdfOf(["Bread and butter"]);
const TEXT = "[Page 1]\nBread and butter";

function upload(server: TestServer, content: Uint8Array, type: string, name: string): Promise<Answer> {
  const headers = { "content-type": type, "x-file-name": encodeURIComponent(name) };
  return server.call("POST", "/api/attachments", content, headers);
}

const answer = () =>
  streamOf([
    data({
      id: "c1",
      object: "chat.completion.chunk",
      created: 1,
      model: "m",
      choices: [{ index: 0, delta: { role: "assistant", content: "Read." }, finish_reason: "stop" }],
    }),
    "data: [DONE]\n\n",
  ]);

/** A conversation with one agent of this model. */
async function withModel(server: TestServer, kind: string, baseUrl: string, model: string): Promise<string> {
  const provider = await server.call("POST", "/api/providers", {
    name: kind,
    kind,
    baseUrl,
    apiKey: "sk-no-key",
  });
  const agent = await server.call("POST", "/api/agents", {
    name: "Ada",
    providerId: provider.json.id,
    model,
  });
  const made = await server.call("POST", "/api/conversations", { agentIds: [agent.json.id] });
  return `/api/conversations/${made.json.conversation.id}`;
}

const said = ({ got }: FakeServer, at = -1) => new TextDecoder().decode(got.at(at)?.body);
const base64 = Uint8Array.from(PDF).toBase64();
const AS_DOCUMENT = {
  openai: {
    type: "file",
    file: { filename: "menu.pdf", file_data: `data:application/pdf;base64,${base64}` },
  },
  responses: {
    type: "input_file",
    filename: "menu.pdf",
    file_data: `data:application/pdf;base64,${base64}`,
  },
  anthropic: {
    type: "document",
    source: { type: "base64", media_type: "application/pdf", data: base64 },
    title: "menu.pdf",
  },
} as const;
const MODELS = { openai: "gpt-5", responses: "gpt-5", anthropic: "claude-opus-4-8" } as const;

for (const kind of sample(["openai", "responses", "anthropic"] as const, 3, 1)) {
  Deno.test(`${kind}: a PDF goes as it is where the model takes it, else as its text, byte for byte as recorded`, async () => {
    // What is sent is looked at, whatever comes back.
    await using fake = new FakeServer(() => new Response("{}", { status: 401 }));
    await using server = await TestServer.start();
    const { sha256 } = (await upload(server, PDF, PDF_TYPE, "menu.pdf")).json;
    const notes = await upload(server, await docxOf(paragraph("Salt")), DOCX_TYPE, "notes.docx");
    const attachments = [{ sha256, name: "menu.pdf" }, { sha256: notes.json.sha256, name: "notes.docx" }];
    for (const [model, document] of [[MODELS[kind], true], ["plain", false]] as const) {
      const path = await withModel(server, kind, fake.url, model);
      await server.call("POST", `${path}/messages`, { content: "What?", attachments });
      await server.settled(path.split("/").at(-1) ?? "");
      const body = JSON.parse(said(fake));
      const last = (body.messages ?? body.input).at(-1).content;
      const fenced = `<file name="menu.pdf">\n${TEXT}\n</file>`;
      const office = '<file name="notes.docx">\nSalt\n\n</file>';
      if (document) {
        assert.match(last[0].text, /^What\?/);
        assert.deepEqual([last[0].text.endsWith(office), last[0].text.includes(TEXT)], [true, false]);
        assert.deepEqual(last[1], AS_DOCUMENT[kind]);
      } else {assert.ok(
          JSON.stringify(last).includes(JSON.stringify(`What?\n\n${fenced}\n\n${office}`).slice(1, -1)),
        );}
      const { json } = await server.call("GET", path);
      const turn = json.turns.at(-1).id;
      const rebuilt = await server.call("GET", `${path}/turns/${turn}/request`);
      assert.equal(rebuilt.json.body, said(fake));
    }
  });
}

Deno.test("a server that takes no PDF files after all is asked again with their text", async () => {
  const words = '{"error":{"message":"Invalid content part: type file is not supported by this model"}}';
  await using fake = new FakeServer(({ body }) =>
    new TextDecoder().decode(body).includes("file_data") ? new Response(words, { status: 400 }) : answer()
  );
  await using server = await TestServer.start();
  const { sha256 } = (await upload(server, PDF, PDF_TYPE, "menu.pdf")).json;
  const path = await withModel(server, "openai", fake.url, "gpt-5");
  await server.call("POST", `${path}/messages`, {
    content: "?",
    attachments: [{ sha256, name: "menu.pdf" }],
  });
  await server.settled(path.split("/").at(-1) ?? "");
  assert.equal((await server.call("GET", path)).json.messages.at(-1).content, "Read.");
  assert.ok(said(fake).includes(JSON.stringify(TEXT).slice(1, -1)));
  assert.equal(fake.got.length, 2);
});

Deno.test("an upload tells what was read of it; what cannot be read is refused with what to do", async () => {
  await using server = await TestServer.start();
  const { json } = await upload(server, PDF, PDF_TYPE, "menu.pdf");
  const { text, ...rest } = json;
  assert.deepEqual(rest, {
    sha256: json.sha256,
    name: "menu.pdf",
    type: PDF_TYPE,
    size: PDF.length,
    pages: 1,
  });
  const served = await server.call("GET", `/api/attachments/${text.sha256}`);
  assert.equal(served.text, TEXT);
  assert.deepEqual([text.size, text.left], [TEXT.length, undefined]);
  const scan = await upload(server, pdfOf([""]), PDF_TYPE, "scan.pdf");
  assert.equal(scan.json.text.left, "none");
  const table = await upload(
    server,
    await xlsxOf({ One: '<row><c r="A1"><v>1</v></c></row>' }),
    XLSX_TYPE,
    "a.xlsx",
  );
  assert.equal(table.status, 201);
  const locked = await upload(server, lockedPdf(), PDF_TYPE, "x.pdf");
  assert.deepEqual([locked.status, locked.json.code], [422, "validation"]);
  assert.match(locked.json.detail, /locked with a password: save a copy without one/);
  const old = Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0, 0, 0]);
  assert.match((await upload(server, old, DOCX_TYPE, "x.docx")).json.detail, /older form of Office/);
  for (
    const [type, name] of [
      ["application/msword", "x.doc"],
      ["application/vnd.ms-excel", "x.xls"],
      ["application/vnd.openxmlformats-officedocument.presentationml.presentation", "x.pptx"],
      ["application/vnd.oasis.opendocument.text", "x"],
      ["application/octet-stream", "slides.PPTX"],
      ["application/octet-stream", "x.odt"],
    ] as const
  ) {
    const refused = await upload(server, old, type, name);
    assert.equal(refused.status, 415);
    assert.match(refused.json.detail, /Save it as PDF, DOCX, XLSX or CSV in its own program/);
  }
  const other = await upload(server, old, "application/octet-stream", "thing.bin");
  assert.match(other.json.detail, /^Attach an image/);
});

Deno.test("uploads are kept for another day when asked, and what is not here is told", async () => {
  // As outside of tests: read in a thread of its own.
  await using server = await TestServer.start({ uploads: {} });
  const { sha256, text } = (await upload(server, PDF, PDF_TYPE, "menu.pdf")).json;
  assert.equal((await server.call("GET", `/api/attachments/${text.sha256}`)).text, TEXT);
  const none = "0".repeat(64);
  const kept = await server.call("POST", "/api/attachments/keep", { sha256: [sha256, none] });
  assert.deepEqual([kept.status, kept.json], [200, { gone: [none] }]);
  const many = await server.call("POST", "/api/attachments/keep", { sha256: Array(101).fill(none) });
  assert.equal(many.status, 422);
});

Deno.test("the text of a file goes with it: into an export and its import, and out of the store with its words", async () => {
  await using server = await TestServer.start();
  const { json: file } = await upload(server, PDF, PDF_TYPE, "menu.pdf");
  const path = `/api/conversations/${WELCOME}`;
  const posted = await server.call("POST", `${path}/messages`, {
    content: "Here",
    attachments: [{ sha256: file.sha256, name: "menu.pdf" }],
  });
  assert.deepEqual(posted.json.message.attachments, [file]);
  await server.settled(WELCOME);
  const lines = (await server.call("GET", `${path}/export`)).text;
  await using other = await TestServer.start();
  const taken = await other.call(
    "POST",
    "/api/import",
    new TextEncoder().encode(lines.replaceAll(WELCOME, "elsewhere")),
  );
  assert.ok(taken.status === 201 || taken.status === 422, taken.text);
  const shas = [file.sha256, file.text.sha256];
  const there = () => Promise.all(shas.map(async (sha) => await server.store.blobs.get(sha) !== null));
  assert.deepEqual(await there(), [true, true]);
  const gone = await server.call("DELETE", `${path}/messages/${posted.json.message.id}/content`);
  assert.ok(gone.status < 300, gone.text);
  assert.deepEqual(await there(), [false, false]);
  for (const sha of shas) {
    assert.equal(await server.store.side("upload").get(sha), undefined, "no digest of it stays");
  }
});

/** Files from the first byte to the provider and back: taken in, named by messages, sent, served, moved, removed. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { ATTACHMENT_BYTES, ATTACHMENT_TYPES, ATTACHMENTS_PER_MESSAGE } from "../../events/catalog/limits.ts";
import { GIF, PNG, pngOf } from "../pictures.ts";
import { data, FakeServer, named, streamOf } from "../actors/providers/fake_server.ts";
import { type Answer, TestServer, WELCOME } from "./harness.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const hash = (content: Uint8Array) => createHash("sha256").update(content).digest("hex");
const at = `/api/conversations/${WELCOME}`;

function upload(server: TestServer, content: Uint8Array, type: string, name = "a file"): Promise<Answer> {
  const headers = { "content-type": type, "x-file-name": encodeURIComponent(name) };
  return server.call("POST", "/api/attachments", content, headers);
}

async function uploaded(server: TestServer, content: Uint8Array, type: string, name: string) {
  const { status, json } = await upload(server, content, type, name);
  assert.equal(status, 201);
  return { sha256: json.sha256 as string, name };
}

function refused(answer: Answer, status: number, code: string, detail: RegExp): void {
  assert.equal(answer.status, status);
  assert.equal(answer.headers.get("content-type"), "application/problem+json");
  assert.equal(answer.json.code, code);
  assert.match(answer.json.detail, detail);
  assert.equal(answer.json.error, answer.json.detail);
}

// Shows S4-21.
Deno.test("an uploaded file has its hash, name, type and size; the same bytes are kept once", async () => {
  await using server = await TestServer.start();
  const first = await upload(server, PNG, "image/png", "Grüße aus Köln.png");
  assert.equal(first.status, 201);
  assert.deepEqual(first.json, {
    sha256: hash(PNG),
    name: "Grüße aus Köln.png",
    type: "image/png",
    size: PNG.length,
    width: 1,
    height: 1,
  });
  const again = await upload(server, PNG, "image/png", "copy.png");
  assert.deepEqual(again.json, { ...first.json, name: "copy.png" });
});

Deno.test("the same bytes under another type are that from there on; a message that has them keeps what it had", async () => {
  await using server = await TestServer.start();
  const table = bytes("a,b\n1,2\n");
  const post = async (type: string, name: string) => {
    const { json } = await upload(server, table, type, name);
    assert.deepEqual([json.sha256, json.type, json.name], [hash(table), type, name]);
    const attachments = [{ sha256: json.sha256, name: json.name }];
    await server.call("POST", `${at}/messages`, { content: "Look.", attachments });
  };
  await post("text/plain", "table.txt");
  await post("text/csv", "table.csv");
  const { json: { items } } = await server.call("GET", `${at}/messages`);
  const types = items.flatMap(({ attachments }: { attachments: { type: string }[] }) => attachments);
  assert.deepEqual(types.map(({ type }: { type: string }) => type), ["text/plain", "text/csv"]);
  refused(await upload(server, table, "application/pdf"), 415, "unsupported_media_type", /not of the kind/);
  assert.equal(
    (await upload(server, table, "text/csv")).json.type,
    "text/csv",
    "nothing came of what was refused",
  );
});

Deno.test("a file's name is one line without folders, and nothing in it turns the rest around", async () => {
  await using server = await TestServer.start();
  const nameOf = async (name: string) => (await upload(server, PNG, "image/png", name)).json.name;
  assert.equal(await nameOf("../../etc/passwd"), ".._.._etc_passwd");
  assert.equal(await nameOf("a\r\nb\\c"), "a__b_c");
  assert.equal(await nameOf("invoice\u202Etxt.exe"), "invoice_txt.exe");
  assert.equal(await nameOf("  "), "file");
  assert.equal(await nameOf("é".repeat(254) + "🍞"), "é".repeat(254), "no half of a pair");
  const headers = { "content-type": "image/png", "x-file-name": "%E0%A4%A" };
  refused(
    await server.call("POST", "/api/attachments", PNG, headers),
    422,
    "validation",
    /must be URI-encoded/,
  );
  const { sha256 } = await uploaded(server, PNG, "image/png", "x.png");
  const posted = await server.call("POST", `${at}/messages`, {
    content: "Look",
    attachments: [{ sha256, name: "a\nb/c.png" }],
  });
  assert.equal(posted.json.message.attachments[0].name, "a_b_c.png", "nor when a message gives it");
});

// Shows S4-46.
Deno.test("what is neither an image nor text is refused, and so are bytes that are not what they claim", async () => {
  await using server = await TestServer.start();
  const wrong: [content: Uint8Array, type: string, why: RegExp][] = [
    [bytes("PDF-1.7"), "application/pdf", /not of the kind that it claims/],
    [bytes("\x01"), "application/x-thing", /Attach an image .*, a PDF, .* or a text file/],
    [bytes("<svg/>"), "image/svg+xml", /Attach an image/],
    [PNG, "", /Attach an image/],
    [GIF, "image/png", /not an image of the type/],
    [PNG.slice(0, 5), "image/png", /not an image of the type/],
    [bytes("<script>alert(1)</script>"), "image/gif", /not an image of the type/],
    [bytes("RIFF\x01\x01\x01\x01WAVE"), "image/webp", /not an image of the type/],
    [pngOf(0, 0), "image/png", /nothing to be seen/],
    [PNG.slice(0, 20), "image/png", /cut off or damaged/],
    [Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16, ...bytes("JFIF"), 0), "image/jpeg", /cut off or damaged/],
    [PNG, "text/plain", /not text in UTF-8/],
    [bytes("a\0b"), "text/plain", /not text in UTF-8/],
  ];
  for (const [content, type, why] of wrong) {
    refused(await upload(server, content, type), 415, "unsupported_media_type", why);
    assert.equal(await server.store.blobs.get(hash(content)), null, "nothing is kept of it");
  }
  refused(await upload(server, new Uint8Array(), "text/plain"), 422, "validation", /empty/);
});

// Shows S4-46.
Deno.test("a file of 10 MB is taken, one byte more is not", async () => {
  await using server = await TestServer.start();
  const most = new Uint8Array(ATTACHMENT_BYTES).fill(97);
  assert.equal((await upload(server, most, "text/plain")).status, 201);
  const more = new Uint8Array(ATTACHMENT_BYTES + 1).fill(97);
  refused(await upload(server, more, "text/plain"), 413, "too_large", /At most 10 MB/);
  const { json } = await server.call("GET", at);
  assert.deepEqual(json.fileUpload, { acceptableTypes: ATTACHMENT_TYPES, maxSize: ATTACHMENT_BYTES });
});

// Shows S4-20, S4-19.
Deno.test("blank text goes with a file and not without; the first message of a conversation too", async () => {
  await using server = await TestServer.start();
  const post = (body: object) => server.call("POST", `${at}/messages`, body);
  refused(await post({ content: "  " }), 422, "validation", /empty/);
  const file = await uploaded(server, PNG, "image/png", "cat.png");
  const posted = await post({ content: "", attachments: [file] });
  assert.equal(posted.status, 201);
  assert.deepEqual(posted.json.message.attachments, [{
    ...file,
    type: "image/png",
    size: PNG.length,
    width: 1,
    height: 1,
  }]);
  const made = await server.call("POST", "/api/conversations", { message: "", attachments: [file] });
  assert.equal(made.status, 201);
  const { json } = await server.call("GET", `/api/conversations/${made.json.conversation.id}`);
  assert.equal(json.messages[0].attachments[0].name, "cat.png");
  assert.equal(json.messages[0].content, "");
  assert.equal(json.conversation.title, "cat.png");
});

// Shows S4-21.
Deno.test("a message with a file nobody uploaded, or with too many, is refused and nothing is posted", async () => {
  await using server = await TestServer.start();
  const before = (await server.call("GET", at)).json.seq;
  const post = (attachments: unknown) =>
    server.call("POST", `${at}/messages`, { content: "Hi", attachments });
  const missing = await post([{ sha256: "0".repeat(64), name: "x" }]);
  refused(missing, 422, "validation", /is not here/);
  assert.equal(missing.json.errors[0].path, "attachments.0.sha256");
  const file = await uploaded(server, PNG, "image/png", "cat.png");
  refused(await post(Array(ATTACHMENTS_PER_MESSAGE + 1).fill(file)), 422, "validation", /attachments/);
  refused(await post([{ sha256: "../x", name: "x" }]), 422, "validation", /SHA-256/);
  assert.equal((await server.call("GET", at)).json.seq, before);
});

Deno.test("what the program keeps for itself among the files is no file: not attached, not served", async () => {
  await using server = await TestServer.start();
  const events =
    (await server.call("GET", `${at}/events?limit=100`, undefined, { accept: "application/json" }))
      .json.events;
  const shell = events.find((e: { type: string }) => e.type === "ProviderCalled").data.shellBlob;
  assert.ok(await server.store.blobs.get(shell));
  assert.equal((await server.call("GET", `/api/attachments/${shell}`)).status, 404);
  const body = { content: "Hi", attachments: [{ sha256: shell, name: "x" }] };
  refused(await server.call("POST", `${at}/messages`, body), 422, "validation", /is not here/);
});

Deno.test("SECURITY.md 5 an image is shown in place, anything else is a download, and neither can run", async () => {
  await using server = await TestServer.start();
  const html = bytes("<script>alert(document.domain)</script>");
  const files = [
    [PNG, "image/png", "image/png", "inline"],
    [html, "text/html", "application/octet-stream", "attachment"],
  ] as const;
  for (const [content, type, servedAs, disposition] of files) {
    const { sha256 } = await uploaded(server, content, type, "x");
    const response = await server.request("GET", `/api/attachments/${sha256}`);
    assert.equal(response.status, 200);
    assert.deepEqual(new Uint8Array(await response.arrayBuffer()), new Uint8Array(content));
    assert.equal(response.headers.get("content-type"), servedAs);
    assert.equal(response.headers.get("content-disposition"), disposition);
    assert.equal(response.headers.get("content-security-policy"), "default-src 'none'; sandbox");
    assert.equal(response.headers.get("x-content-type-options"), "nosniff");
    assert.equal(response.headers.get("cross-origin-resource-policy"), "same-origin");
    assert.match(response.headers.get("cache-control") ?? "", /^private/);
  }
  for (const name of ["0".repeat(64), "A".repeat(64), "..%2f..%2fetc%2fpasswd", "x"]) {
    refused(await server.call("GET", `/api/attachments/${name}`), 404, "not_found", /no such file/);
  }
});

Deno.test("CVE-2026-31950 with a password a file is served and taken only for who signed in", async () => {
  await using server = await TestServer.start();
  const { sha256 } = await uploaded(server, PNG, "image/png", "cat.png");
  await server.access.setPassword("correct horse battery");
  refused(await server.call("GET", `/api/attachments/${sha256}`), 401, "unauthenticated", /Sign in/);
  refused(await upload(server, PNG, "image/png"), 401, "unauthenticated", /Sign in/);
});

const openAiAnswer = () =>
  streamOf([
    data({
      id: "c1",
      object: "chat.completion.chunk",
      created: 1,
      model: "m",
      choices: [{ index: 0, delta: { role: "assistant", content: "A pixel." }, finish_reason: "stop" }],
    }),
    "data: [DONE]\n\n",
  ]);

/** An event of the Messages stream; the adapter reads more of it than its type. */
const event = (type: string, more: object) => named({ type, ...more });
const anthropicAnswer = () =>
  streamOf([
    event("message_start", {
      message: {
        id: "m1",
        type: "message",
        role: "assistant",
        model: "m",
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    }),
    event("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
    event("content_block_delta", { index: 0, delta: { type: "text_delta", text: "A pixel." } }),
    event("content_block_stop", { index: 0 }),
    event("message_delta", {
      delta: { stop_reason: "end_turn", stop_sequence: null },
      usage: { output_tokens: 3 },
    }),
    event("message_stop", {}),
  ]);

/** A conversation with one agent of a provider of this kind. */
async function withProvider(server: TestServer, kind: "openai" | "anthropic", baseUrl: string) {
  const provider = await server.call("POST", "/api/providers", {
    name: kind,
    kind,
    baseUrl,
    apiKey: "sk-not-a-key",
  });
  assert.equal(provider.status, 201, provider.text);
  const agent = await server.call("POST", "/api/agents", {
    name: "Ada",
    providerId: provider.json.id,
    model: "m",
  });
  const made = await server.call("POST", "/api/conversations", { agentIds: [agent.json.id] });
  return made.json.conversation.id as string;
}

const base64 = (content: Uint8Array) => btoa(String.fromCharCode(...content));
const IMAGE = {
  openai: { type: "image_url", image_url: { url: `data:image/png;base64,${base64(PNG)}` } },
  anthropic: { type: "image", source: { type: "base64", media_type: "image/png", data: base64(PNG) } },
};

for (const kind of ["openai", "anthropic"] as const) {
  // Shows S4-21.
  Deno.test(`${kind}: an image goes out as an image part, a text file as text, byte for byte as recorded`, async () => {
    await using fake = new FakeServer(kind === "openai" ? openAiAnswer : anthropicAnswer);
    await using server = await TestServer.start();
    const id = await withProvider(server, kind, fake.url);
    const attachments = [
      await uploaded(server, PNG, "image/png", "pixel.png"),
      await uploaded(server, bytes("bread, butter\n"), "text/csv", 'my "plan".csv'),
    ];
    const path = `/api/conversations/${id}`;
    await server.call("POST", `${path}/messages`, { content: "What is this?", attachments });
    await server.settled(id);
    const { json } = await server.call("GET", path);
    assert.equal(json.messages.at(-1).content, "A pixel.");

    const body = JSON.parse(new TextDecoder().decode(fake.got.at(-1)?.body));
    const asked = body.messages.at(-1);
    assert.equal(asked.role, "user");
    assert.deepEqual(asked.content, [
      { type: "text", text: 'What is this?\n\n<file name="my plan .csv">\nbread, butter\n\n</file>' },
      IMAGE[kind],
    ]);
    const turn = json.messages.at(-1).turnId;
    const sent = await server.call("GET", `${path}/turns/${turn}/request`);
    assert.equal(sent.json.body, new TextDecoder().decode(fake.got.at(-1)?.body));

    // A file alone: the text part is the file's, or there is none.
    await server.call("POST", `${path}/messages`, { content: " ", attachments: attachments.slice(0, 1) });
    await server.settled(id);
    const alone = JSON.parse(new TextDecoder().decode(fake.got.at(-1)?.body)).messages.at(-1);
    assert.deepEqual(alone.content, [IMAGE[kind]]);
  });
}

// Shows S2-41.
Deno.test("a model that cannot read images fails with a sentence that helps, and goes on without the picture", async () => {
  const words = '{"error":{"message":"this model does not support image input"}}';
  await using fake = new FakeServer(({ body }) =>
    new TextDecoder().decode(body).includes("image_url")
      ? new Response(words, { status: 400 })
      : openAiAnswer()
  );
  await using server = await TestServer.start();
  const id = await withProvider(server, "openai", fake.url);
  const path = `/api/conversations/${id}`;
  const attachments = [await uploaded(server, PNG, "image/png", "pixel.png")];
  const { json: posted } = await server.call("POST", `${path}/messages`, { content: "What?", attachments });
  await server.settled(id);
  const last = async () => (await server.call("GET", path)).json.messages.at(-1);
  assert.match((await last()).content, /This model cannot read images\. Please exclude the image/);
  await server.call("PATCH", `${path}/messages/${posted.message.id}`, { included: false });
  await server.call("POST", `${path}/messages`, { content: "And now?" });
  await server.settled(id);
  assert.equal((await last()).content, "A pixel.");
});

// Shows S4-21.
Deno.test("asking other models again sends them the same files", async () => {
  await using fake = new FakeServer(openAiAnswer);
  await using server = await TestServer.start();
  const id = await withProvider(server, "openai", fake.url);
  const attachments = [await uploaded(server, PNG, "image/png", "pixel.png")];
  await server.call("POST", `/api/conversations/${id}/messages`, { content: "What?", attachments });
  await server.settled(id);
  const again = await server.call("POST", `/api/conversations/${id}/rerun`, { agents: {} });
  assert.equal(again.status, 201);
  await server.settled(again.json.conversation.id);
  const bodies = fake.got.map(({ body }) => JSON.parse(new TextDecoder().decode(body)).messages.at(-1));
  assert.equal(bodies.length, 2);
  assert.deepEqual(bodies[1], bodies[0]);
});

// Shows S4-21.
Deno.test("an export carries the files, and an import elsewhere serves and sends them", async () => {
  await using from = await TestServer.start();
  await using to = await TestServer.start();
  const text = bytes("line\n".repeat(30_000));
  const attachments = [
    await uploaded(from, PNG, "image/png", "pixel.png"),
    await uploaded(from, text, "text/plain", "long.txt"),
  ];
  const made = await from.call("POST", "/api/conversations", { message: "Keep these", attachments });
  const path = `/api/conversations/${made.json.conversation.id}`;
  const log = await from.call("GET", `${path}/export`);
  assert.equal((await to.call("GET", `/api/attachments/${hash(text)}`)).status, 404);
  assert.equal((await to.call("POST", "/api/import", log.text)).status, 201);
  const { json } = await to.call("GET", path);
  assert.deepEqual(json.messages[0].attachments, (await from.call("GET", path)).json.messages[0].attachments);
  for (const content of [PNG, text]) {
    const response = await to.request("GET", `/api/attachments/${hash(content)}`);
    assert.deepEqual(hash(new Uint8Array(await response.arrayBuffer())), hash(content));
  }
  const markdown = await from.call("GET", `${path}/export?format=markdown`);
  assert.match(markdown.text, /Attached: pixel\.png/);
  const forked = await from.call("POST", `${path}/fork`, { seq: (await from.call("GET", path)).json.seq });
  const copy = await from.call("GET", `/api/conversations/${forked.json.conversation.id}`);
  assert.deepEqual(copy.json.messages[0].attachments, json.messages[0].attachments);
});

// Shows S0-31, S4-7.
Deno.test("a file goes with the last conversation that has it, and not before", async () => {
  await using server = await TestServer.start();
  const file = await uploaded(server, PNG, "image/png", "pixel.png");
  const ids: string[] = [];
  for (const message of ["One", "Two"]) {
    const made = await server.call("POST", "/api/conversations", { message, attachments: [file] });
    ids.push(made.json.conversation.id);
  }
  const status = async () => (await server.call("GET", `/api/attachments/${file.sha256}`)).status;
  const remove = async (id: string | undefined) => {
    assert.equal((await server.call("DELETE", `/api/conversations/${id}`)).status, 204);
    await server.purged(id ?? "");
  };
  await remove(ids[0]);
  assert.equal(await status(), 200);
  await remove(ids[1]);
  assert.equal(await status(), 404);
});

Deno.test("a copy of the beginning of a talk has no part in files that came later: with their words they are gone", async () => {
  await using server = await TestServer.start();
  const { json: { seq } } = await server.call("GET", `${at}/events`);
  const file = await uploaded(server, PNG, "image/png", "cat.png");
  const posted = await server.call("POST", `${at}/messages`, { content: "Look", attachments: [file] });
  await server.settled(WELCOME);
  assert.equal((await server.call("POST", `${at}/fork`, { seq: seq ?? 1 })).status, 201);
  const there = async () => (await server.call("GET", `/api/attachments/${file.sha256}`)).status;
  assert.equal(await there(), 200);
  const { status } = await server.call("DELETE", `${at}/messages/${posted.json.message.id}/content`);
  assert.deepEqual([status, await there()], [200, 404]);
});

/** How an agent is drawn, where that is not left to its id. */
import assert from "node:assert/strict";
import { IMAGE_MOST_SIDE, PICTURE_BYTES, PICTURE_SIDE } from "../../events/catalog/limits.ts";
import { verify } from "../../events/store/verify/verify.ts";
import { PNG } from "../pictures.ts";
import { derivedRows } from "../../server/command_line/derived_rows.ts";
import { TestServer } from "./harness.ts";

async function upload(server: TestServer, bytes: Uint8Array, type: string): Promise<string> {
  const { status, json } = await server.call("POST", "/api/attachments", bytes, {
    "content-type": type,
    "x-file-name": "a",
  });
  assert.equal(status, 201);
  return json.sha256;
}
const make = (server: TestServer, more: object) =>
  server.call("POST", "/api/agents", { name: "Ada", providerId: "provider_mock", model: "echo", ...more });
const namers = async (server: TestServer, sha256: string): Promise<string[]> => {
  const found: string[] = [];
  for await (const { key } of server.store.parts.kv.list({ prefix: ["ref", sha256] })) {
    found.push(String(key[2]));
  }
  return found;
};

Deno.test("an agent has a mark and a picture where it is given them, and none again when they are taken away", async () => {
  await using server = await TestServer.start();
  const picture = await upload(server, PNG, "image/png");
  const made = await make(server, { mark: { shape: "leaf", motif: "eye" }, picture });
  assert.equal(made.status, 201);
  const at = `/api/agents/${made.json.id}`;
  const look = async () => {
    const { mark, picture } = (await server.call("GET", at)).json;
    return { mark, picture };
  };
  assert.deepEqual(await look(), { mark: { shape: "leaf", motif: "eye" }, picture });
  await server.call("PATCH", at, { name: "Eve", mark: { shape: "hex" } });
  assert.deepEqual(await look(), { mark: { shape: "hex" }, picture }, "the rest is left as it is");
  const { agents } = (await server.call("GET", "/api/workspace")).json.fold;
  assert.equal(agents[made.json.id].picture, picture, "the interface is told");
  await server.call("PATCH", at, { mark: null, picture: null });
  assert.deepEqual(await look(), { mark: undefined, picture: undefined });
  assert.ok(!("picture" in (await make(server, {})).json));
});

Deno.test("a mark is of plain words, a picture an uploaded image that is small; all else is refused at its field", async () => {
  await using server = await TestServer.start();
  const text = await upload(server, new TextEncoder().encode("no image"), "text/plain");
  const padded = (size: number) => {
    const bytes = new Uint8Array(size);
    bytes.set(PNG);
    return upload(server, bytes, "image/png");
  };
  const large = await padded(PICTURE_BYTES + 1);
  const pixels = (width: number, height: number) => {
    const bytes = PNG.slice();
    const view = new DataView(bytes.buffer);
    view.setUint32(16, width);
    view.setUint32(20, height);
    return bytes;
  };
  const sized = (width: number, height: number) => upload(server, pixels(width, height), "image/png");
  // Taken before one without a pixel, or cut before it says how large it is, was refused.
  const earlier = async (bytes: Uint8Array) => (await server.store.blobs.put(bytes, "image/png")).sha256;
  const wrong = [
    ["picture", text],
    ["picture", "0".repeat(64)],
    ["picture", "https://example.org/a.png"],
    ["picture", large],
    ["picture", await earlier(PNG.subarray(0, 20))],
    ["picture", await sized(PICTURE_SIDE + 1, 1)],
    ["picture", await sized(1, PICTURE_SIDE + 1)],
    ["picture", await sized(IMAGE_MOST_SIDE, IMAGE_MOST_SIDE)],
    ["picture", await earlier(pixels(0, 1))],
    ["mark", { shape: "Leaf" }],
    ["mark", { shape: "x".repeat(21) }],
    ["mark", { motif: "url(x)" }],
    ["mark", { colour: "red" }],
    ["mark", "leaf"],
  ] as const;
  const { id } = (await make(server, {})).json;
  for (const [field, value] of wrong) {
    for (
      const refused of [
        await make(server, { [field]: value }),
        await server.call("PATCH", `/api/agents/${id}`, { [field]: value }),
      ]
    ) {
      assert.equal(refused.status, 422, JSON.stringify(value));
      assert.ok(refused.json.errors[0].path.startsWith(field), refused.text);
    }
  }
  const { message } = (await make(server, { picture: text })).json.errors[0];
  assert.equal(message, "must be an uploaded image", "not that it may be damaged");
  assert.equal((await make(server, { picture: await padded(PICTURE_BYTES) })).status, 201);
  assert.equal((await make(server, { picture: await sized(PICTURE_SIDE, PICTURE_SIDE) })).status, 201);
  const { json: told } = await make(server, { picture: await sized(1, IMAGE_MOST_SIDE) });
  assert.equal(told.errors[0].message, "must be at most 1,024 × 1,024 pixels, and has 1 × 8,000");
});

Deno.test("a picture stays as long as the settings tell of it, whatever else had it is deleted", async () => {
  await using server = await TestServer.start();
  const picture = await upload(server, PNG, "image/png");
  const { json: { conversation } } = await server.call("POST", "/api/conversations", {
    message: "Look",
    attachments: [{ sha256: picture, name: "a.png" }],
  });
  await make(server, { picture });
  assert.deepEqual((await namers(server, picture)).sort(), [conversation.id, "workspace"].sort());
  await server.call("DELETE", `/api/conversations/${conversation.id}`);
  await server.purged(conversation.id);
  assert.deepEqual(await namers(server, picture), ["workspace"]);
  assert.equal((await server.call("GET", `/api/attachments/${picture}`)).status, 200);
  const report = await verify(server.store, derivedRows);
  assert.deepEqual(report.problems, []);
});

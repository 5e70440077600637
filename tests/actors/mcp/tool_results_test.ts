import assert from "node:assert/strict";
import { RESULT_UNITS, toldResult } from "../../../actors/mcp/tool_results.ts";
import {
  IMAGE_MOST_SIDE,
  RESOURCE_NAME_UNITS,
  RESOURCE_TYPE_UNITS,
  RESOURCE_URI_UNITS,
  RESULT_LINKS,
} from "../../../events/catalog/limits.ts";
import { ToolReturned } from "../../../events/catalog/tool_events.ts";
import { GIF, PNG, pngOf } from "../../pictures.ts";

const told = (...content: unknown[]) => toldResult({ content }).result;

Deno.test("words, pictures, links and files of a result are told one after the other, each as what it is", () => {
  assert.equal(
    told(
      { type: "text", text: "One." },
      { type: "image", data: "A".repeat(4_096), mimeType: "image/png" },
      { type: "resource_link", uri: "file:///a\nb", name: "A  file", description: "of mine" },
      { type: "resource", resource: { uri: "file:///b", text: "Inside." } },
      { type: "resource", resource: { uri: "file:///c", blob: "AAAA", mimeType: "application/pdf" } },
      { type: "hologram" },
    ),
    "One.\n\n[image: image/png, 3 KB, not shown]\n\n[resource: A file file:///a b (of mine)]\n\n" +
      "[resource: file:///b]\nInside.\n\n[resource: file:///c application/pdf, 1 KB, not shown]\n\n" +
      "[something of a kind that is not known here]",
  );
});

Deno.test("a structured result is given as JSON behind the words, and once", () => {
  const structuredContent = { a: 1 };
  const said = (text: string) => toldResult({ content: [{ type: "text", text }], structuredContent }).result;
  assert.equal(toldResult({ content: [], structuredContent }).result, '{"a":1}');
  assert.equal(said("  "), '{"a":1}');
  assert.equal(said("a is 1"), 'a is 1\n\n{"a":1}');
  assert.equal(said('{\n  "a": 1\n}'), '{\n  "a": 1\n}', "as it was set out");
  assert.equal(said('{"a": 2}'), '{"a": 2}\n\n{"a":1}');
});

Deno.test("a text that is all of what is structured is given once; what stands beside it, or another one, is given", () => {
  const said = (text: string, structuredContent: unknown) =>
    toldResult({ content: [{ type: "text", text }], structuredContent }).result;
  assert.equal(said("Flour.", { content: "Flour." }), "Flour.");
  assert.equal(said("Flour.", { content: "Flour.", lines: 1 }), 'Flour.\n\n{"content":"Flour.","lines":1}');
  assert.equal(said("Flour.", { content: "Salt." }), 'Flour.\n\n{"content":"Salt."}');
  assert.equal(said("Flour.", null), "Flour.\n\nnull");
});

Deno.test("an error is one, no result is one, and what is too long is cut and says so", () => {
  const failed = { content: [{ type: "text", text: "No." }], isError: true };
  assert.deepEqual(toldResult(failed), { status: "error", result: "No." });
  assert.equal(toldResult(null).status, "error");
  const text = "a".repeat(RESULT_UNITS);
  assert.equal(told({ type: "text", text }), text);
  assert.equal(told({ type: "text", text: `${text}bc` }), `${text}\n[2 more characters were cut]`);
  assert.match(told(...Array.from({ length: 1_001 }, () => ({ type: "text", text: "a" }))), /1 more pieces/);
});

Deno.test("a secret that stands on the cut goes whole: of a result, and of what is said of a link", () => {
  const secret = "topsecret-0123456789";
  const clean = (text: string) => text.replaceAll(secret, "[secret]");
  for (const before of [RESULT_UNITS - 5, RESULT_UNITS - 19, RESULT_UNITS]) {
    const text = `${"a".repeat(before)}${secret}${"b".repeat(50_000)}`;
    const { result } = toldResult({ content: [{ type: "text", text }] }, clean);
    assert.ok(!result.includes("topse"), `${before}`);
    assert.match(result, /more characters were cut\]$/);
  }
  const whole = toldResult({ content: [{ type: "text", text: `it is ${secret}` }] }, clean);
  assert.equal(whole.result, "it is [secret]");
  for (const field of ["name", "uri", "description"]) {
    const link = { type: "resource_link", uri: "u", name: "n", [field]: `${"c".repeat(495)}${secret}` };
    assert.ok(!toldResult({ content: [link] }, clean).result.includes("topse"), field);
  }
});

Deno.test("pictures are taken out of a result as far as there is room, and told by their numbers; what is none is not shown", () => {
  const picture = (bytes: Uint8Array, mimeType = "image/png") => ({
    type: "image",
    data: bytes.toBase64(),
    mimeType,
  });
  const content = [
    picture(PNG),
    { type: "resource", resource: { uri: "file:///b.gif", mimeType: "image/gif", blob: GIF.toBase64() } },
    picture(pngOf(IMAGE_MOST_SIDE + 1, 1)),
    picture(pngOf(IMAGE_MOST_SIDE, 1)),
    picture(PNG, "image/svg+xml"),
    picture(PNG, "image/jpeg"),
    { type: "image", data: "no base64!", mimeType: "image/png" },
    picture(PNG),
  ];
  const { result, pictures } = toldResult({ content }, undefined, { pictures: 3, links: 0 });
  assert.deepEqual(result.split("\n\n"), [
    "[image: image/png, 1 KB, picture 1]",
    "[resource: file:///b.gif image/gif, 1 KB, picture 2]",
    "[image: image/png, 1 KB, not shown]",
    "[image: image/png, 1 KB, picture 3]",
    "[image: image/svg+xml, 1 KB, not shown]",
    "[image: image/jpeg, 1 KB, not shown]",
    "[image: image/png, 1 KB, not shown]",
    "[image: image/png, 1 KB, not shown]",
  ]);
  assert.deepEqual(pictures?.map(({ type, bytes, width }) => [type, bytes.length, width]), [
    ["image/png", PNG.length, 1],
    ["image/gif", GIF.length, 1],
    ["image/png", PNG.length, IMAGE_MOST_SIDE],
  ]);
  assert.equal(toldResult({ content }).pictures, undefined, "where nobody keeps them none is taken");
});

const KEEP = { pictures: 0, links: RESULT_LINKS };
const link = (uri: string, name = "Notes", mimeType = "text/plain") => ({
  type: "resource_link",
  uri,
  name,
  mimeType,
});
const linksOf = (content: readonly unknown[], clean = (text: string) => text) =>
  toldResult({ content }, clean, KEEP).links;

Deno.test("resources that a result names are kept for people, each once, with what is in it as with what is linked", () => {
  const titled = { ...link("notes://b", "b"), title: "Büro" };
  const inside = {
    type: "resource",
    resource: { uri: "file:///c.md", mimeType: "text/markdown", text: "x" },
  };
  const bare = { type: "resource", resource: { uri: "file:///d", blob: "" } };
  assert.deepEqual(linksOf([link("notes://a"), titled, inside, bare, link("notes://a", "Again")]), [
    { uri: "notes://a", name: "Notes", type: "text/plain" },
    { uri: "notes://b", name: "Büro", type: "text/plain" },
    { uri: "file:///c.md", type: "text/markdown" },
    { uri: "file:///d" },
  ]);
  assert.equal(linksOf([{ type: "text", text: "notes://a" }]), undefined);
  assert.equal(toldResult({ content: [link("notes://a")] }).links, undefined, "where nobody keeps them");
});

Deno.test("a resource with a misleading or a secret address is in the words alone, and a misleading name is shown so", () => {
  const clean = (text: string) => text.replaceAll("topsecret", "[secret]");
  for (
    const uri of ["", " ", "notes://a\nb", "notes://\u202egpj.exe", "notes://\ud800", "notes://topsecret"]
  ) {
    assert.equal(linksOf([link(uri)], clean), undefined, JSON.stringify(uri));
  }
  const hostile = link("notes://a", "a\u202e<b>topsecret</b>\n", "text/\u0000\ud800");
  assert.deepEqual(linksOf([hostile], clean), [
    { uri: "notes://a", name: "a\ufffd<b>[secret]</b>\ufffd", type: "text/\ufffd\ufffd" },
  ]);
  assert.deepEqual(linksOf([link("notes://a", "\u200b", "")]), [{ uri: "notes://a" }]);
});

Deno.test("addresses, names, types and the count of resources are kept up to their bounds, and the log takes just that", () => {
  const uri = (units: number) => "n:".padEnd(units, "a");
  assert.equal(linksOf([link(uri(RESOURCE_URI_UNITS))])?.length, 1);
  assert.equal(linksOf([link(uri(RESOURCE_URI_UNITS + 1))]), undefined);
  const most = {
    uri: uri(RESOURCE_URI_UNITS),
    name: "n".repeat(RESOURCE_NAME_UNITS),
    type: "t".repeat(RESOURCE_TYPE_UNITS),
  };
  assert.deepEqual(linksOf([link(most.uri, `${most.name}n`, `${most.type}t`)]), [most]);
  const many = Array.from({ length: RESULT_LINKS + 1 }, (_, index) => link(`n:${index}`));
  const links = linksOf(many) ?? [];
  assert.equal(links.length, RESULT_LINKS);
  const fits = (links: unknown) =>
    ToolReturned.shape.data.safeParse({
      ...{ turnId: "t1", attempt: 1, round: 1, callId: "c1", status: "ok", result: "", links },
    }).success;
  assert.ok(fits(links) && fits([most]));
  assert.ok(!fits([...links, { uri: "n:x" }]));
  assert.ok(!fits([{ ...most, uri: `${most.uri}a` }]));
  assert.ok(!fits([{ ...most, name: `${most.name}n` }]));
  assert.ok(!fits([{ ...most, type: `${most.type}t` }]));
});

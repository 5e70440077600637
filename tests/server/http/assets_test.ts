/** Files of the interface, and what the pages in frames are told they may do. */
import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { assetResponse, plainBytes, readAssets } from "../../../server/http/assets.ts";
import { digestOf, framePolicy, scriptOf } from "../../../server/http/frame_policies.ts";
import { inFolder } from "../../in_folder.ts";

const policyOf = (headers: Readonly<Record<string, string>> | null) =>
  new Map(
    (headers?.["content-security-policy"] ?? "").split("; ").map((directive): [string, string] => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources.join(" ")];
    }),
  );

Deno.test("SECURITY 5: every frame has nobody's origin, loads nothing unless named, and stands in our page alone", () => {
  for (const name of ["mermaid", "preview", "picture"]) {
    const policy = policyOf(framePolicy(name, "HASH"));
    assert.equal(policy.get("sandbox"), "allow-scripts", name);
    assert.equal(policy.get("default-src"), "'none'", name);
    assert.equal(policy.get("frame-ancestors"), "'self'", name);
    assert.equal(policy.get("form-action"), "'none'", name);
    assert.equal(policy.get("base-uri"), "'none'", name);
    for (const closed of ["connect-src", "frame-src", "worker-src", "object-src", "child-src"]) {
      assert.ok(!policy.has(closed), `${name} leaves ${closed} to the default`);
    }
  }
});

Deno.test("SECURITY 5: each frame is given what it needs and no more", () => {
  const mermaid = policyOf(framePolicy("mermaid", "HASH"));
  assert.equal(mermaid.get("script-src"), "'sha256-HASH'");
  assert.equal(mermaid.get("style-src"), "'unsafe-inline'");
  assert.equal(mermaid.get("img-src"), undefined);
  const preview = policyOf(framePolicy("preview", "HASH"));
  assert.equal(preview.get("script-src"), "'unsafe-inline'");
  assert.equal(preview.get("img-src"), "data: blob:");
  assert.equal(preview.get("font-src"), "data:");
  const picture = policyOf(framePolicy("picture", "HASH"));
  assert.equal(picture.get("script-src"), "'sha256-HASH'");
  assert.equal(picture.get("img-src"), "https:");
  assert.equal(picture.get("style-src"), undefined);
  for (const name of ["mermaid", "preview"]) {
    assert.equal(framePolicy(name, "")?.["connection-allowlist"], "()", name);
  }
  assert.equal(framePolicy("anything", ""), null);
  assert.equal(framePolicy("constructor", ""), null);
});

Deno.test("the hash of a frame's script is taken from the page that is sent", async () => {
  await inFolder(async (folder) => {
    const script = 'tell("</b>")';
    await Deno.mkdir(`${folder}/frames`);
    await Deno.mkdir(`${folder}/assets`);
    await Deno.writeTextFile(`${folder}/index.html`, "<!doctype html>");
    await Deno.writeTextFile(`${folder}/assets/a-1.js`, "1");
    await Deno.writeTextFile(`${folder}/frames/mermaid.html`, `<body><script>${script}</script></body>`);
    const assets = await readAssets(folder);
    assert.deepEqual([...assets.keys()].sort(), ["assets/a-1.js", "frames/mermaid.html", "index.html"]);
    const hash = await digestOf(new TextEncoder().encode(script));
    const frame = await assets.get("frames/mermaid.html")?.();
    assert.equal(policyOf(frame?.headers ?? null).get("script-src"), `'sha256-${hash}'`);
    const index = await assets.get("index.html")?.();
    assert.ok(index);
    assert.equal(index.headers, undefined);
  });
  assert.equal(scriptOf("<body></body>"), "");
  assert.equal(scriptOf("<script>a</script>"), "a");
});

const bytesOf = (text: string) => new TextEncoder().encode(text);
const asking = (headers: Record<string, string> = {}) => new Headers(headers);

Deno.test("who has a file already is not sent it again, and is told its policy again", async () => {
  const asset = {
    bytes: new Uint8Array([1, 2]),
    isPacked: false,
    type: "text/html",
    tag: 'W/"t"',
    headers: { "x-a": "b" },
  };
  const first = await assetResponse(asset, false, asking());
  assert.equal(first.status, 200);
  assert.equal(first.headers.get("etag"), 'W/"t"');
  assert.equal(first.headers.get("x-a"), "b");
  assert.equal(first.headers.get("cache-control"), "no-cache");
  assert.deepEqual(await first.bytes(), asset.bytes);
  const again = await assetResponse(asset, false, asking({ "if-none-match": 'W/"t"' }));
  assert.equal(again.status, 304);
  assert.equal(again.headers.get("x-a"), "b");
  assert.equal((await again.bytes()).length, 0);
  assert.equal((await assetResponse(asset, false, asking({ "if-none-match": 'W/"other"' }))).status, 200);
  const immutable = await assetResponse(asset, true, asking());
  assert.match(immutable.headers.get("cache-control") ?? "", /immutable/);
});

Deno.test("a file that was packed is kept so alone, and sent as it is to who takes it no other way", async () => {
  await inFolder(async (folder) => {
    for (const place of ["assets", "frames", "icons"]) await Deno.mkdir(`${folder}/${place}`);
    await Deno.writeTextFile(`${folder}/assets/a-1.js`, "as it is");
    const packed = new Uint8Array(gzipSync("as it is"));
    await Deno.writeFile(`${folder}/assets/a-1.js.gz`, packed);
    await Deno.writeTextFile(`${folder}/index.html`, "<!doctype html>");
    const assets = await readAssets(folder);
    assert.deepEqual([...assets.keys()], ["index.html", "assets/a-1.js"]);
    const kept = await assets.get("assets/a-1.js")?.();
    assert.ok(kept);
    assert.deepEqual(kept.bytes, packed);
    assert.equal(new TextDecoder().decode(await plainBytes(kept)), "as it is");
    const sent = async (name: string, accepts: string) => {
      const asset = await assets.get(name)?.();
      assert.ok(asset);
      const response = await assetResponse(asset, true, asking({ "accept-encoding": accepts }));
      return [
        response.headers.get("content-encoding"),
        response.headers.get("vary"),
        response.headers.get("content-type")?.split(";")[0],
        await response.bytes(),
      ];
    };
    const script = "text/javascript";
    assert.deepEqual(await sent("assets/a-1.js", "gzip, deflate, br"), [
      "gzip",
      "accept-encoding",
      script,
      packed,
    ]);
    assert.deepEqual(await sent("assets/a-1.js", "br"), [
      null,
      "accept-encoding",
      script,
      bytesOf("as it is"),
    ]);
    assert.deepEqual(await sent("index.html", "gzip"), [null, null, "text/html", bytesOf("<!doctype html>")]);
  });
});

Deno.test("a page is of the build that was there at the start; what it asks for later is read then, and once", async () => {
  await inFolder(async (folder) => {
    const place = `${folder}/assets`;
    for (const name of ["assets", "frames", "icons"]) await Deno.mkdir(`${folder}/${name}`);
    await Deno.writeTextFile(`${folder}/index.html`, "first");
    for (const name of ["a-1.js", "b-1.js"]) await Deno.writeTextFile(`${place}/${name}`, "first");
    const assets = await readAssets(folder);
    await Deno.writeTextFile(`${folder}/index.html`, "second");
    await Deno.writeTextFile(`${place}/a-1.js`, "second");
    await Deno.rename(`${place}/b-1.js`, `${place}/gone`);
    const text = async (name: string) => {
      const asset = await assets.get(name)?.();
      return asset && new TextDecoder().decode(asset.bytes);
    };
    assert.equal(await text("index.html"), "first");
    assert.equal(await text("assets/a-1.js"), "second", "nothing was kept of what nobody asked for");
    await Deno.writeTextFile(`${place}/a-1.js`, "third");
    assert.equal(await text("assets/a-1.js"), "second");
    assert.equal(await text("assets/b-1.js"), null);
    await Deno.rename(`${place}/gone`, `${place}/b-1.js`);
    assert.equal(await text("assets/b-1.js"), "first", "who asks again finds what is there again");
    assert.equal(await text("assets/c-1.js"), undefined);
  });
});

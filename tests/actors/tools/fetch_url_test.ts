import assert from "node:assert/strict";
import { isPublicAddress } from "../../../actors/tools/address.ts";
import { brotliCompressSync } from "node:zlib";
import { ADDRESS_CHARS } from "../../../events/catalog/limits.ts";
import { LINKS, LINKS_CHARS, readPage } from "../../../actors/tools/read_page.ts";
import { fetchUrl, PAGE_BYTES } from "../../../actors/tools/fetch_url.ts";
import { createToolbox, currentTime } from "../../../actors/tools/toolbox.ts";

const never = new AbortController().signal;
/** Everything may be read without asking: what is tested is something else. */
const ANY = () => true;
const local = fetchUrl({ allowed: () => true });

async function serving(answer: (url: URL) => Response, use: (base: string) => Promise<void>): Promise<void> {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (r) => answer(new URL(r.url)),
  );
  try {
    await use(`http://127.0.0.1:${server.addr.port}`);
  } finally {
    await server.shutdown();
  }
}

Deno.test("CVE-2026-31943 SSRF: private, loopback, link-local, mapped and special addresses are refused", () => {
  for (
    const address of [
      "127.0.0.1",
      "10.1.2.3",
      "172.16.0.1",
      "192.168.1.1",
      "169.254.169.254",
      "0.0.0.0",
      "100.64.0.1",
      "224.0.0.1",
      "255.255.255.255",
      "::",
      "::1",
      "::ffff:127.0.0.1",
      "::ffff:7f00:1",
      "::ffff:a9fe:a9fe",
      "::127.0.0.1",
      "::ffff:0:127.0.0.1",
      "::10.1.2.3",
      "::ffff:0:a9fe:a9fe",
      "168.63.129.16",
      "::ffff:168.63.129.16",
      "3fff::1",
      "3fff:fff:ffff::1",
      "5f00::1",
      "5f00:ffff::1",
      "64:ff9b::7f00:1",
      "fe80::1",
      "fc00::1",
      "2002:7f00:1::",
      "not an address",
    ]
  ) assert.equal(isPublicAddress(address), false, address);
  for (
    const address of [
      "1.1.1.1",
      "93.184.216.34",
      "168.63.129.15",
      "168.63.129.17",
      "2606:4700::1111",
      "3ffe:ffff::1",
      "3fff:1000::1",
      "5eff::1",
      "5f01::1",
      "::ffff:1.1.1.1",
      "::1.1.1.1",
      "::ffff:0:1.1.1.1",
    ]
  ) {
    assert.equal(isPublicAddress(address), true, address);
  }
});

Deno.test("SSRF: a name or a literal that leads to this machine is refused when the connection is made", async () => {
  await serving(() => new Response("inside"), async (base) => {
    const port = new URL(base).port;
    for (
      const url of [
        base,
        `http://localhost:${port}/`,
        `http://[::ffff:127.0.0.1]:${port}/`,
        `http://2130706433:${port}/`,
      ]
    ) {
      assert.equal((await fetchUrl().run({ url }, never, ANY)).status, "refused", url);
    }
  });
});

Deno.test("CVE-2026-31943 CVE-2026-45401 SSRF: a redirect is checked like the first address", async () => {
  const onlyFirst = (() => {
    let calls = 0;
    return fetchUrl({ allowed: () => calls++ === 0 });
  })();
  await serving(
    (url) => url.pathname === "/" ? Response.redirect(new URL("/inside", url)) : new Response("inside"),
    async (base) => {
      assert.equal((await onlyFirst.run({ url: base }, never, ANY)).status, "refused");
      assert.deepEqual(await local.run({ url: base }, never, ANY), { status: "ok", result: "inside" });
    },
  );
});

Deno.test("a page comes back as its words, cut at its limit; what is no text is refused", async () => {
  await serving((url) => {
    if (url.pathname === "/big") {
      return new Response("x".repeat(PAGE_BYTES * 2), { headers: { "content-type": "text/plain" } });
    }
    if (url.pathname === "/png") return new Response("x", { headers: { "content-type": "image/png" } });
    if (url.pathname === "/gone") return new Response("", { status: 404 });
    return new Response("<h1>Hi</h1><script>evil()</script><p>there &amp; here", {
      headers: { "content-type": "text/html" },
    });
  }, async (base) => {
    assert.equal((await local.run({ url: base }, never, ANY)).result, "Hi\nthere & here");
    assert.equal((await local.run({ url: `${base}/big` }, never, ANY)).result.length, PAGE_BYTES);
    assert.equal((await local.run({ url: `${base}/png` }, never, ANY)).status, "error");
    assert.equal((await local.run({ url: `${base}/gone` }, never, ANY)).result, "The server answered 404.");
  });
  for (const url of ["file:///etc/passwd", "javascript:1", "nonsense", ""]) {
    assert.equal((await local.run({ url }, never, ANY)).status, "error", url);
  }
});

Deno.test("a page tells its links, whole and each once, so that they can be followed", async () => {
  const html =
    `<p>Hi <a href="/one?a=1&amp;b=2#top">one</a> <a href='two'>two</a><A HREF=https://Other.example/>3</a>
    <a href="/one?a=1&amp;b=2">again</a><a href="#here">here</a><a href="javascript:alert(1)">no</a><a>none</a>
    <a href="https://me:secret@other.example/">no</a><area href="three"><img src="/four"><a title="href=/five">x</a>`;
  await serving(
    (url) =>
      url.pathname === "/many"
        ? new Response(
          `<a href="x">`.repeat(3) + Array.from({ length: LINKS + 1 }, (_, n) => `<a href="/${n}">`).join(""),
          {
            headers: { "content-type": "text/html" },
          },
        )
        : new Response(html, { headers: { "content-type": "text/html" } }),
    async (base) => {
      const { result } = await local.run({ url: `${base}/at/home` }, never, ANY);
      assert.deepEqual(result.split("\n\nLinks:\n")[1]?.split("\n"), [
        `${base}/one?a=1&b=2`,
        `${base}/at/two`,
        "https://other.example/",
        `${base}/at/three`,
      ]);
      const many = await local.run({ url: `${base}/many` }, never, ANY);
      assert.equal(many.result.split("Links:\n")[1]?.split("\n").length, LINKS);
    },
  );
});

for (const [count, told] of [[LINKS - 1, LINKS - 1], [LINKS, LINKS], [LINKS + 1, LINKS]] as const) {
  Deno.test(`of ${count} links ${told} are told`, async () => {
    const html = Array.from({ length: count }, (_, n) => `<a href="/${n}">`).join("");
    assert.equal((await readPage(html, "https://a.example/")).links.length, told);
  });
}

for (const [chars, told] of [[LINKS_CHARS - 1, 16], [LINKS_CHARS, 16], [LINKS_CHARS + 1, 15]] as const) {
  Deno.test(`of links of ${chars} characters together ${told} are told`, async () => {
    const each = Math.floor(chars / 16);
    const link = (n: number, length: number) => `https://a.example/${n}/`.padEnd(length, "x");
    const last = chars - 15 * each;
    const html = Array.from({ length: 16 }, (_, n) => `<a href="${link(n, n === 15 ? last : each)}">`).join(
      "",
    );
    assert.equal((await readPage(html, "https://a.example/")).links.length, told);
  });
}

Deno.test("a page that is packed is unpacked, no further than it is read; what cannot be is refused", async () => {
  const packed = async (text: string, format: CompressionFormat) =>
    new Uint8Array(
      await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream(format))).arrayBuffer(),
    );
  const [gzip, deflate] = [await packed("packed words", "gzip"), await packed("packed words", "deflate")];
  const bomb = await packed("x".repeat(4 * PAGE_BYTES), "gzip");
  const pages: Record<string, [Uint8Array, Record<string, string>]> = {
    "/gzip": [gzip, { "content-encoding": "gzip" }],
    "/GZIP": [gzip, { "content-encoding": "GZip" }],
    "/deflate": [deflate, { "content-encoding": "deflate" }],
    "/br": [new Uint8Array(brotliCompressSync("packed words")), { "content-encoding": "br" }],
    "/bomb": [bomb, { "content-encoding": "gzip" }],
    "/cut": [gzip.slice(0, 15), { "content-encoding": "gzip" }],
    "/zstd": [gzip, { "content-encoding": "zstd" }],
    "/two": [gzip, { "content-encoding": "gzip, gzip" }],
    "/silent": [gzip, {}],
    "/nul": [new TextEncoder().encode("a\0b"), {}],
  };
  await serving((url) => {
    const [bytes, headers] = pages[url.pathname] ?? [new Uint8Array(), {}];
    return new Response(bytes.slice(), { headers: { "content-type": "text/plain", ...headers } });
  }, async (base) => {
    const read = (path: string) => local.run({ url: base + path }, never, ANY);
    for (const path of ["/gzip", "/GZIP", "/deflate", "/br"]) {
      assert.deepEqual(await read(path), { status: "ok", result: "packed words" }, path);
    }
    assert.equal((await read("/bomb")).result.length, PAGE_BYTES);
    for (
      const [path, words] of [
        ["/cut", "The page could not be read."],
        ["/zstd", "The page is packed in a way that cannot be read."],
        ["/two", "The page is packed in a way that cannot be read."],
        ["/silent", "The page is not text."],
        ["/nul", "The page is not text."],
      ] as const
    ) assert.deepEqual(await read(path), { status: "error", result: words }, path);
  });
});

Deno.test("an address is read only where it may be, with nothing sent before; a redirect to another site asks anew", async () => {
  const seen: string[] = [];
  await serving((url) => {
    seen.push(url.pathname);
    const to = url.searchParams.get("to");
    return to ? new Response(null, { status: 302, headers: { location: to } }) : new Response("here");
  }, async (base) => {
    const read = (url: string, ...known: string[]) =>
      local.run({ url }, never, (address) => known.includes(address));
    const refused = await read(`${base}/secret?q=all`);
    assert.deepEqual([refused.status, seen], ["refused", []], "nobody was asked, so nothing was sent");
    const own = `${base}/a?to=/b`;
    assert.deepEqual(await read(own, own), { status: "ok", result: "here" });
    assert.deepEqual(seen, ["/a", "/b"], "a redirect within the site is followed");
    const port = new URL(base).port;
    const other = `http://localhost:${port}/c`;
    const leading = `${base}/a?to=${encodeURIComponent(other)}`;
    const led = await read(leading, leading);
    assert.equal(led.status, "error");
    assert.match(led.result, new RegExp(`another site.*not read.*${other}$`));
    assert.deepEqual(seen, ["/a", "/b", "/a"]);
    assert.deepEqual(await read(leading, leading, other), { status: "ok", result: "here" });
    const hidden = `${base}/a?to=${encodeURIComponent(`http://me:secret@127.0.0.1:${port}/d`)}`;
    assert.equal((await read(hidden, hidden)).status, "error");
    assert.deepEqual(seen.filter((path) => path === "/d"), []);
  });
});

for (
  const [length, status] of [[ADDRESS_CHARS - 1, "ok"], [ADDRESS_CHARS, "ok"], [
    ADDRESS_CHARS + 1,
    "error",
  ]] as const
) {
  Deno.test(`an address of ${length} characters gives ${status}`, async () => {
    await serving(() => new Response("here"), async (base) => {
      const { status: given, result } = await local.run({ url: `${base}/`.padEnd(length, "a") }, never, ANY);
      assert.equal(given, status);
      if (status === "error") assert.match(result, /at most 2000 characters/);
    });
  });
}

Deno.test("a tool nobody knows, broken arguments and a tool that throws are errors the model hears", async () => {
  const broken = { ...currentTime({ now: () => "" }), run: () => Promise.reject(new Error("secret")) };
  const box = createToolbox([
    { ...broken, schema: { ...broken.schema, name: "broken" } },
    currentTime({ now: () => "now" }),
  ]);
  assert.deepEqual(await box.run("current_time", "", never, ANY), { status: "ok", result: "now" });
  assert.equal((await box.run("nothing", "{}", never, ANY)).status, "error");
  assert.equal((await box.run("current_time", "{", never, ANY)).status, "error");
  assert.deepEqual(await box.run("broken", "{}", never, ANY), {
    status: "error",
    result: "The tool failed.",
  });
  assert.equal(box.schemas(["current_time", "nothing"]).length, 1);
});

import assert from "node:assert/strict";
import { isPublicAddress } from "../../actors/tools/address.ts";
import { fetchUrl, PAGE_BYTES } from "../../actors/tools/fetch_url.ts";
import { createToolbox, currentTime } from "../../actors/tools/toolbox.ts";

const never = new AbortController().signal;
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
      assert.equal((await fetchUrl().run({ url }, never)).status, "refused", url);
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
      assert.equal((await onlyFirst.run({ url: base }, never)).status, "refused");
      assert.deepEqual(await local.run({ url: base }, never), { status: "ok", result: "inside" });
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
    assert.equal((await local.run({ url: base }, never)).result, "Hi\nthere & here");
    assert.equal((await local.run({ url: `${base}/big` }, never)).result.length, PAGE_BYTES);
    assert.equal((await local.run({ url: `${base}/png` }, never)).status, "error");
    assert.equal((await local.run({ url: `${base}/gone` }, never)).result, "The server answered 404.");
  });
  for (const url of ["file:///etc/passwd", "javascript:1", "nonsense", ""]) {
    assert.equal((await local.run({ url }, never)).status, "error", url);
  }
});

Deno.test("a tool nobody knows, broken arguments and a tool that throws are errors the model hears", async () => {
  const broken = { ...currentTime({ now: () => "" }), run: () => Promise.reject(new Error("secret")) };
  const box = createToolbox([
    { ...broken, schema: { ...broken.schema, name: "broken" } },
    currentTime({ now: () => "now" }),
  ]);
  assert.deepEqual(await box.run("current_time", "", never), { status: "ok", result: "now" });
  assert.equal((await box.run("nothing", "{}", never)).status, "error");
  assert.equal((await box.run("current_time", "{", never)).status, "error");
  assert.deepEqual(await box.run("broken", "{}", never), { status: "error", result: "The tool failed." });
  assert.equal(box.schemas(["current_time", "nothing"]).length, 1);
});

/** The page as it is kept on a device: one version, whole, and never before what the server says. */
import assert from "node:assert/strict";
import { partOf, PATIENCE_MS, Shell, type ShellPorts, VERSIONS } from "../../../../ui/state/offline/shell.ts";
import { FakePlaces } from "./fake_places.ts";

const ORIGIN = "https://bowl.example";
const never = () => new Promise<never>(() => {});
const request = (path: string) => new Request(ORIGIN + path);
const FILES = ["/assets/a-1.js", "/assets/b-1.css"];

/** A device and the server it asks: `files` by path; null: it is not reached. */
function device(files: () => Readonly<Record<string, string>> | null, more: Partial<ShellPorts> = {}) {
  const asked: string[] = [];
  const fetch = (input: Request | string): Promise<Response> => {
    const path = new URL(input instanceof Request ? input.url : input, ORIGIN).pathname;
    asked.push(path);
    const there = files();
    if (!there) return Promise.reject(new TypeError("nobody there"));
    const text = there[path];
    return Promise.resolve(new Response(text ?? "none", { status: text === undefined ? 404 : 200 }));
  };
  const caches = new FakePlaces(fetch);
  const ports: ShellPorts = {
    caches,
    fetch,
    digest: (bytes) => Promise.resolve(`of ${new TextDecoder().decode(bytes)}`),
    after: never,
    ...more,
  };
  const shell = (name: string, page = `page ${name}`) =>
    new Shell({ name, files: FILES, page: `of ${page}` }, ports);
  return { asked, caches, shell };
}

const built = (page: string) => ({ "/": page, "/assets/a-1.js": "a", "/assets/b-1.css": "b" });

Deno.test("of what a page asks for, its addresses and its files alone are the worker's", () => {
  const part = (path: string, mode: RequestMode, method = "GET", origin = ORIGIN) =>
    partOf({ url: origin + path, mode, method }, ORIGIN);
  for (const path of ["/", "/new", "/c/conversation_1", "/settings", "/settings/agents/new"]) {
    assert.equal(part(path, "navigate"), "page", path);
  }
  assert.equal(part("/assets/main-1.js", "cors"), "file");
  for (
    const path of [
      "/api/events",
      "/api/conversations/a?view=fold",
      "/v1/models",
      "/frame/preview",
      "/healthz",
      "/openapi.json",
      "/offline_worker.js",
      "/icons/icon_192.png",
    ]
  ) {
    assert.equal(part(path, "cors"), null, path);
    assert.equal(part(path, "navigate"), null, path);
  }
  assert.equal(part("/assets/main-1.js", "cors", "POST"), null);
  assert.equal(part("/assets/main-1.js", "cors", "GET", "https://elsewhere.example"), null);
  assert.equal(part("/", "navigate", "GET", "https://elsewhere.example"), null);
});

Deno.test("a version is there whole or not at all", async () => {
  let there: Record<string, string> = built("page one");
  const { caches, shell } = device(() => there);
  await shell("one").install();
  const [name = ""] = await caches.keys();
  assert.deepEqual([...caches.places.get(name)?.held.keys() ?? []], [...FILES, "/"]);
  // A file is missing.
  there = { "/": "page two", "/assets/a-1.js": "a" };
  await assert.rejects(shell("two").install());
  assert.deepEqual(await caches.keys(), [name]);
});

Deno.test("a worker does not take the page of another version for its own", async () => {
  const { caches, shell } = device(() => built("page two"));
  await assert.rejects(shell("one").install(), /another version/);
  assert.deepEqual(await caches.keys(), []);
});

Deno.test("the server's page comes first; the kept one where it cannot be reached, or what stands before it says so", async () => {
  let there: Record<string, string> | null = built("page one");
  const { shell } = device(() => there);
  const one = shell("one");
  await one.install();
  there = built("page two");
  assert.equal(await (await one.page(request("/c/a"))).text(), "none");
  assert.equal(await (await one.page(request("/"))).text(), "page two");
  there = null;
  assert.equal(await (await one.page(request("/c/a"))).text(), "page one");
  for (const status of [502, 503, 504, 500, 401]) {
    const gone = device(() => there, { fetch: () => Promise.resolve(new Response("gone", { status })) });
    await (await gone.caches.open("fishbowl shell one")).put("/", new Response("kept"));
    const answer = await gone.shell("one").page(request("/"));
    assert.equal(await answer.text(), status > 501 ? "kept" : "gone", `${status}`);
  }
});

Deno.test("a server that says nothing is not waited for without end, unless nothing is kept", async () => {
  const waited: number[] = [];
  const after = (ms: number) => {
    waited.push(ms);
    return Promise.resolve();
  };
  const { caches, shell } = device(() => null, { fetch: never, after });
  await (await caches.open("fishbowl shell one")).put("/", new Response("kept"));
  assert.equal(await (await shell("one").page(request("/"))).text(), "kept");
  assert.deepEqual(waited, [PATIENCE_MS]);
  const empty = device(() => null);
  await assert.rejects(empty.shell("one").page(request("/")), /nobody there/);
});

Deno.test("a file that is kept is not asked for; of another version it is", async () => {
  const { asked, shell } = device(() => built("page one"));
  const one = shell("one");
  await one.install();
  asked.length = 0;
  assert.equal(await (await one.file(request("/assets/a-1.js"))).text(), "a");
  assert.deepEqual(asked, []);
  await one.file(request("/assets/a-2.js"));
  assert.deepEqual(asked, ["/assets/a-2.js"]);
});

Deno.test("of several versions today's and the one before it stay, and what was read", async () => {
  const { caches, shell } = device(() => null);
  for (const name of ["fishbowl shell one", "fishbowl read", "fishbowl shell two", "fishbowl shell three"]) {
    await caches.open(name);
  }
  await shell("three").tidy();
  assert.deepEqual(await caches.keys(), ["fishbowl read", "fishbowl shell two", "fishbowl shell three"]);
  assert.equal(VERSIONS, 2);
  // An older build was put back.
  await caches.open("fishbowl shell one");
  await shell("two").tidy();
  assert.deepEqual(await caches.keys(), ["fishbowl read", "fishbowl shell two", "fishbowl shell one"]);
});

/** Whether the server has another version of the page that is open. */
import "../page.ts";
import assert from "node:assert/strict";
import { beginsWith, followPage } from "../../../ui/state/served_page.ts";
import { connections, newerPage, offline } from "../../../ui/state/ui_state.ts";
import { instead, serving } from "../browser.ts";

const page = (style: string, script: string) =>
  `<!doctype html>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/assets/${style}">
    <link rel="modulepreload" href="/assets/next-1.js">
    <script type="module" src="/assets/${script}"></script>`;

/** Until nothing that was asked is on its way. */
const answered = () => new Promise((resolve) => setImmediate(resolve));

/** As something that stands before a server has it. */
const THEIRS = '<title>Sign in to the office</title><link rel="stylesheet" href="/office.css">';

Deno.test("a page is known by its style and its script, and only one of this program", () => {
  assert.equal(beginsWith(page("main-1.css", "main-1.js")), "/assets/main-1.css,/assets/main-1.js");
  assert.equal(beginsWith(THEIRS), "");
});

Deno.test("each connection but the first asks whether there is another version, which is told of once", async () => {
  const own: Record<string, string> = { link: "/assets/main-1.css", script: "/assets/main-1.js" };
  const querySelector = (rule: string) => {
    const [, name = ""] = /^head > (\w+)\[/.exec(rule) ?? [];
    return { getAttribute: () => own[name] };
  };
  using _document = instead("document", { querySelector });
  let served: Response | null = null;
  using server = serving(() => served ?? Promise.reject(new TypeError("no network")));
  connections.value = 0;
  newerPage.value = false;
  const stop = followPage();
  const after = async (answer: Response | null) => {
    served = answer;
    connections.value++;
    await answered();
    return newerPage.value;
  };
  const [same, other] = [page("main-1.css", "main-1.js"), page("main-2.css", "main-1.js")];
  assert.equal(await after(new Response(other)), false);
  assert.equal(server.asked.length, 0, "what was just opened is of today");
  assert.equal(await after(new Response(same)), false);
  assert.equal(await after(null), false, "nobody knows");
  assert.equal(await after(new Response(THEIRS)), false);
  assert.equal(await after(new Response(other, { status: 502 })), false);
  assert.equal(await after(new Response(other)), true);
  newerPage.value = false;
  assert.equal(await after(new Response(other)), false, "whoever wants to stay is told once");
  assert.equal(await after(new Response(page("main-2.css", "main-3.js"))), true);
  assert.equal(await after(new Response(same)), false, "it is as it was");
  stop();
  assert.deepEqual([...new Set(server.asked.map(({ path }) => path))], ["/"]);
});

Deno.test("a page that was opened without its server asks with the first connection", async () => {
  using _document = instead("document", { querySelector: () => null });
  using server = serving(() => new Response(page("main-1.css", "main-1.js")));
  connections.value = 0;
  offline.value = true;
  const stop = followPage();
  offline.value = false;
  connections.value = 1;
  await answered();
  stop();
  assert.equal(server.asked.length, 1);
});

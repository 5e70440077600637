/** One file of a talk, opened from the disk: it shows and checks itself, loads nothing, and escapes whatever is in it. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { officialServer } from "../actors/mcp/fake_mcp.ts";
import { pngOf } from "../pictures.ts";
import { type Bowl, browserTest, type Look, LOOKS, painted, picture } from "./harness.ts";
import { eventually } from "./steps.ts";
import { check } from "./view_check.ts";

const COUNCIL = new URL("../../ui/council.png", import.meta.url);
const HOSTILE = [
  "</script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">",
  "<!-- <script> ]]> & &amp; &lt; \u2028 \ud800 \u202e turned </textarea></style></template>",
].join("\n\n");
const GOOD = "What is **bold** and `code`?\n\n1. one\n2. two\n\n```ts\nconst a = 1 < 2;\n```\n\n> quoted";

async function call(bowl: Bowl, path: string, body?: unknown): Promise<Response> {
  const response = await fetch(bowl.address + path, {
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    headers: { origin: bowl.address, "content-type": "application/json" },
  });
  assert.ok(response.ok, `${path}: ${response.status}`);
  return response;
}

/** A talk of two agents whose names are hostile too. */
async function talked(bowl: Bowl): Promise<string> {
  const id = await bowl.conversation({ "Ada </script><b>": "echo", "Boris": "story:40" });
  for (const content of [GOOD, HOSTILE]) {
    await call(bowl, `/api/conversations/${id}/messages`, { content });
    for (;;) {
      const { fold } = await (await call(bowl, `/api/conversations/${id}?view=fold`)).json();
      if (fold.open.length === 0) break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  return id;
}

/** Opens a file of the disk; fails where it asks for anything, or says something is wrong with it. */
async function openFile(bowl: Bowl, html: string, look: Look = {}): Promise<Page> {
  const path = await Deno.makeTempFile({ suffix: ".html" });
  await Deno.writeTextFile(path, html);
  const before = async (page: Page) => {
    page.on("request", (request) => {
      const url = request.url();
      assert.ok(url.startsWith("data:") || url === `file://${path}`, `it asked for ${url}`);
    });
    await look.before?.(page);
  };
  const page = await bowl.tab(await bowl.context({ ...look, before }), path, "file://");
  await page.locator("html[data-checked]").waitFor({ state: "attached" });
  await Deno.remove(path);
  return page;
}
const fileOf = async (bowl: Bowl, id: string, query = "") =>
  await (await call(bowl, `/api/conversations/${id}/export?format=page${query}`)).text();
const banner = (page: Page) => page.locator(".banner").innerText();

browserTest(
  "a talk in one file opens from the disk, is green, asks nobody, and nothing in it becomes a part of it",
  async (bowl) => {
    const id = await talked(bowl);
    const html = await fileOf(bowl, id);
    for (const { size, scheme } of LOOKS) {
      const page = await openFile(bowl, html, { size, scheme });
      assert.match(await banner(page), /^Signed and unchanged/);
      const { key } = await (await call(bowl, "/.well-known/fishbowl.json")).json();
      assert.ok((await banner(page)).includes(key));
      assert.notEqual(await page.title(), "owned");
      assert.equal(await page.locator("img, iframe, script:not([type]) ~ script").count(), 0);
      assert.ok(
        (await page.locator("article.person").last().innerText()).includes("</script><script>document.title"),
      );
      assert.ok((await page.locator("article h3").allInnerTexts()).includes("Ada </script><b>"));
      assert.equal(await page.locator("article.person strong").innerText(), "bold");
      assert.equal(await page.locator("article.person li").count(), 2);
      await page.locator("article.agent").last().getByText("What it saw").click();
      await page.locator("article.agent").last().locator(".named li").nth(1).waitFor();
      await page.locator("article.person").first().getByText("Who saw it").click();
      await page.locator("article.person").first().locator(".named", { hasText: "Ada </script><b>" })
        .waitFor();
      assert.ok(await page.locator(".timeline li").count() >= 4);
      await check(page, `one file, ${size}, ${scheme}`);
      await painted(page);
      await picture(page, `one-file-${size}-${scheme}`);
      await page.close();
    }
  },
);

browserTest(
  "one file that was changed is red and says where; without the names of models it says why it cannot tell",
  async (bowl) => {
    const id = await talked(bowl);
    const html = await fileOf(bowl, id);
    const changed = await openFile(bowl, html.replace("What is **bold**", "What was **bold**"));
    assert.match(
      await banner(changed),
      /^This file was changed, or is damaged\s+Line \d+: The words of event \d+ were changed/,
    );
    await changed.close();
    const bare = await fileOf(bowl, id, "&models=0&language=de");
    assert.ok(html.includes("story:40"));
    for (const name of ["story:40", btoa('{"model":"story:40').slice(0, 22), '"provider_mock', "mock/1"]) {
      assert.ok(!bare.includes(name), name);
    }
    const plain = await openFile(bowl, bare);
    assert.match(await banner(plain), /^Nicht zu prüfen/);
    const { fold } = await (await call(bowl, `/api/conversations/${id}?view=fold`)).json();
    assert.equal(await plain.locator("article").count(), fold.order.length);
    assert.ok((await plain.locator("main").innerText()).includes("Boris"));
    await plain.close();
  },
);

browserTest(
  "of chosen messages alone the words are in the file, which is green all the same",
  async (bowl) => {
    const id = await talked(bowl);
    const { fold } = await (await call(bowl, `/api/conversations/${id}?view=fold`)).json();
    const [first = ""] = fold.order;
    const html = await fileOf(bowl, id, `&messages=${first}&prompts=0`);
    assert.ok(!html.includes("owned"));
    const page = await openFile(bowl, html, { size: "wide" });
    assert.match(
      await banner(page),
      /^Signed and unchanged[^]*Events whose words were left out by who made this file: \d+/,
    );
    assert.equal(await page.locator(`[id="${first}"] strong`).innerText(), "bold");
    assert.ok(await page.getByText("Not disclosed").count() >= 2);
    await page.locator("article.agent").last().getByText("What it saw").click();
    await page.locator(".named").first().waitFor();
    assert.equal(await page.getByText("can no longer be proven").count(), 0, "left out is not erased");
    await painted(page);
    await picture(page, "one-file-chosen");
    await page.close();
  },
);

browserTest(
  "words that were erased say so in the file: when, by whom and why, and which requests had them",
  async (bowl) => {
    const id = await talked(bowl);
    const { fold } = await (await call(bowl, `/api/conversations/${id}?view=fold`)).json();
    const [first = ""] = fold.order;
    await bowl.api("DELETE", `/api/conversations/${id}/messages/${first}/content?why=An%20%3Cb%3Eaddress`);
    const page = await openFile(bowl, await fileOf(bowl, id), { size: "narrow" });
    assert.match(await banner(page), /^Signed and unchanged[^]*Events whose words were erased: 1\./);
    assert.match(
      await page.locator(`[id="${first}"] .words`).innerText(),
      /^Erased on .+ by a person of this workspace\. An <b>address$/,
    );
    const last = page.locator("article.agent").last();
    await last.getByText("What it saw").click();
    await last.getByText("Message 1 was in this request; its words were erased since.").waitFor();
    await last.getByText("That request can no longer be proven.").waitFor();
    await painted(page);
    await picture(page, "one-file-erased");
    await page.close();
  },
);

browserTest(
  "pictures that a tool and a person gave are in the file, and shown from it; erased ones are not there",
  async (bowl) => {
    const [given, attached] = [pngOf(1, 1), await Deno.readFile(COUNCIL)];
    await using server = officialServer(() => [{
      name: "draw",
      run: () => ({ content: [{ type: "image", data: given.toBase64(), mimeType: "image/png" }] }),
    }]);
    const { id: serverId } = await bowl.api<{ id: string }>("POST", "/api/mcp-servers", {
      name: "Studio",
      url: server.url,
    });
    const at = `/api/mcp-servers/${serverId}`;
    await bowl.api("POST", `${at}/tools`);
    const { items: [tool] } = await bowl.api<{ items: { name: string; definition: string }[] }>(
      "GET",
      `${at}/tools`,
    );
    await bowl.api("POST", `${at}/trust`, { tool: tool?.name, definition: tool?.definition });
    const agent = await bowl.api<{ id: string }>("POST", "/api/agents", {
      name: "Ada",
      providerId: "provider_mock",
      model: "tool-user",
      tools: ["studio.*"],
    });
    const uploaded = await fetch(`${bowl.address}/api/attachments`, {
      method: "POST",
      body: attached,
      headers: {
        origin: bowl.address,
        "content-type": "image/png",
        "x-file-name": encodeURIComponent("<b>council.png"),
      },
    });
    const file = await uploaded.json();
    const { conversation: { id } } = await bowl.api<{ conversation: { id: string } }>(
      "POST",
      "/api/conversations",
      {
        agentIds: [agent.id],
        message: { content: "Draw.", attachments: [{ sha256: file.sha256, name: file.name }] },
      },
    );
    const fold = async () => (await (await call(bowl, `/api/conversations/${id}?view=fold`)).json()).fold;
    await eventually(async () => {
      const { open, order } = await fold();
      assert.ok(open.length === 0 && order.length >= 2);
    });
    const page = await openFile(bowl, await fileOf(bowl, id), { size: "narrow" });
    assert.match(await banner(page), /^Signed and unchanged/);
    const shown = page.locator("article.person img");
    assert.equal(await shown.getAttribute("alt"), "<b>council.png");
    await eventually(async () =>
      assert.ok(await shown.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 50))
    );
    await page.getByText("Used studio__draw").click();
    const drawn = page.locator("article.agent img");
    await eventually(async () =>
      assert.equal(
        await drawn.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth),
        1,
      )
    );
    await check(page, "one file, pictures");
    await painted(page);
    await picture(page, "one-file-pictures");
    await page.close();
    const { order } = await fold();
    await bowl.api("DELETE", `/api/conversations/${id}/messages/${order[0]}/content`);
    const html = await fileOf(bowl, id);
    assert.ok(!html.includes(attached.toBase64().slice(0, 200)));
    const after = await openFile(bowl, html);
    assert.match(await banner(after), /^Signed and unchanged/);
    assert.equal(await after.locator("article.person img").count(), 0);
    await after.close();
  },
);

browserTest("a browser without Ed25519 says that it cannot check, and shows the talk", async (bowl) => {
  const html = await fileOf(bowl, await talked(bowl));
  const before = (page: Page) =>
    page.addInitScript(() => {
      const { importKey } = crypto.subtle;
      crypto.subtle.importKey = ((...given: Parameters<typeof importKey>) =>
        given[2] === "Ed25519"
          ? Promise.reject(new DOMException("", "NotSupportedError"))
          : importKey.apply(crypto.subtle, given)) as typeof importKey;
    });
  const page = await openFile(bowl, html, { before });
  assert.match(await banner(page), /^Not checked: this browser cannot/);
  assert.ok(await page.locator("article").count() >= 4);
  await page.close();
});

browserTest(
  "what an answer was given of its project and of notes is told to be there, without a word of it",
  async (bowl) => {
    const { id: projectId } = await bowl.api<{ id: string }>("POST", "/api/projects", {
      name: "Secret oven",
      instructions: "Nobody else reads this.",
    });
    await bowl.api("POST", "/api/notes", { text: "Nor this." });
    const id = await bowl.conversation({ Ada: "echo" });
    await bowl.api("PATCH", `/api/conversations/${id}`, { projectId });
    await bowl.api("POST", `/api/conversations/${id}/messages`, { content: "Well?" });
    await eventually(async () => {
      const { items } = await bowl.api<{ items: { completed: boolean }[] }>(
        "GET",
        `/api/conversations/${id}/messages`,
      );
      assert.ok(items.length === 2 && items.every(({ completed }) => completed));
    });
    const html = await fileOf(bowl, id);
    assert.doesNotMatch(html, /Secret oven|Nobody else reads|Nor this/);
    const page = await openFile(bowl, html);
    await page.locator("article.agent").last().getByText("What it saw").click();
    await page.getByText("It was also given the instructions and files of its project.").waitFor();
    await page.getByText("It was also given notes: 1.").waitFor();
  },
);

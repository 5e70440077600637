/** What can be read where the server cannot be reached, and what is not there any more. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { PATIENCE_MS } from "../../ui/state/offline/shell.ts";
import { type Bowl, browserTest, goWithin } from "./harness.ts";
import { ServerHere } from "./server_here.ts";
import { answersOf, becomes, eventually, send, settled } from "./steps.ts";

/** What is kept in this browser: each conversation by its id, as text. */
const copiesIn = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(async () => {
    const copies: Record<string, string> = {};
    if (!await caches.has("fishbowl read")) return copies;
    const place = await caches.open("fishbowl read");
    for (const response of await place.matchAll()) {
      const fold: { id: string } = await response.json();
      copies[fold.id] = JSON.stringify(fold);
    }
    return copies;
  });

/** Until a conversation is kept with these words in it. */
const kept = (page: Page, id: string, words: string) =>
  eventually(async () => assert.ok((await copiesIn(page))[id]?.includes(JSON.stringify(words).slice(1, -1))));

/** Until so many messages of it are kept, and nobody is writing in what is kept. */
const keptWhole = (page: Page, id: string, messages: number) =>
  eventually(async () => {
    const fold = JSON.parse((await copiesIn(page))[id] ?? "null");
    assert.deepEqual({ messages: fold?.order.length, open: fold?.open }, { messages, open: [] });
  });

const ids = async (page: Page): Promise<string[]> => Object.keys(await copiesIn(page));

/** A page with its worker, and a conversation of a question and an answer that was read in it. */
async function reading(bowl: Bowl, page?: Page): Promise<{ page: Page; id: string; answer: string }> {
  const id = await bowl.conversation({ Editor: "echo" });
  const shown = page ?? await bowl.open("/", { worker: true });
  await goWithin(shown, `/c/${id}`);
  await send(shown, "Say where the bowl stands");
  await settled(shown, 1);
  const answer = (await shown.locator("article.theirs .text p").first().innerText()).slice(0, 40);
  // An echo has no words that its question has not.
  await keptWhole(shown, id, 2);
  return { page: shown, id, answer };
}

browserTest(
  "what was read opens where the server cannot be reached, says of when it is, and takes a draft",
  async (bowl) => {
    const { page, id } = await reading(bowl);
    const answer = await page.locator("article.theirs .text").first().innerText();
    await page.evaluate(() => navigator.serviceWorker.ready);
    const { address: home, server } = bowl;
    assert.ok(server instanceof ServerHere);
    await server.end();
    await page.reload();
    await page.getByText(/^As of \d/).waitFor();
    await page.locator("article.theirs .text", { hasText: answer }).waitFor();
    await page.getByText("Say where the bowl stands").first().waitFor();
    const box = page.getByRole("textbox", { name: "Message", exact: true });
    await box.fill("For later");
    await becomes(() => page.getByRole("button", { name: "Send" }).isDisabled(), true);
    await page.keyboard.press("Enter");
    await page.reload();
    await page.getByText(/^As of \d/).waitFor();
    await becomes(() => box.inputValue(), "For later");
    // The list has what can be read.
    await eventually(async () =>
      assert.equal(await page.locator(`nav a[href="/c/${id}"], a[href="/c/${id}"]`).count() > 0, true)
    );
    // What was not read is not there, and says so.
    await page.goto(`${home}/c/conversation_elsewhere`);
    await page.getByText("was not read on this device").waitFor();
    await page.goto(`${home}/c/${id}`);
    await page.getByText(/^As of \d/).waitFor();
    await server.start(Number(new URL(home).port));
    await page.getByText(/^As of \d/).waitFor({ state: "detached" });
    await becomes(() => box.inputValue(), "For later");
    await becomes(() => page.getByRole("button", { name: "Send" }).isDisabled(), false);

    // So it is with what is opened while a page that is there already waits for its server.
    await goWithin(page, `/c/${await bowl.conversation({ Critic: "echo" }, { title: "Another" })}`);
    await page.getByRole("heading", { name: "Another" }).waitFor();
    await server.end();
    await goWithin(page, `/c/${id}`);
    await page.getByText(/^As of \d/).waitFor();
    await server.start(Number(new URL(home).port));
    await page.getByText(/^As of \d/).waitFor({ state: "detached" });
    await becomes(() => page.getByRole("button", { name: "Send" }).isDisabled(), false);
  },
);

browserTest("what was read is kept on the device for as long as it may be read", async (bowl, t) => {
  // One page for all of it: its worker fetches the whole program as it comes.
  const first = await reading(bowl);
  const { page } = first;
  let second: typeof first;

  await t.step(
    "what goes on in a conversation that is open is kept too, once its answers are there",
    async () => {
      second = await reading(bowl, page);
      // Longer open than until it was kept first.
      await send(page, "And who looks in");
      await settled(page, 2);
      await keptWhole(page, second.id, 4);
    },
  );

  await t.step("one that is deleted is gone at once, or when the page is opened again", async () => {
    await bowl.api("DELETE", `/api/conversations/${first.id}`);
    await becomes(() => ids(page), [second.id]);
    // Taken back, it is kept again with the next look.
    await bowl.api("POST", `/api/conversations/${first.id}/restore`);
    await page.goto(`${bowl.address}/c/${first.id}`);
    await kept(page, first.id, first.answer);
    await page.goto(`${bowl.address}/app.webmanifest`);
    await bowl.api("DELETE", `/api/conversations/${second.id}`);
    await eventually(async () => assert.deepEqual((await ids(page)).sort(), [first.id, second.id].sort()));
    await page.goto(`${bowl.address}/`);
    await becomes(() => ids(page), [first.id]);
  });

  await t.step("nothing stays after signing out, nor when the credential is taken back", async () => {
    const { id } = await reading(bowl, page);
    // Whoever came in without a password is let in no longer.
    await bowl.api("POST", "/api/password", { password: "a long password" });
    const password = page.getByLabel("Password", { exact: true });
    await password.waitFor();
    const why = /You were signed out: .*by a change of the password/;
    await page.getByText(why).waitFor();
    await becomes(() => ids(page), []);
    const tab = await page.context().newPage();
    await tab.goto(page.url());
    await tab.getByLabel("Password", { exact: true }).waitFor();
    assert.equal(await tab.getByText(why).count(), 0, "nobody was in here");
    await password.fill("a long password");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("textbox", { name: "Message", exact: true }).fill("Not for others");
    await kept(page, id, "Say where the bowl stands");
    // A tab that was asked for the password too comes in by itself once one looks at it.
    await tab.evaluate(() => dispatchEvent(new Event("focus")));
    await tab.getByRole("textbox", { name: "Message", exact: true }).waitFor();
    await tab.close();
    await goWithin(page, "/settings/password");
    await page.getByRole("button", { name: "Sign out" }).click();
    // Who is signed out may be asked for the password before the page has left.
    await page.waitForURL(`${bowl.address}/`);
    await password.waitFor();
    const left = await page.evaluate(async () => ({
      places: (await caches.keys()).filter((name) => !name.startsWith("fishbowl shell")),
      written: Object.entries({ ...localStorage }).join(),
    }));
    assert.deepEqual(left.places, []);
    assert.ok(!left.written.includes("Not for others"), left.written);
  });
});

/** A server before the server, that gives out one build or the next, or is gone. */
class Before implements AsyncDisposable {
  version: 1 | 2 | null = 1;
  /** When it last gave a page, by the clock of this process. */
  pageAt = -Infinity;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  constructor(readonly behind: string) {
    this.#server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen: () => {} },
      (request) => this.#answer(request),
    );
  }

  get address(): string {
    return `http://127.0.0.1:${this.#server.addr.port}`;
  }

  async #answer(request: Request): Promise<Response> {
    if (this.version === null) return new Response("gone", { status: 502 });
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    for (const name of ["host", "accept-encoding", "if-none-match"]) headers.delete(name);
    if (headers.has("origin")) headers.set("origin", this.behind);
    const { method, body } = request;
    const answer = await fetch(this.behind + pathname + search, { method, headers, body });
    const isPage = answer.headers.get("content-type")?.startsWith("text/html");
    if (this.version === 1 || !(isPage || pathname === "/offline_worker.js")) return answer;
    const page = (await (await fetch(this.behind)).text()).replace(
      "<head>",
      '<head><meta name="build" content="2">',
    );
    const told = new Headers(answer.headers);
    for (const name of ["content-encoding", "content-length", "etag"]) told.delete(name);
    if (isPage) {
      this.pageAt = performance.now();
      return new Response(page, { headers: told });
    }
    const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(page)))
      .toBase64();
    const worker = (await answer.text())
      .replace(/(name:")[0-9a-f]{16}"/, '$1next"').replace(/(page:")[\w+/]{43}="/, `$1${hash}"`);
    return new Response(worker, { headers: told });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}

browserTest(
  "after an upgrade a reload brings the new page, and offline too it is the new one",
  async (bowl) => {
    await using before = new Before(bowl.address);
    const context = await bowl.context({ worker: true });
    const page = await bowl.tab(context, "/", before.address);
    const build = () =>
      page.evaluate(() => document.querySelector('meta[name="build"]')?.getAttribute("content") ?? "1");
    /** Names of the versions that are there whole, once no other is on its way. */
    const shells = () =>
      page.evaluate(async () => {
        const names = (await caches.keys()).filter((name) => name.startsWith("fishbowl shell"));
        // Asked behind the names: one that has a name by now is still on its way, and would be taken for whole.
        const { installing, waiting, active } = await navigator.serviceWorker.ready;
        return installing || waiting || active?.state !== "activated" ? ["on its way"] : names;
      });
    await eventually(async () => assert.equal((await shells()).length, 1));
    before.version = null;
    await page.reload();
    await page.getByRole("heading").first().waitFor();
    await becomes(() => build(), "1");
    before.version = 2;
    let took: number;
    do {
      const asked = performance.now();
      await page.reload();
      await becomes(() => Promise.resolve(before.pageAt > asked), true);
      took = before.pageAt - asked;
      // Where all of this machine is busy the answer may be so late that the page is rightly opened as it is kept.
    } while (took > PATIENCE_MS / 2 && await build() === "1");
    assert.equal(await build(), "2");
    await eventually(async () => assert.equal((await shells())[1], "fishbowl shell next"));
    before.version = null;
    await page.reload();
    await becomes(() => build(), "2");
  },
);

browserTest(
  "a page that is open as its server becomes another says so, and keeps what is being written when it is loaded anew",
  async (bowl) => {
    const id = await bowl.conversation({ Editor: "echo" });
    const page = await bowl.tab(await bowl.context(), `/c/${id}`, bowl.wired);
    const box = page.getByRole("textbox", { name: "Message", exact: true });
    await box.fill("For later");
    await page.route((url) => url.pathname === "/", async (route) => {
      const served = await (await route.fetch()).text();
      const body = served.replace("/assets/main-", "/assets/main-2-");
      await route.fulfill({ contentType: "text/html", body });
    });
    bowl.wire.unplug();
    await page.getByRole("alert").getByText("No connection").waitFor();
    bowl.wire.plug();
    const line = page.getByRole("status").getByText("A newer version of this page is here.");
    await line.waitFor();
    await page.getByRole("button", { name: "Reload" }).click();
    await line.waitFor({ state: "detached" });
    await becomes(() => box.inputValue(), "For later");
  },
);

/** The height of the frame's first row, which is all of the window. */
const frameHeight = (page: Page): Promise<number> =>
  page.locator("main.middle").evaluate((main) => main.getBoundingClientRect().height);

browserTest(
  "a part that cannot be loaded leaves the page as it is, and comes once the server is there",
  async (bowl) => {
    const page = await bowl.tab(await bowl.context(), "/", bowl.wired);
    await settled(page, 3);
    const height = await frameHeight(page);
    const goesOn = Promise.withResolvers<void>();
    await page.route((url) => url.pathname.startsWith("/assets/dialogs-"), async (route) => {
      await goesOn.promise;
      await route.fallback();
    });
    await page.keyboard.press("Control+k");
    await page.locator(".over > .empty").waitFor();
    assert.equal(await frameHeight(page), height);
    bowl.wire.unplug();
    goesOn.resolve();
    await page.locator(".toast", { hasText: "This part could not be loaded. Reload the page." }).waitFor();
    // Nothing is open, so what the page can do, it still does.
    await becomes(() => page.locator(".over").count(), 0);
    await page.keyboard.press("Control+.");
    await page.locator(".shell > .empty", { hasText: "This part could not be loaded." }).waitFor();
    bowl.wire.plug();
    await page.locator("aside.glass").waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").waitFor();
  },
);

browserTest(
  "what a press or a view needs and cannot load is said, and loaded at the next try",
  async (bowl) => {
    const id = await bowl.conversation({ Ada: "echo" });
    const page = await bowl.open(`/c/${id}`);
    await send(page, "One");
    await settled(page, 1);
    await send(page, "Two");
    await settled(page, 2);
    const pieces = (url: URL) => /^\/assets\/(pinning|compare)-/.test(url.pathname);
    await page.route(pieces, (route) => route.abort());
    const said = "This part could not be loaded. Reload the page.";
    const pin = async () => {
      const message = page.locator(".message.mine").first();
      await message.hover();
      await message.getByRole("button", { name: "Pin to the context" }).click();
    };
    await pin();
    await page.locator(".toast", { hasText: said }).waitFor();
    const answer = answersOf(page, "Ada").last();
    await answer.hover();
    await answer.getByRole("button", { name: /saw/i }).click();
    const dialog = page.getByRole("dialog");
    const changes = dialog.getByRole("button", { name: "Since the call before" });
    await changes.click();
    await dialog.getByText(said).waitFor();
    await page.unroute(pieces);
    await dialog.getByRole("button", { name: "Bytes", exact: true }).click();
    await changes.click();
    await dialog.locator(".byte-row.added").first().waitFor();
    await page.keyboard.press("Escape");
    await pin();
    await page.locator(".in-context.pinned").first().waitFor();
  },
);

/**
 * A window of the browser that tests use one after another. Half of what a page costs is the process it comes with: one
 * for the empty tab, a second for the page, each starting with cold caches and scripts nobody compiled yet. Here a page
 * that stays, of the same origin and as isolated as the program's, opens the tabs of each test, so that they share its
 * process; between two tests everything a site can leave is taken away.
 */
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from "playwright-core";

/** As the program sends it: a page with another policy has to change its process. */
const HEADERS = { "cross-origin-opener-policy": "same-origin", "content-type": "text/plain" };
/** Tests after which a window is begun anew: what closed tabs leave to be collected stays small. */
const USES = 40;
/** Milliseconds between two looks whether the workers of closed tabs have ended. */
const LOOKING_MS = 5;
/** Looks after which the window is closed, its workers with it. */
const LOOKS = 400;

/** Shows nothing of a page any more. */
function unshown(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("html { display: none !important }");
  document.adoptedStyleSheets.push(sheet);
}

/**
 * Closes a tab that shows nothing any more: as it closes it is told of the machine's own colours, by which all of what it
 * shows would be styled and laid out anew, for nobody. Nobody waits for it, for a page may be busy without end.
 */
async function closed(page: Page): Promise<void> {
  const unshowing = page.evaluate(unshown).catch(() => {});
  await page.close();
  await unshowing;
}

export class KeptContext {
  /** Whether a test has it now. */
  taken = false;
  #uses = 0;
  #ended = false;
  #opening: Promise<void> = Promise.resolve();

  private constructor(
    readonly context: BrowserContext,
    readonly origin: string,
    readonly opener: Page,
    readonly session: CDPSession,
  ) {
    context.once("close", () => this.#ended = true);
    opener.once("crash", () => this.#ended = true);
  }

  static async begin(browser: Browser, options: BrowserContextOptions, origin: string): Promise<KeptContext> {
    const context = await browser.newContext(options);
    const opener = await context.newPage();
    await opener.route("**", (route) => route.fulfill({ headers: HEADERS, body: "" }));
    await opener.goto(`${origin}/opener`);
    await opener.unrouteAll();
    return new KeptContext(context, origin, opener, await context.newCDPSession(opener));
  }

  /** Whether another test may use it, of a server at `origin`. */
  usable(origin: string): boolean {
    return !this.#ended && this.#uses < USES && this.origin === origin;
  }

  /** An empty tab, that knows nothing of who opened it; one after the other, for it is told only that one came. */
  async tab(): Promise<Page> {
    const before = this.#opening;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#opening = promise;
    await before;
    try {
      return await this.#opened();
    } finally {
      resolve();
    }
  }

  async #opened(): Promise<Page> {
    const opened = this.opener.waitForEvent("popup");
    await this.opener.evaluate(() => {
      const tab = open("about:blank");
      if (tab) tab.opener = null;
    });
    return await opened;
  }

  /** Closes the tabs of a test and leaves nothing of it: no rows, no cookies, no worker, no handlers. */
  async clean(): Promise<void> {
    this.taken = false;
    if (this.#ended) return;
    this.#uses += 1;
    const { context, opener, origin, session } = this;
    await Promise.all(context.pages().filter((page) => page !== opener).map(closed));
    await Promise.all([context.unrouteAll(), context.clearCookies(), context.clearPermissions()]);
    await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
    // A worker of before, if one went on, would meet the next test.
    if (!await this.#workersEnd()) await context.close();
  }

  async #workersEnd(): Promise<boolean> {
    const { targetInfo } = await this.session.send("Target.getTargetInfo");
    const filter = [{ type: "shared_worker", exclude: false }];
    for (let look = 0; look < LOOKS; look++) {
      const { targetInfos } = await this.session.send("Target.getTargets", { filter });
      const mine = targetInfos.filter((one) => one.browserContextId === targetInfo.browserContextId);
      if (mine.length === 0) return true;
      await new Promise((done) => setTimeout(done, LOOKING_MS));
    }
    return false;
  }
}

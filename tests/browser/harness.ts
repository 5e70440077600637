/**
 * A real server on a folder of its own and a real Chromium that looks at it. Tests wait for what a person would see;
 * nothing sleeps. Where the machine has no Chromium the tests say so and are counted as ignored.
 */
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { ServerProcess } from "../chaos/server_process.ts";
import { FULL, today } from "../effort.ts";
import { KeptContext } from "./kept_context.ts";
import { ServerHere } from "./server_here.ts";
import { slowed, TIMES } from "./slowness.ts";
import { Wire } from "./wire.ts";

const FOUND = [
  // Without a window of its own to draw, it does the same for less.
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];
const ARTEFACTS = new URL("./artefacts/", import.meta.url).pathname;
/** Milliseconds after which a wait is given up: tests wait for what they want to see, however busy the machine. */
export const PATIENCE_MS = Number(Deno.env.get("FISHBOWL_PATIENCE_MS") ?? 120_000) * TIMES;

function exists(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

/** Path of the browser, or undefined where there is none. */
export const CHROMIUM = [Deno.env.get("FISHBOWL_CHROMIUM") ?? "", ...FOUND].find(exists);

export type Size = "wide" | "middle" | "narrow";
/** The three widths every view must be good at. */
export const SIZES: Readonly<Record<Size, { width: number; height: number }>> = {
  wide: { width: 1440, height: 900 },
  middle: { width: 900, height: 800 },
  narrow: { width: 390, height: 844 },
};

export interface Look {
  readonly size?: Size;
  readonly scheme?: "light" | "dark";
  /** The glass was opened here before, and is open still. */
  readonly glass?: boolean;
  /** What else this browser keeps of an earlier day, such as that one was greeted. */
  readonly knows?: readonly string[];
  /** A phone: small, under a finger. */
  readonly phone?: boolean;
  /** Things move, slide and fade as they do for most people: for what looks at that. */
  readonly moves?: boolean;
  /** With the worker that opens the page without its server: it fetches the whole page once more. */
  readonly worker?: boolean;
  /** For who changes the context itself, by a script of its own or by listening to it: no other test uses it. */
  readonly alone?: boolean;
}

/**
 * Whether things move wherever pages are looked at, or in some alone: each of sixty pictures a second is drawn by the
 * processor here, a sixth of what the tests of the browser need of it.
 */
const ALL_MOVE = FULL;

/**
 * Leaves all that is on a page out of its pictures, and nothing else: it is laid out, found, hit and read as ever. To draw
 * it is a tenth of what the tests of the browser need, and few of them look at pixels.
 */
function undrawn(): void {
  // What lies in a frame goes with what it lies in.
  if (self !== top) return;
  const sheet = new CSSStyleSheet({ media: "not print" });
  sheet.replaceSync("html { opacity: 0 !important }");
  document.adoptedStyleSheets = [sheet];
}

/** Remembers, before the page is there, what an earlier day left. Frames that are shut off have no storage. */
function knowing(known: readonly string[]): void {
  if (self !== top) return;
  for (const name of known) localStorage[`fishbowl.${name}`] ??= "true";
}

/** Has a page drawn from now on, for who looks at pixels or asks what is transparent, until it is loaded anew. */
export const painted = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const isTheirs = ({ media }: CSSStyleSheet) => media.mediaText !== "not print";
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter(isTheirs);
  });

/** How a view is looked at: on an ordinary day each width and each theme once, in full each of them in each. */
export const LOOKS = today<Required<Pick<Look, "size" | "scheme">>>([
  { size: "wide", scheme: "light" },
  { size: "narrow", scheme: "dark" },
  { size: "wide", scheme: "dark" },
  { size: "narrow", scheme: "light" },
], 2);

/** Characters of each page that are told of a test that failed. */
const TOLD = 800;

/** Windows that one test after another uses, by what a page cannot be made to be: a phone, or drawn. */
const keptContexts = new Map<string, KeptContext[]>();

function optionsOf(
  { size, scheme = "light", phone = false, worker = false, moves = ALL_MOVE }: Look,
): BrowserContextOptions {
  return {
    viewport: SIZES[size ?? (phone ? "narrow" : "wide")],
    colorScheme: scheme,
    reducedMotion: moves ? "no-preference" : "reduce",
    locale: "en-GB",
    serviceWorkers: worker ? "allow" : "block",
    ...(phone ? { isMobile: true, hasTouch: true, deviceScaleFactor: 2 } : {}),
  };
}

/** What a test gets: pages and the server's address. */
export class Bowl {
  /** Faults of pages: exceptions nobody caught and refusals of the content security policy. */
  readonly faults: string[] = [];
  /** Whether pages are drawn without `painted`: what is no test of a browser is for its pictures. */
  draws = true;
  /** Whether a browser of its own may be one that tests before it used: not for what is measured. */
  shares = false;
  readonly #contexts: BrowserContext[] = [];
  readonly #kept = new Map<BrowserContext, KeptContext>();
  /** How the pages of a window that is shared look. */
  readonly #looks = new Map<BrowserContext, Look>();
  readonly #known = new Map<BrowserContext, readonly string[]>();

  constructor(
    readonly server: { readonly address: string | null },
    readonly browser: Browser,
    readonly wire: Wire,
  ) {}

  /** The server's address by way of the wire. */
  get wired(): string {
    this.wire.to(Number(new URL(this.address).port));
    return `http://localhost:${this.wire.port}`;
  }

  get address(): string {
    if (!this.server.address) throw new Error("the server does not run");
    return this.server.address;
  }

  /** A browser of its own: own storage, own shared worker. */
  async context(look: Look = {}): Promise<BrowserContext> {
    const { glass = false, knows = [], worker = false, alone = false } = look;
    const kept = this.shares && !worker && !alone ? await this.#keptOf(look.phone) : null;
    const context = kept?.context ?? await this.browser.newContext(optionsOf(look));
    if (kept) this.#looks.set(context, look);
    else {
      this.#contexts.push(context);
      await this.#prepare(context);
    }
    this.#known.set(context, glass ? [...knows, "glass"] : knows);
    return context;
  }

  async #prepare(context: BrowserContext): Promise<void> {
    context.setDefaultTimeout(PATIENCE_MS);
    if (!this.draws) await context.addInitScript(undrawn);
  }

  /** A window that tests share and this one has not yet; a further one is begun where it has them all. */
  async #keptOf(phone = false): Promise<KeptContext> {
    const key = JSON.stringify([phone, this.draws]);
    const all = keptContexts.get(key) ?? [];
    keptContexts.set(key, all);
    const free = all.filter(({ context }) => !this.#kept.has(context));
    const usable = free.find((one) => one.usable(this.address));
    // Taken at once: a test may ask for two at the same time.
    if (usable) this.#kept.set(usable.context, usable);
    const old = free.filter((one) => !one.usable(this.address));
    for (const one of old) all.splice(all.indexOf(one), 1);
    for (const one of old) await one.context.close();
    if (usable) return usable;
    const kept = await KeptContext.begin(this.browser, optionsOf({ phone }), this.address);
    await this.#prepare(kept.context);
    all.push(kept);
    this.#kept.set(kept.context, kept);
    return kept;
  }

  /** Has a page of a shared window look as was asked for, before it shows anything. */
  async #dress(page: Page, look: Look): Promise<void> {
    const { viewport, colorScheme, reducedMotion } = optionsOf(look);
    const usual = optionsOf({ phone: look.phone ?? false });
    if (viewport && viewport.width !== usual.viewport?.width) await page.setViewportSize(viewport);
    if (colorScheme !== usual.colorScheme || reducedMotion !== usual.reducedMotion) {
      await page.emulateMedia({ colorScheme: colorScheme ?? null, reducedMotion: reducedMotion ?? null });
    }
  }

  /** A tab at `path`, straight to the server unless by another `address`. */
  async tab(context: BrowserContext, path = "/", address = this.address): Promise<Page> {
    const page = await (this.#kept.get(context)?.tab() ?? context.newPage());
    await slowed(page);
    const look = this.#looks.get(context);
    if (look) await this.#dress(page, look);
    page.on("pageerror", (error) => this.faults.push(error.message));
    page.on("console", (message) => {
      if (/Content Security Policy|Trusted ?Type/i.test(message.text())) this.faults.push(message.text());
    });
    const known = this.#known.get(context) ?? [];
    if (known.length > 0) await page.addInitScript(knowing, known);
    await page.goto(address + path);
    return page;
  }

  async open(path = "/", look: Look = {}): Promise<Page> {
    return await this.tab(await this.context(look), path);
  }

  /** Asks the server as a program would. */
  async api<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(this.address + path, {
      method,
      headers: {
        origin: this.address,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text ? JSON.parse(text) : undefined) as T;
  }

  /** A conversation with agents of the mock provider, one per model; answers with its id. */
  async conversation(models: Readonly<Record<string, string>>, more: object = {}): Promise<string> {
    const agentIds: string[] = [];
    let color = 0;
    for (const [name, model] of Object.entries(models)) {
      const agent = await this.api<{ id: string }>("POST", "/api/agents", {
        name,
        model,
        providerId: "provider_mock",
        color: (color++ % 8) + 1,
      });
      agentIds.push(agent.id);
    }
    const made = await this.api<{ conversation: { id: string } }>("POST", "/api/conversations", {
      agentIds,
      ...more,
    });
    return made.conversation.id;
  }

  /** What the pages show, the beginning of each: for a test that failed. */
  async told(): Promise<string> {
    const pages = [...this.#contexts, ...this.#kept.keys()].flatMap((context) => context.pages());
    const texts = pages.map(async (page) => {
      const text = await page.locator("body").innerText({ timeout: 5_000 }).catch((error) =>
        `(${error.name})`
      );
      return `${page.url()}: ${text.slice(0, TOLD)}`;
    });
    return (await Promise.all(texts)).join("\n---\n");
  }

  async close(): Promise<void> {
    for (const context of this.#contexts) await context.close();
    for (const kept of this.#kept.values()) await kept.clean();
  }
}

/** The same with a server in a process of its own, to be killed and started again. */
export class CrashBowl extends Bowl {
  #port = 0;

  constructor(override readonly server: ServerProcess, browser: Browser, wire: Wire) {
    super(server, browser, wire);
  }

  /** `kill -9`; what it was doing is cut short. */
  async kill(): Promise<void> {
    this.#port = Number(new URL(this.address).port);
    await this.server.kill();
  }

  /** Starts the killed server again, on the same data and port. */
  async revive(): Promise<void> {
    await this.server.start(this.#port);
  }
}

/** Where everything is done, or somebody asks for them. */
const PICTURES = FULL || Deno.env.has("FISHBOWL_PICTURES");

/** Keeps a picture of what a test saw; `always` also where nobody asked for pictures, as of what is wrong. */
export async function picture(page: Page, name: string, always = false): Promise<void> {
  if (!PICTURES && !always) return;
  await painted(page);
  await Deno.mkdir(ARTEFACTS, { recursive: true });
  await page.screenshot({ path: `${ARTEFACTS}${name}.png` });
}

let built: Promise<void> | null = null;

/** Builds the interface if it changed: one process of those that run side by side, while the others wait for it. */
async function buildOnce(): Promise<void> {
  // `deno task test` did it before.
  if (Deno.env.has("FISHBOWL_BUILT")) return;
  const { build, isCurrent } = await import("../../ui/build.ts");
  await Deno.mkdir(ARTEFACTS, { recursive: true });
  using turn = await Deno.open(`${ARTEFACTS}build.lock`, { create: true, write: true });
  await turn.lock(true);
  if (!await isCurrent()) await build();
}

/** Practice agents are quick, but where a test says how slow: each word on its way is a picture of the page. */
const ENV = { FISHBOWL_PRACTICE_MS: "2" };

/** Where servers of tests before listened: at the same origin what a browser compiled is still good. */
const free: number[] = [];

/** A fresh folder and what looks at it, with a server as `start` makes it and ends it; no page may have had a fault. */
async function inFolder<B extends Bowl>(
  start: (data: string, wire: Wire, port: number) => Promise<{ bowl: B; end: () => Promise<void> }>,
  body: (bowl: B) => Promise<void>,
): Promise<void> {
  await (built ??= buildOnce());
  const data = await Deno.makeTempDir({ prefix: "fishbowl-browser-" });
  await using wire = new Wire();
  const { bowl, end } = await start(data, wire, freePort());
  const port = Number(new URL(bowl.address).port);
  try {
    await body(bowl);
    if (bowl.faults.length > 0) throw new Error(`faults of the page:\n${bowl.faults.join("\n")}`);
  } catch (error) {
    throw new Error(`The pages showed:\n${await bowl.told()}`, { cause: error });
  } finally {
    await bowl.close();
    await end();
    free.unshift(port);
    await Deno.remove(data, { recursive: true });
  }
}

/** A port of before where nobody else took it meanwhile; 0, any free one, otherwise. */
function freePort(): number {
  const port = free.shift() ?? 0;
  try {
    Deno.listen({ hostname: "127.0.0.1", port }).close();
    return port;
  } catch {
    return 0;
  }
}

const listens = (
  more: readonly string[],
  wire: Wire,
) => [...more, "--allowed-host", `localhost:${wire.port}`];

/**
 * Runs `body` with a fresh workspace and a fresh browser. `prepare` may fill the data folder before the server starts;
 * `more` are further arguments of its command.
 */
export async function inBowl(
  body: (bowl: Bowl) => Promise<void>,
  prepare?: (data: string) => Promise<void>,
  more: readonly string[] = [],
): Promise<void> {
  await inFolder(async (data, wire, port) => {
    await prepare?.(data);
    const server = new ServerHere(data, listens(more, wire), ENV);
    const [browser] = await Promise.all([theBrowser(), server.start(port)]);
    return { bowl: new Bowl(server, browser, wire), end: () => server.end() };
  }, body);
}

/** The same with a server in a process of its own. */
export async function inCrashBowl(
  body: (bowl: CrashBowl) => Promise<void>,
  prepare?: (data: string) => Promise<void>,
  more: readonly string[] = [],
): Promise<void> {
  await inFolder(async (data, wire, port) => {
    await prepare?.(data);
    const server = new ServerProcess(data, listens(more, wire), { env: ENV });
    const [browser] = await Promise.all([theBrowser(), server.start(port)]);
    return { bowl: new CrashBowl(server, browser, wire), end: () => server.kill() };
  }, body);
}

/**
 * What Chromium does without: parts of its own window, drawn anew for each context, that cost as much as the page
 * that is tested; and what Playwright turns off, said again, for the last list alone counts.
 */
const WITHOUT = [
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "WebUIOmniboxPopup",
  "SpareRendererForSitePerProcess",
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
];

let launched: Promise<Browser> | null = null;

/** One Chromium for all tests of a file: what they must not share lies in their contexts. */
async function theBrowser(): Promise<Browser> {
  // It may have crashed under the test before.
  if (launched && !(await launched).isConnected()) launched = null;
  launched ??= chromium.launch({
    ...(CHROMIUM ? { executablePath: CHROMIUM } : {}),
    timeout: PATIENCE_MS,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // As every desktop has it: a frame that never ends holds up no page.
      "--site-per-process",
      // Letters are as wide on every machine.
      "--font-render-hinting=none",
      `--disable-features=${WITHOUT.join(",")}`,
    ],
  });
  return await launched;
}

/** A program that opened it ends no sooner. */
export async function closeBrowser(): Promise<void> {
  await (await launched)?.close();
}

Deno.test.afterAll(closeBrowser);

function inBrowser(name: string, fn: () => Promise<void>): void {
  Deno.test({
    name,
    ignore: CHROMIUM === undefined,
    // The browser's own process and pipes are closed with it, but not always before the test is asked.
    sanitizeOps: false,
    sanitizeResources: false,
    fn,
  });
}

/** As a test looks at it on an ordinary day. */
function everyday<B extends Bowl>(bowl: B): B {
  bowl.draws = PICTURES;
  bowl.shares = true;
  return bowl;
}

/** A test in a real browser; ignored, and said so, where there is none. */
export function browserTest(
  name: string,
  body: (bowl: Bowl) => Promise<void>,
  more: readonly string[] = [],
): void {
  inBrowser(name, () => inBowl((bowl) => body(everyday(bowl)), undefined, more));
}

/** The same of a server that is killed, or whose output is read. */
export function crashTest(
  name: string,
  body: (bowl: CrashBowl) => Promise<void>,
  more: readonly string[] = [],
): void {
  inBrowser(name, () => inCrashBowl((bowl) => body(everyday(bowl)), undefined, more));
}

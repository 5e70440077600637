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
import { layGreeted } from "../greeted.ts";
import { KeptContext } from "./kept_context.ts";
import { leanMessages, withoutPlaces } from "./lean_playwright.ts";
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
  /** The language that is asked for, `en-GB` for most; it is the process's, so no other test uses that. */
  readonly locale?: string;
  /** For who changes the context itself, or what a tab of it shares with others: no other test uses it. */
  readonly alone?: boolean;
  /** What is done to each page before it is opened, such as to hold back what it will ask for. */
  readonly before?: (page: Page) => Promise<unknown>;
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
  // What lies over everything is no part of the rest's picture, and what lies behind it is blurred there.
  sheet.replaceSync("html, dialog, [popover], ::backdrop { opacity: 0 !important }");
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

/** Windows that one test after another uses, by what a page cannot be made to be: a phone, drawn, or of another origin. */
const keptContexts = new Map<string, KeptContext[]>();

function optionsOf(
  { size, scheme = "light", phone = false, worker = false, moves = ALL_MOVE, locale = "en-GB" }: Look,
): BrowserContextOptions {
  return {
    viewport: SIZES[size ?? (phone ? "narrow" : "wide")],
    colorScheme: scheme,
    reducedMotion: moves ? "no-preference" : "reduce",
    locale,
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
  /** Ids of those that were made for conversations. */
  readonly agents: string[] = [];
  /** Whether a browser of its own may be one that tests before it used: not for what is measured. */
  shares = false;
  readonly #contexts: BrowserContext[] = [];
  readonly #kept = new Map<BrowserContext, KeptContext>();
  /** How the pages of a window that is shared look. */
  readonly #looks = new Map<BrowserContext, Look>();
  readonly #known = new Map<BrowserContext, readonly string[]>();
  readonly #before = new Map<BrowserContext, NonNullable<Look["before"]>>();

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
    const { glass = false, knows = [], worker = false, before } = look;
    const alone = worker || look.alone || look.locale !== undefined;
    const kept = this.shares && !alone ? await this.#keptOf(look.phone) : null;
    const context = kept?.context ?? await this.browser.newContext(optionsOf(look));
    if (kept) this.#looks.set(context, look);
    else {
      this.#contexts.push(context);
      await this.#prepare(context);
    }
    this.#known.set(context, glass ? [...knows, "glass"] : knows);
    if (before) this.#before.set(context, before);
    return context;
  }

  async #prepare(context: BrowserContext): Promise<void> {
    context.setDefaultTimeout(PATIENCE_MS);
    if (!this.draws) await context.addInitScript(undrawn);
  }

  /** A window that tests share and this one has not yet; a further one is begun where it has them all. */
  async #keptOf(phone = false): Promise<KeptContext> {
    const key = JSON.stringify([phone, this.draws, this.address]);
    const all = keptContexts.get(key) ?? [];
    keptContexts.set(key, all);
    const free = all.filter(({ taken }) => !taken);
    const usable = free.find((one) => one.usable(this.address));
    // Taken at once: a test may ask for two at the same time.
    if (usable) this.#take(usable);
    const old = free.filter((one) => !one.usable(this.address));
    for (const one of old) all.splice(all.indexOf(one), 1);
    for (const one of old) await one.context.close();
    if (usable) return usable;
    const kept = await KeptContext.begin(this.browser, optionsOf({ phone }), this.address);
    this.#take(kept);
    await this.#prepare(kept.context);
    all.push(kept);
    return kept;
  }

  #take(kept: KeptContext): void {
    kept.taken = true;
    this.#kept.set(kept.context, kept);
  }

  /** Closes a browser of its own before the test ends; one that tests share is emptied and given back. */
  async leave(context: BrowserContext): Promise<void> {
    const kept = this.#kept.get(context);
    this.#before.delete(context);
    if (kept) {
      await kept.clean();
      this.#kept.delete(context);
    } else {
      await context.close();
      this.#contexts.splice(this.#contexts.indexOf(context), 1);
    }
  }

  /** Leaves each of its browsers but those that `stay`. */
  protected async leaveOthers(stay: ReadonlySet<BrowserContext>): Promise<void> {
    for (const context of [...this.#kept.keys(), ...this.#contexts]) {
      if (!stay.has(context)) await this.leave(context);
    }
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

  /** Has further tabs of a window look as a page of it does from now on. */
  protected lookAlike(context: BrowserContext, look: Look): void {
    if (this.#looks.has(context)) this.#looks.set(context, look);
  }

  /** A tab at `path`, straight to the server unless by another `address`. */
  async tab(context: BrowserContext, path = "/", address = this.address): Promise<Page> {
    const page = await (this.#kept.get(context)?.tab() ?? context.newPage());
    withoutPlaces(page);
    await slowed(page);
    const look = this.#looks.get(context);
    if (look) await this.#dress(page, look);
    page.on("pageerror", (error) => this.faults.push(error.message));
    page.on("console", (message) => {
      if (/Content Security Policy|Trusted ?Type/i.test(message.text())) this.faults.push(message.text());
    });
    const known = this.#known.get(context) ?? [];
    if (known.length > 0) await page.addInitScript(knowing, known);
    await this.#before.get(context)?.(page);
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
    this.agents.push(...agentIds);
    const made = await this.api<{ conversation: { id: string } }>("POST", "/api/conversations", {
      agentIds,
      ...more,
    });
    return made.conversation.id;
  }

  /** Every page of its windows, but what opens them. */
  pages(): Page[] {
    const own = this.#contexts.flatMap((context) => context.pages());
    const shared = [...this.#kept.values()].flatMap(({ context, opener }) =>
      context.pages().filter((page) => page !== opener)
    );
    return [...own, ...shared];
  }

  /** What the pages show, the beginning of each: for a test that failed. */
  async told(): Promise<string> {
    const texts = this.pages().map(async (page) => {
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

/**
 * Goes elsewhere in a page, as by a link: nothing is loaded anew. What was there before is gone behind it; a page that is
 * about to go somewhere by itself, as behind a form that is being saved, still does.
 */
export const goWithin = (page: Page, path: string): Promise<void> =>
  page.evaluate(async (path) => {
    history.pushState(null, "", path);
    dispatchEvent(new PopStateEvent("popstate"));
    await new Promise((done) => setTimeout(done));
  }, path);

/**
 * Forgets what a browser keeps of before; whether the page is as if it had just been loaded: nothing stands beside the
 * talk that would stand there still, and nothing was set that it goes by until it is loaded anew.
 */
function bare(glass: boolean): boolean {
  const home = '{"agentIds":null,"agencyId":null,"mode":"parallel","settings":{}}';
  const usual = {
    panel: '"events"',
    keys: "true",
    rail: "false",
    sidebar: "248",
    theme: '"system"',
    contrast: '"system"',
    density: '"usual"',
    text: '"usual"',
    motion: '"system"',
    layout: '"columns"',
    language: '"en"',
    home,
  };
  const isSet = Object.entries(usual).some(([name, value]) =>
    (localStorage[`fishbowl.${name}`] ?? value) !== value
  );
  // What a page that stays has heard of conversations, it goes on from after a reload too.
  const heard = ["since", "heard"].map((name) => [name, localStorage[`fishbowl.${name}`]] as const);
  localStorage.clear();
  sessionStorage.clear();
  // Who is in a field of before is not taken out of it by what opens.
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  if (glass) localStorage["fishbowl.glass"] = "true";
  const beside = document.querySelector("dialog, [role=dialog]");
  // What tells of before goes as it would some seconds later: who leaves it with the pointer has each wait anew.
  const { setTimeout } = globalThis;
  const gone: (() => void)[] = [];
  globalThis.setTimeout = ((go: () => void) => gone.push(go)) as typeof setTimeout;
  document.querySelector(".toasts")?.dispatchEvent(new PointerEvent("pointerleave"));
  globalThis.setTimeout = setTimeout;
  const isTold = gone.length < document.querySelectorAll(".toasts > *").length;
  for (const go of gone) go();
  // What is looked for stands in the place of the conversations, wherever one goes.
  const isSearched = document.querySelector("input[type=search]:not(:placeholder-shown)") !== null;
  // Who made it later by the clock, or answered in the server's place, did so until the page is loaded anew.
  const isOwn = [Date.now, fetch].every((one) => one.toString().includes("[native code]"));
  const stays = isOwn && !isSet && beside === null && !isTold && !isSearched &&
    (document.querySelector("aside.glass") !== null) === glass;
  for (const [name, value] of stays ? heard : []) if (value) localStorage[`fishbowl.${name}`] = value;
  return stays;
}

/** Whether a page is shown on a screen, as light and as still as is asked for, in colours of its own. */
function shownSo({ colorScheme, reducedMotion }: { colorScheme: string; reducedMotion: string }): boolean {
  const wanted = `(prefers-color-scheme: ${colorScheme}) and (prefers-reduced-motion: ${reducedMotion})`;
  return matchMedia(`screen and ${wanted} and (forced-colors: none)`).matches;
}

/** Has a page that was looked at otherwise look as was asked for. */
async function dressAnew(page: Page, look: Look): Promise<void> {
  const { viewport, colorScheme, reducedMotion } = optionsOf(look);
  const wanted = { colorScheme: colorScheme ?? "light", reducedMotion: reducedMotion ?? "no-preference" };
  // To say it again has all of the page styled and laid out anew.
  if (!await page.evaluate(shownSo, wanted)) {
    await page.emulateMedia({ ...wanted, media: null, forcedColors: null });
  }
  const { width, height } = page.viewportSize() ?? {};
  if (viewport && (viewport.width !== width || viewport.height !== height)) {
    await page.setViewportSize(viewport);
  }
}

/** What is read of a conversation in the list. */
interface Row {
  readonly id: string;
  readonly seq: number;
  readonly answering: number;
}

/** Of all conversations, those that were put away too. */
async function rowsAt(address: string): Promise<Row[]> {
  const shelves = ["", "&archived=true"].map(async (shelf): Promise<Row[]> => {
    const response = await fetch(`${address}/api/conversations?limit=500${shelf}`);
    return (await response.json()).items;
  });
  return (await Promise.all(shelves)).flat();
}

/** What can be made in the settings and put away again: who needs another goes before it. */
const MADE = ["agencies", "agents", "providers", "mcp-servers", "panels", "projects", "notes", "roles"];

/** Where nothing is: a project there is not. */
const ELSEWHERE = "/p/elsewhere";

/** The page that was opened with nothing said of how it looks. */
const PLAIN = "{}";

/** One page that goes from talk to talk, as a person does: nothing is loaded anew between two tests. */
class VisitedBowl extends Bowl {
  /** By what of their look stays. */
  readonly #pages = new Map<string, Page>();
  #untouched = "";

  constructor(override readonly server: ServerHere, browser: Browser, wire: Wire) {
    super(server, browser, wire);
  }

  override async open(path = "/", look: Look = {}): Promise<Page> {
    // What a page can be made to be, it is: as wide, as light, as still, and as much at home.
    const { size: _, scheme: __, moves: ___, knows = [], ...stays } = look;
    const key = JSON.stringify(stays);
    const known = this.#pages.get(key);
    if (known && !known.isClosed() && !look.before) {
      await known.mouse.move(0, 0);
      await dressAnew(known, look);
      this.lookAlike(known.context(), look);
      const isBare = await known.evaluate(bare, look.glass ?? false);
      if (knows.length > 0) await known.evaluate(knowing, knows);
      // What stands there already would stay as it is, what was typed in it too.
      if (isBare && new URL(known.url()).pathname === path) await goWithin(known, ELSEWHERE);
      if (isBare) await goWithin(known, path);
      else await known.goto(this.address + path);
      return known;
    }
    const page = await super.open(path, look);
    if (!look.before) this.#pages.set(key, page);
    return page;
  }

  /** Nobody holds back anything of the pages that stay, no other stays, and no agent is listed. */
  async between(): Promise<void> {
    await Promise.all(this.agents.splice(0).map((id) => this.api("DELETE", `/api/agents/${id}`)));
    const stay = new Set(this.#pages.values());
    await this.leaveOthers(new Set([...stay].map((page) => page.context())));
    for (const page of this.pages()) {
      if (!stay.has(page)) await page.close();
      else await Promise.all([page.unrouteAll(), page.context().unrouteAll()]);
    }
  }

  /** Remembers what is there before anything was looked at. */
  async begin(): Promise<void> {
    this.#untouched = await this.#stands();
  }

  /**
   * Takes away what the tests of a file left: their conversations, and each page but the plain one, which waits at the
   * beginning. Whether nothing else is otherwise than it was before all of them.
   */
  async emptied(): Promise<boolean> {
    const plain = this.#pages.get(PLAIN);
    this.#pages.clear();
    if (plain && !plain.isClosed()) this.#pages.set(PLAIN, plain);
    await this.between();
    if (this.#pages.size > 0 && plain) await goWithin(plain, "/");
    const takeAway = async (kind: string, items: readonly { id: string }[]) => {
      const made = items.filter(({ id }) => !this.#untouched.includes(id));
      await Promise.all(made.map(({ id }) => this.api("DELETE", `/api/${kind}/${id}`)));
    };
    await takeAway("conversations", await rowsAt(this.address));
    for (const kind of MADE) {
      await takeAway(kind, (await this.api<{ items: { id: string }[] }>("GET", `/api/${kind}`)).items);
    }
    return await this.#stands() === this.#untouched;
  }

  /** How it is set, and which conversations there are, each as of which event. */
  async #stands(): Promise<string> {
    const rows = (await rowsAt(this.address)).map(({ id, seq }) => [id, seq]);
    return JSON.stringify([await this.server.settings(), rows]);
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
  const { build, PAGE } = await import("../../server/packed/build.ts");
  await build(PAGE, true);
}

/** Practice agents are quick, but where a test says how slow: each word on its way is a picture of the page. */
const ENV = { FISHBOWL_PRACTICE_MS: "2" };

/**
 * Where servers of tests before listened, and those of visits, which stand meanwhile: at the same origin what a browser
 * compiled is still good.
 */
const free: number[] = [];
const freeToVisit: number[] = [];

/** What tests look at, until it is ended. */
interface Standing<B extends Bowl> {
  readonly bowl: B;
  readonly end: () => Promise<void>;
}

type Start<B extends Bowl> = (data: string, wire: Wire, port: number) => Promise<Standing<B>>;

/** A fresh folder and what looks at it, with a server as `start` makes it. */
async function stand<B extends Bowl>(start: Start<B>, free: number[]): Promise<Standing<B>> {
  await (built ??= buildOnce());
  const data = await Deno.makeTempDir({ prefix: "fishbowl-browser-" });
  const wire = new Wire();
  const { bowl, end } = await start(data, wire, freePort(free));
  const port = Number(new URL(bowl.address).port);
  return {
    bowl,
    end: async () => {
      await bowl.close();
      await end();
      free.unshift(port);
      await Deno.remove(data, { recursive: true });
      await wire[Symbol.asyncDispose]();
    },
  };
}

/** A look at it in which no page may have a fault. */
async function lookAt<B extends Bowl>(bowl: B, body: (bowl: B) => Promise<void>): Promise<void> {
  try {
    await body(bowl);
    if (bowl.faults.length > 0) throw new Error(`faults of the page:\n${bowl.faults.join("\n")}`);
  } catch (error) {
    throw new Error(`The pages showed:\n${await bowl.told()}`, { cause: error });
  }
}

async function inFolder<B extends Bowl>(start: Start<B>, body: (bowl: B) => Promise<void>): Promise<void> {
  const { bowl, end } = await stand(start, free);
  try {
    await lookAt(bowl, body);
  } finally {
    await end();
  }
}

/** A port of before where nobody else took it meanwhile; 0, any free one, otherwise. */
function freePort(free: number[]): number {
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

/** A server in the test's own process. */
async function servedHere<B extends Bowl>(
  Kind: new (server: ServerHere, browser: Browser, wire: Wire) => B,
  data: string,
  wire: Wire,
  port: number,
  more: readonly string[] = [],
): Promise<Standing<B>> {
  const server = new ServerHere(data, listens(more, wire), ENV);
  const [browser] = await Promise.all([theBrowser(), server.start(port)]);
  return { bowl: new Kind(server, browser, wire), end: () => server.end() };
}

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
    return await servedHere(Bowl, data, wire, port, more);
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

/**
 * How Chromium runs scripts for tests, but where everything is done: a page lives for a second or two, in which what makes
 * the most of a function that runs often costs more than it saves. Programs that measure have it.
 */
const SHORT_LIVED = "--js-flags=--no-maglev,--no-turbofan,--single-threaded-gc";
/**
 * And without reading a script while it comes in, which begins before it is known whether a page of the same process has it
 * compiled: an eighth of what it takes to load one. Nor is what comes in looked at on a thread beside: a twentieth. Nor
 * does a page that is loaded anew get a frame of its own: as the former's was let go, what was about to go was styled and
 * laid out twice, for nobody, which with the making of the other was a fifth.
 */
const SHORT_LIVED_WITHOUT = ["ScriptStreaming", "BackgroundResourceFetch", "RenderDocument"];

/** Whether there are tests here for which it is opened, and not what is measured. */
let forTests = false;

let launched: Promise<Browser> | null = null;

/** One Chromium for all tests of a file: what they must not share lies in their contexts. */
async function theBrowser(): Promise<Browser> {
  // It may have crashed under the test before.
  if (launched && !(await launched).isConnected()) launched = null;
  const shortLived = forTests && !FULL;
  const without = shortLived ? [...WITHOUT, ...SHORT_LIVED_WITHOUT] : WITHOUT;
  launched ??= chromium.launch({
    ...(CHROMIUM ? { executablePath: CHROMIUM } : {}),
    timeout: PATIENCE_MS,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      // What is drawn, is drawn by the processor: handing it to one more process costs more than drawing it.
      "--in-process-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      // As every desktop has it: a frame that never ends holds up no page.
      "--site-per-process",
      // Letters are as wide on every machine.
      "--font-render-hinting=none",
      ...(shortLived ? [SHORT_LIVED] : []),
      `--disable-features=${without.join(",")}`,
    ],
  }).then((browser) => {
    if (forTests) leanMessages(browser);
    return browser;
  });
  return await launched;
}

/** A program that opened it ends no sooner. */
export async function closeBrowser(): Promise<void> {
  await endVisits();
  await (await launched)?.close();
}

Deno.test.afterAll(closeBrowser);

function inBrowser(name: string, fn: (t: Deno.TestContext) => Promise<void>): void {
  forTests = true;
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

/** A test in a real browser; ignored, and said so, where there is none. Steps of one visit are named by `t`. */
export function browserTest(
  name: string,
  body: (bowl: Bowl, t: Deno.TestContext) => Promise<void>,
  more: readonly string[] = [],
): void {
  inBrowser(name, (t) => inBowl((bowl) => body(everyday(bowl), t), layGreeted, more));
}

/** The same of a workspace nobody has seen: those who greet its first visitor are about to. */
export function firstVisit(
  name: string,
  body: (bowl: Bowl) => Promise<void>,
  more: readonly string[] = [],
): void {
  inBrowser(name, () => inBowl((bowl) => body(everyday(bowl)), undefined, more));
}

/** What tests visit, one after another, and those of which file did last; null before, and behind a failure. */
let visited: { by: symbol | null; readonly standing: Standing<VisitedBowl> } | null = null;
/** Tests that still visit it. */
let visiting = 0;

async function endVisits(): Promise<void> {
  const ending = visited;
  visited = null;
  await ending?.standing.end();
}

/** Leaves what is visited to another file, if it can be made to be as it was before this one. */
async function leaveVisited(): Promise<void> {
  if (!visited) return;
  visited.by = null;
  // An agent that an agency needs, or a server that asks for its password, is not taken away.
  const isEmpty = visiting > 0 && await visited.standing.bowl.emptied().catch(() => false);
  if (!isEmpty) await endVisits();
}

async function visit(by: symbol): Promise<VisitedBowl> {
  if (visited?.by && visited.by !== by) await leaveVisited();
  if (visited) visited.by = by;
  else {
    const standing = await stand(
      async (data, wire, port) => {
        await layGreeted(data);
        return await servedHere(VisitedBowl, data, wire, port);
      },
      freeToVisit,
    );
    visited = { by, standing };
    await standing.bowl.begin();
  }
  return visited.standing.bowl;
}

/**
 * Tests that look at a conversation of their own each, at one server and in one page: two thirds of what a small test
 * costs are its server, its window and the loading of its page. What stands beside a conversation as one of them ends
 * is gone for the next, its agents are; of a file's, nothing is left for another. They count no conversations but their
 * own; those that do are a `browserTest`.
 */
export function visits(): (
  name: string,
  body: (bowl: Bowl, t: Deno.TestContext) => Promise<void>,
) => void {
  const by = Symbol();
  let waiting = 0;
  return (name, body) => {
    waiting++;
    visiting++;
    inBrowser(name, async (t) => {
      waiting--;
      visiting--;
      try {
        const bowl = await visit(by);
        await lookAt(everyday(bowl), (bowl) => body(bowl, t));
        await bowl.between();
      } catch (error) {
        await endVisits();
        throw error;
      }
      // What a page shows goes on while others are looked at.
      if (waiting === 0) await leaveVisited();
    });
  };
}

/** The same of a server that is killed, or whose output is read. */
export function crashTest(
  name: string,
  body: (bowl: CrashBowl) => Promise<void>,
  more: readonly string[] = [],
): void {
  inBrowser(name, () => inCrashBowl((bowl) => body(everyday(bowl)), layGreeted, more));
}

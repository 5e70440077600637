/**
 * The page itself, kept whole under the name of its version, so that it opens where its server cannot be reached. What
 * the server says itself always comes first; files with hashed names are the same wherever they come from.
 */

/** What one build is made of. */
export interface Version {
  /** Says what is in it: another version has another name. */
  readonly name: string;
  /** Paths of all files with hashed names. */
  readonly files: readonly string[];
  /** SHA-256 of the page that names them, in base64. */
  readonly page: string;
}

/** What it takes from the world. */
export interface ShellPorts {
  readonly caches: Pick<CacheStorage, "open" | "keys" | "delete" | "match">;
  fetch(request: Request | string, init?: RequestInit): Promise<Response>;
  /** SHA-256 in base64. */
  digest(bytes: ArrayBuffer): Promise<string>;
  /** Resolves after so many milliseconds. */
  after(ms: number): Promise<void>;
}

/** Before the names of versions; what is read lies elsewhere. */
const SHELL = "fishbowl shell ";
/** Versions on the device: today's, and the one before, of which an open tab may still load parts. */
export const VERSIONS = 2;
/** Milliseconds without an answer after which the page is opened as it is kept: a server that is far away may say nothing at all. */
export const PATIENCE_MS = 3_000;
/** Under which the page itself is kept, whatever address it is opened at. */
const PAGE = "/";
/** What stands before a server says so when that is gone. */
const GONE = new Set([502, 503, 504]);

/** How the addresses of the page begin: `/`, `/c/…`, `/settings/…`. */
const PAGES = ["", "new", "c", "settings"];

/** Whose a request is: of the page, of one of its files, or nobody's here, as all that is asked of the server itself. */
export function partOf(
  { method, mode, url }: Pick<Request, "method" | "mode" | "url">,
  origin: string,
): "page" | "file" | null {
  const { origin: asked, pathname } = new URL(url);
  if (method !== "GET" || asked !== origin) return null;
  const [, first = ""] = pathname.split("/");
  if (mode === "navigate") return PAGES.includes(first) ? "page" : null;
  return first === "assets" ? "file" : null;
}

export class Shell {
  constructor(readonly version: Version, readonly ports: ShellPorts) {}

  get #name(): string {
    return SHELL + this.version.name;
  }

  /** Fetches the version, whole or not at all. Throws where the server has another one by now. */
  async install(): Promise<void> {
    const { caches, fetch, digest } = this.ports;
    const cache = await caches.open(this.#name);
    try {
      const page = await fetch(PAGE, { cache: "no-store" });
      const isOurs = page.ok && await digest(await page.clone().arrayBuffer()) === this.version.page;
      if (!isOurs) throw new Error("the server has another version");
      await cache.addAll([...this.version.files]);
      // Last: with it the version is there.
      await cache.put(PAGE, page);
    } catch (error) {
      await caches.delete(this.#name);
      throw error;
    }
  }

  /** Drops versions that nobody can be looking at any more. */
  async tidy(): Promise<void> {
    const { caches } = this.ports;
    const others = (await caches.keys()).filter((name) => name.startsWith(SHELL) && name !== this.#name);
    for (const name of others.slice(0, Math.max(0, others.length - VERSIONS + 1))) await caches.delete(name);
  }

  /** The page as the server has it; as it is kept where that does not answer. */
  async page(request: Request): Promise<Response> {
    const { caches, fetch, after } = this.ports;
    const kept = await (await caches.open(this.#name)).match(PAGE, { ignoreVary: true });
    if (!kept) return await fetch(request);
    const answer = fetch(request).then((response) => GONE.has(response.status) ? null : response, () => null);
    return await Promise.race([answer, after(PATIENCE_MS).then(() => null)]) ?? kept;
  }

  /** A file with a hashed name: its name says what is in it, so that one that is kept is the right one. */
  async file(request: Request): Promise<Response> {
    const { caches, fetch } = this.ports;
    return await caches.match(request, { ignoreVary: true }) ?? await fetch(request);
  }
}

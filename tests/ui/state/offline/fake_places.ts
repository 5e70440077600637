/** A browser's caches in memory, in the order in which they were made. */

const pathOf = (request: RequestInfo | URL): string =>
  new URL(request instanceof Request ? request.url : String(request), "http://localhost").pathname;

class FakeCache {
  readonly held = new Map<string, Response>();

  constructor(readonly fetch: (path: string) => Promise<Response>) {}

  put(request: RequestInfo | URL, response: Response): Promise<void> {
    this.held.set(pathOf(request), response);
    return Promise.resolve();
  }

  async addAll(paths: readonly string[]): Promise<void> {
    const got = await Promise.all(paths.map(async (path) => [path, await this.fetch(path)] as const));
    if (got.some(([, response]) => !response.ok)) throw new TypeError("not all of them are there");
    for (const [path, response] of got) this.held.set(path, response);
  }

  match(request: RequestInfo | URL): Promise<Response | undefined> {
    return Promise.resolve(this.held.get(pathOf(request))?.clone());
  }

  matchAll(): Promise<readonly Response[]> {
    return Promise.resolve([...this.held.values()].map((response) => response.clone()));
  }

  delete(request: RequestInfo | URL): Promise<boolean> {
    return Promise.resolve(this.held.delete(pathOf(request)));
  }
}

export class FakePlaces {
  readonly places = new Map<string, FakeCache>();

  constructor(readonly fetch: (path: string) => Promise<Response> = () => Promise.reject(new TypeError())) {}

  open(name: string): Promise<Cache> {
    const place = this.places.get(name) ?? new FakeCache(this.fetch);
    this.places.set(name, place);
    // What is left out is used by nobody here.
    return Promise.resolve(place as unknown as Cache);
  }

  has(name: string): Promise<boolean> {
    return Promise.resolve(this.places.has(name));
  }

  delete(name: string): Promise<boolean> {
    return Promise.resolve(this.places.delete(name));
  }

  keys(): Promise<string[]> {
    return Promise.resolve([...this.places.keys()]);
  }

  async match(request: RequestInfo | URL): Promise<Response | undefined> {
    for (const place of this.places.values()) {
      const found = await place.match(request);
      if (found) return found;
    }
    return undefined;
  }
}

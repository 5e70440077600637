/** Parts of a browser for tests of state, each given back when the test ends: a server, a clock, a storage. */

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly headers: Headers;
}

/** Where the page is from now on. */
export function at(pathname: string): void {
  const origin = "http://localhost";
  Reflect.set(globalThis, "location", { origin, pathname, search: "", href: origin + pathname });
}

/** Replaces `name` until it is disposed of. */
export function instead(name: string, value: unknown): Disposable {
  const known = Object.getOwnPropertyDescriptor(globalThis, name);
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  return {
    [Symbol.dispose]() {
      if (known) Object.defineProperty(globalThis, name, known);
      else Reflect.deleteProperty(globalThis, name);
    },
  };
}

/** A server that answers by `answer`, and what it was asked, in order. */
export function serving(answer: (asked: Asked) => Response | Promise<Response>) {
  const asked: Asked[] = [];
  const fetched = (path: string, init: RequestInit = {}) => {
    const { method = "GET", body } = init;
    const one = {
      method,
      path,
      body: typeof body === "string" ? JSON.parse(body) : body,
      headers: new Headers(init.headers),
    };
    asked.push(one);
    return Promise.resolve().then(() => answer(one));
  };
  return Object.assign(instead("fetch", fetched), { asked });
}

/** A refusal as the server words it. */
export const problem = (status: number, detail: string): Response =>
  Response.json({ code: "refused", detail }, { status });

/** Timers that run when the test says so, and what each waits for. */
export function clockwork() {
  let next = 1;
  const timers = new Map<number, { readonly ms: number; readonly run: () => void }>();
  const set = instead("setTimeout", (run: () => void, ms = 0) => {
    timers.set(next, { ms, run });
    return next++;
  });
  const clear = instead("clearTimeout", (id: number) => void timers.delete(id));
  return {
    waits: () => [...timers.values()].map(({ ms }) => ms),
    /** The timers there are now, of those that wait no longer than `most`; what they set waits for the next time. */
    ring(most = Infinity) {
      const now = [...timers];
      for (const [id, { ms, run }] of now) if (ms <= most && timers.delete(id)) run();
    },
    [Symbol.dispose]() {
      set[Symbol.dispose]();
      clear[Symbol.dispose]();
    },
  };
}

/** A storage of its own, as a browser keeps it over a reload. */
export function storing(kept = new Map<string, string>()) {
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  return Object.assign(instead("localStorage", storage), { kept });
}

/** Until what was answered has been heard. */
export async function heard(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}
